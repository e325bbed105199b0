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
"""How many points those lose at most who leave so many games by chance."""

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
class Way:
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
STAYS = Way("stays", _never)
ALONE = Way("alone with bots: stays", _never, bots=True)

WAYS = (
    STAYS,
    Way("leaves all games but those they win", _losing),
    Way("leaves when last", lambda evening: evening.mine == SEATS),
    Way("lets the clock run out when losing", _losing, replaced=True),
    Way(BY_CHANCE, lambda evening: evening.dice < ILL),
    Way("asks to cancel when losing; all agree but who leads", _losing, cancelled=True),
    ALONE,
    Way("alone with bots: leaves, cancels or asks for a hint when losing", _losing, bots=True),
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


def results(way: Way, table: int, played: Sequence[Evening], *, counts: bool) -> Iterator[Played]:
    """Yield what a table's games are to the model if giving up `counts`, or if it is free.

    The people of a table, and the effects of its seats, are no other's.
    """
    for number, evening in enumerate(played):
        gives = way.gives(evening)
        places = evening.places
        if gives and way.cancelled:
            if not counts:
                continue
            gives = False
        if gives and way.replaced and not counts:
            places, gives = evening.with_bot, False
        sat = [
            Sat(seat, _who(way, table, seat), table * SEATS + seat, Part.WHOLE, place, None)
            for seat, place in enumerate(places)
        ]
        rated = True
        if gives:
            moment = MOMENT if counts else None
            sat[0] = replace(sat[0], part=Part.LEFT, place=None, gave_up=moment)
            # Among people the others play on; of those who were alone with bots nobody does.
            rated = not way.bots
        yield from compared(
            sat, game=number, day=number * DAYS_APART, board="", players=SEATS, rated=rated
        )


def _who(way: Way, table: int, seat: int) -> int | str:
    return BOT if way.bots and seat else table * SEATS + seat


def ratings(
    ways: Sequence[Way], *, tables: int, games: int, counts: bool
) -> dict[str, list[list[float]]]:
    """Return the ratings at each table of each way, in points: first the one who may give up."""
    found: list[Played] = []
    for place, way in enumerate(ways):
        for number in range(tables):
            played = evenings(random.Random(number), games)
            found += results(way, place * tables + number, played, counts=counts)
    found.sort(key=lambda game: game.day)
    fit = Model(hyper_of(""), {BOT: 0.0}).fit(found)
    return {
        way.name: [
            [
                START + POINTS * (fit.rating(who).mean if fit.games[who] else 0.0)
                for seat in range(1 if way.bots else SEATS)
                for who in [(place * tables + number) * SEATS + seat]
            ]
            for number in range(tables)
        ]
        for place, way in enumerate(ways)
    }


@dataclass(frozen=True)
class Row:
    """A way with the mean rating it led to, with its error, if giving up counts or not.

    `more` is by how much it is more than staying, with its error.
    """

    name: str
    by_chance: bool
    free: tuple[float, float]
    now: tuple[float, float]
    more: tuple[float, float]

    @property
    def is_fair(self) -> bool:
        """Whether the way gains nothing, and costs little if it is not chosen.

        But for the error of a simulation.
        """
        more, error = self.more
        return more <= 2 * error and (more >= -MOST_BY_CHANCE - 2 * error or not self.by_chance)


def rows(*, tables: int = TABLES, games: int = GAMES) -> list[Row]:
    """Play all ways at so many tables, each with the same luck."""
    free = ratings(WAYS, tables=tables, games=games, counts=False)
    now = ratings(WAYS, tables=tables, games=games, counts=True)
    made = []
    for way in WAYS:
        stays = now[(ALONE if way.bots else STAYS).name]
        mine = [table[0] for table in now[way.name]]
        more = [one - other[0] for one, other in zip(mine, stays, strict=True)]
        made.append(
            Row(
                way.name,
                way.name == BY_CHANCE,
                _mean([table[0] for table in free[way.name]]),
                _mean(mine),
                _mean(more),
            )
        )
    return made


def _mean(values: Sequence[float]) -> tuple[float, float]:
    return fmean(values), stdev(values) / len(values) ** 0.5
