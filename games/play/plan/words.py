"""The steps of a plan in words, and what everyone knows of its positions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.play.lru import LRUCache
from games.play.plan.worlds import Root, Step, after, in_worlds, walk
from games.rules.title import AnyTitle

_told = LRUCache(200)


def told(root: Root, steps: tuple[Step, ...], names: Sequence[str]) -> Sequence[str]:
    """Return what each step is, in a sentence."""
    names = tuple(names)
    sentences: Sequence[str] = _told.get(
        (root.key, steps, names), lambda: _all_told(root, steps, names)
    )
    return sentences


def _all_told(root: Root, steps: tuple[Step, ...], names: tuple[str, ...]) -> Sequence[str]:
    known = _told.find((root.key, steps[:-1], names)) if steps else None
    spots = walk(root, steps)
    begun = len(known) if known else 0
    return [
        *(known or ()),
        *(
            sentence(root.title, spots[depth + 1].state, steps[depth], names)
            for depth in range(begun, len(steps))
        ),
    ]


def sentence(title: AnyTitle, state: Any, step: Step, names: Sequence[str]) -> str:
    """Return what a step that led to a position is, with all that it uncovers.

    The planner has supposed that, or has had it drawn.
    """
    events = state.events
    viewer = next(
        (
            seat
            for seat in range(len(names))
            if title.redact(step.seat, step.order, events, seat) == step.order
        ),
        None,
    )
    return title.describe(state, step.seat, step.order, events, names, viewer)


def supposed(root: Root, steps: tuple[Step, ...], step: Step, names: Sequence[str]) -> str:
    """Return what a step would be, in a sentence."""
    return sentence(root.title, after(root, steps, step), step, names)


def redacted(root: Root, steps: tuple[Step, ...]) -> list[tuple[int, str]]:
    """Return the steps as the planner would know them if they were played: seats and orders."""
    spots = walk(root, steps)
    return [
        (step.seat, root.title.redact(step.seat, step.order, spot.state.events, root.seat))
        for step, spot in zip(steps, spots[1:], strict=True)
    ]


class Known(NamedTuple):
    """What the planner knows of a seat's figures: the points of each line of the score sheet.

    A line that depends on what is hidden is None; `total` is the sum of the others.
    """

    points: dict[str, int | None]
    total: int
    levels: dict[str, int]


def figures(root: Root, steps: tuple[Step, ...]) -> list[Known]:
    """Return what is known of each seat's figures after some steps."""
    worlds = [root.title.figures(state) for state in in_worlds(root, steps).values()]
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
