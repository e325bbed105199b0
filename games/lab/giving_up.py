"""What giving up games does to a rating, at simulated tables of equals."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from statistics import fmean, stdev

from games.ratings.compared import Part, Sat, compared
from games.ratings.hyper import hyper_of
from games.ratings.scale import POINTS, START
from games.ratings.skill import Model, Played

TABLES = 30
GAMES = 70
SEATS = 4
DAYS_APART = 4
ILL = 0.08
MOST_BY_CHANCE = 30
"""The most points that players lose who leave games by chance, as often as ILL."""

BOT = "equal"

MOMENT = datetime(2030, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Evening:
    """A game of four equals: the places, those if a bot plays for the first, a throw of 0 to 1."""

    places: tuple[int, ...]
    with_bot: tuple[int, ...]
    dice: float

    @property
    def mine(self) -> int:
        """The place of the one who may give up."""
        return self.places[0]


Gives = Callable[[Evening], bool]
"""Whether the first of the four gives a game up that would end so."""


@dataclass(frozen=True)
class Policy:
    """What the first of four equals does with games that go badly.

    The three others are `bots`, or people. Where giving up is free, it rates nothing, or if
    `replaced` the place of the bot that played on. To have a game `cancelled`, people must all
    agree, and who leads doesn't; where that is free, more than half are enough.
    """

    name: str
    gives: Gives
    bots: bool = False
    replaced: bool = False
    cancelled: bool = False


def _never(evening: Evening) -> bool:
    return False


def _losing(evening: Evening) -> bool:
    return evening.mine > 1


BY_CHANCE = "leaves 8% of games at random"
STAYS = Policy("stays", _never)
ALONE = Policy("alone with bots: stays", _never, bots=True)

POLICIES = (
    STAYS,
    Policy("leaves all games but those they win", _losing),
    Policy("leaves when last", lambda evening: evening.mine == SEATS),
    Policy("lets the clock run out when losing", _losing, replaced=True),
    Policy(BY_CHANCE, lambda evening: evening.dice < ILL),
    Policy("asks to cancel when losing; all agree but who leads", _losing, cancelled=True),
    ALONE,
    Policy("alone with bots: leaves, cancels or asks for a hint when losing", _losing, bots=True),
)


def evenings(rng: random.Random, games: int) -> list[Evening]:
    """Return games that chance alone decides."""
    made = []
    for _ in range(games):
        first, *others, bot = (rng.gauss(0, 1) for _ in range(SEATS + 1))
        made.append(Evening(_places([first, *others]), _places([bot, *others]), rng.random()))
    return made


def _places(shown: Sequence[float]) -> tuple[int, ...]:
    return tuple(1 + sum(other > mine for other in shown) for mine in shown)


def results(
    policy: Policy, table: int, played: Sequence[Evening], *, counts: bool
) -> Iterator[Played]:
    """Yield what a table's games are to the model if giving up `counts`, or if it is free.

    The people of a table, and the effects of its seats, are no other's.
    """
    for number, evening in enumerate(played):
        gives = policy.gives(evening)
        places = evening.places
        if gives and policy.cancelled:
            if not counts:
                continue
            gives = False
        if gives and policy.replaced and not counts:
            places, gives = evening.with_bot, False
        sat = [
            Sat(seat, _who(policy, table, seat), table * SEATS + seat, Part.WHOLE, place, None)
            for seat, place in enumerate(places)
        ]
        rated = True
        if gives:
            moment = MOMENT if counts else None
            sat[0] = replace(sat[0], part=Part.LEFT, place=None, gave_up=moment)
            # Among people the others play on; bots alone do not.
            rated = not policy.bots
        yield from compared(
            sat, game=number, day=number * DAYS_APART, board="", players=SEATS, rated=rated
        )


def _who(policy: Policy, table: int, seat: int) -> int | str:
    return BOT if policy.bots and seat else table * SEATS + seat


def ratings(
    policies: Sequence[Policy], *, tables: int, games: int, counts: bool
) -> dict[str, list[list[float]]]:
    """Return the ratings at each table of each policy, in points: first the one who may give up."""
    found: list[Played] = []
    for place, policy in enumerate(policies):
        for number in range(tables):
            played = evenings(random.Random(number), games)
            found += results(policy, place * tables + number, played, counts=counts)
    found.sort(key=lambda game: game.day)
    fit = Model(hyper_of(""), {BOT: 0.0}).fit(found)
    return {
        policy.name: [
            [
                START + POINTS * (fit.rating(who).mean if fit.games[who] else 0.0)
                for seat in range(1 if policy.bots else SEATS)
                for who in [(place * tables + number) * SEATS + seat]
            ]
            for number in range(tables)
        ]
        for place, policy in enumerate(policies)
    }


@dataclass(frozen=True)
class Row:
    """A policy with the mean rating it led to, with its error, if giving up counts or not.

    `more` is by how much it is more than staying, with its error.
    """

    name: str
    by_chance: bool
    free: tuple[float, float]
    now: tuple[float, float]
    more: tuple[float, float]

    @property
    def is_fair(self) -> bool:
        """Whether the policy gains nothing, and costs little if it is not chosen.

        But for the error of a simulation.
        """
        more, error = self.more
        return more <= 2 * error and (more >= -MOST_BY_CHANCE - 2 * error or not self.by_chance)


def rows(*, tables: int = TABLES, games: int = GAMES) -> list[Row]:
    """Play all policies at a number of tables, each with the same luck."""
    free = ratings(POLICIES, tables=tables, games=games, counts=False)
    now = ratings(POLICIES, tables=tables, games=games, counts=True)
    made = []
    for policy in POLICIES:
        stays = now[(ALONE if policy.bots else STAYS).name]
        mine = [table[0] for table in now[policy.name]]
        more = [one - other[0] for one, other in zip(mine, stays, strict=True)]
        made.append(
            Row(
                policy.name,
                policy.name == BY_CHANCE,
                _mean([table[0] for table in free[policy.name]]),
                _mean(mine),
                _mean(more),
            )
        )
    return made


def _mean(values: Sequence[float]) -> tuple[float, float]:
    return fmean(values), stdev(values) / len(values) ** 0.5
