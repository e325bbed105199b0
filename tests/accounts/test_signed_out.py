"""Requests of pages that outlast the sign-in of the person they were drawn for."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def asks(client: Client, drawn_for: User) -> list[bool]:
    """Whether each thing that htmx asks on a page is told that its person is signed out."""
    headers = {"HX-Request": "true", "X-Person": str(drawn_for.pk)}
    answers = [
        client.get("/game/new/", headers=headers),
        client.post("/game/1/order", headers=headers),
    ]
    return [answer.get("X-Signed-Out") == "yes" for answer in answers]


def test_who_is_signed_out_or_somebody_else_is_told() -> None:
    user, client = UserFactory(), Client(enforce_csrf_checks=True)
    client.force_login(user)
    assert asks(client, user) == [False, False]
    client.force_login(UserFactory())
    assert asks(client, user) == [True, True]
    client.logout()
    assert asks(client, user) == [True, True]


def test_a_page_names_whom_it_was_drawn_for() -> None:
    user, client = UserFactory(), Client()
    assert "X-Person" not in client.get("/").content.decode()
    client.force_login(user)
    assert f'hx-headers=\'{{"X-Person": "{user.pk}"}}\'' in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("http://testserver/game/7/?pick=x", "/game/7/"),
        ("http://elsewhere.example/game/7/", "/"),
        ("", "/"),
        ("nonsense", "/"),
    ],
)
def test_a_form_leads_back_to_its_page(page: str, back: str) -> None:
    for path in (reverse("play:confirm", args=[7]), reverse("post:try")):
        answer = Client().post(path, headers={"Referer": page} if page else {})
        assert answer["Location"] == f"/accounts/login/?next={back.replace('/', '%2F')}"


def test_a_page_that_is_asked_for_leads_back_to_itself() -> None:
    assert (
        Client().get("/game/new/?players=3")["Location"].endswith("?next=/game/new/%3Fplayers%3D3")
    )
