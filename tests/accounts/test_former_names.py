"""Who has left is not mistaken for a stranger with their name."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import former, merging
from games.accounts.models import FormerName, User
from games.accounts.pruning import prune
from games.accounts.services import close_account
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
TAKEN = "looks like one that is"


def sign_up(name: str) -> str:
    data = {"username": name, "email": "new@example.org", "password1": PASSWORD}
    text: str = Client().post(reverse("account_signup"), data, follow=True).text
    return text


def rename(user: User, name: str) -> str:
    client = Client()
    client.force_login(user)
    data = {"username": name, "time_zone": "UTC"}
    text: str = client.post(reverse("accounts:profile"), data, follow=True).text
    return text


def page_of(name: str) -> Any:
    return Client().get(reverse("club:person", args=[name]))


@pytest.fixture
def gone() -> None:
    close_account(user=UserFactory(username="Bill"))


@pytest.mark.parametrize("name", ["Bill", "BILL", "BiII"])
@pytest.mark.usefixtures("gone")
def test_the_name_of_a_deleted_account_goes_to_nobody_for_a_year(name: str) -> None:
    stranger = UserFactory(username="Stranger")
    assert TAKEN in sign_up(name)
    assert TAKEN in rename(stranger, name)
    assert not User.objects.filter(username=name).exists()
    FormerName.objects.update(free_at=timezone.now() - timedelta(seconds=1))
    assert "Saved." in rename(stranger, name)


def test_people_who_leave_read_the_same_about_their_name(client: Client) -> None:
    client.post(reverse("account_login"), {"login": UserFactory().username, "password": PASSWORD})
    page = client.get(reverse("accounts:delete")).text
    assert "Nobody can take your name for a year" in page
    assert "free for others" not in page


@pytest.mark.usefixtures("gone")
def test_the_page_of_the_name_says_that_somebody_has_left() -> None:
    page = page_of("bill")
    assert page.status_code == 410
    assert "bill has left" in page.text
    assert page_of("BiII").status_code == page_of("Berta").status_code == 404
    FormerName.objects.update(free_at=timezone.now())
    assert page_of("Bill").status_code == 404


def test_so_does_the_page_of_an_account_that_staff_closed() -> None:
    UserFactory(username="Closed", is_active=False)
    assert page_of("Closed").status_code == 410
    assert TAKEN in sign_up("Closed")


@pytest.mark.usefixtures("gone")
def test_nothing_is_kept_of_the_name_but_hashes_and_these_only_for_a_year() -> None:
    row = FormerName.objects.values().get()
    assert not any("bill" in str(value).lower() for value in row.values())
    prune(until=0)
    assert FormerName.objects.exists()
    FormerName.objects.update(free_at=timezone.now() - timedelta(seconds=1))
    assert prune(until=0)["former names"] == 1


def test_the_account_that_another_was_merged_into_may_take_its_name() -> None:
    old, kept = UserFactory(username="Bill"), UserFactory(username="William")
    staff = UserFactory(username="Staff", is_staff=True)
    merging.merge(old=old, kept=kept, by=staff, reason="One person")
    assert TAKEN in rename(UserFactory(username="Stranger"), "Bill")
    assert "Saved." in rename(kept, "Bill")


def test_names_of_guests_are_not_kept() -> None:
    close_account(user=UserFactory(username="Guest 4821", guest=True))
    assert not former.is_kept("Guest 4821")
