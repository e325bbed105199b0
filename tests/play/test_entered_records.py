"""Records entered as games between people: they leave what real play would have left."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.accounts.models import User
from games.play import services
from games.play.models import Draft, EndedBy, Game, Wait
from games.play.services import Terms
from games.post.models import Letter
from games.ratings.models import ResultSeat
from games.rules import record
from games.rules.errors import IllegalOrder
from games.rules.record import Record
from games.rules.replay import result_text
from games.rules.title import last_order
from tests.factories import UserFactory
from tests.play.wait_laws import check_waits

pytestmark = pytest.mark.django_db

RECORDS = Path(__file__).parents[1] / "records"
BEGAN = datetime(2025, 1, 6, 19, tzinfo=UTC)
HOUR = timedelta(hours=1)
FILES = ["hansa/4-players-several-lose.txt", "teutonica/3-players-cities.txt"]

files = pytest.mark.parametrize("file", FILES)


def read(file: str) -> Record:
    return record.read((RECORDS / file).read_bytes())


def entered(known: Record) -> Game:
    people: list[User] = UserFactory.create_batch(len(known.players))
    return services.play_record(
        known=known,
        people=people,
        name="The Herring Table",
        terms=Terms(),
        began=BEGAN,
        answered=lambda seat, asked: asked + HOUR,
    )


@files
def test_the_game_is_that_of_its_record(file: str) -> None:
    known = read(file)
    game = entered(known)

    text = Client().get(f"{game.get_absolute_url()}record.txt").content
    again = record.read(text)
    assert [entry[:2] for entry in again.orders] == [entry[:2] for entry in known.orders]
    assert (again.options, again.result) == (known.options, known.result)
    assert game.is_over
    assert result_text(game.rules().result(game.position())) == known.result
    call_command("verify_games")


@files
def test_it_leaves_what_real_play_leaves(file: str) -> None:
    game = entered(read(file))

    check_waits()
    assert not Wait.objects.open().exists()
    ends = set(Wait.objects.values_list("ended_by", flat=True))
    assert ends <= {EndedBy.ANSWERED, EndedBy.OVER}
    seats = game.players.order_by("seat").values_list("seat", "user", "score", "place")
    counted = ResultSeat.objects.order_by("seat").values_list("seat", "user", "score", "place")
    assert list(seats) == list(counted)
    assert not Draft.objects.exists()


@files
def test_its_moves_were_made_when_people_answered(file: str) -> None:
    game = entered(read(file))

    whens = [move.when for move in game.moves.all()]
    assert whens == sorted(whens)
    assert (game.created, game.started) == (BEGAN, BEGAN)
    assert whens[0] >= BEGAN
    assert (game.ended, game.last_move_at) == (whens[-1], whens[-1])
    for wait in Wait.objects.all():
        assert wait.ended_at is not None
        assert (wait.ended_at - wait.since) % HOUR == timedelta()
        assert wait.ended_at > wait.since


@files
def test_the_site_ends_a_turn_in_which_nothing_is_left_to_do(file: str) -> None:
    game = entered(read(file))
    title, state = game.rules(), game.first_position()
    before: int | None = None
    for move in game.moves.all():
        order = title.read(state, move.order)
        if move.played_by == "site":
            assert order == last_order(title, state, move.rules_seat)
        elif move.seat not in (None, before):
            assert last_order(title, state, move.rules_seat) is None
            before = move.seat
        state = title.apply(state, move.rules_seat, order)


def test_nobody_is_notified() -> None:
    entered(read(FILES[0]))

    assert not Letter.objects.exists()


def test_a_record_that_the_rules_refuse_leaves_no_game() -> None:
    known = read(FILES[0])
    wrong = [*known.orders]
    wrong.insert(len(wrong) // 2, wrong[-1])
    with pytest.raises(IllegalOrder):
        entered(Record(known.title, known.players, known.options, tuple(wrong)))

    assert not Game.objects.exists()


def test_a_record_that_stops_leaves_a_running_game_that_waits() -> None:
    known = read(FILES[0])
    game = entered(Record(known.title, known.players, known.options, known.orders[:60]))

    assert game.is_running
    assert Wait.objects.open().exists()
    check_waits()
    call_command("verify_games")
