"""How long games of a league take: a model of how fast people answer.

It is a guess that chooses the clock, not a measurement: no games of a season have been played yet.

- A game is a chain of requests: a turn, or an answer in the turn of somebody else, after which the
  turn goes on. How many there are comes from the whole games in `tests/records`; those of
  fewer than 39 turns were recorded to show a way of ending and are left out.
- An answer takes minutes from somebody who is just looking at their games, and hours otherwise: two
  log-normal distributions, as for answers to emails (Stouffer, Malmgren and Amaral, 'Log-normal
  statistics in e-mail communication patterns', 2006, arXiv physics/0605027). Their medians, spreads
  and shares are assumed, and so is how much people differ.
- Everybody sleeps RESTING hours a day, during which clocks stand still, and HOLIDAYS of those in a
  season take a week off.
- When somebody's time has run out, a bot plays after the grace period, the first time in a season a
  day later. From the second time on it plays after AWAY hours for those who have left; the others
  are assumed to take their seat back each time before somebody else does.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import log

from games.league.terms import GRACE

TURNS: Mapping[str, Mapping[int, Sequence[tuple[int, int]]]] = {
    "teutonica": {
        3: (
            (56, 1), (64, 13), (67, 12), (67, 13), (68, 9), (68, 11), (70, 5), (73, 6), (76, 3),
            (81, 16), (82, 7), (108, 24),
        ),
        4: (
            (61, 15), (69, 10), (76, 16), (77, 4), (78, 17), (86, 7), (87, 13), (89, 32), (96, 12),
        ),
        5: (
            (48, 33), (80, 10), (84, 21), (95, 18), (97, 16), (104, 25), (104, 28), (120, 8),
            (126, 17),
        ),
    },
    "hansa": {
        3: ((39, 0), (39, 0), (39, 2), (42, 3)),
        4: ((44, 1), (44, 3), (44, 4), (48, 3), (52, 3), (84, 1)),
    },
}  # fmt: skip
"""Recorded games by title and seats: how many turns, and answers in the turns of others."""

LOOKING = 0.4
"""The share of answers by somebody who is just looking at their games."""
SOON = (0.3, 1.0)
LATER = (6.0, 0.9)
"""Medians in hours, and spreads of their logarithms, of answers then and otherwise."""
PEOPLE = 0.5
"""The spread of the logarithm of people's slowness."""
RESTING = 8
HOLIDAYS = 0.5
HOLIDAY = 7.0
AWAY = 6.0
SEASON_GRACE = GRACE / timedelta(hours=1)
DAY = 24.0
AWAKE = DAY / (DAY - RESTING)
"""How many hours pass while a clock counts one."""


@dataclass
class Habits:
    """How a person answers in a season: days are counted from its beginning.

    `holiday` is the day on which they leave for a week, and `gone` the day from which they play no
    more; both None for never. `grace` are the hours left of what the season grants them.
    """

    slowness: float = 1.0
    holiday: float | None = None
    gone: float | None = None
    grace: float = SEASON_GRACE

    def answer(self, rng: random.Random, day: float) -> float | None:
        """Return after how many hours they answer a request of that day, None for never."""
        if self.gone is not None and day >= self.gone:
            return None
        median, spread = SOON if rng.random() < LOOKING else LATER
        hours = rng.lognormvariate(log(median * self.slowness), spread)
        if self.gone is not None and day + hours / DAY > self.gone:
            return None
        return hours

    def off(self, day: float) -> float:
        """Return how many hours are left of their holiday."""
        if self.holiday is None or not self.holiday <= day < self.holiday + HOLIDAY:
            return 0.0
        return (self.holiday + HOLIDAY - day) * DAY


def habits(rng: random.Random, slowness: float, days: float, gone: float | None) -> Habits:
    """Return how a person of some slowness answers in a season of so many days."""
    holiday = rng.uniform(0, days) if rng.random() < HOLIDAYS else None
    return Habits(slowness, holiday, gone)


@dataclass
class Clock:
    """A person's clock in one game: the hours in their bank, and how often they ran out of time."""

    bank: float
    timeouts: int = 0
    late: int = 0
    lost: float | None = None


@dataclass(frozen=True)
class Course:
    """How a game went: the day it ended, and by seat the day on which it was lost, if it was.

    `late` is how many of its turns a bot played for people who had not left.
    """

    ended: float
    lost: Mapping[int, float]
    turns: int = 0
    late: int = 0


def course(
    rng: random.Random, title: str, people: Sequence[Habits], terms: Mapping[str, object]
) -> Course:
    """Play the clock of one game. The season's grace of its people is used up where needed."""
    turns, answers = rng.choice(TURNS[title][len(people)])
    clocks = [Clock(_hours(terms, "bank_hours")) for _ in people]
    answered = set(rng.sample(range(turns), min(answers, turns)))
    day = 0.0
    for turn in range(turns):
        seat = turn % len(people)
        clock = clocks[seat]
        banked = terms["pace"] == "bank"
        clock.bank = (min(clock.bank, _hours(terms, "bank_hours")) if banked else 0.0) + _hours(
            terms, "hours"
        )
        day += _wait(rng, day, people[seat], clock, terms, own=True)
        if turn in answered:
            other = (seat + rng.randrange(1, len(people))) % len(people)
            day += _wait(rng, day, people[other], clocks[other], terms, own=False)
            day += _wait(rng, day, people[seat], clock, terms, own=True)
    lost = {seat: clock.lost for seat, clock in enumerate(clocks) if clock.lost is not None}
    late = sum(clock.late for clock in clocks)
    return Course(day, lost, turns, late)


def _hours(terms: Mapping[str, object], name: str) -> float:
    return float(str(terms[name]))


def _wait(
    rng: random.Random,
    day: float,
    person: Habits,
    clock: Clock,
    terms: Mapping[str, object],
    *,
    own: bool,
) -> float:
    """Return how many days a request is open, and keep the clock."""
    if clock.lost is not None:
        return AWAY / DAY
    least = _hours(terms, "reaction_hours")
    budget = max(least, clock.bank) if own else least
    off = person.off(day)
    hours = person.answer(rng, day + off / DAY)
    limit = budget + _hours(terms, "grace_hours")
    if hours is not None and hours <= limit * AWAKE:
        if own:
            clock.bank = max(0.0, clock.bank - hours / AWAKE)
        return (off + hours) / DAY
    spent, person.grace = person.grace, 0.0
    if hours is not None and hours <= limit * AWAKE + spent:
        clock.bank = 0.0 if own else clock.bank
        return (off + hours) / DAY
    clock.timeouts += 1
    clock.bank = 0.0 if own else clock.bank
    waited = off + limit * AWAKE + spent
    if hours is not None:
        clock.late += 1
    elif clock.timeouts > 1:
        clock.lost = day + waited / DAY
    return waited / DAY
