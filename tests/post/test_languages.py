"""Letters are in their readers' languages, whoever asks for them and whoever writes them."""

from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.accounts import deletion
from games.play.models import Invitation
from games.post import services as post
from games.post.models import Schedule
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on
from tests.post.test_workers import wait_for, worker

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def languages(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


def language_of(mail: EmailMultiAlternatives) -> str:
    """The language that an email says it is in, in its header and in its HTML."""
    html, header = mail.alternatives[0].content, mail.extra_headers["Content-Language"]
    assert f'<html lang="{header}">' in html
    return header


def test_a_worker_writes_to_two_people_in_two_languages(
    monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    told = {"en": "You asked to delete your account.", "de": "Du möchtest dein Konto löschen."}
    people = [UserFactory(email=f"{code}@example.org", language=code) for code in told]
    with worker(monkeypatch, "memory://"), translation.override("de"):
        for user in people:
            deletion.ask(user=user)
        wait_for(lambda: len(mailoutbox) == len(people))
    for mail in mailoutbox:
        assert mail.to == [f"{language_of(mail)}@example.org"]
        assert told[language_of(mail)] in mail.body


def test_letters_about_one_game_are_in_the_language_of_each_player(
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    told = {"en": "trader", "de": "Händler"}
    people = [UserFactory(email=f"{code}@example.org", language=code) for code in told]
    for user in people:
        Schedule.objects.create(user=user, mode=Schedule.Mode.NOW)
    game = game_of(*people)
    for _ in range(2):
        play_on(game, 6)
        post.sweep()
    for code, word in told.items():
        letters = [mail for mail in mailoutbox if mail.to == [f"{code}@example.org"]]
        assert {language_of(mail) for mail in letters} == {code}
        assert any(word in mail.body for mail in letters), [mail.body for mail in letters]


def test_letters_about_accounts_are_in_the_language_of_their_owner_else_of_the_page(
    client: Client, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    UserFactory(email="anna@example.org", language="de", time_zone="Asia/Tokyo")
    client.cookies["language"] = "en"
    for address, told in (("anna@example.org", "Der Link gilt einmal"), ("x@example.org", "")):
        client.post(reverse("account_reset_password"), {"email": address})
        post.sweep()
        assert language_of(mailoutbox[-1]) == ("de" if told else "en")
        assert told in mailoutbox[-1].body


def test_a_stranger_is_invited_in_the_language_of_the_host(
    client: Client, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    host = UserFactory(language="de")
    game = game_of(host, "invited")
    client.force_login(host)
    client.post(reverse("play:invite", args=[game.pk]), {"name": "stranger@example.org"})
    post.sweep()
    assert Invitation.objects.get().address == "stranger@example.org"
    assert language_of(mailoutbox[-1]) == "de"
