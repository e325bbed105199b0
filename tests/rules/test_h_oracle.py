"""Whole games beside a second program that knows the rules (H1 to H4)."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from games.rules import record, replay
from games.rules.playthrough import Step
from games.rules.title import CHANCE
from tests.rules.hansa_oracle import Oracle
from tests.rules.hansa_positions import HANSA, in_words
from tests.rules.walks import CASES, Case, walk

GAMES = [
    (case, seed, sense)
    for case in CASES
    if case.title_id == "hansa"
    for seed, sense in ((11, 0), (12, 0), (13, 0.5), (14, 1))
]
RECORDS = sorted((Path(__file__).parents[1] / "records" / "hansa").glob("*.txt"))


def facts(state):
    view = HANSA.view(state, None)
    return {
        "ship": view.ship,
        "money": [desk.talers for desk in view.desks],
        "slots": [in_words([code]) if code else None for code in view.warehouses],
        "piles": None if state.stage in ("remove", "lay") else list(view.piles),
        "booths": [list(row) for row in view.booths],
        "unsold": [in_words(desk.unsold).split() for desk in view.desks],
        "sold": [in_words(desk.sold).split() for desk in view.desks],
        "last_round": view.last_round,
    }


@pytest.mark.parametrize(("case", "seed", "sense"), GAMES, ids=str)
def test_the_rules_and_the_oracle_agree_from_the_first_order_to_the_score(
    case: Case, seed: int, sense: float
) -> None:
    agree(case.players, walk(case, seed, sense))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_they_agree_on_every_recorded_game(file: Path) -> None:
    known = record.read(file.read_bytes())
    agree(len(known.players), [*replay.record_steps(known)])


def agree(players: int, steps: Sequence[Step]) -> None:
    """Fail where rules and oracle differ, in a position, in what may be ordered or in the score."""
    oracle = Oracle(players)
    for step in steps:
        state = step.before
        assert facts(state) == oracle.facts()
        assert list(HANSA.to_move(state)) == oracle.movers()
        for seat in oracle.movers():
            assert {HANSA.write(state, o) for o in HANSA.orders(state, seat)} == oracle.legal(seat)
        if step.seat == CHANCE and step.order.verb == "draw":
            for order, probability in HANSA.chance_outcomes(state):
                number = oracle.markers.count(in_words([order.good]))
                assert number / len(oracle.markers) == probability
        oracle.do(step.seat, HANSA.write(state, step.order))
    result = HANSA.result(steps[-1].after)
    assert oracle.movers() == []
    assert [dict(lines) for lines in result.scores] == oracle.points()
    assert [seat for seat, place in enumerate(result.places) if place == 1] == oracle.winners()
