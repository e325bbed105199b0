"""Personal tokens: what their owner sees of them, and what ends them."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import bot_accounts, exporting, pruning, services, sessions, tokens
from games.accounts.errors import BadToken, TokenRefused
from games.accounts.merging import merge
from games.accounts.models import PersonalToken, Scope, User
from tests.accounts.test_sessions import signed_in
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

NEW, PAGE = "accounts:new-token", "accounts:sessions"
WISH = {"name": "My bot", "scopes": ["play", "read:own"], "days": "30"}


@pytest.fixture
def person() -> User:
    return UserFactory(username="Merchant")


def token_of(person: User, name: str = "My bot", days: int = 30) -> str:
    """The secret of a new token."""
    return tokens.create(user=person, name=name, scopes=[Scope.PLAY], days=days)[1]


def known_anew(person: User) -> Client:
    """The browser of a person who has just given their password again."""
    client = signed_in(person)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": "/"})
    return client


def works(secret: str) -> bool:
    try:
        return bool(tokens.token_of(secret))
    except BadToken:
        return False


def test_a_secret_is_known_by_its_form() -> None:
    secret = tokens.new_secret()
    assert secret.startswith("hnsa_")
    assert len(secret) == 5 + 40 + 6
    assert secret.isascii()
    assert tokens.is_secret(secret)
    assert tokens.new_secret() != secret


@pytest.mark.parametrize("change", [
    lambda secret: secret[:-1], lambda secret: secret + "0", lambda secret: "",
    lambda secret: secret.replace("hnsa_", "hnsb_"), lambda secret: secret[::-1],
    lambda secret: secret[:9] + ("a" if secret[9] != "a" else "b") + secret[10:],
    lambda secret: secret[:9] + "é" + secret[10:],
])  # fmt: skip
def test_what_is_no_secret_is_not_looked_up(change, django_assert_num_queries) -> None:
    text = change(tokens.new_secret())
    assert not tokens.is_secret(text)
    with django_assert_num_queries(0), pytest.raises(BadToken, match="not a token of this site"):
        tokens.token_of(text)


def test_only_the_hash_is_kept(person: User) -> None:
    secret = token_of(person)
    row = PersonalToken.objects.values().get()
    assert not any(secret[5:25] in str(value) for value in row.values())
    assert tokens.token_of(secret).user == person


def test_one_is_created_after_the_password_and_shown_once(person: User) -> None:
    client = Client()
    client.force_login(person)
    page = client.get(reverse(NEW), follow=True)
    assert page.request["PATH_INFO"] == reverse("account_reauthenticate")
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": reverse(NEW)})
    page = client.post(reverse(NEW), WISH)
    secret = next(word for word in page.text.split('"') if tokens.is_secret(word))
    assert "no-store" in page["Cache-Control"]
    found = tokens.token_of(secret)
    assert found.scopes == ["read:own", "play"]
    assert timedelta(days=29) < found.expires_at - timezone.now() < timedelta(days=30)
    listed = client.get(reverse(PAGE))
    assert "My bot" in listed.text
    assert "Play your orders" in listed.text
    assert secret not in listed.text


def test_a_page_that_is_loaded_again_makes_no_second_one(person: User) -> None:
    client = known_anew(person)
    client.post(reverse(NEW), WISH)
    page = client.post(reverse(NEW), WISH)
    assert "You have a token of this name already." in page.text
    assert PersonalToken.objects.count() == 1


@pytest.mark.parametrize("change", [
    {"name": ""}, {"name": "x" * 61}, {"scopes": ["admin"]}, {"days": "3650"}, {"days": ""},
])  # fmt: skip
def test_what_cannot_be_a_token_is_refused(person: User, change) -> None:
    page = known_anew(person).post(reverse(NEW), WISH | change)
    assert page.status_code == 200
    assert "errorlist" in page.text
    assert not PersonalToken.objects.exists()


def test_a_token_may_have_no_scope(person: User) -> None:
    known_anew(person).post(reverse(NEW), {"name": "Reader", "days": "90"})
    assert PersonalToken.objects.get().scopes == []


def test_nobody_has_more_than_the_most(person: User, monkeypatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 2)
    for number in range(2):
        token_of(person, f"Bot {number}")
    with pytest.raises(TokenRefused, match="You have 2 tokens"):
        token_of(person)
    token_of(UserFactory())


def test_its_owner_revokes_it(person: User) -> None:
    secret, other = token_of(person), token_of(person, "Another")
    number = tokens.token_of(secret).pk
    stranger, client = signed_in(UserFactory()), signed_in(person)
    stranger.post(reverse("accounts:revoke-token", args=[number]))
    assert works(secret)
    page = client.post(reverse("accounts:revoke-token", args=[number]), follow=True)
    assert "The token is revoked." in page.text
    assert not works(secret)
    assert works(other)
    page = client.post(reverse("accounts:revoke-token", args=[number]), follow=True)
    assert "This token was revoked already." in page.text


def test_it_expires_and_its_owner_sees_that(person: User) -> None:
    secret = token_of(person)
    PersonalToken.objects.update(expires_at=timezone.now() - timedelta(hours=1))
    with pytest.raises(BadToken, match="This token expired on 20"):
        tokens.token_of(secret)
    assert "expired" in signed_in(person).get(reverse(PAGE)).text
    pruning.prune(float("inf"))
    assert PersonalToken.objects.exists()
    PersonalToken.objects.update(expires_at=timezone.now() - tokens.KEPT - timedelta(hours=1))
    assert pruning.prune(float("inf"))["expired tokens"] == 1


def test_its_last_use_is_noted_now_and_then(person: User, django_assert_num_queries) -> None:
    secret = token_of(person)
    assert "Never used." in signed_in(person).get(reverse(PAGE)).text
    tokens.token_of(secret)
    first = PersonalToken.objects.get().last_used_at
    assert first is not None
    with django_assert_num_queries(1):
        tokens.token_of(secret)
    cache.clear()
    tokens.token_of(secret)
    assert PersonalToken.objects.get().last_used_at > first


def test_signing_out_everywhere_else_ends_it(person: User) -> None:
    secret, other = token_of(person), token_of(UserFactory())
    client = signed_in(person)
    assert "That also revokes all tokens." in client.get(reverse(PAGE)).text
    client.post(reverse("accounts:end-other-sessions"))
    assert not works(secret)
    assert works(other)


def test_signing_out_of_one_browser_keeps_it(person: User) -> None:
    secret = token_of(person)
    signed_in(person)
    (there,) = sessions.signed_in(person, None)
    sessions.end(user=person, number=there.number)
    assert works(secret)


def test_a_new_password_ends_it(person: User) -> None:
    secret = token_of(person)
    new = {"oldpassword": PASSWORD, "password1": "eight-herrings", "password2": "eight-herrings"}
    signed_in(person).post(reverse("account_change_password"), new)
    assert not works(secret)


def test_a_password_that_is_hashed_anew_keeps_it(person: User, settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    person.set_password(PASSWORD)
    person.save()
    before, secret = person.password, token_of(person)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher",
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    ]
    signed_in(person)
    person.refresh_from_db()
    assert person.password != before
    assert works(secret)


def test_a_closed_account_has_none(person: User) -> None:
    boss = UserFactory(is_staff=True)
    secret = token_of(person)
    services.suspend(user=person, by=boss, reason="Trouble")
    assert not works(secret)
    services.reopen(user=person, by=boss, reason="No trouble")
    assert not works(secret)
    other = token_of(person)
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert not works(other)


def test_the_bots_of_a_closed_account_have_none(person: User) -> None:
    secret = token_of(bot_accounts.create(owner=person, name="Robo"))
    token = tokens.token_of(secret)
    # As Django's admin closes an account, which ends nothing else.
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert not works(secret)
    with pytest.raises(BadToken):
        tokens.check_still_works(token)


def test_a_deleted_account_has_none(person: User) -> None:
    secret = token_of(person)
    services.close_account(user=person)
    assert not works(secret)


def test_those_of_a_merged_account_end_and_the_others_stay(person: User) -> None:
    old, kept = UserFactory(), person
    gone, stays = token_of(old), token_of(kept)
    merge(old=old, kept=kept, by=UserFactory(is_staff=True), reason="One person")
    assert not works(gone)
    assert works(stays)


def test_an_export_tells_of_it_and_not_its_secret(person: User) -> None:
    secret = token_of(person)
    text = dict(exporting.collect(person))["tokens.json"]
    assert "My bot" in text
    assert "play" in text
    assert secret not in text
    assert tokens.digest_of(secret) not in text


def test_a_password_set_at_the_command_line_ends_it(person: User, monkeypatch) -> None:
    secret = token_of(person)
    monkeypatch.setattr("getpass.getpass", lambda prompt: "eight-herrings-and-a-cod")
    call_command("changepassword", "Merchant", stdout=StringIO())
    assert not works(secret)
