"""Whole games to look at, played once in each process: half with sense, half at random."""

import random
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from games.bots import BOTS
from games.rules import TITLES
from games.rules.playthrough import Playthrough, Step
from games.rules.title import CHANCE, Title
from tests.cases import first

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

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        return (("title", self.title_id), ("players", str(self.players)), *self.options)

    def __str__(self) -> str:
        return "-".join([self.title_id, str(self.players), *(value for _, value in self.options)])


def cases() -> list[Case]:
    """Return every combination that is offered, each with every option that goes with it."""
    return [
        Case(title.id, tuple(chosen.items()), players)
        for title in TITLES.values()
        for players in title.players
        for chosen in choices(title, players)
    ]


def choices(title: Title, players: int) -> list[dict[str, str]]:
    """Return every choice of options that a form would let this many players make."""
    found: list[dict[str, str]] = [{}]
    for name in [option.name for option in title.options()]:
        grown = []
        for chosen in found:
            values = [o.values for o in title.compatible_options(chosen, players) if o.name == name]
            grown += [chosen | {name: value.id} for row in values for value in row] or [chosen]
        found = grown
    return found


def covering(found: list[Case]) -> list[Case]:
    """Return some cases in which any two choices that go together stand together once."""
    pairs = {case: set(combinations(case.choices, 2)) for case in found}
    left, kept = set().union(*pairs.values()), []
    while left:
        kept.append(max(found, key=lambda case: len(pairs[case] & left)))
        left -= pairs[kept[-1]]
    return kept


CASES = cases()
PAIRED = covering(CASES)
"""For what takes long."""

PAIRED_FIRST = first(len(PAIRED), [*PAIRED, *(case for case in CASES if case not in PAIRED)])
"""All of them, of which only the covering ones are run each time."""


@cache
def walk(case: Case, seed: int = 1, sense: float = 0.5) -> tuple[Step, ...]:
    """Return a whole game; `sense` is the part of the orders that the greedy bot gives."""
    title, rng = case.title, random.Random(seed)
    play = Playthrough(title, case.start(), rng)
    for seats in play.asked():
        assert len(play.steps) < ENDLESS, "this game does not end"
        seat = rng.choice(seats)
        assert title.orders(play.state, seat), f"seat {seat} can give no order: a dead end"
        play.answer(seat, BOTS["journeyman" if rng.random() < sense else "random"])
    return tuple(play.steps)


def some(case: Case, number: int, seed: int = 1) -> list[Step]:
    """Return some orders of a whole game, none of them chance's, from all of its session."""
    steps = [step for step in walk(case) if step.seat != CHANCE]
    return random.Random(seed).sample(steps, min(number, len(steps)))


def of_each_kind(case: Case, number: int = 3) -> list[Step]:
    """Return some orders of each verb, also those that module or board bring only rarely."""
    steps = random.Random(case.players).sample(walk(case), len(walk(case)))
    by_verb: dict[str, list[Step]] = {}
    for step in steps:
        by_verb.setdefault(step.order.verb, []).append(step)
    return [step for row in by_verb.values() for step in row[:number]]


def log(case: Case, steps: tuple[Step, ...]) -> list[tuple[int, str]]:
    """Return a game as logged texts."""
    return [(step.seat, step.text) for step in steps]
