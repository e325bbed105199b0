"""No form of an account works long on a text, however long it is."""

import json
from contextlib import suppress
from unittest.mock import Mock

import pytest
from allauth.core import context
from django import forms
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.module_loading import import_string

from games.accounts.models import User
from games.accounts.passwords import LONGEST, NameValidator
from hansa_site import settings
from tests.factories import PASSWORD, UserFactory
from tests.long_values import cpu_below, long_values

LONG = long_values()


FORMS = [
    *settings.ACCOUNT_FORMS.values(),
    *settings.MFA_FORMS.values(),
    *(f"games.accounts.forms.profile.{name}" for name in ("AboutForm", "ProfileForm")),
]


def text_fields(name: str) -> dict[str, forms.CharField]:
    """The text fields of a form, made with as much as it needs."""
    kind, person = import_string(name), UserFactory()
    key = Mock(**{"wrap.return_value.name": "Phone"})
    known = {"user": person, "code": "ABCD", "instance": key}
    request = RequestFactory().get("/")
    request.session = {}
    with context.request_context(request):
        for needed in ((), ("user",), ("code",), ("instance",), ("user", "code")):
            with suppress(KeyError, TypeError):
                made = kind(**{each: known[each] for each in needed})
                found = made.fields.items()
                return {each: field for each, field in found if isinstance(field, forms.CharField)}
    raise AssertionError(f"{name} needs more")


@pytest.mark.django_db
@pytest.mark.parametrize("name", FORMS)
def test_every_text_field_of_an_account_refuses_a_long_text_at_once(name: str) -> None:
    for each, field in text_fields(name).items():
        for what, value in LONG.items():
            taken = ""
            with cpu_below(1, (each, what)), suppress(forms.ValidationError):
                taken = field.clean(value)
            assert taken == "", "blanks around a text do not count"


@pytest.mark.django_db
def test_every_password_has_the_same_length() -> None:
    lengths = [
        field.max_length
        for name in FORMS
        for field in text_fields(name).values()
        if isinstance(field.widget, forms.PasswordInput)
    ]
    assert len(lengths) >= 7
    assert set(lengths) == {LONGEST}


@pytest.mark.parametrize("value", LONG.values(), ids=LONG.keys())
def test_a_long_password_with_a_name_in_it_is_judged_at_once(value: str) -> None:
    person = User(username="Hildegard", email="h@example.org")
    with cpu_below(1):
        for text in (f"Hildegard{value}", f"{value[:100_000]}x{value[100_000:]} Hildegard"):
            with suppress(forms.ValidationError):
                NameValidator().validate(text, person)


@pytest.mark.django_db
def test_signing_up_with_a_long_password_is_refused_in_a_sentence(client: Client) -> None:
    data = {"username": "Hildegard", "email": "h@example.org"}
    for value in (f"Hildegard{'_' * 19_000}", f"x{'_' * 19_000}x Hildegard"):
        with cpu_below(1):
            page = client.post(reverse("account_signup"), data | {"password1": value})
        assert f"at most {LONGEST} characters" in page.text
    assert not User.objects.exists()
    client.post(reverse("account_signup"), data | {"password1": PASSWORD[:4] * 50})
    assert User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["mfa_login_webauthn", "mfa_add_webauthn"])
@pytest.mark.parametrize(
    "credential", ["[" * 9_000, "[" * 19_000, '{"a":' * 3_000, "5", '"x"', json.dumps({"a": "b"})]
)
def test_what_is_no_passkey_is_refused_in_a_sentence(
    client: Client, name: str, credential: str
) -> None:
    person = UserFactory()
    if name == "mfa_add_webauthn":
        client.post(reverse("account_login"), {"login": person.username, "password": PASSWORD})
    page = client.post(reverse(name), {"credential": credential, "name": "x"}, follow=True)
    assert page.status_code == 200
    assert "passkey didn" in page.text
    assert credential not in page.text or len(credential) < 10
