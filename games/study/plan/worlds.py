"""The positions of a plan: what may lie hidden is guessed, each guess is a world of its own.

Nothing here knows the real position of a game. A plan begins with a position that was drawn from
one seat's view, and every step is an order that the rules apply to it. Where the guess matters, to
chance and to the orders of others, other guesses are asked too: what is possible in one of the
worlds in which all steps so far are possible can be planned.
"""

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from games.rules.common.lru import LRUCache
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Orders

WORLDS: Final = 8
"""How many guesses there are at what is hidden."""
FEW: Final = 60
"""Kinds with more orders than this do not depend on a guess."""
GUESSES: Final = 3
"""How many guesses tell whether a seat's orders depend on what is hidden."""

STRIDE: Final = 8
"""One step in this many keeps its positions in all worlds, from which later ones are played."""

_walks = LRUCache(100)
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
    """The beginning of a plan: a position drawn from what `seat` knows; `read` returns its dump.

    `key` tells it from other beginnings. If it is `open`, nothing is hidden, and it has one world.
    """

    key: Hashable
    title: AnyTitle
    read: Callable[[], Mapping[str, Any]]
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
        first = self.title.load(self.read())
        if number == 0:
            return first
        return self.title.resample(self.title.view(first, self.seat), random.Random(number))


def drawn(title: AnyTitle, state: Any, seat: int | None) -> Any:
    """Return the position that a plan begins with: drawn from what a seat knows, nothing else."""
    return title.resample(title.view(state, seat), random.Random(0))


