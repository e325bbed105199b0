"""The steps of a plan in words, and what everyone knows of its positions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.play.language import spoken
from games.rules.title import AnyTitle
from games.study.models import PlanLine
from games.study.plan.tree import Place
from games.study.plan.worlds import Step, Walk
from games.wording import WORDINGS
from games.wording.wording import Events


def told(walk: Walk, depth: int, names: Sequence[str]) -> str:
    """Return what the step that leads to a depth of a line is, in a sentence."""
    key = depth, (spoken().code, *names)
    if key not in walk.told:
        state, step = walk.spots[depth].state, walk.steps[depth - 1]
        walk.told[key] = sentence(walk.root.title, state, step, names)
    return walk.told[key]


def step_told(walk: Walk, depth: int, names: Sequence[str]) -> str:
    """Return where a depth of a line is, and what the step is that leads there."""
    if not depth:
        return gettext("The beginning.")
    said = gettext("Step {number} of {count}: {sentence}")
    return said.format(number=depth, count=len(walk.steps), sentence=told(walk, depth, names))


def told_from(walk: Walk, first: int, last: int, names: Sequence[str]) -> str:
    """Return what the steps of a line are from one depth to another, in sentences."""
    return " ".join(told(walk, depth, names) for depth in range(first, last + 1))


def sentence(title: AnyTitle, state: Any, step: Step, names: Sequence[str]) -> str:
    """Return what a step that led to a position is, with all that it uncovers.

    The planner has supposed that, or has had it drawn.
    """
    return _described(title, state, step, state.events, names)


def called(place: Place, name: str, first: Step, names: Sequence[str]) -> str:
    """Return what a line of the game of a place is called: its `name`, or its `first` order."""
    return place.plan.line_name(name) or _described(
        place.root.title, place.spot.state, first, (), names
    ).rstrip(".")


def line_called(place: Place, line: PlanLine | None, names: Sequence[str]) -> str:
    """Return what a line of the plan of a place is called, '' for none."""
    if line is None:
        return ""
    return called(place, line.name, Step(*line.steps[0]), names)


def _described(
    title: AnyTitle, state: Any, step: Step, events: Events, names: Sequence[str]
) -> str:
    viewer = next(
        (
            seat
            for seat in range(len(names))
            if title.redact(step.seat, step.order, events, seat) == step.order
        ),
        None,
    )
    return WORDINGS[title.id].describe(
        state, step.seat, step.order, events, names, viewer, spoken()
    )


def supposed(walk: Walk, depth: int, step: Step, names: Sequence[str]) -> str:
    """Return what a step would be at a depth of a line, in a sentence."""
    return sentence(walk.root.title, walk.after(depth, step), step, names)


def redacted(walk: Walk, end: int) -> list[tuple[int, str]]:
    """Return the first steps of a line as the planner would know them if they were played.

    They are seats and orders.
    """
    redact, seat = walk.root.title.redact, walk.root.seat
    return [
        (step.seat, redact(step.seat, step.order, spot.state.events, seat))
        for step, spot in zip(walk.steps[:end], walk.spots[1:], strict=False)
    ]


class Known(NamedTuple):
    """What the planner knows of a seat's figures: the points of each line of the score sheet.

    A line that depends on what is hidden is None; `total` is the sum of the others.
    """

    points: dict[str, int | None]
    total: int
    levels: dict[str, int]


def figures(walk: Walk, depth: int) -> list[Known]:
    """Return what is known of each seat's figures at a depth of a line."""
    worlds = [walk.root.title.figures(state) for state in walk.in_worlds(depth).values()]
    known = []
    for alike in zip(*worlds, strict=True):
        first = alike[0].points
        points = {
            line: number if all(each.points.get(line) == number for each in alike) else None
            for line, number in first.items()
            if line != "total"
        }
        total = sum(number for number in points.values() if number is not None)
        known.append(Known(points, total, dict(alike[0].levels)))
    return known
