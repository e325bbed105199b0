"""An email address has one spelling, in whichever way its domain is written."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.accounts.spellings import one_spelling
from games.play.models import hashes_of
from games.post import services as post
from games.post.inbound.mail import read
from games.post.inbound.sender import is_vouched_for
from games.post.inbound.sender import person as find
from tests.factories import PASSWORD, UserFactory

LETTERS, CODE = "a@müller.example", "a@xn--mller-kva.example"
BOTH = pytest.mark.parametrize(("known", "other"), [(LETTERS, CODE), (CODE, LETTERS)])


@pytest.mark.parametrize(
    ("address", "spelling"),
    [
        ("A@Example.ORG", "a@example.org"),
        (CODE, LETTERS),
        ("a@MÜLLER.example", LETTERS),
        ("a@mu\u0308ller.example", LETTERS),
        ("a@straße.example", "a@straße.example"),
        ("a@xn--strae-oqa.example", "a@straße.example"),
        ("jörg@example.org", "jörg@example.org"),
        ("a@xn--.example", "a@xn--.example"),
        ("a@xn--mller-kva", "a@müller"),
        ("", ""),
        ("no address", "no address"),
        ("ü" * 200_000, "ü" * 200_000),
    ],
)
def test_one_spelling(address: str, spelling: str) -> None:
    assert one_spelling(address) == spelling
    assert one_spelling(spelling) == spelling


def person(address: str) -> User:
    user: User = UserFactory(username="Anna", email=one_spelling(address))
    EmailAddress.objects.update_or_create(
        user=user, defaults={"email": user.email, "primary": True, "verified": True}
    )
    return user


@BOTH
@pytest.mark.django_db
def test_signing_up_twice_is_noticed(client: Client, known: str, other: str) -> None:
    data = {"username": "Anna", "email": known, "password1": PASSWORD}
    client.post(reverse("account_signup"), data)
    assert EmailAddress.objects.get().email == LETTERS
    EmailAddress.objects.update(verified=True)
    Client().post(reverse("account_signup"), data | {"username": "Berta", "email": other})
    assert EmailAddress.objects.count() == 1


@BOTH
@pytest.mark.django_db
def test_signing_in_takes_either(known: str, other: str) -> None:
    user = person(known)
    client = Client()
    client.post(reverse("account_login"), {"login": other, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.parametrize("page", ["account_request_login_code", "account_reset_password"])
@BOTH
@pytest.mark.django_db
def test_codes_and_links_go_to_either(page: str, known: str, other: str, mailoutbox) -> None:
    person(known)
    Client().post(reverse(page), {"email": other})
    post.sweep()
    (email,) = mailoutbox
    assert email.to == [LETTERS]
    # Nobody is told here that an account is missing.
    assert "no account" not in email.body.lower()


@pytest.mark.parametrize("address", [CODE, "A@MÜLLER.example"])
@pytest.mark.django_db
def test_replies_are_known_by_either(address: str) -> None:
    user = person(LETTERS)
    sent = read(f"From: Anna <{address}>\r\nSubject: x\r\n\r\nok".encode())
    assert sent.sender == LETTERS
    assert find(sent.sender) == user


@pytest.mark.parametrize("address", [LETTERS, CODE])
def test_the_check_of_a_server_is_proof_for_either(address: str, settings: Any) -> None:
    settings.AUTHSERV_ID = "mx.here"
    line = f"Authentication-Results: mx.here; dmarc=pass header.from={CODE.partition('@')[2]}"
    assert is_vouched_for(read(f"{line}\r\nFrom: {address}\r\n\r\nok".encode()))


@BOTH
def test_an_invited_address_is_known_again(known: str, other: str) -> None:
    assert hashes_of(known) == hashes_of(other)
