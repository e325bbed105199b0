"""Whole games to look at, played once in each process: half with sense, half at random."""

import random
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from games.bots import BOTS
from games.rules import TITLES
from games.rules.errors import IllegalOptions
from games.rules.playing import draw
from games.rules.title import CHANCE, Order, Title

ENDLESS = 40_000
"""More orders than any game takes, however it is played."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@dataclass(frozen=True)
class Case:
    """A title with options and players that go together."""

    title_id: str
    options: tuple[tuple[str, str], ...]
    players: int

    @property
    def title(self) -> Title:
        return TITLES[self.title_id]

    def start(self) -> Any:
        return self.title.start(dict(self.options), self.players)

    def __str__(self) -> str:
        return "-".join([self.title_id, str(self.players), *(value for _, value in self.options)])


@dataclass(frozen=True)
class Step:
    """An order of a game, with the positions before and after it."""

    before: Any
    seat: int
    order: Order
    after: Any


def cases() -> list[Case]:
    """Return every combination that can be played."""
    found = []
    for title in TITLES.values():
        values = [[(o.name, value.id) for value in o.values] for o in title.options()]
        for players, options in product(title.players, product(*values)):
            try:
                title.complete(dict(options), players)
            except IllegalOptions:
                continue
            found.append(Case(title.id, options, players))
    return found


CASES = cases()


@cache
def walk(case: Case, seed: int = 1, sense: float = 0.5) -> tuple[Step, ...]:
    """Return a whole game; `sense` is the part of the orders that the greedy bot gives."""
    title, rng, state, steps = case.title, random.Random(seed), case.start(), []
    while seats := title.to_move(state):
        assert len(steps) < ENDLESS, "this game does not end"
        seat = rng.choice(seats)
        if seat == CHANCE:
            assert title.draws(state), "chance can draw nothing: a dead end"
            order = draw(title, state, rng)
        else:
            orders = title.orders(state, seat)
            assert orders, f"seat {seat} can give no order: a dead end"
            bot = BOTS["greedy" if rng.random() < sense else "random"]
            order = bot(title.view(state, seat), orders, rng)
        after = title.apply(state, seat, order)
        steps.append(Step(state, seat, order, after))
        state = after
    return tuple(steps)


def some(case: Case, number: int, seed: int = 1) -> list[Step]:
    """Return some orders of a whole game, none of them chance's, from all of its course."""
    steps = [step for step in walk(case) if step.seat != CHANCE]
    return random.Random(seed).sample(steps, min(number, len(steps)))


def log(case: Case, steps: tuple[Step, ...]) -> list[tuple[int, str]]:
    """Return a game as logged texts."""
    return [(step.seat, case.title.write(step.before, step.order)) for step in steps]
