"""Passkeys: what no browser sends is refused with a sentence. A real one is in tests/e2e."""

import json

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.accounts.forms.passkeys import PASSKEY_FAILED
from games.accounts.models import User
from tests.factories import PASSWORD, UserFactory, second_factor

pytestmark = pytest.mark.django_db

ODD = [
    "", "{", "null", "1", "[]", "{}", '"x"', '{"id": 1}', '{"response": null}', '{"response": []}',
    '{"response": {"userHandle": null}}', '{"response": {"userHandle": "%%"}}',
    json.dumps({
        "id": "AA", "rawId": "AA", "type": "public-key", "clientExtensionResults": {},
        "response": {
            "clientDataJSON": "AA", "attestationObject": "AA", "authenticatorData": "AA",
            "signature": "AA", "userHandle": "AA",
        },
    }),
]  # fmt: skip


@pytest.fixture
def person() -> User:
    return UserFactory(username="Merchant")


def again(client: Client) -> None:
    """Confirm who one is."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": "/"})


def test_nobody_signs_in_with_nonsense(client: Client, person: User) -> None:
    path = reverse("mfa_login_webauthn")
    ajax = {"Accept": "application/json", "X-Requested-With": "XMLHttpRequest"}
    for sent in ODD:
        cache.clear()
        assert "request_options" in client.get(path, headers=ajax).json()
        answer = client.post(path, {"credential": sent}, follow=True)
        assert answer.status_code == 200, sent
        assert "_auth_user_id" not in client.session, sent


def test_nonsense_is_not_added(client: Client, person: User) -> None:
    client.force_login(person)
    again(client)
    path = reverse("mfa_add_webauthn")
    for sent in ODD:
        assert "Add passkey" in client.get(path).text
        page = client.post(path, {"name": "x", "credential": sent})
        assert page.status_code == 200, sent
        assert not Authenticator.objects.exists(), sent
    assert PASSKEY_FAILED.replace("'", "&#x27;") in page.text


def test_nonsense_is_no_second_factor(client: Client, person: User) -> None:
    second_factor(person)
    client.post(reverse("account_login"), {"login": "Merchant", "password": PASSWORD})
    path = reverse("mfa_authenticate")
    for sent in ODD:
        cache.clear()
        assert client.post(path, {"credential": sent}, follow=True).status_code == 200, sent
        assert "_auth_user_id" not in client.session, sent


def test_nonsense_does_not_confirm_who_one_is(client: Client, person: User) -> None:
    client.force_login(person)
    path = reverse("mfa_reauthenticate_webauthn")
    for sent in ODD:
        cache.clear()
        assert client.post(path, {"credential": sent}, follow=True).status_code == 200, sent
        assert client.get(reverse("mfa_add_webauthn")).status_code == 302, sent


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://hansa.example.org", "hansa.example.org"), ("http://localhost:8000", "localhost")],
)
def test_passkeys_are_for_the_host_of_the_site(settings, url: str, host: str) -> None:
    settings.SITE_URL = url
    assert get_adapter().get_public_key_credential_rp_entity() == {"id": host, "name": "Hansa"}


def test_a_device_is_not_told_the_address(person: User) -> None:
    entity = get_adapter().get_public_key_credential_user_entity(person)
    assert "@" not in str(entity)
    assert entity["name"] == "Merchant"
