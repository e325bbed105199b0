"""Seasons of a league, simulated: does it sort people by skill, and does it end in time?

Skills, their drift, the effect of seats and the frequency of ties are those of the rating model;
how long games take is that of `games.league.answering`.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, sqrt
from statistics import correlation, fmean, median

from games.league.answering import PEOPLE as SLOWNESS
from games.league.answering import TURNS, Course, Habits, course, habits
from games.league.system.movement import Absence, Move, Seed, divided, moves, seeding
from games.league.system.ranges import rank_ranges
from games.league.system.schedule import tables
from games.league.system.standings import TableResult, standings
from games.league.terms import CLOSING, PACE, WEEKS
from games.ratings.hyper import hyper_of
from games.ratings.scale import LISTED_DEVIATION, POINTS
from games.ratings.skill import BETA, Hyper

MISSING = 0.05
"""The share of people who miss a season and come back."""
RATED = 0.5
"""The share of newcomers who have played enough rated games before."""
BLOCKS = 0.05
"""Pairs who are kept apart, for each person."""
EVEN = 0.282
"""How densely the differences of two equal players lie around 0, in units of BETA."""


@dataclass
class Person:
    """A person: their skill in units of the rating model, and how slowly they answer.

    Their `rating` is None while it is too uncertain to be listed.
    """

    skill: float
    rating: float | None
    slowness: float


@dataclass
class Figures:
    """What is counted over all seasons."""

    correlations: list[float] = field(default_factory=list)
    entries: int = 0
    lost: int = 0
    moved: int = 0
    lowered: int = 0
    together: int = 0
    last_games: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    turns: int = 0
    late: int = 0
    snapshots: int = 0
    unsound: int = 0
    widened: int = 0


@dataclass
class Club:
    """The people of a league between seasons, by number; `final` has the ranks of the last one.

    `rated` is the share of newcomers who have a listed rating; all have one once they have played.
    """

    rng: random.Random
    hyper: Hyper
    rated: float
    people: dict[int, Person] = field(default_factory=dict)
    final: list[dict[int, int]] = field(default_factory=list)
    absences: dict[int, Absence] = field(default_factory=dict)
    newest: int = 0

    def registered(self, size: int) -> list[int]:
        """Return who plays next: all but those who miss the season, and newcomers up to a size."""
        staying = [each for each in self.people if self.rng.random() >= MISSING]
        while len(staying) < size:
            self.newest += 1
            skill = self.rng.gauss(0, self.hyper.skill)
            rating = self._rating(skill) if self.rng.random() < self.rated else None
            self.people[self.newest] = Person(skill, rating, exp(self.rng.gauss(0, SLOWNESS)))
            staying.append(self.newest)
        return staying

    def _rating(self, skill: float) -> float:
        """Return a rating that is just certain enough to be listed."""
        return self.rng.gauss(skill, LISTED_DEVIATION / POINTS)

    def ratings(self) -> dict[int, float]:
        """Return the listed ratings of all people."""
        return {each: p.rating for each, p in self.people.items() if p.rating is not None}

    def end(self, final: list[dict[int, int]], left: set[int], days: int) -> None:
        """Take the ranks of a season of so many days; forget who left, and let skills drift."""
        for number, ranks in enumerate(self.final, start=1):
            for person, rank in ranks.items():
                self.absences[person] = Absence(number, rank, 0)
        self.final = final
        played = {person for ranks in final for person in ranks}
        for person in left:
            del self.people[person]
        self.absences = {
            person: replace(absence, seasons=absence.seasons + 1)
            for person, absence in self.absences.items()
            if person in self.people and person not in played
        }
        for number, each in self.people.items():
            if number in played:
                each.rating = self._rating(each.skill)
            each.skill += self.rng.gauss(0, self.hyper.drift * sqrt(days))


def simulate(
    seasons: int = 20,
    people: int = 200,
    leaving: float = 0.05,
    seed: int = 1,
    *,
    rated: float = RATED,
    title: str = next(iter(TURNS)),
    seats: int = 4,
    terms: Mapping[str, object] = PACE,
    weeks: int | None = None,
    ranges: bool = True,
) -> dict[str, object]:
    """Return the figures of some seasons by name.

    `leaving` is the share of entries who vanish in a season, on any day, and do not come back,
    `rated` that of newcomers who have a listed rating.
    Without `ranges`, the ranks that can still be reached are not checked, which takes most of the
    time.
    """
    rng = random.Random(seed)
    hyper = hyper_of(title)
    days = 7 * (weeks or WEEKS[seats])
    club, figures = Club(rng, hyper, rated), Figures()
    effects = [rng.gauss(0, hyper.seat) for _ in range(seats)]
    for number in range(seasons):
        registered = club.registered(people)
        seeds = seeding(club.final, registered, club.absences, club.ratings())
        apart = [pair for pair in _pairs(rng, registered) if pair[0] != pair[1]]
        made = divided(seeds, apart)
        _count_season(figures, club, seeds, made.divisions)
        figures.together += len(made.together)
        gone = {p: rng.uniform(0, days) for p in registered if rng.random() < leaving}
        manners = {p: habits(rng, club.people[p].slowness, days, gone.get(p)) for p in registered}
        final, ends = [], []
        for division in made.divisions:
            drawn = _Division(rng, hyper, effects, division, club.people, manners, days)
            results = drawn.play(title, seats, terms, mirrored=bool(number % 2))
            ends += [game.ended for _, game in results]
            figures.turns += sum(game.turns for _, game in results)
            figures.late += sum(game.late for _, game in results)
            figures.lost += len({p for table, _ in results for p in _losers(table)})
            if ranges:
                _check_ranges(figures, division, results)
            rows = standings([table for table, _ in results], division)
            final.append({row.entry: row.rank for row in rows})
        figures.ends += ends
        figures.last_games.append(max(ends))
        for level, ranks in enumerate(final, start=1):
            steps = moves(list(ranks.values()), highest=level == 1, lowest=level == len(final))
            figures.moved += sum(step != Move.STAY for step in steps)
        club.end(final, set(gone), days)
    return _told(figures, days - 7) | {
        "seasons": seasons,
        "people": people,
        "leaving": leaving,
        "rated": rated,
        "seed": seed,
        "title": title,
        "seats": seats,
        "weeks": days // 7,
        "terms": dict(terms),
    }


def _pairs(rng: random.Random, people: Sequence[int]) -> list[tuple[int, int]]:
    return [(rng.choice(people), rng.choice(people)) for _ in range(round(BLOCKS * len(people)))]


def _count_season(
    figures: Figures, club: Club, seeds: Sequence[Seed], divisions: Sequence[Sequence[int]]
) -> None:
    of = {person: level for level, each in enumerate(divisions, start=1) for person in each}
    figures.entries += len(of)
    figures.lowered += sum(
        seed.division is not None and of[seed.person] > seed.division for seed in seeds
    )
    skills = [club.people[person].skill for person in of]
    figures.correlations.append(-_rank_correlation(list(of.values()), skills))


def _losers(table: TableResult) -> set[int]:
    return {table.entries[seat] for seat in table.lost}


@dataclass
class _Division:
    """A division that is played; `manners` are the habits of its people."""

    rng: random.Random
    hyper: Hyper
    effects: Sequence[float]
    entries: Sequence[int]
    people: Mapping[int, Person]
    manners: Mapping[int, Habits]
    days: int

    def play(
        self, title: str, seats: int, terms: Mapping[str, object], *, mirrored: bool
    ) -> list[tuple[TableResult, Course]]:
        """Return its tables as they ended, and how long their games took."""
        results = []
        for seated in tables(len(self.entries), seats, mirrored=mirrored):
            entries = tuple(self.entries[entry] for entry in seated)
            game = course(self.rng, title, [self.manners[each] for each in entries], terms)
            game = replace(game, ended=min(game.ended, self.days + CLOSING.days))
            shown = [self._shown(entry, seat) for seat, entry in enumerate(entries)]
            places = tuple(1 + sum(other > own for other in shown) for own in shown)
            lost = frozenset(seat for seat, day in game.lost.items() if day <= game.ended)
            scores = tuple(max(0, 40 + round(8 * each)) for each in shown)
            results.append((TableResult(entries, places, scores, lost), game))
        return results

    def _shown(self, entry: int, seat: int) -> float:
        """Return what a player shows in a game, so coarsely that two are level as often as said."""
        shown = self.people[entry].skill + self.effects[seat] + self.rng.gauss(0, BETA)
        width = self.hyper.draw / EVEN
        return round(shown / width) * width if width else shown


def _check_ranges(
    figures: Figures, division: Sequence[int], results: Sequence[tuple[TableResult, Course]]
) -> None:
    """Replay a division: each range must hold the final rank, and lie in the one before."""
    events: list[tuple[float, int, int | None]] = []
    for number, (table, game) in enumerate(results):
        events += [(game.lost[seat], number, seat) for seat in table.lost]
        events.append((game.ended, number, None))
    now = [TableResult(table.entries) for table, _ in results]
    final = {row.entry: row.rank for row in standings([table for table, _ in results], division)}
    before = dict.fromkeys(division, (1, len(division)))
    for _, number, seat in sorted(events, key=lambda event: (event[0], event[1], event[2] is None)):
        if seat is None:
            now[number] = results[number][0]
        else:
            now[number] = replace(now[number], lost=now[number].lost | {seat})
        reachable = rank_ranges(now, division)
        figures.snapshots += 1
        for entry, (best, worst) in reachable.items():
            figures.unsound += not best <= final[entry] <= worst
            figures.widened += not (before[entry][0] <= best and worst <= before[entry][1])
        before = reachable


def _told(figures: Figures, due: int) -> dict[str, object]:
    """Return the figures as they are printed: one correlation of divisions and skill a season.

    Shares are of entries, of games that are over by the day when they are `due`, and of turns that
    a bot played for somebody who had not left. `median_last_day` is when a season's last game ends.
    """
    return {
        "rank_correlations": [round(c, 3) for c in figures.correlations],
        "share_with_lost_table": round(figures.lost / figures.entries, 4),
        "share_moving": round(figures.moved / figures.entries, 4),
        "share_lowered": round(figures.lowered / figures.entries, 4),
        "pairs_together": figures.together,
        "median_last_day": round(median(figures.last_games), 1),
        "mean_days": round(fmean(figures.ends), 1),
        "share_over_by_due_day": round(
            sum(day <= due for day in figures.ends) / len(figures.ends), 4
        ),
        "share_of_late_turns": round(figures.late / figures.turns, 4),
        "snapshots": figures.snapshots,
        "sound": not figures.unsound and not figures.widened,
    }


def _rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation; 0 if one of them is the same everywhere."""
    ranks = _ranks(one), _ranks(other)
    if any(len(set(each)) < 2 for each in ranks):
        return 0.0
    return correlation(*ranks)


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, the mean one for equal values."""
    first: dict[float, int] = {}
    for number, value in enumerate(sorted(values)):
        first.setdefault(value, number)
    counted = Counter(values)
    return [first[value] + (counted[value] - 1) / 2 for value in values]
