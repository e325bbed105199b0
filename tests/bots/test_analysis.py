"""Turns analysed and tried: from a view alone, by the real rules."""

import random

import pytest

from games.bots import MINDS, analysis
from games.bots.analysis import compared, found, outlook
from games.bots.chance import any_order
from games.bots.mind import Mind
from games.bots.rehearsal import Rehearsal
from games.bots.review import whole_turn
from games.bots.search import Effort, Search
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED_FIRST, Case, Step, walk

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    def little(mind: Mind) -> Search:
        return Search(mind, Effort(ideas=2, rounds=1))

    monkeypatch.setattr(analysis, "master", little)
    monkeypatch.setattr(analysis, "TRIALS", 1)
    monkeypatch.setattr(analysis, "ROUNDS", 1)


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
def test_an_analysis_knows_what_the_seat_knew_and_a_chart_what_everyone_did(case: Case) -> None:
    title, disguised = case.title, KNOWN[case.title_id].disguised
    for step in turns(case, 1):
        other = disguised(step.before, step.seat, random.Random(3))
        one, two = (
            found(title.view(state, step.seat), [step.order], 1) for state in (step.before, other)
        )
        assert one == two
        other = disguised(step.before, None, random.Random(3))
        one, two = (outlook(title.view(state, None), 1) for state in (step.before, other))
        assert one == two
        assert sum(one) == pytest.approx(1)


@cases
def test_what_is_better_is_worth_more_and_chances_are_shares(case: Case) -> None:
    for step in turns(case, 2):
        view = case.title.view(step.before, step.seat)
        played = whole_turn(view, any_order, MINDS[case.title_id].quick, random.Random(1))
        finding = found(view, played, 1)
        if finding.won is None or finding.could is None:
            assert finding.orders == played
            assert not finding.better
        else:
            assert 0 <= finding.won <= 1
            assert 0 <= finding.could <= 1
            assert finding.could > finding.won or not finding.better


@cases
def test_a_turn_of_the_master_can_be_rehearsed_order_by_order(case: Case) -> None:
    title, quick = case.title, MINDS[case.title_id].quick
    for step in turns(case, 4):
        view = title.view(step.before, step.seat)
        best = whole_turn(view, quick, quick, random.Random("1"))
        rehearsal = Rehearsal(view, quick, 1)
        assert title.view(rehearsal.state, step.seat) == view
        for order in best:
            assert not rehearsal.over
            text = title.write(rehearsal.state, order)
            assert rehearsal.order(text) == text
        assert [each.text for each in rehearsal.steps if each.seat == step.seat][: len(best)]
        state = step.before
        for seat, text, events in rehearsal.steps:
            assert title.describe(state, seat, text, events, "ABCDE", step.seat)
        if rehearsal.over:
            with pytest.raises(IllegalOrder, match="turn is over"):
                rehearsal.order("end")


@cases
def test_the_same_orders_are_worth_the_same_whenever_they_are_compared(case: Case) -> None:
    (step, *_) = turns(case, 1)
    view = case.title.view(step.before, step.seat)
    turn = [step.order]
    both = compared(view, [[], turn], 1, 2)
    assert compared(view, [turn], 1, 2)[0].chance == both[1].chance
