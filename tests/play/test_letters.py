"""One letter for one wait, and nothing in it that its reader must not know."""

import random
import re

import pytest
from django.core import mail

from games.play import services, visits
from games.play.models import Log, Player, Wait
from games.play.services import chat
from games.post.models import Channel, Letter
from games.post.notifications import notification_of
from games.post.services import deliver, sweep
from games.post.transports import public_http
from games.post.transports.public_http import Response
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    play_on,
    play_out,
    player_to_move,
    short_title,
    step,
)
from tests.play.writing import write

pytestmark = pytest.mark.django_db


def waits() -> dict[int, int]:
    """The open waits, by the seats of their players."""
    return dict(Wait.objects.open().values_list("player__seat", "pk"))


@short_title
def test_one_letter_for_each_wait_of_a_whole_game(title):
    game = game_of_people(title=title)
    rng = random.Random(7)
    while game.is_running:
        waiting = Letter.objects.filter(kind="turn", state="waiting")
        now = [(letter.payload["seat"], letter.payload["wait"]) for letter in waiting]
        assert sorted(now) == sorted(waits().items())
        game = step(game, rng)

    keys = Letter.objects.filter(kind="turn").order_by("pk").values_list("key", flat=True)
    assert list(keys) == [f"turn:{wait.pk}" for wait in Wait.objects.order_by("pk")]
    assert not Letter.objects.filter(kind="turn", state="waiting").exists()


def test_going_on_with_the_same_turn_is_no_new_wait():
    player = player_to_move(game_of_people())
    services.confirm(player=player, version=player.game.version, orders=["income 1t"])

    assert Letter.objects.filter(kind="turn").count() == 1
    player.refresh_from_db()
    assert player.is_waited_for


def test_the_next_turn_is_a_new_wait():
    game = game_of(UserFactory(), "random", "random")
    player = player_to_move(game)
    first = Letter.objects.get(kind="turn").key
    services.confirm(player=player, version=player.game.version, orders=["end"])

    states = dict(Letter.objects.filter(kind="turn").values_list("key", "state"))
    assert states.pop(first) == "superseded"
    assert set(states.values()) == {"waiting"}


def test_a_webhook_is_told_of_a_turn_too(monkeypatch):
    people = UserFactory.create_batch(2)
    for person in people:
        Channel.objects.create(user=person, kind="json", url="https://example.org/hook")
    posted = []
    monkeypatch.setattr(
        public_http, "post", lambda url, body, headers: posted.append(body) or Response(204)
    )
    game_of(*people)
    told = Letter.objects.filter(kind="turn").exclude(channel=None).get()
    deliver(letter_id=told.pk)

    assert b"your move" in posted[0]


def test_bots_get_no_letters():
    play_on(game_of(UserFactory(), "random", "journeyman"), 100)

    assert Letter.objects.values_list("recipient").distinct().count() == 1


def test_the_turn_mail_asks_tells_and_links(mailoutbox):
    game = play_on(game_of_people(), 12)
    sweep()

    player = player_to_move(game)
    sent = next(m for m in mailoutbox[::-1] if player.user.email in m.to)
    html = sent.alternatives[0].content
    since = game.moves.after(player.last_move).count()
    for text in (sent.body, html):
        assert "turn" in text or "place" in text
        link = re.search(r"http://testserver/visit/([^\s\"]+)/", text)[1]
        assert visits.read(link) == visits.Visit(player.user, game.pk)
        assert text.count("ends the turn") >= min(since, 1)


def test_a_wait_that_is_over_is_not_mailed():
    player = player_to_move(game_of_people())
    letter = Letter.objects.get(kind="turn")
    services.confirm(player=player, version=player.game.version, orders=["end"])

    assert write(letter) is None


def test_the_end_of_the_game_is_told_with_the_score_sheet():
    game = play_out(game_of(UserFactory(), "journeyman", "journeyman"))
    sweep()

    sent = [letter for letter in mail.outbox if "is over" in letter.subject]
    assert len(sent) == 1
    totals = [str(scores["total"]) for scores in game.result["scores"]]
    for total in totals:
        assert total in sent[0].body
        assert total in sent[0].alternatives[0].content


def test_a_game_that_begins_is_told_to_those_who_wait():
    game = game_of_people()
    asked = player_to_move(game)

    told = set(Letter.objects.filter(kind="started").values_list("recipient", flat=True))
    assert told == set(game.players.values_list("user", flat=True)) - {asked.user_id}


def test_a_letter_for_a_seat_that_changed_hands_is_not_written():
    game_of_people()
    letter = Letter.objects.filter(kind="started").first()
    Player.objects.filter(user=letter.recipient).update(user=UserFactory())

    assert write(letter) is None


@every_title
def test_a_letter_tells_no_move_that_came_after_its_board(title):
    game = game_of(*UserFactory.create_batch(2), title=title)
    letter = Letter.objects.filter(kind="turn").first()
    context = notification_of(letter).context(letter)
    play_on(game, 4)
    assert context.game.moves.count() > context.game.moves_made
    assert context.entries == []
    after = notification_of(letter).context(letter)
    assert len(after.entries) == len(Log(after.game).news_after(after.player.last_move))


def test_my_notes_are_in_my_letter_and_in_nobody_else_s(mailoutbox):
    game = game_of_people()
    for player in Player.objects.at_table(game):
        chat.note(player=player, text=f"Ox & {player.name}\nsecond line")
    game = play_on(game, 12)
    sweep()

    player = player_to_move(game)
    letter = next(m for m in mailoutbox[::-1] if player.user.email in m.to)
    html = letter.alternatives[0].content
    assert f"Ox & {player.name}\nsecond line" in letter.body
    assert f"Ox &amp; {player.name}<br>second line" in html
    assert (letter.body + html).count("Ox &") == 2
    assert all(m.body.count("Ox &") <= 1 for m in mailoutbox)
