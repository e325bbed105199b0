"""Positions drawn from what a seat knows agree with it, and know nothing else."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.bots import BOTS
from games.rules.playthrough import draw
from games.rules.title import CHANCE
from tests.rules.titles import KNOWN
from tests.rules.walks import ENDLESS, PAIRED, PAIRED_FIRST, Case, of_each_kind, walk

every = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)


def looked_at(case: Case) -> Iterator[tuple[Any, int | None]]:
    """Yield positions of a game, from the first to the last, each with one of its viewers."""
    steps, rng = walk(case), random.Random(1)
    found = [*steps[:12], *steps[12::9], *of_each_kind(case, 2), steps[-1]]
    for state in [case.start(), *(step.after for step in found)]:
        yield state, rng.choice((None, *range(case.players)))


@every
def test_what_is_drawn_looks_the_same_and_keeps_every_piece(case: Case) -> None:
    title, rng = case.title, random.Random(2)
    for state, viewer in looked_at(case):
        view = title.view(state, viewer)
        drawn = title.resample(view, rng)
        assert title.view(drawn, viewer) == view
        KNOWN[case.title_id].conserved(drawn)


@every
def test_who_is_to_move_has_the_same_orders(case: Case) -> None:
    title, rng = case.title, random.Random(2)
    for step in of_each_kind(case):
        if step.seat != CHANCE:
            drawn = title.resample(title.view(step.before, step.seat), rng)
            assert [*title.orders(drawn, step.seat)] == [*title.orders(step.before, step.seat)]
            after = title.view(title.apply(drawn, step.seat, step.order), step.seat)
            assert after == title.view(step.after, step.seat)


@every
def test_only_the_view_is_used_and_all_that_it_hides_is_drawn(case: Case) -> None:
    title, rng = case.title, random.Random(3)
    hidden, differ = set(), set()
    for state, viewer in [*looked_at(case)][::3]:
        alike = [KNOWN[case.title_id].disguised(state, viewer, rng) for _ in range(4)]
        views = [title.view(each, viewer) for each in alike]
        again = {title.digest(title.resample(view, random.Random(4))) for view in views}
        assert len(again) == 1
        hidden |= _different(case, alike)
        differ |= _different(case, [title.resample(view, rng) for view in views])
    assert differ == hidden
    assert bool(hidden) == KNOWN[case.title_id].hides


def _different(case: Case, states: list[Any]) -> set[str]:
    """Return the names of what is not the same in all of these positions."""
    first, *others = map(case.title.dump, states)
    parts = {
        (name, part) for name, whole in first.items() if isinstance(whole, dict) for part in whole
    }
    return {name for name in first for other in others if other[name] != first[name]} | {
        part for name, part in parts for other in others if other[name][part] != first[name][part]
    }


@pytest.mark.parametrize("case", PAIRED, ids=str)
def test_a_drawn_position_is_played_to_its_end(case: Case) -> None:
    title, rng, steps = case.title, random.Random(6), walk(case)
    view = title.view(steps[len(steps) * 4 // 5].after, rng.randrange(case.players))
    state = title.resample(view, rng)
    for _ in range(ENDLESS):
        seats = title.to_move(state)
        if not seats:
            break
        seat = rng.choice(seats)
        if seat == CHANCE:
            order = draw(title, state, rng)
        else:
            bot = BOTS["journeyman" if rng.random() < 1 / 2 else "random"]
            order = bot(title.view(state, seat), title.orders(state, seat), rng)
        state = title.apply(state, seat, order)
    assert title.result(state) is not None
    KNOWN[case.title_id].conserved(state)


def test_an_end_that_waits_for_an_answer_is_kept() -> None:
    case = next(case for case in PAIRED if case.title_id == "teutonica")
    title = case.title
    views = ((step.before, title.view(step.before, None)) for step in walk(case))
    state = next(state for state, view in views if view.prompt == "displaced").copy()
    state.ending = "markers"
    assert title.resample(title.view(state, 0), random.Random(7)).ending == "markers"
