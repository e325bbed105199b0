"""A simulated club, to measure ratings against what is true."""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from games.ratings import elo
from games.ratings.hyper import hyper_of
from games.ratings.skill import Entrant, Model, Played, log_loss, outcomes, person_key

PEOPLE = 120
ROUNDS = 30
BOARDS = ("north", "east", "west")
DAYS_APART = 4
LEAVE = 0.08

# How much people, boards and seats differ, in units of chance in one game.
SKILL, AFFINITY, SEAT = 1.0, 0.5, 0.4

ELO_STEPS = (8.0, 16.0, 24.0, 32.0, 48.0, 64.0)


@dataclass(frozen=True)
class Club:
    """The true skill of each person, and the games they played."""

    skill: Mapping[int, float]
    games: Sequence[Played]


def club(seed: int, *, people: int = PEOPLE, rounds: int = ROUNDS, leave: float = 0.0) -> Club:
    """Play a club's games: everyone plays once a round, at tables of three to five.

    A share `leave` of people leaves each game; the others are compared among themselves.
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
            stay = [person for person in table if leaving.random() >= leave]
            order = sorted(stay, key=lambda person: -shown[person])
            entrants = tuple(
                Entrant(person, table.index(person), order.index(person) + 1) for person in stay
            )
            if len(entrants) > 1:
                day = number * DAYS_APART
                games.append(Played(len(games), day, board, len(table), entrants))
    return Club(skill, games)


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
    fit = Model(hyper_of("")).fit(games, told=lambda _, predictions: made.append(predictions))
    people = [who for who in fit.games if isinstance(who, int)]
    return {who: fit.estimates[person_key(who)].mean for who in people}, made


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
    """Return the mean Kendall tau and log loss of each way to rate, over several clubs."""
    clubs = [club(seed, leave=leave) for seed in seeds]
    measured = {}
    for name, rate in WAYS.items():
        pairs = [(each, rate(each.games)) for each in clubs]
        taus = [kendall(each.skill, ratings) for each, (ratings, _) in pairs]
        losses = [loss(each.games, made) for each, (_, made) in pairs]
        measured[name] = (sum(taus) / len(taus), sum(losses) / len(losses))
    return measured


def main(arguments: Sequence[str]) -> int:
    """Print how ours compares; return 0 if it is ahead and leaving costs no more than .02."""
    parser = argparse.ArgumentParser(prog="python -m games.ratings simulate")
    parser.add_argument("--clubs", type=int, default=5, help="how many clubs to average over")
    seeds = range(1, parser.parse_args(arguments).clubs + 1)
    print(f"{len(seeds)} clubs of {PEOPLE} people, {ROUNDS} games each, 3 to 5 at a table")
    print(f"{'':16}{'tau':>8}{'log loss':>10}{'tau, 8% leave':>17}{'log loss':>10}")
    stay, leave = measure(seeds), measure(seeds, LEAVE)
    for name in WAYS:
        cells = (*stay[name], *leave[name])
        print(f"{name:16}{cells[0]:8.3f}{cells[1]:10.3f}{cells[2]:17.3f}{cells[3]:10.3f}")
    tau, least = stay["ours"]
    ahead = all(
        tau > other and least < lost for name, (other, lost) in stay.items() if name != "ours"
    )
    lost = tau - leave["ours"][0]
    print(f"Ours is {'' if ahead else 'not '}ahead in both. Leaving costs {lost:.3f} of tau.")
    return 0 if ahead and lost <= 0.02 else 1
