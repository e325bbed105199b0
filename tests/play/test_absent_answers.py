"""A standing order is asked before any bot, in every way the answer of an absent player comes."""

import random
from collections.abc import Callable

import pytest

from games.accounts.services import close_account
from games.bots import STANDING_ORDERS
from games.play import services
from games.play.engine.votes import VOTE_TIME
from games.play.history import walk
from games.play.models import Game, Holder, PlayedBy, Player, StandingOrder, Vote
from games.play.services import Terms
from games.rules.title import CHANCE
from tests.play.factories import game_of_people, good_order
from tests.play.test_standing_orders import (
    DISPLACE,
    GREEN,
    RED,
    displaceable,
    game_at,
    give,
    newest,
    settle,
)
from tests.play.timepiece import Timepiece, at, timepiece
from tests.rules import hansa_positions

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

Way = Callable[[Game, Timepiece], object]

NO_EXTRAS = {"places": "", "otherwise": "ask", "extras": "none"}
LATEST = "720"
"""Hours that never come in these games."""


def time_runs_out(game: Game, piece: Timepiece) -> None:
    """The clock ends, and what the game's terms say follows at once."""
    Game.objects.filter(pk=game.pk).update(grace_hours=0)
    piece.sweep(hours=24)


def the_bot_plays(game: Game, piece: Timepiece) -> None:
    Game.objects.filter(pk=game.pk).update(on_timeout="bot")
    time_runs_out(game, piece)


def the_grace_ends(game: Game, piece: Timepiece) -> None:
    Game.objects.filter(pk=game.pk).update(on_timeout="bot", grace_hours=6)
    piece.sweep(hours=24)
    piece.sweep(hours=6)


def nobody_agrees(game: Game, piece: Timepiece) -> None:
    time_runs_out(game, piece)
    piece.sweep(seconds=VOTE_TIME.total_seconds())


def the_others_choose(choice: str) -> Way:
    def act(game: Game, piece: Timepiece) -> None:
        time_runs_out(game, piece)
        vote = Vote.objects.get(game=game, closed=None)
        for player in Player.objects.at_table(game).exclude(seat=GREEN):
            if vote.closed is None:
                vote = services.cast(player=player, vote_id=vote.pk, choice=choice)

    act.__name__ = f"the_others_choose_{choice}"
    return act


def the_seat_is_on_offer(game: Game, piece: Timepiece) -> None:
    Player.objects.filter(game=game, seat=GREEN).update(timeouts=1)
    time_runs_out(game, piece)


def the_account_is_closed(game: Game, piece: Timepiece) -> None:
    close_account(user=at(game, GREEN).user)


def the_own_hours_are_over(game: Game, piece: Timepiece) -> None:
    order = StandingOrder.objects.get(player=at(game, GREEN))
    order.wish["hours"] = 5
    order.save()
    piece.sweep(hours=24)


WAYS = (
    the_bot_plays,
    the_grace_ends,
    nobody_agrees,
    the_others_choose("replace"),
    the_others_choose("bot"),
    the_seat_is_on_offer,
    the_account_is_closed,
    the_own_hours_are_over,
)
every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


@every_way
def test_extra_pieces_are_declined_for_who_wants_none(timepiece: Timepiece, way: Way):
    game = displaceable()
    settle(game, **NO_EXTRAS, hours=LATEST)
    give(game, RED, DISPLACE)
    way(game, timepiece)
    placed, declined = [move for move in newest(game, 3) if move[0] == GREEN][:2]
    assert placed[1].startswith("put t ")
    assert declined[1:] == ("done", PlayedBy.STANDING)


@every_way
def test_who_is_asked_where_gets_the_place_of_the_bot_and_then_the_pieces_chosen(
    timepiece: Timepiece, way: Way
):
    game = displaceable()
    settle(game, places="groningen", otherwise="ask", extras="merchants", hours=LATEST)
    give(game, RED, DISPLACE)
    assert at(game, GREEN).is_waited_for
    way(game, timepiece)
    mine = list(game.moves.filter(seat=GREEN).values_list("order", flat=True))[:3]
    assert [order.split()[:2] for order in mine[:2]] == [["put", "t"], ["put", "m"]]


@every_way
def test_a_question_that_is_left_open_is_the_bots(timepiece: Timepiece, way: Way):
    state = hansa_positions.position(
        ship="danzig",
        booths={"danzig": "Ann 1"},
        unsold={"Ann": "red1 red1", "Ben": "red1 red3"},
    )
    game = game_at(state, 2, title="hansa", terms=Terms(hours=72, reaction_hours=24))
    settle(game, GREEN, "lose", marker="ask", hours=LATEST)
    give(game, 0, "sell red1 red1")
    assert at(game, GREEN).is_waited_for
    way(game, timepiece)
    by = PlayedBy.STANDING if way is the_own_hours_are_over else PlayedBy.CLOCK
    if at(game, GREEN).user is None:
        by = PlayedBy.SEAT
    lost = game.moves.filter(seat=GREEN).first()
    assert (lost.order.split()[0], lost.played_by) == ("lose", by)
    # Whoever has left is not told to have answered.
    if by == PlayedBy.SEAT:
        assert Holder.objects.get(player=at(game, GREEN), end_move=None).first_move <= lost.number


def test_no_bot_answers_what_a_standing_order_answers(timepiece: Timepiece):
    """Hold it for every answer of games whose people only come when it is their turn."""
    dice = random.Random(3)
    terms = Terms(hours=240, reaction_hours=24, grace_hours=0, on_timeout="bot")
    game = game_of_people(3, terms=terms)
    rules = game.rules()
    for seat, extras in enumerate(("none", "traders", "merchants")):
        settle(game, seat, **NO_EXTRAS | {"extras": extras}, hours=LATEST)
    for _ in range(120):
        state = rules.load(game.state)
        turn = rules.view(state, None).turn
        if turn in rules.to_move(state):
            game = give(game, turn, good_order(game, turn, dice))
        else:
            timepiece.sweep(hours=24)
            Player.objects.filter(game=game).update(timeouts=0, offered_at=None)
            game.refresh_from_db()
    assert checked_answers(game, dice)


def checked_answers(game: Game, dice: random.Random) -> int:
    """Hold that each answer is the one that its player's wish gives; return how many there were."""
    rules, checked = game.rules(), 0
    wishes = {
        (order.player.seat, order.asked): order.wish
        for order in StandingOrder.objects.filter(player__game=game).select_related("player")
    }
    before = game.first_position()
    for move, after in walk(game):
        seat = CHANCE if move.seat is None else move.seat
        view = rules.view(before, seat) if seat != CHANCE else None
        asked = STANDING_ORDERS[game.title].asked_now(view) if view else ""
        wish = wishes.get((seat, asked))
        if wish:
            orders = rules.orders(before, seat)
            order = STANDING_ORDERS[game.title].answer(asked, wish, view, orders, dice)
            if order is not None:
                assert (move.order, move.played_by) == (
                    rules.write(before, order),
                    PlayedBy.STANDING,
                )
                checked += 1
        before = after
    return checked
