"""A simulated club, to measure ratings against what is true."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce

from games.lab import giving_up
from games.ratings import elo
from games.ratings.compared import Part, Sat, compared
from games.ratings.hyper import hyper_of
from games.ratings.skill import Model, Played, log_loss, outcomes

PEOPLE = 120
ROUNDS = 30
BOARDS = ("north", "east", "west")
DAYS_APART = 4
LEAVE = 0.08
QUIT = 0.1

# How much people, boards and seats differ, in units of chance in one game.
SKILL, AFFINITY, SEAT = 1.0, 0.5, 0.4

ELO_STEPS = (8.0, 16.0, 24.0, 32.0, 48.0, 64.0)


@dataclass(frozen=True)
class Club:
    """The true skill of each person, the games they played, and who leaves all but those they win.

    `games` has what those who left are rated by as well.
    """

    skill: Mapping[int, float]
    games: Sequence[Played]
    quitters: frozenset[int]

    @property
    def whole(self) -> list[Played]:
        """The games as those are compared who stayed."""
        return [game for game in self.games if game.only is None]


def club(
    seed: int,
    *,
    people: int = PEOPLE,
    rounds: int = ROUNDS,
    leave: float = 0.0,
    quitting: float = 0.0,
) -> Club:
    """Play a club's games: everyone plays once a round, at tables of three to five.

    A share `leave` of people leaves each game by chance, and a share `quitting` leaves all games
    but those they win; the others are compared among themselves.
    """
    rng = random.Random(seed)
    skill = {person: rng.gauss(0, SKILL) for person in range(people)}
    affinity = {(person, board): rng.gauss(0, AFFINITY) for person in skill for board in BOARDS}
    seats = {
        (board, size, starts): rng.gauss(0, SEAT)
        for board in BOARDS
        for size in (2, 3, 4, 5)
        for starts in range(size)
    }
    # Who leaves is drawn apart: with and without leaving, the same games are played.
    leaving = random.Random(seed)
    quitters = frozenset(leaving.sample(range(people), round(quitting * people)))
    games: list[Played] = []
    for number in range(rounds):
        for table in _tables(list(skill), rng):
            board = rng.choice(BOARDS)
            shown = {
                person: skill[person]
                + affinity[person, board]
                + seats[board, len(table), starts]
                + rng.gauss(0, 1)
                for starts, person in enumerate(table)
            }
            stay = {person for person in table if leaving.random() >= leave}
            winner = max(table, key=lambda person: shown[person])
            stay -= quitters - {winner}
            sat = [
                Sat(
                    starts,
                    person,
                    starts,
                    Part.WHOLE,
                    1 + sum(shown[other] > shown[person] for other in stay),
                    None,
                )
                if person in stay
                else Sat(starts, person, starts, Part.LEFT, None, giving_up.MOMENT)
                for starts, person in enumerate(table)
            ]
            games += compared(
                sat,
                game=number * people + len(games),
                day=number * DAYS_APART,
                board=board,
                players=len(table),
                rated=True,
            )
    return Club(skill, games, quitters)


def _tables(people: list[int], rng: random.Random) -> list[list[int]]:
    """Seat people at tables of three to five; up to two of them wait for the next round."""
    rng.shuffle(people)
    tables = []
    while len(people) > 2:
        size = min(rng.choice((3, 4, 5)), len(people))
        tables.append([people.pop() for _ in range(size)])
    return tables


def kendall(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    """Return Kendall's tau of two orders of the same people."""
    people = sorted(one)
    signs = [
        (one[a] - one[b]) * (other[a] - other[b])
        for number, a in enumerate(people)
        for b in people[number + 1 :]
    ]
    return sum((sign > 0) - (sign < 0) for sign in signs) / len(signs)


Rated = tuple[dict[int, float], Sequence[Sequence[float]]]
"""Ratings after the last game, and for each game the predictions of pairs i < j before it."""


def ours(games: Sequence[Played]) -> Rated:
    """Rate a club as the site does."""
    made: list[Sequence[float]] = []
    fit = Model(hyper_of("")).fit(games, notify=lambda _, predictions: made.append(predictions))
    people = [who for who in fit.games if isinstance(who, int)]
    return {who: fit.rating(who).mean for who in people}, made


def by_elo(games: Sequence[Played]) -> Rated:
    """Rate a club by pairwise Elo, with the step that predicts this club best."""
    runs = []
    for step in ELO_STEPS:
        rated = elo.Elo(step)
        runs.append(([rated.play(game) for game in games], rated.ratings))
    made, ratings = min(runs, key=lambda run: loss(games, run[0]))
    return {who: rating for who, rating in ratings.items() if isinstance(who, int)}, made


