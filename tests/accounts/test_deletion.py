"""Deleting an account takes a week, in which its owner can stop it and everything else goes on."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import deletion
from games.accounts.models import Closing, User
from games.accounts.tasks import sweep_accounts
from games.play.models import Change, Game, Holder
from games.post import services as post
from games.post.models import Letter
from tests.factories import PASSWORD, UserFactory, code_now, second_factor
from tests.play.factories import game_of, play_on
from tests.play.timepiece import START, Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

PAGE = "accounts:delete"


@pytest.fixture
def person() -> User:
    return UserFactory(username="Merchant", email="merchant@example.org")


def sign_in(client: Client, person: User, **where: str):
    data = {"login": person.username, "password": PASSWORD}
    return client.post(reverse("account_login"), data, follow=True)


def exists(person: User) -> bool:
    return User.objects.filter(pk=person.pk).exists()


def sweep_in(timepiece: Timepiece, **span: float) -> None:
    timepiece.go(**span)
    sweep_accounts()


def mails(mailoutbox) -> list[str]:
    """Send what is to be sent about accounts, and return the subjects of all emails."""
    for letter in Letter.objects.due(timezone.now()).filter(kind="account"):
        post.deliver(letter_id=letter.pk)
    return [mail.subject for mail in mailoutbox]


def test_the_page_asks_for_the_password_before_it_plans_anything(
    client: Client, person: User, mailoutbox
) -> None:
    sign_in(client, person)
    page = client.get(reverse(PAGE))
    assert "Delete my account in 7 days" in page.text
    page = client.post(reverse(PAGE), follow=True)
    assert "please enter your password again" in page.text
    assert not Closing.objects.exists()
    assert mails(mailoutbox) == []

    again = {"password": PASSWORD, "next": reverse(PAGE)}
    page = client.post(reverse("account_reauthenticate"), again, follow=True)
    assert "Keep my account" in page.text
    due = Closing.objects.get(user=person).due_at
    assert timedelta(days=6.9) < due - timezone.now() <= timedelta(days=7)
    assert mails(mailoutbox) == ["Your account will be deleted"]
    assert mailoutbox[0].to == ["merchant@example.org"]
    assert "Merchant" not in mailoutbox[0].body, "emails about accounts contain no name"


def test_a_weak_hash_of_the_password_is_made_anew_and_nobody_signed_out(
    client: Client, person: User, settings: Any
) -> None:
    sign_in(client, person)
    weak = User.objects.get(pk=person.pk).password
    hashers = "django.contrib.auth.hashers"
    settings.PASSWORD_HASHERS = [f"{hashers}.ScryptPasswordHasher", *settings.PASSWORD_HASHERS]
    client.post(reverse(PAGE))
    again = {"password": PASSWORD, "next": reverse(PAGE)}
    page = client.post(reverse("account_reauthenticate"), again, follow=True)
    assert "Keep my account" in page.text
    assert User.objects.get(pk=person.pk).password != weak
    assert client.get(reverse(PAGE)).status_code == 200


def test_with_a_second_factor_its_code_will_do(client: Client, person: User) -> None:
    second_factor(person)
    client.force_login(person)
    client.post(reverse(PAGE))
    again = {"code": code_now(), "next": reverse(PAGE)}
    client.post(reverse("mfa_reauthenticate"), again, follow=True)
    assert Closing.objects.filter(user=person).exists()


def test_asking_twice_is_asking_once(person: User, timepiece: Timepiece, mailoutbox) -> None:
    first = deletion.ask(user=person)
    timepiece.go(days=1)
    assert deletion.ask(user=person).due_at == first.due_at == START + deletion.WAIT
    assert len(mails(mailoutbox)) == 1


def test_the_link_in_the_email_stops_it_without_signing_in(person: User, mailoutbox) -> None:
    deletion.ask(user=person)
    mails(mailoutbox)
    link = re.search(r"Keep my account: http://testserver(\S+)", mailoutbox[0].body)[1]
    stranger = Client()
    page = stranger.get(link)
    assert "Keep your account?" in page.text
    assert Closing.objects.exists(), "mail scanners open links too"
    for _ in range(2):
        page = stranger.post(link)
        assert "Your account stays" in page.text
        assert not Closing.objects.exists()
    assert "Your account stays" in stranger.get(link).text


def test_the_link_in_the_email_says_so_when_it_is_too_late(
    timepiece: Timepiece, person: User, mailoutbox
) -> None:
    deletion.ask(user=person)
    mails(mailoutbox)
    link = re.search(r"Keep my account: http://testserver(\S+)", mailoutbox[0].body)[1]
    timepiece.go(days=7)
    deletion.sweep()
    for page in (Client().get(link), Client().post(link)):
        assert page.status_code == 410
        assert "no longer exists" in page.text
        assert "stays" not in page.text


@pytest.mark.parametrize("token", ["1", "1:x", "x" * 300])
def test_a_wrong_link_stops_nothing(client: Client, person: User, token: str) -> None:
    deletion.ask(user=person)
    assert client.post(reverse("accounts:keep-by-link", args=[token])).status_code == 404
    assert Closing.objects.exists()


def test_signing_in_stops_it(client: Client, person: User, mailoutbox) -> None:
    deletion.ask(user=person)
    sign_in(Client(), UserFactory())
    assert Closing.objects.exists()
    assert mails(mailoutbox) == ["Your account will be deleted"]
    page = sign_in(client, person)
    assert str(deletion.KEPT) in page.text.replace("&#x27;", "'")
    assert not Closing.objects.exists()
    assert mails(mailoutbox)[1:] == ["Your account stays"]
    sign_in(Client(), person)
    assert len(mails(mailoutbox)) == 2, "nothing was planned any more"


def test_playing_on_does_not_stop_it_but_the_button_does(client: Client, person: User) -> None:
    client.force_login(person)
    deletion.ask(user=person)
    client.get("/")
    page = client.get(reverse(PAGE))
    assert "the link we&#x27;ve emailed" in page.text or "the link we've emailed" in page.text
    client.post(reverse("accounts:keep"))
    assert not Closing.objects.exists()


def test_after_a_week_it_is_carried_out_once(
    person: User, timepiece: Timepiece, mailoutbox, caplog
) -> None:
    caplog.set_level(logging.INFO)
    other = UserFactory(username="Other")
    running = play_on(game_of(person, other), 2)
    deletion.ask(user=person)
    sweep_in(timepiece, days=6, hours=23)
    sweep_accounts()
    assert exists(person)
    assert mails(mailoutbox)[-1] == "Tomorrow your account will be deleted"
    assert Letter.objects.filter(kind="account").count() == 2

    moves = running.moves.count()
    sweep_in(timepiece, hours=1)
    sweep_accounts()
    assert not exists(person)
    assert exists(other)
    game = Game.objects.get(pk=running.pk)
    assert game.is_running
    assert game.moves.count() >= moves
    assert Holder.objects.filter(went=Change.CLOSED).count() == 1
    told = [record for record in caplog.records if "was deleted" in record.getMessage()]
    assert len(told) == 1
    assert not re.search(r"Merchant|example\.org", told[0].getMessage())


def test_who_is_back_in_time_is_not_deleted(person: User, timepiece: Timepiece) -> None:
    deletion.ask(user=person)
    sweep_in(timepiece, days=6.5)
    deletion.keep(user=person)
    sweep_in(timepiece, days=30)
    assert exists(person)


def test_one_that_cannot_be_deleted_does_not_stop_the_others(
    timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, other = UserFactory(), UserFactory()
    for each in (stuck, other):
        deletion.ask(user=each)

    close_account = deletion.close_account

    def close(*, user: User) -> None:
        if user == stuck:
            raise ValueError("a seat that nobody can take")
        close_account(user=user)

    monkeypatch.setattr(deletion, "close_account", close)
    sweep_in(timepiece, days=7)
    assert exists(stuck)
    assert not exists(other)
    monkeypatch.undo()
    monkeypatch.setattr(timezone, "now", lambda: timepiece.now)
    sweep_accounts()
    assert not exists(stuck)


def test_somebody_without_an_address_can_still_go(timepiece: Timepiece) -> None:
    person = UserFactory(email="", confirmed=False)
    deletion.ask(user=person)
    assert not Letter.objects.exists()
    sweep_in(timepiece, days=7)
    assert not exists(person)
