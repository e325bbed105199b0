"""Games that began before seats had a history: it is written as far as the data tells."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.migrations import newest, state_at

# What is written no longer changes, so it takes its time in the soak.
pytestmark = [pytest.mark.long, pytest.mark.engine, pytest.mark.django_db(transaction=True)]

BEFORE = [("play", "0006_time_of_turns")]
AFTER = [("play", "0009_messages_of_holders")]
START = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def models():
    """The models before; everything is migrated again in the end."""
    latest = newest()
    MigrationExecutor(connection).migrate(BEFORE)
    yield state_at(BEFORE).apps.get_model
    MigrationExecutor(connection).migrate(latest)


def after():
    MigrationExecutor(connection).migrate(AFTER)
    return state_at(AFTER).apps.get_model


def at(minutes: int) -> datetime:
    return START + timedelta(minutes=minutes)


def play(models, game, *moves) -> None:
    """Log moves, each a seat (None: chance) and the minute."""
    for number, (seat, minute) in enumerate(moves, 1):
        models("play", "Move").objects.create(
            game=game, number=number, turn=1, seat=seat, order="end", when=at(minute), digest=""
        )
    models("play", "Game").objects.filter(pk=game.pk).update(moves_made=len(moves), started=START)


def history(get, game, seat):
    rows = get("play", "Holder").objects.filter(player__game_id=game.pk, player__seat=seat)
    return [
        (row.user.username if row.user else row.bot, row.first_move, row.end_move, row.came)
        for row in rows.order_by("first_move", "pk")
    ]


def test_holders_are_told_by_letters_by_talk_and_by_what_bots_play(models):
    person = models("accounts", "User").objects.create
    ada, bert, cora, heir = (person(username=name) for name in ("Ada", "Bert", "Cora", "Heir"))
    game = models("play", "Game").objects.create(
        title="teutonica", name="Old", rules_version=1, status="running", creator=ada, token="t1"
    )
    models("play", "Game").objects.filter(pk=game.pk).update(created=at(-60))
    seat = models("play", "Player").objects.create
    red = seat(game=game, seat=0, user=ada)
    yellow = seat(game=game, seat=1, user=heir)
    green = seat(game=game, seat=2, bot="journeyman", confirmed_version=3)
    blue = seat(game=game, seat=3, bot="journeyman")
    play(
        models, game,
        (None, 0), (3, 0), (0, 10), (3, 10), (1, 20), (2, 30), (3, 30), (1, 40), (2, 50), (2, 50),
        (2, 60), (3, 60),
    )  # fmt: skip
    moment = at(35)
    models("post", "Letter").objects.create(
        kind="seat", recipient=bert, key=f"seat:{game.pk}:1:{bert.pk}:{moment.timestamp():.0f}",
        topic=f"game:{game.pk}", payload={"game": game.pk, "taker": heir.pk},
    )  # fmt: skip
    said = models("play", "Message").objects.create
    said(game=game, player=yellow, author="Bert", text="I go.", sent=at(21))
    said(game=game, player=yellow, author="Heir", text="I come.", sent=at(41))
    said(game=game, player=green, author="Dora", text="I go too.", sent=at(51))
    said(game=game, player=red, author="Cora", text="I was here first.", sent=at(5))
    said(game=game, player=red, author="Ada", text="Then I came.", sent=at(11))
    get = after()

    assert history(get, game, 0) == [("Cora", 1, 3, "seated"), ("Ada", 3, None, "taken")]
    assert history(get, game, 1) == [("Bert", 1, 8, "joined"), ("Heir", 8, None, "taken")]
    assert history(get, game, 2) == [("", 1, 11, "seated"), ("journeyman", 11, None, "closed")]
    assert history(get, game, 3) == [("journeyman", 1, None, "seated")]
    assert get("play", "Game").objects.get().handovers == 3
    authors = (
        get("play", "Message")
        .objects.order_by("sent")
        .values_list("holder__user__username", flat=True)
    )
    assert list(authors) == ["Cora", "Ada", "Bert", "Heir", None]
    assert blue.pk
    assert cora.pk


def test_a_bot_that_somebody_confirmed_for_was_a_person_up_to_their_last_order(models):
    game = models("play", "Game").objects.create(
        title="teutonica", name="Old", rules_version=1, status="running", token="t2"
    )
    models("play", "Player").objects.create(
        game=game, seat=0, bot="journeyman", confirmed_version=2
    )
    play(models, game, (None, 0), (0, 0), (0, 10), (0, 10), (1, 20), (0, 20))
    get = after()

    assert history(get, game, 0) == [("", 1, 5, "seated"), ("journeyman", 5, None, "closed")]


def test_a_seat_left_before_the_game_keeps_who_talked_there(models):
    ada = models("accounts", "User").objects.create(username="Ada")
    game = models("play", "Game").objects.create(
        title="teutonica", name="Old", rules_version=1, status="open", token="t3"
    )
    free = models("play", "Player").objects.create(game=game, seat=0, door="open")
    models("play", "Message").objects.create(
        game=game, player=free, author="Ada", text="Bye.", sent=at(0)
    )
    get = after()

    assert history(get, game, 0) == [(ada.username, 1, 1, "joined")]
    assert get("play", "Game").objects.get().handovers == 0
