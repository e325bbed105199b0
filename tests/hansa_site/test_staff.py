"""The staff pages: through the site's own sign-in, with a second factor in every session."""

import re
from urllib.parse import unquote

import pytest
from allauth.account import app_settings
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.factories import (
    PASSWORD,
    SECOND_FACTOR,
    UserFactory,
    code_now,
    second_factor,
    sign_in_staff,
)

pytestmark = pytest.mark.django_db

STAFF = "/admin/"
LETTERS = "/admin/post/letter/"


def sign_in(client: Client, person: User):
    data = {"login": person.username, "password": PASSWORD}
    return client.post(reverse("account_login"), data, follow=True)


@pytest.fixture
def warden() -> User:
    return UserFactory(username="Warden", is_staff=True, is_superuser=True)


def opens(client: Client, path: str = STAFF) -> bool:
    return client.get(path).status_code == 200


def way_on(page: str) -> str:
    """Where the page with the recovery codes leads to."""
    return re.search(r'href="([^"]*)">I\'ve saved them', page)[1]


def test_djangos_own_sign_in_is_not_there(client: Client, warden: User) -> None:
    page = client.get("/admin/login/?next=/admin/post/letter/")
    assert page.url == "/accounts/login/?next=/admin/post/letter/"
    client.post("/admin/login/", {"username": "Warden", "password": PASSWORD, "next": STAFF})
    assert "_auth_user_id" not in client.session


def test_a_player_is_refused(client: Client) -> None:
    client.force_login(UserFactory())
    assert client.get(STAFF, follow=True).status_code == 403


# What is set up counts when it has been committed.
@pytest.mark.django_db(transaction=True)
def test_without_a_second_factor_one_is_led_to_set_it_up(client: Client, warden: User) -> None:
    sign_in(client, warden)
    page = client.get(LETTERS, follow=True)
    assert "need a second factor" in page.text

    key = re.search(r'class="key">(\w+)<', page.text)[1]
    assert "data:image/svg+xml" in page.text
    here = page.redirect_chain[-1][0]
    page = client.post(here, {"code": "000000"})
    assert "That code is wrong" in page.text
    page = client.post(here, {"code": code_now(key)}, follow=True)
    codes = re.findall(r"<code>(\d+)</code>", page.text)
    assert len(codes) == 10
    assert way_on(page.text) == LETTERS
    assert opens(client, LETTERS), "the code that set it up has proved it"
    for elsewhere in ("", "?next=https://evil.example/"):
        page = client.get(reverse("mfa_view_recovery_codes") + elsewhere)
        assert way_on(page.text) == reverse("mfa_index")

    fresh = Client()
    sign_in(fresh, warden)
    assert not opens(fresh)
    fresh.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert opens(fresh), "a recovery code opens it too"
    again = Client()
    sign_in(again, warden)
    again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert not opens(again), "but once"


def test_a_password_of_long_ago_is_asked_for_again(client: Client, warden: User) -> None:
    sign_in(client, warden)
    session = client.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= app_settings.REAUTHENTICATION_TIMEOUT
    session.save()
    page = client.get(LETTERS, follow=True)
    assert "enter your password again" in page.text
    again = {"password": PASSWORD, "next": page.context["redirect_field_value"]}
    page = client.post(page.request["PATH_INFO"], again)
    assert unquote(page.url) == f"{reverse('mfa_activate_totp')}?next={LETTERS}"
    assert opens(client, page.url)


@pytest.mark.parametrize(
    "change", ["mfa_deactivate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"]
)
def test_signing_in_is_not_enough_to_change_second_factors(client: Client, change: str) -> None:
    sign_in_staff(client)
    for visit in (client.get, client.post):
        page = visit(reverse(change), follow=True)
        assert page.request["PATH_INFO"] == reverse("account_reauthenticate")
    assert Authenticator.objects.get().type == Authenticator.Type.TOTP


def test_a_session_that_did_not_pass_it_opens_nothing(client: Client, warden: User) -> None:
    client.force_login(warden)
    second_factor(warden)
    assert not opens(client)
    assert client.get(STAFF, follow=True).request["PATH_INFO"] == reverse("mfa_reauthenticate")


def test_after_signing_in_with_it_one_comes_to_where_one_wanted(
    client: Client, warden: User
) -> None:
    second_factor(warden)
    page = client.get(LETTERS, follow=True)
    data = {"login": "Warden", "password": PASSWORD, "next": LETTERS}
    client.post(page.request["PATH_INFO"], data)
    page = client.post(reverse("mfa_authenticate"), {"code": code_now()})
    assert page.url == LETTERS


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example/", ""])
def test_nobody_is_sent_elsewhere(client: Client, wanted: str) -> None:
    sign_in_staff(client)
    assert client.get("/admin/login/", {"next": wanted}).url == STAFF


def test_codes_cannot_be_guessed(client: Client, warden: User) -> None:
    second_factor(warden)
    sign_in(client, warden)
    for _ in range(6):
        page = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "Too many failed login attempts" in page.text


def test_the_key_cannot_be_read_in_the_database_nor_by_the_staff(client: Client) -> None:
    person = sign_in_staff(client)
    stored = Authenticator.objects.get(user=person)
    assert SECOND_FACTOR not in str(stored.data)
    page = client.get(reverse("admin:mfa_authenticator_change", args=[stored.pk]))
    assert stored.data["secret"] not in page.text


def test_who_lost_it_gets_it_removed(client: Client) -> None:
    sign_in_staff(client)
    other = UserFactory()
    second_factor(other)
    lost = Authenticator.objects.get(user=other)
    client.post(reverse("admin:mfa_authenticator_delete", args=[lost.pk]), {"post": "yes"})
    assert not Authenticator.objects.filter(user=other).exists()


def test_players_may_have_one_too(client: Client) -> None:
    person = UserFactory()
    sign_in(client, person)
    assert ">Set up<" in client.get(reverse("mfa_index")).text
    second_factor(person)
    page = client.get(reverse("mfa_index"))
    assert ">Turn off<" in page.text
    fresh = Client()
    page = sign_in(fresh, person)
    assert "Your second factor" in page.text
    fresh.post(reverse("mfa_authenticate"), {"code": code_now()})
    assert "_auth_user_id" in fresh.session


def test_an_address_that_is_not_confirmed_gets_none(client: Client, warden: User) -> None:
    EmailAddress.objects.update(verified=False)
    client.force_login(warden)
    page = client.get(STAFF, follow=True)
    assert page.status_code == 200
    assert "Confirm your email address first" in page.text
