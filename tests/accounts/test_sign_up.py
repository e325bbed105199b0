"""From a stranger to a person at the table, and back in again."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.post import services as post
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **changes: str):
    data = {
        "username": "Hildegard",
        "email": "hildegard@example.org",
        "password1": PASSWORD,
    }
    page = client.post(reverse("account_signup"), data | changes, follow=True)
    post.sweep()
    return page


def link_in(message: mail.EmailMessage) -> str:
    return re.search(r"http://testserver(/\S+)", message.body)[1]


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_signing_up_confirming_and_being_there(client: Client, mailoutbox) -> None:
    client.cookies["zone"] = "Europe/Berlin"
    page = sign_up(client)
    assert "Check your email" in page.text
    assert not signed_in(client)
    (letter,) = mailoutbox
    assert letter.to == ["hildegard@example.org"]
    assert letter.subject == "Welcome to Hansa: confirm your email address"
    link = link_in(letter)
    assert link in letter.alternatives[0].content
    page = client.get(link)
    assert "hildegard@example.org" in page.text
    client.post(link)
    assert signed_in(client)
    person = User.objects.get()
    assert person.username == "Hildegard"
    assert person.time_zone == "Europe/Berlin"
    assert person.confirmed_address() == "hildegard@example.org"


def test_the_password_of_a_new_account_counts_for_a_second_factor(
    client: Client, mailoutbox
) -> None:
    sign_up(client)
    client.post(link_in(mailoutbox[0]))
    assert client.get(reverse("mfa_activate_totp")).status_code == 200
    # Somebody else in the same browser has given none.
    client.force_login(UserFactory())
    assert client.get(reverse("mfa_activate_totp")).status_code == 302


def test_who_came_by_an_invitation_is_led_back_to_it(client: Client, mailoutbox) -> None:
    sign_up(client, next="/join/abc/")
    answer = client.post(link_in(mailoutbox[0]))
    assert answer.url == "/join/abc/"


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("/rules/?part=2", "?next=%2Frules%2F%3Fpart%3D2"),
        ("/accounts/login/?next=/join/abc/", "?next=%2Fjoin%2Fabc%2F"),
        ("/accounts/login/", ""),
        ("/", ""),
    ],
)
def test_the_head_of_a_page_leads_back_to_it(client: Client, page: str, back: str) -> None:
    head = client.get(page).text.partition("</header>")[0]
    for name in ("account_signup", "account_login"):
        assert f'href="{reverse(name)}{back}"' in head


def test_looking_at_the_link_confirms_nothing(client: Client, mailoutbox) -> None:
    sign_up(client)
    client.get(link_in(mailoutbox[0]))
    assert User.objects.get().confirmed_address() is None


def test_without_confirmation_nobody_gets_in_but_another_letter_is_sent(
    client: Client, mailoutbox
) -> None:
    sign_up(client)
    page = client.post(
        reverse("account_login"), {"login": "Hildegard", "password": PASSWORD}, follow=True
    )
    post.sweep()
    assert not signed_in(client)
    assert "Check your email" in page.text
    assert len(mailoutbox) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"username": "MERCHANT"}, "That name is taken"),
        ({"username": "a  b"}, "with single spaces"),
        ({"username": "<b>"}, "letters and digits"),
        ({"password1": "short"}, "at least 8 characters"),
        ({"email": "nowhere"}, "valid email"),
    ],
)
def test_what_is_wrong_is_said(client: Client, change: dict[str, str], sentence: str) -> None:
    UserFactory(username="Merchant")
    page = sign_up(client, **change)
    assert sentence in page.text
    assert User.objects.count() == 1


def test_a_taken_address_is_not_told_to_strangers_but_to_its_owner(
    client: Client, mailoutbox
) -> None:
    owner = UserFactory(email="hildegard@example.org")
    page = sign_up(client)
    assert "Check your email" in page.text
    assert User.objects.get() == owner
    assert [letter.to for letter in mailoutbox] == [["hildegard@example.org"]]


def test_an_odd_time_zone_keeps_nobody_out(client: Client) -> None:
    client.cookies["zone"] = "Middle/Earth"
    sign_up(client)
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize("login", ["Merchant", "merchant", "m@example.org", "M@Example.org"])
def test_signing_in_by_name_or_address(client: Client, login: str) -> None:
    UserFactory(username="Merchant", email="m@example.org")
    client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert signed_in(client)


def test_a_wrong_password_is_said_and_guessing_is_stopped(client: Client) -> None:
    UserFactory(username="Merchant")
    attempt = {"login": "Merchant", "password": "guess"}
    page = client.post(reverse("account_login"), attempt)
    assert "not correct" in page.text
    for _ in range(6):
        page = client.post(reverse("account_login"), attempt)
    assert "Too many failed login attempts" in page.text
    client.post(reverse("account_login"), attempt | {"password": PASSWORD})
    assert not signed_in(client)


def test_too_many_sign_ups_meet_a_page_that_says_so(client: Client) -> None:
    for _ in range(21):
        page = sign_up(client, password1="short")
    assert page.status_code == 429
    assert "Slow down a little" in page.text


def test_a_forgotten_password(client: Client, mailoutbox) -> None:
    person = UserFactory(username="Merchant")
    page = client.post(reverse("account_reset_password"), {"email": person.email}, follow=True)
    assert "Check your email" in page.text
    post.sweep()
    link = link_in(mailoutbox[0])
    form = client.get(link, follow=True)
    new = {"password1": "eight-herrings", "password2": "eight-herrings"}
    client.post(form.request["PATH_INFO"], new)
    person.refresh_from_db()
    assert person.check_password("eight-herrings")
    done = reverse("account_reset_password_from_key_done")
    assert "sign in with your new password" in client.get(done).text
    assert "already used" in Client().get(link, follow=True).text, "a link works once"


def test_an_account_without_a_password_gets_one(client: Client) -> None:
    person = UserFactory(username="Merchant")
    person.set_unusable_password()
    person.save()
    client.force_login(person)
    form = client.get(reverse("account_set_password"))
    assert "Repeat new password" in form.text
    assert 'aria-current="page" >Security' in " ".join(form.text.split())
    new = {"password1": "eight-herrings", "password2": "eight-herrings"}
    page = client.post(reverse("account_set_password"), new, follow=True)
    assert "Password saved." in page.text
    person.refresh_from_db()
    assert person.check_password("eight-herrings")