class Walk:
    """The steps of a line and the positions that they lead to; a depth is a number of steps.

    `spots` are the positions before the first step and after each. `kept` has, for some depths, the
    positions in all worlds, `told` the sentences of steps by their number, the language and the
    players' names.
    """

    def __init__(self, root: Root, steps: tuple[Step, ...], before: "Walk | None" = None) -> None:
        """Play the steps; raises IllegalOrder.

        They are those of `before` and more, or the first ones of it.
        """
        self.root, self.steps = root, steps
        self.spots: list[Spot] = [_first(root)]
        self.kept: dict[int, Mapping[int, Any]] = {}
        self.told: dict[tuple[int, tuple[str, ...]], str] = {}
        if before is not None:
            end = len(steps)
            self.spots = before.spots[: end + 1]
            # Copied first: another thread may add to those of a walk that is in memory.
            kept, told = before.kept.copy(), before.told.copy()
            self.kept = {at: states for at, states in kept.items() if at <= end}
            self.told = {key: said for key, said in told.items() if key[0] <= end}
        self._latest: tuple[int, Mapping[int, Any]] = (-1, {})
        while len(self.spots) <= len(steps):
            self.spots.append(self._next())

    @classmethod
    def along(cls, root: Root, steps: tuple[Step, ...]) -> "Walk":
        """Return the walk along some steps, from memory if it is there; raises IllegalOrder."""
        known: Walk = _walks.get(
            (root.key, steps), lambda: cls(root, steps, cls._most(root, steps))
        )
        return known

    @classmethod
    def _most(cls, root: Root, steps: tuple[Step, ...]) -> "Walk | None":
        found: Walk | None = _walks.find((root.key, steps[:-1])) if steps else None
        return found

    def _next(self) -> Spot:
        """Return the position after the first step that has none yet."""
        depth, spot = len(self.spots) - 1, self.spots[-1]
        step = self.steps[depth]
        before = spot.state if step.world == spot.world else self._in_world(step.world, depth)
        state = self._played(before, depth, depth + 1)
        whose = state.turn
        return Spot(state, step.world, spot.turn + (whose != spot.whose), whose)

    def _played(self, state: Any, depth: int, end: int) -> Any:
        """Return the position after more steps; raises IllegalOrder."""
        title = self.root.title
        for step in self.steps[depth:end]:
            state = title.apply(state, step.seat, title.read(state, step.order))
        return state

    def _in_world(self, number: int, depth: int) -> Any:
        return self._played(self.root.world(number), 0, depth)

    def in_worlds(self, depth: int) -> Mapping[int, Any]:
        """Return the position at a depth in every world in which the steps so far are possible."""
        if self._latest[0] == depth:
            return self._latest[1]
        begun = depth - depth % STRIDE
        while begun and begun not in self.kept:
            begun -= STRIDE
        found = self.kept.get(begun) or {each: self.root.world(each) for each in self.root.worlds}
        while begun < depth:
            end = min(begun + STRIDE, depth)
            found = dict(self._still(found, begun, end))
            begun = end
            if begun % STRIDE == 0:
                self.kept[begun] = found
        spot = self.spots[depth]
        found = {spot.world: spot.state} | {
            each: found[each] for each in found if each != spot.world
        }
        self._latest = (depth, found)
        return found

    def _still(self, worlds: Mapping[int, Any], depth: int, end: int) -> Iterator[tuple[int, Any]]:
        for number, state in worlds.items():
            try:
                yield number, self._played(state, depth, end)
            except IllegalOrder:
                continue

    def outcomes(self, depth: int) -> list[tuple[Step, float]]:
        """Return what chance may do at a depth, with probabilities as the planner can know them."""
        title, worlds = self.root.title, self.in_worlds(depth)
        chances, first = dict[str, float](), dict[str, int]()
        for number, state in worlds.items():
            for order, chance in title.chance_outcomes(state):
                text = title.write(state, order)
                first.setdefault(text, number)
                chances[text] = chances.get(text, 0.0) + chance / len(worlds)
        return [(Step(CHANCE, text, first[text]), chances[text]) for text in sorted(chances)]

    def orders(self, depth: int, seat: int) -> AnyOrders:
        """Return what a seat may order at a depth, whatever it has that the planner can't see."""
        title, state = self.root.title, self.spots[depth].state
        known = title.orders(state, seat)
        if seat == self.root.seat or self.root.open or not self._depends(depth, seat, known):
            return known
        groups = dict(known.groups)
        for other in self.in_worlds(depth).values():
            for verb, listed in _few(title.orders(other, seat)):
                more = [order for order in listed if order not in groups.get(verb, ())]
                if more:
                    groups[verb] = [*groups.get(verb, ()), *more]
        return Orders(groups)

    def _depends(self, depth: int, seat: int, known: AnyOrders) -> bool:
        """Return whether the orders of a seat may depend on what is hidden, by guessing again."""
        title, state = self.root.title, self.spots[depth].state
        view: Any = self.root.view(state)
        if replace(view, seat=seat) == title.view(state, seat):
            return False
        now = [[*listed] for _, listed in _few(known)]
        guesses = (title.resample(view, random.Random(number)) for number in range(GUESSES))
        return any([[*few] for _, few in _few(title.orders(each, seat))] != now for each in guesses)

    def accepted(self, depth: int, seat: int, text: str) -> Step:
        """Return the step that an order is at a depth; raises IllegalOrder if it is none."""
        spot = self.spots[depth]
        try:
            return self._accepted(spot.state, spot.world, seat, text)
        except IllegalOrder as error:
            if seat == self.root.seat or self.root.open:
                raise
            refused = error
        for number, state in self.in_worlds(depth).items():
            try:
                return self._accepted(state, number, seat, text)
            except IllegalOrder:
                continue
        raise refused

    def _accepted(self, state: Any, world: int, seat: int, text: str) -> Step:
        title = self.root.title
        order = title.read(state, text)
        title.apply(state, seat, order)
        return Step(seat, title.write(state, order), world)

    def after(self, depth: int, step: Step) -> Any:
        """Return the position after a step that was accepted at a depth."""
        title, spot = self.root.title, self.spots[depth]
        state = spot.state
        if step.world != spot.world:
            state = self.in_worlds(depth).get(step.world) or self._in_world(step.world, depth)
        return title.apply(state, step.seat, title.read(state, step.order))


def _first(root: Root) -> Spot:
    state = root.world(0)
    return Spot(state, 0, 1, state.turn)


def _few(orders: AnyOrders) -> list[tuple[str, Sequence[Any]]]:
    """Return the kinds of orders of which there are few: no other depends on what is hidden."""
    return [(verb, listed) for verb, listed in orders.groups.items() if len(listed) <= FEW]


def fitting(root: Root, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps of another plan as steps of this one, up to the first that is not possible."""
    fit: tuple[Step, ...] = ()
    for step in steps:
        try:
            found = Walk.along(root, fit).accepted(len(fit), step.seat, step.order)
        except IllegalOrder:
            break
        fit = (*fit, found)
    return fit
