"""Turns analysed and tried: from a view alone, by the real rules."""

import random

import pytest

from games.bots import STRATEGIES, analysis
from games.bots.analysis import Finding, found
from games.bots.evaluation import Chances
from games.bots.random_bot import any_order
from games.bots.search import Search
from games.bots.strategy import SearchBudget, TitleStrategy
from games.bots.what_if import WhatIf
from games.bots.whole_turn import whole_turn
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED_FIRST, Case, Step, walk
from tests.telling import describe

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    def little(strategy: TitleStrategy) -> Search:
        return Search(strategy.with_budget(SearchBudget(2, rounds=1)))

    monkeypatch.setattr(analysis, "analyst", little)
    monkeypatch.setattr(analysis, "TRIALS", 1)


def turns(case: Case, most: int) -> list[Step]:
    """The first steps of some turns, seen by the seat whose turn it is."""
    title, found, turn = case.title, [], CHANCE
    for step in walk(case):
        now = title.view(step.before, None).turn
        if now != turn and step.seat == now:
            found.append(step)
            turn = now
    return found[len(found) // (2 * most) :: max(1, len(found) // most)][:most]


@cases
def test_an_analysis_knows_what_the_seat_knew(case: Case) -> None:
    title, disguised = case.title, KNOWN[case.title_id].disguised
    for step in turns(case, 1):
        other = disguised(step.before, step.seat, random.Random(3))
        one, two = (
            found(title.view(state, step.seat), [step.order], 1) for state in (step.before, other)
        )
        assert one == two


@cases
def test_the_masters_turn_is_compared_unless_it_was_played(case: Case) -> None:
    for step in turns(case, 2):
        view = case.title.view(step.before, step.seat)
        played = whole_turn(view, any_order, STRATEGIES[case.title_id].quick, random.Random(1))
        finding = found(view, played, 1)
        gain, error = finding.gain(step.seat)
        if finding.won is None or finding.could is None:
            assert finding.orders == played
            assert (gain, error) == (0, 0)
        else:
            could, won = finding.could.values[step.seat], finding.won.values[step.seat]
            assert gain == pytest.approx(could - won)


@pytest.mark.parametrize(
    ("won", "could", "before", "after", "better"),
    [
        (0.3, 0.5, 0.5, 0.3, True),
        (0.3, 0.5, 0.55, 0.35, True),
        # By chance.
        (0.49, 0.5, 0.5, 0.49, False),
        # The chart did not fall.
        (0.3, 0.48, 0.39, 0.39, False),
        # Around the turn it stood elsewhere.
        (0.0, 1.0, 0.66, 0.6, False),
        (0.3, 0.5, 0.5, 0.1, False),
        (0.3, 0.5, 0.9, 0.3, False),
    ],
)
def test_what_contradicts_the_chart_is_no_better(
    won: float, could: float, before: float, after: float, better: bool
) -> None:
    swings = {"won": 0.01, "could": -0.01}
    chances = {"won": won, "could": could, "before": before, "after": after}
    one, two, three, four = (
        Chances([[each - by, 1 - each + by], [each + by, 1 - each - by]], 0.3)
        for each, by in ((each, swings.get(name, 0.0)) for name, each in chances.items())
    )
    assert Finding([], one, two).is_better(0, three, four) == better


@cases
def test_a_turn_of_the_master_can_be_played_order_by_order(case: Case) -> None:
    title, quick = case.title, STRATEGIES[case.title_id].quick
    for step in turns(case, 4):
        view = title.view(step.before, step.seat)
        best = whole_turn(view, quick, quick, random.Random("1"))
        what_if = WhatIf(view, quick, 1)
        assert title.view(what_if.state, step.seat) == view
        for order in best:
            assert not what_if.over
            text = title.write(what_if.state, order)
            assert what_if.order(text) == text
        assert [each.text for each in what_if.steps if each.seat == step.seat][: len(best)]
        state = step.before
        for tried in what_if.steps:
            events = tried.after.events
            assert describe(title, state, tried.seat, tried.text, events, "ABCDE", step.seat)
        if what_if.over:
            with pytest.raises(IllegalOrder, match="turn is over"):
                what_if.order("end")
