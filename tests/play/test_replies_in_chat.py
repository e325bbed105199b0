"""Playing from Telegram: the same orders, refusals and limits as by email, once per message."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.play.models import Move, Player
from games.post.inbound import reception
from games.post.models import Channel, Letter, Received
from games.post.services import sweep
from games.post.transports import public_http
from tests.factories import UserFactory
from tests.play.factories import game_of, player_to_move

pytestmark = pytest.mark.django_db

CHAT = 4711
SECRET = "a-secret-of-the-bot"


class Bot:
    """Telegram's side of the bot: what it was told to send, and how it posts what people write."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.updates = 0

    def take(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
        assert url == "https://api.telegram.org/bot1:token/sendMessage"
        self.sent.append(json.loads(body))
        return 200, {"ok": True, "result": {"message_id": len(self.sent)}}

    def says(self, text: str, *, chat: int = CHAT, to: int | None = None) -> HttpResponse:
        """Post what somebody writes, as a reply to one of the bot's messages."""
        self.updates += 1
        return self.post(update(self.updates, text, chat=chat, to=to))

    def post(self, body: dict[str, Any], secret: str = SECRET) -> HttpResponse:
        return Client(enforce_csrf_checks=True).post(
            reverse("post:telegram"),
            body,
            content_type="application/json",
            headers={"X-Telegram-Bot-Api-Secret-Token": secret},
        )


def update(number: int, text: str, *, chat: int = CHAT, to: int | None = None) -> dict[str, Any]:
    message: dict[str, Any] = {
        "message_id": 1000 + number,
        "from": {"id": chat, "is_bot": False, "first_name": "Greta", "language_code": "de-AT"},
        "chat": {"id": chat, "type": "private"},
        "text": text,
    }
    if to is not None:
        message["reply_to_message"] = {"message_id": to}
    return {"update_id": number, "message": message}


@pytest.fixture
def bot(settings, monkeypatch: pytest.MonkeyPatch) -> Bot:
    settings.TELEGRAM_BOT, settings.TELEGRAM_TOKEN = "hansa_bot", "1:token"
    settings.TELEGRAM_SECRET = SECRET
    bot = Bot()
    monkeypatch.setattr(public_http, "ask", bot.take)
    return bot


@pytest.fixture
def asked(bot: Bot) -> Player:
    """A player who is asked for their turn in their chat; the site takes no replies by email."""
    people = [UserFactory(), UserFactory()]
    for number, person in enumerate(people):
        Channel.objects.create(user=person, kind="telegram", url=f"telegram:{CHAT + number}")
    player = player_to_move(game_of(*people))
    Channel.objects.exclude(user=player.user).delete()
    player.user.channels.update(url=f"telegram:{CHAT}")
    sweep()
    assert "your move" in bot.sent[-1]["text"]
    return player


def played(player: Player) -> list[str]:
    own = Move.objects.filter(game=player.game, seat=player.seat)
    return list(own.values_list("order", flat=True))


def answer(bot: Bot) -> str:
    """The newest message of the bot."""
    sweep()
    return bot.sent[-1]["text"]


def test_a_reply_plays_and_its_answer_can_be_replied_to(bot, asked, mailoutbox):
    question = len(bot.sent)
    assert bot.says("income 1t", to=question).content == b""
    told = answer(bot)
    assert told.startswith("Your orders are now your draft.")
    assert "Reply 'confirm' to play your draft" in told
    assert "visit/" not in told, "a chat is no place for links that sign in"
    assert "Unsubscribe" not in told
    bot.says("end\nconfirm", to=len(bot.sent))
    assert answer(bot).startswith("Your orders have been played.")
    assert played(asked) == ["income 1t", "end"]
    assert not any(mail.subject.startswith("Re:") for mail in mailoutbox), "answered in the chat"


def test_it_speaks_its_reader_s_language(bot, asked):
    asked.user.language = "de"
    asked.user.save()
    bot.says("income 1t\nbestätigen", to=len(bot.sent))
    assert answer(bot).startswith("Deine Befehle sind gespielt.")


def test_a_question_that_is_over_plays_nothing(bot, asked):
    old = len(bot.sent)
    bot.says("income 1t\nconfirm", to=old)
    bot.says("income 1t\nconfirm", to=old)
    assert "You replied to an old message" in answer(bot)
    assert played(asked) == ["income 1t"]


def test_an_update_counts_once_however_often_it_comes(bot, asked):
    body = update(7, "income 1t\nconfirm", to=len(bot.sent))
    for _ in range(3):
        assert bot.post(body).status_code == 200
    assert played(asked) == ["income 1t"]
    assert Letter.objects.filter(kind="answer").count() == 1


def test_replies_have_the_limit_of_mails(bot, asked, monkeypatch):
    monkeypatch.setattr(reception, "ANSWERS_A_DAY", 2)
    question = len(bot.sent)
    for _ in range(4):
        bot.says("status", to=question)
    assert "We didn't read your reply" in answer(bot)
    assert Received.objects.count() == 2
    assert Letter.objects.filter(kind="answer").count() == 2


def test_who_has_lost_the_seat_plays_nothing(bot, asked):
    question = len(bot.sent)
    heir = UserFactory()
    Channel.objects.filter(user=asked.user).update(user=heir)
    said = bot.says("income 1t\nconfirm", to=question).json()
    assert said["text"] == "You replied to a message about a seat that isn't yours."
    assert played(asked) == []
