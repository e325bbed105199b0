"""Waits: one at a time, and each tells how it ended."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from games.accounts.services import close_account
from games.play import services
from games.play.models import EndedBy, Game, Player, Vote, Wait
from games.play.services import Terms
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, game_of_people, play_on, player_to_move
from tests.play.poll_title import registered
from tests.play.test_standing_orders import DISPLACE as ORDER
from tests.play.test_standing_orders import LATE, NEAR, RED, displaceable, give, settle
from tests.play.timepiece import START, Timepiece, asked, at, timepiece
from tests.play.wait_laws import check_waits

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _registered():
    with registered():
        yield


def absent(timepiece: Timepiece, **terms: str) -> Game:
    """A game whose first player's time has just run out."""
    people = UserFactory.create_batch(3)
    game = game_of(*people, title="poll", terms=Terms(hours=48, grace_hours=0, **terms))
    timepiece.sweep(hours=48)
    return game


def decide(game: Game, choice: str, kind: str = "absent") -> None:
    """Let everybody but the first player vote for something."""
    if kind != "absent":
        services.open_vote(player=at(game, 0), kind=kind)
    vote = Vote.objects.get(game=game, kind=kind, closed=None)
    for seat in (1, 2):
        vote.refresh_from_db()
        if not vote.closed:
            services.cast(player=at(game, seat), vote_id=vote.pk, choice=choice)


def first_wait() -> Wait:
    return Wait.objects.order_by("pk")[0]


# How it ended


def answered(timepiece: Timepiece) -> None:
    player = player_to_move(game_of_people())
    timepiece.go(hours=1)
    services.confirm(player=player, version=player.game.version, orders=["end"])


def too_late(timepiece: Timepiece) -> None:
    absent(timepiece, on_timeout="bot")


def too_late_and_replaced(timepiece: Timepiece) -> None:
    decide(absent(timepiece), "replace")


def given_to_a_bot(timepiece: Timepiece) -> None:
    decide(absent(timepiece), "bot")


def left(timepiece: Timepiece) -> None:
    game = game_of_people()
    timepiece.go(hours=1)
    services.leave(game=game, user=asked(game).user)


def closed(timepiece: Timepiece) -> None:
    game = game_of_people()
    timepiece.go(hours=1)
    close_account(user=asked(game).user)


def taken(timepiece: Timepiece) -> None:
    game = absent(timepiece)
    Player.objects.filter(game=game, seat=0).update(offered_at=timepiece.now)
    timepiece.go(hours=1)
    services.join(game=game, user=UserFactory())


def ended_by_vote(timepiece: Timepiece) -> None:
    decide(absent(timepiece), "yes", "end")


def cancelled_by_vote(timepiece: Timepiece) -> None:
    decide(absent(timepiece), "cancel")


def cancelled_by_the_last_who_left(timepiece: Timepiece) -> None:
    game = game_of(UserFactory(), "random", "random")
    services.leave(game=game, user=asked(game).user)


@pytest.mark.parametrize(
    ("happen", "how"),
    [
        (answered, EndedBy.ANSWERED),
        (too_late, EndedBy.CLOCK),
        (too_late_and_replaced, EndedBy.CLOCK),
        (given_to_a_bot, EndedBy.BOT),
        (left, EndedBy.LEFT),
        (closed, EndedBy.LEFT),
        (taken, EndedBy.TAKEN),
        (ended_by_vote, EndedBy.OVER),
        (cancelled_by_vote, EndedBy.OVER),
        (cancelled_by_the_last_who_left, EndedBy.OVER),
    ],
)
def test_a_wait_tells_how_it_ended(
    timepiece: Timepiece, happen: Callable[[Timepiece], None], how: EndedBy
):
    happen(timepiece)
    wait = first_wait()
    assert (wait.ended_by, wait.since, wait.ended_at) == (how, START, timepiece.now)
    assert (wait.clock_since, wait.next_check_at) == (None, None)
    check_waits()


@pytest.mark.parametrize("later", [False, True])
def test_a_standing_order_ends_a_wait_at_once_or_later(timepiece: Timepiece, later: bool):
    game = displaceable()
    give(game, RED, ORDER)
    wait = Wait.objects.open().get(player__game=game)
    timepiece.go(hours=2)
    settle(game, **(LATE if later else NEAR))
    if later:
        timepiece.sweep(hours=3)
    wait.refresh_from_db()
    assert (wait.ended_by, wait.ended_at) == (EndedBy.STANDING, timepiece.now)


def test_the_last_answer_of_a_game_is_an_answer():
    with transaction.atomic():
        game = game_of_people(2, title="poll")
        for seat, order in LAST_ORDERS:
            player = at(game, seat)
            services.confirm(player=player, version=player.game.version, orders=[order])
    assert at(game, 0).game.is_over
    assert set(Wait.objects.values_list("ended_by", flat=True)) == {EndedBy.ANSWERED}
    check_waits()


LAST_ORDERS = [
    order
    for turn in (0, 1, 0)
    for order in (
        (turn, "vote"),
        (1 - turn, "say yes"),
        (1 - turn, "say no"),
        (turn, "end"),
    )
]


# What stays


def test_an_ended_wait_keeps_what_its_clock_has_counted(timepiece: Timepiece):
    user = UserFactory(sleeps_from=22, sleeps_to=8)
    game = game_of(user, UserFactory(), title="poll", terms=Terms(hours=48))
    timepiece.go(hours=24)
    give(game, 0, "vote")
    wait = first_wait()
    assert wait.used.total_seconds() == 14 * 3600
    assert wait.deadline > wait.ended_at
    assert (wait.warned_at, wait.holder.user) == (None, user)


def test_a_wait_that_ran_out_keeps_when_its_player_was_told(timepiece: Timepiece):
    game = game_of(*UserFactory.create_batch(2), title="poll", terms=Terms(hours=48))
    timepiece.sweep(hours=48)
    told = timepiece.now
    timepiece.go(hours=1)
    give(game, 0, "vote")
    wait = first_wait()
    assert (wait.ended_by, wait.warned_at, wait.reminders) == (EndedBy.ANSWERED, told, 0)
    assert wait.deadline < wait.ended_at


def test_who_was_waited_for_is_known_after_they_have_left(timepiece: Timepiece):
    game = game_of_people()
    user = asked(game).user
    services.leave(game=game, user=user)
    assert first_wait().holder.user == user
    assert first_wait().player.user is None


# One at a time


@every_title
def test_each_time_a_player_is_asked_is_a_wait(title: str):
    game = game_of_people(title=title)
    for seed in range(15):
        game = play_on(game, 1, seed=seed)
        check_waits()
    assert Wait.objects.filter(ended_by=EndedBy.ANSWERED).count() > 3


def test_a_player_is_never_waited_for_twice():
    game = game_of_people()
    wait = Wait.objects.open().get(player__game=game)
    wait.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        wait.save()


def test_no_wait_ends_without_a_reason():
    game_of_people()
    for fields in ({"ended_at": START, "next_check_at": None}, {"ended_by": EndedBy.LEFT}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Wait.objects.open().update(**fields)


def test_no_clock_looks_at_a_wait_that_has_ended():
    game_of_people()
    with pytest.raises(IntegrityError), transaction.atomic():
        Wait.objects.open().update(ended_at=START, ended_by=EndedBy.LEFT)
