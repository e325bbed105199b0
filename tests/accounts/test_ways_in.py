"""Nobody keeps somebody else out: limits count who fails, and a mailed code is another way in."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.post import services as post
from tests.accounts.test_sign_up import signed_in
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return UserFactory(username="Merchant", email="merchant@example.org")


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def sign_in(client: Client, password: str, login: str = "Merchant"):
    data = {"login": login, "password": password}
    return client.post(reverse("account_login"), data, follow=True)


def code_for(client: Client, email: str, mailoutbox) -> str:
    client.post(reverse("account_request_login_code"), {"email": email})
    post.sweep()
    return re.search(r"code is (\S+)", mailoutbox[-1].body)[1]


@pytest.mark.parametrize("login", ["Merchant", "merchant@example.org"])
def test_a_stranger_who_fails_on_purpose_keeps_nobody_out(person: User, login: str) -> None:
    stranger, owner = at("192.0.2.1"), at("198.51.100.2")
    for _ in range(8):
        page = sign_in(stranger, "guess", login)
    assert "Too many failed login attempts" in page.text
    sign_in(stranger, PASSWORD, login)
    assert not signed_in(stranger), "guessing on does not help either"
    sign_in(owner, PASSWORD, login)
    assert signed_in(owner)


@pytest.mark.parametrize(
    ("limits", "password", "said"),
    [
        ({"login_failed": "2/m/ip"}, "guess", "Too many failed login attempts"),
        ({"login": "2/m/ip"}, PASSWORD, "Too many requests"),
    ],
    ids=["failing", "with or without success"],
)
def test_signing_in_from_one_network_address_is_limited(settings, limits, password, said) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **limits}
    people = UserFactory.create_batch(4)
    for each in people[:2]:
        assert said not in sign_in(at("192.0.2.1"), password, each.username).text
    there = at("192.0.2.1")
    assert said in sign_in(there, password, people[2].username).text
    assert not signed_in(there)
    assert said not in sign_in(at("198.51.100.2"), password, people[3].username).text


def test_a_stranger_who_asks_for_passwords_and_codes_keeps_nobody_out(
    person: User, mailoutbox
) -> None:
    stranger, owner = at("192.0.2.1"), at("198.51.100.2")
    for way in ("account_reset_password", "account_request_login_code"):
        for _ in range(10):
            stranger.post(reverse(way), {"email": person.email})
    code = code_for(owner, person.email, mailoutbox)
    owner.post(reverse("account_confirm_login_code"), {"code": code})
    assert signed_in(owner)


def test_a_code_signs_in_once_where_it_was_asked_for(person: User, mailoutbox) -> None:
    here, there = Client(), Client()
    code = code_for(here, person.email, mailoutbox)
    code_for(there, person.email, mailoutbox)
    there.post(reverse("account_confirm_login_code"), {"code": code})
    assert not signed_in(there)
    page = here.post(reverse("account_confirm_login_code"), {"code": code}, follow=True)
    assert signed_in(here)
    assert "Welcome, Merchant" in page.text
    here.post(reverse("account_logout"))
    here.post(reverse("account_confirm_login_code"), {"code": code})
    assert not signed_in(here)


def test_a_code_has_three_tries(person: User, mailoutbox) -> None:
    client = Client()
    code = code_for(client, person.email, mailoutbox)
    for _ in range(3):
        client.post(reverse("account_confirm_login_code"), {"code": "XXXX-XXXX"})
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert not signed_in(client)


def test_a_code_leads_to_where_one_wanted(person: User, mailoutbox) -> None:
    client = Client()
    page = client.get(reverse("account_login"), {"next": "/join/abc/"})
    link = re.search(r'href="(\S+?)"[^>]*>Email me a code', page.text)[1].replace("&amp;", "&")
    page = client.get(link)
    assert 'value="/join/abc/"' in page.text
    data = {"email": person.email, "next": "/join/abc/"}
    page = client.post(reverse("account_request_login_code"), data)
    assert page.url.endswith("?next=%2Fjoin%2Fabc%2F")
    post.sweep()
    code = re.search(r"code is (\S+)", mailoutbox[-1].body)[1]
    page = client.post(page.url, {"code": code, "next": "/join/abc/"})
    assert page.url == "/join/abc/"


def test_a_new_password_opens_the_door_again_at_once(person: User, mailoutbox) -> None:
    client = Client()
    for _ in range(6):
        sign_in(client, "guess", person.email)
    client.post(reverse("account_reset_password"), {"email": person.email})
    post.sweep()
    link = re.search(r"http://testserver(/\S+)", mailoutbox[-1].body)[1]
    form = client.get(link, follow=True)
    new = {"password1": "eight-herrings", "password2": "eight-herrings"}
    client.post(form.request["PATH_INFO"], new)
    assert signed_in(client)
