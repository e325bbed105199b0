"""The positions of a plan: what may lie hidden is guessed, each guess is a world of its own.

Nothing here knows the real position of a game. A plan begins with a position that was drawn from
one seat's view, and every step is an order that the rules apply to it. Where the guess matters, to
chance and to the orders of others, other guesses are asked too: what is possible in one of the
worlds in which all steps so far are possible can be planned.
"""

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.play.lru import LRUCache
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Orders

WORLDS: Final = 8
"""How many guesses there are at what is hidden."""
FEW: Final = 60
"""Kinds with more orders than this do not depend on a guess."""

_walks = LRUCache(200)
_worlds = LRUCache(200)
_roots = LRUCache(100)


class Step(NamedTuple):
    """An order of a seat, CHANCE for chance, and the world in which it was accepted."""

    seat: int
    order: str
    world: int = 0


@dataclass(frozen=True)
class Spot:
    """A position of a plan, in the `world` of the step that led to it.

    `turn` counts the turns that have begun since the plan's beginning, from 1; `whose` is whose
    turn it is, as in `games.rules.title.View.turn`.
    """

    state: Any
    world: int
    turn: int
    whose: int


@dataclass(frozen=True)
class Root:
    """The beginning of a plan: a position drawn from what `seat` knows, which `data` dumps.

    `key` tells it from other beginnings. If it is `open`, nothing is hidden, and it has one world.
    """

    key: Hashable
    title: AnyTitle
    data: Mapping[str, Any]
    seat: int | None
    open: bool = False

    def world(self, number: int) -> Any:
        """Return the position in one of the worlds."""
        return _roots.get((self.key, number), lambda: self._drawn(number))

    def view(self, state: Any) -> Any:
        """Return what the planner may see of a position of this plan."""
        if not self.open:
            return self.title.concealed(state, self.seat)
        asked = self.title.to_move(state)
        return self.title.view(state, asked[0] if asked and asked[0] != CHANCE else self.seat)

    @property
    def worlds(self) -> range:
        """The numbers of its worlds."""
        return range(1 if self.open else WORLDS)

    def _drawn(self, number: int) -> Any:
        first = self.title.load(self.data)
        if number == 0:
            return first
        return self.title.resample(self.title.view(first, self.seat), random.Random(number))


def drawn(title: AnyTitle, state: Any, seat: int | None) -> Any:
    """Return the position that a plan begins with: drawn from what a seat knows, nothing else."""
    return title.resample(title.view(state, seat), random.Random(0))


def walk(root: Root, steps: tuple[Step, ...]) -> Sequence[Spot]:
    """Return the positions before the first step and after each; raises IllegalOrder."""
    spots: Sequence[Spot] = _walks.get((root.key, steps), lambda: _walked(root, steps))
    return spots


def _walked(root: Root, steps: tuple[Step, ...]) -> Sequence[Spot]:
    known = _walks.find((root.key, steps[:-1])) if steps else None
    spots: list[Spot] = list(known) if known else [_first(root)]
    for depth in range(len(spots), len(steps) + 1):
        spots.append(_after(root, spots[-1], steps[:depth]))
    return spots


def _first(root: Root) -> Spot:
    state = root.world(0)
    return Spot(state, 0, 1, root.title.view(state, None).turn)


def _after(root: Root, spot: Spot, steps: tuple[Step, ...]) -> Spot:
    """Return the position after the last of the steps, which lead from the root to there."""
    step = steps[-1]
    before = spot.state
    if step.world != spot.world:
        before = _played(root.title, root.world(step.world), steps[:-1])
    state = _applied(root.title, before, step)
    whose = root.title.view(state, None).turn
    return Spot(state, step.world, spot.turn + (whose != spot.whose), whose)


def _played(title: AnyTitle, state: Any, steps: Sequence[Step]) -> Any:
    for step in steps:
        state = _applied(title, state, step)
    return state


def _applied(title: AnyTitle, state: Any, step: Step) -> Any:
    return title.apply(state, step.seat, title.read(state, step.order))


def in_worlds(root: Root, steps: tuple[Step, ...]) -> Mapping[int, Any]:
    """Return the position after some steps in every world in which they are possible."""
    found: Mapping[int, Any] = _worlds.get((root.key, steps), lambda: _in_worlds(root, steps))
    return found


def _in_worlds(root: Root, steps: tuple[Step, ...]) -> Mapping[int, Any]:
    begun = next(
        (end for end in range(len(steps) - 1, 0, -1) if _worlds.find((root.key, steps[:end]))), 0
    )
    before = _worlds.find((root.key, steps[:begun])) if begun else None
    spot = walk(root, steps)[-1]
    found = {spot.world: spot.state}
    for number in before or root.worlds:
        if number in found:
            continue
        state = before[number] if before else root.world(number)
        try:
            found[number] = _played(root.title, state, steps[begun:])
        except IllegalOrder:
            continue
    return found


def outcomes(root: Root, steps: tuple[Step, ...]) -> list[tuple[Step, float]]:
    """Return what chance may do, with probabilities as far as the planner knows them."""
    title, chances = root.title, dict[str, float]()
    first = dict[str, int]()
    worlds = in_worlds(root, steps)
    for number, state in worlds.items():
        for order, chance in title.chance_outcomes(state):
            text = title.write(state, order)
            first.setdefault(text, number)
            chances[text] = chances.get(text, 0.0) + chance / len(worlds)
    return [(Step(CHANCE, text, first[text]), chances[text]) for text in sorted(chances)]


def orders(root: Root, steps: tuple[Step, ...], seat: int) -> AnyOrders:
    """Return what a seat may order, whatever it has that the planner does not see."""
    title = root.title
    state = walk(root, steps)[-1].state
    own = title.orders(state, seat)
    if seat == root.seat or root.open:
        return own
    groups = dict(own.groups)
    for other in in_worlds(root, steps).values():
        for verb, listed in title.orders(other, seat).groups.items():
            if other is not state and len(listed) <= FEW:
                known = groups.get(verb, ())
                more = [order for order in listed if order not in known]
                groups[verb] = [*known, *more] if more else known
    return Orders(groups)


def accepted(root: Root, steps: tuple[Step, ...], seat: int, text: str) -> Step:
    """Return the step that an order of a seat is; raises IllegalOrder if no world allows it."""
    title, spot = root.title, walk(root, steps)[-1]
    try:
        return _accepted(title, spot.state, spot.world, seat, text)
    except IllegalOrder as error:
        if seat == root.seat or root.open:
            raise
        refused = error
    for number, state in in_worlds(root, steps).items():
        try:
            return _accepted(title, state, number, seat, text)
        except IllegalOrder:
            continue
    raise refused


def after(root: Root, steps: tuple[Step, ...], step: Step) -> Any:
    """Return the position after one more step that was accepted there."""
    spot = walk(root, steps)[-1]
    known = in_worlds(root, steps).get(step.world) if step.world != spot.world else spot.state
    if known is None:
        known = _played(root.title, root.world(step.world), steps)
    return _applied(root.title, known, step)


def fitting(root: Root, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps of another plan as steps of this one, up to the first that is not possible."""
    fit: tuple[Step, ...] = ()
    for step in steps:
        try:
            fit = (*fit, accepted(root, fit, step.seat, step.order))
        except IllegalOrder:
            break
    return fit


def _accepted(title: AnyTitle, state: Any, world: int, seat: int, text: str) -> Step:
    order = title.read(state, text)
    title.apply(state, seat, order)
    return Step(seat, title.write(state, order), world)