def by_openskill(games: Sequence[Played]) -> Rated:
    """Rate a club by openskill's Plackett-Luce model with its defaults."""
    model = PlackettLuce()
    known = {entrant.who: model.rating() for game in games for entrant in game.entrants}
    made = []
    for game in games:
        teams = [[known[entrant.who]] for entrant in game.entrants]
        made.append([model.predict_win([teams[i], teams[j]])[0] for i, j, _ in outcomes(game)])
        rated = model.rate(teams, ranks=[entrant.place for entrant in game.entrants])
        for entrant, team in zip(game.entrants, rated, strict=True):
            known[entrant.who] = team[0]
    return {who: rating.mu for who, rating in known.items() if isinstance(who, int)}, made


def loss(games: Sequence[Played], made: Sequence[Sequence[float]]) -> float:
    """Return the mean log loss of predictions over all pairs."""
    losses = [
        log_loss(predicted, outcome)
        for game, pairs in zip(games, made, strict=True)
        for (_, _, outcome), predicted in zip(outcomes(game), pairs, strict=True)
    ]
    return sum(losses) / len(losses)


WAYS: dict[str, Callable[[Sequence[Played]], Rated]] = {
    "ours": ours,
    "pairwise Elo": by_elo,
    "openskill": by_openskill,
}


def measure(seeds: Sequence[int], leave: float = 0.0) -> dict[str, tuple[float, float]]:
    """Return the mean Kendall tau and log loss of each way to rate, over several clubs.

    Of those who left games it is their strength that counts, by which others are measured.
    """
    clubs = [club(seed, leave=leave) for seed in seeds]
    measured = {}
    for name, rate in WAYS.items():
        pairs = [(each, rate(each.whole)) for each in clubs]
        taus = [kendall(each.skill, ratings) for each, (ratings, _) in pairs]
        losses = [loss(each.whole, made) for each, (_, made) in pairs]
        measured[name] = (sum(taus) / len(taus), sum(losses) / len(losses))
    return measured


def tau_of_ratings(seeds: Sequence[int]) -> float:
    """Return the mean tau of ratings among people who leave games by chance, and lose by that."""
    clubs = [club(seed, leave=LEAVE) for seed in seeds]
    return fmean(kendall(each.skill, ours(each.games)[0]) for each in clubs)


def tau_of_others(seeds: Sequence[int]) -> tuple[float, float]:
    """Return the mean tau of those who stay among people who leave all games but those they win.

    First if leaving counts for those who leave, then if it doesn't.
    """
    found: tuple[list[float], list[float]] = ([], [])
    for seed in seeds:
        each = club(seed, quitting=QUIT)
        true = {who: skill for who, skill in each.skill.items() if who not in each.quitters}
        for games, taus in zip((each.games, each.whole), found, strict=True):
            ratings, _ = ours(games)
            taus.append(kendall(true, {who: ratings[who] for who in true}))
    return fmean(found[0]), fmean(found[1])


class NotAsPromised(Exception):
    """What a simulation found is not what the ratings promise."""


def simulated(number: int, tables: int) -> Iterator[str]:
    """Tell how ours compares in some clubs, and what giving up does at some tables of equals.

    Raises NotAsPromised unless ours is ahead, leaving by chance costs strengths no more than .02 of
    tau and others nothing, no one gains by giving up, and 8% of games left by chance cost no more
    than 30 points.
    """
    seeds = range(1, number + 1)
    yield f"{number} clubs of {PEOPLE} people, {ROUNDS} games each, 3 to 5 at a table"
    yield f"{'':16}{'tau':>8}{'log loss':>10}{'tau, 8% leave':>17}{'log loss':>10}"
    stay, leave = measure(seeds), measure(seeds, LEAVE)
    for name in WAYS:
        cells = (*stay[name], *leave[name])
        yield f"{name:16}{cells[0]:8.3f}{cells[1]:10.3f}{cells[2]:17.3f}{cells[3]:10.3f}"
    tau, least = stay["ours"]
    ahead = all(
        tau > other and least < lost for name, (other, lost) in stay.items() if name != "ours"
    )
    lost = tau - leave["ours"][0]
    yield f"Ours is {'' if ahead else 'not '}ahead in both. Leaving costs {lost:.3f} of tau."
    yield f"With what their ratings lose by it, tau is {tau_of_ratings(seeds):.3f}."
    counted, free = tau_of_others(seeds)
    yield f"Where {QUIT:.0%} leave all games but those they win, the others' tau is {counted:.3f},"
    yield f"and {free:.3f} if that costs those who leave nothing."
    rows = giving_up.rows(tables=tables)
    yield f"{tables} tables of four equals, {giving_up.GAMES} games each"
    yield f"{'one of them ...':64}{'if free':>10}{'now':>10}{'than staying':>16}"
    for row in rows:
        yield (
            f"{row.name:64}{row.free[0]:6.0f} ±{row.free[1]:2.0f}"
            f"{row.now[0]:6.0f} ±{row.now[1]:2.0f}{row.more[0]:+11.0f} ±{row.more[1]:3.0f}"
        )
    fair = all(row.is_fair for row in rows) and abs(counted - free) < 0.001
    yield f"Giving up is {'' if fair else 'not '}as it should be."
    if not ahead or lost > 0.02 or not fair:
        raise NotAsPromised
