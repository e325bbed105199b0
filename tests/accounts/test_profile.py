"""One's own account."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User, check_time_zone
from games.post import services as post
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(client: Client) -> User:
    person = UserFactory(username="Merchant")
    client.force_login(person)
    return person


def change(client: Client, **data: str):
    data = {"username": "Merchant", "time_zone": "UTC"} | data
    return client.post(reverse("accounts:profile"), data, follow=True)


def test_changing_name_and_time_zone(client: Client, person: User) -> None:
    page = change(client, username="Merchant of Ghent", time_zone="Europe/Brussels")
    assert "Saved." in page.text
    person.refresh_from_db()
    assert (person.username, person.time_zone) == ("Merchant of Ghent", "Europe/Brussels")


def test_ones_own_name_in_other_letters(client: Client, person: User) -> None:
    change(client, username="MERCHANT")
    person.refresh_from_db()
    assert person.username == "MERCHANT"


def test_a_name_that_is_taken_is_refused_and_not_shown_as_mine(
    client: Client, person: User
) -> None:
    UserFactory(username="Hildegard")
    page = change(client, username="hildegard")
    assert "That name is taken" in page.text
    assert "<span>Merchant</span>" in page.text
    person.refresh_from_db()
    assert person.username == "Merchant"


def test_the_database_itself_keeps_names_apart(person: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(username="MERCHANT")


@pytest.mark.parametrize("name", ["Middle/Earth", "localtime", "Factory"])
def test_what_is_no_time_zone_is_refused(client: Client, person: User, name: str) -> None:
    page = change(client, time_zone=name)
    assert "Select a valid choice" in page.text
    with pytest.raises(ValidationError):
        check_time_zone(name)


def test_times_are_told_in_ones_own_zone(client: Client, person: User) -> None:
    person.time_zone = "Asia/Tokyo"
    person.save()
    seen = []

    def look(template: object, **_: object) -> None:
        seen.append(timezone.get_current_timezone_name())

    template_rendered.connect(look)
    try:
        client.get(reverse("accounts:profile"))
    finally:
        template_rendered.disconnect(look)
    assert set(seen) == {"Asia/Tokyo"}
    assert timezone.get_current_timezone_name() == "UTC"


def test_another_address_counts_when_it_is_confirmed(
    client: Client, person: User, mailoutbox
) -> None:
    old = person.confirmed_address()
    page = client.post(
        reverse("account_email"), {"action_add": "", "email": "new@example.org"}, follow=True
    )
    assert "new@example.org" in page.text
    assert "Open it to confirm the new address" in page.text
    assert person.confirmed_address() == old
    post.sweep()
    link = mailoutbox[0].body.split("http://testserver")[1].split()[0]
    client.post(link)
    assert person.confirmed_address() == "new@example.org"


@pytest.mark.parametrize(
    "page", ["accounts:profile", "account_email", "account_change_password", "account_logout"]
)
def test_every_page_of_the_account_is_there(client: Client, person: User, page: str) -> None:
    answer = client.get(reverse(page))
    assert answer.status_code == 200
    assert "Your account" in answer.text


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    answer = client.get(reverse("accounts:profile"))
    assert answer.url == "/accounts/login/?next=/accounts/profile/"


def test_a_page_asks_the_database_for_session_and_person_only(
    client: Client, person: User, django_assert_num_queries
) -> None:
    with django_assert_num_queries(2):
        client.get(reverse("account_logout"))
