"""Journeyman bots make progress: what they have just done is not undone."""

import random
from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from games.bots.strategy import Candidate
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.candidates import Pursuit, trained_candidates
from games.bots.teutonica.plans import best_rate
from games.rules.teutonica.orders import Move
from games.rules.teutonica.pieces import EMPTY, piece
from games.rules.title import CHANCE
from tests.rules.walks import CASES, PAIRED, PAIRED_FIRST, Case, Step, walk

SEED = 11
MOVING = ("move", "pawn", "sail")
"""Verbs that only bring something from here to there."""
STOPPING = ("done", "end")

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)


def places(state: Any) -> tuple[object, ...]:
    """Return where everything is that moves: pieces and pawn, or the ship."""
    return (state.ship,) if hasattr(state, "ship") else (state.spaces, state.added.pawn)


def own_steps(case: Case) -> list[list[Step]]:
    """Return the orders of each seat in a game of greedy bots."""
    steps = [step for step in walk(case, seed=SEED, sense=1.0) if step.seat != CHANCE]
    return [[step for step in steps if step.seat == seat] for seat in range(case.players)]


@cases
def test_nothing_is_moved_back_to_where_it_was_in_a_turn(case: Case) -> None:
    """Not at once, and not over other spaces: a, b, c, a."""
    for steps in own_steps(case):
        going = [step for step in steps if step.order.verb != "done"]
        for moving, run in groupby(going, key=lambda step: step.order.verb in MOVING):
            if moving:
                moves = list(run)
                seen = [places(moves[0].before), *(places(step.after) for step in moves)]
                assert len(set(seen)) == len(seen)


@cases
def test_no_turn_takes_back_the_moves_of_the_one_before(case: Case) -> None:
    """With nothing done between them but moves; others may have done what they liked."""
    for steps in own_steps(case):
        trail: list[tuple[int, int]] = []
        for step in steps:
            verb = step.order.verb
            if verb == "move":
                trail.append((step.order.start, step.order.end))
                assert not any(map(undone, (trail[i:] for i in range(len(trail)))))
            elif verb not in (*STOPPING, "pawn"):
                trail.clear()


def undone(moves: list[tuple[int, int]]) -> bool:
    """Return whether moves leave every space as it was."""
    change: Counter[int] = Counter()
    for start, end in moves:
        change[start] -= 1
        change[end] += 1
    return not any(change.values())


@pytest.mark.parametrize("case", [case for case in PAIRED if case.title_id == "teutonica"], ids=str)
def test_no_route_is_nearer_to_a_claim_for_a_piece_that_has_left_it(case: Case) -> None:
    """The law behind the two above: else the piece would be called back as soon as it is gone."""
    compared = 0
    for steps in own_steps(case):
        for step in steps[::7]:
            here = Position(case.title.view(step.before, step.seat))
            for space, kind in here.loose_pieces(step.seat):
                route = here.board.space_route[space]
                free = [
                    other
                    for other, code in enumerate(here.spaces)
                    if code == EMPTY and here.board.space_route[other] != route
                ]
                left = here.with_piece(space, EMPTY)
                left = left.with_piece(free[space % len(free)], piece(step.seat, kind))
                compared += 1
                assert best_rate(left, step.seat, route) <= best_rate(here, step.seat, route)
    assert compared > 20


def pursued(step: Step, candidate: Candidate) -> tuple[Pursuit, list[Move]]:
    """Return the bot of a candidate, and the series of moves with which it begins."""
    title, state, moves = step.title, step.before, []
    bot = candidate.play()
    assert isinstance(bot, Pursuit)
    while title.to_move(state) == (step.seat,):
        view, orders = title.view(state, step.seat), title.orders(state, step.seat)
        order = bot(view, orders, random.Random(1))
        assert order in orders
        if not isinstance(order, Move) or (moves and view.prompt != "moving"):
            break
        moves.append(order)
        state = title.apply(state, step.seat, order)
    return bot, moves


def test_a_series_of_moves_serves_the_claim_for_which_it_was_begun() -> None:
    """None of its pieces leaves for the plan that looks best at first, and none moves twice."""
    series = 0
    for steps in own_steps(Case("teutonica", (), 3)):
        for step in steps[::3]:
            view, orders = (
                step.title.view(step.before, step.seat),
                step.title.orders(step.before, step.seat),
            )
            if view.prompt != "turn" or not view.actions_left:
                continue
            for candidate in trained_candidates(view, orders, 5)[1:6]:
                bot, moves = pursued(step, candidate)
                if candidate.goal in bot.goals:
                    routes = [view.printed.space_route[move.start] for move in moves]
                    assert bot.goals[-1].route not in routes
                    assert not {move.start for move in moves} & {move.end for move in moves}
                    series += len(moves) > 1
    assert series > 20


@pytest.mark.long
def test_a_game_of_five_needs_few_moves() -> None:
    """They were 52 a game in these twelve when two of five took another back; 21 are enough."""
    tables = ("5-hanse-big_box-off-off", "5-east-big_box", "5-britannia-classic")
    games = [
        walk(case, seed=seed, sense=1.0)
        for case in CASES
        if str(case) in [f"teutonica-{table}" for table in tables]
        for seed in range(4)
    ]
    assert len(games) == 12
    moves = sum(step.order.verb == "move" for steps in games for step in steps)
    assert moves / len(games) < 35
