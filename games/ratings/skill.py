"""The model of skill: TrueSkill Through Time (Dangauthier and others, 2007) over whole histories.

A game is compared place by place. What each player shows in it is the sum of three things: their
skill, their affinity with the board, and the effect of their place in the order of play. These are
team-mates in the model: a player who often starts last, or plays only the board they like, gains
and loses nothing by it. On top comes chance, normal with deviation BETA, the unit of the scale.
Skill drifts with time, so uncertainty grows between games and the mean stays.

It knows no database. What a game says is passed on as messages between arrays, of one game or of a
whole history (games.ratings.message_passing).
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice, pairwise
from statistics import NormalDist

import numpy as np

from games.ratings.message_passing import Floats, History, Ranked, between_teams, moments
from games.ratings.standing import standings

BETA = 1.0
"""Chance in one game, for one player; all other numbers are in this unit."""

FIXED = 1e-3
"""The deviation of what is not to be learned, such as a bot's strength."""

ITERATIONS = 100
PRECISION = 0.001
"""Messages go back and forth through time until no mean or deviation has PRECISION left to go.

That is 0.2 points of a rating. ITERATIONS is a bound; five to seven are usual.
"""

WINDOW = 200_000
"""How many games messages go back and forth among: as much as one worker has memory for."""

LEAST = 1e-12


@dataclass(frozen=True)
class Hyper:
    """What the model assumes of a title before any game, in units of BETA.

    Deviations of `skill` among people, of `affinity` with a board and of the effect of a `seat`;
    `drift` is the deviation by which skill changes in a day; `draw` the probability that two equal
    players tie.
    """

    skill: float
    drift: float
    seat: float
    affinity: float
    draw: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person or bot in a game: `who` is the person's id or the bot's name, `place` 1 the winner.

    `starts` is their place in the order of play, from 0.
    """

    who: int | str
    starts: int
    place: int


@dataclass(frozen=True, slots=True)
class Played:
    """A rated game: its number, the day it ended, and who is compared.

    `players` is the number of seats, of which some may not be compared. `board` is empty for a
    title with only one board.

    With `only` it is a game that this person gave up, and their place is the last. It tells of
    their rating alone. Whose places are the same there are not level: nobody knows their order.
    """

    game: int
    day: int
    board: str
    players: int
    entrants: tuple[Entrant, ...]
    only: int | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its deviation, as of a day."""

    mean: float
    deviation: float
    day: int = 0

    def on(self, day: int, drift: float, most: float) -> "Estimate":
        """Return the estimate on a later day: less certain, but never less than `most`."""
        days = max(0, day - self.day)
        grown = math.sqrt(self.deviation**2 + days * drift**2)
        return Estimate(self.mean, max(self.deviation, min(grown, most)), max(day, self.day))


Key = tuple[Hashable, ...]
"""What the model estimates: a person, a person's affinity with a board, a seat, or a bot."""


SKILLS = ("person", "standing")
"""The kinds of keys that drift."""

NOTHING: Key = ("nothing",)
MEMBERS = 3
"""Each team has as many members, the seat last; where there are fewer, NOTHING is between."""


def person_key(person: int) -> Key:
    """Return the key of a person's skill."""
    return ("person", person)


def standing_key(person: int) -> Key:
    """Return the key of the rating of a person who gave up games: see games.ratings.standing."""
    return ("standing", person)


def affinity_key(person: int, board: str) -> Key:
    """Return the key of a person's affinity with a board."""
    return ("affinity", person, board)


def seat_key(board: str, players: int, starts: int) -> Key:
    """Return the key of the effect of a place in the order of play."""
    return ("seat", board, players, starts)


def bot_key(bot: str) -> Key:
    """Return the key of a bot's strength."""
    return ("bot", bot)


def team_of(entrant: Entrant, board: str, players: int) -> list[Key]:
    """Return the keys whose sum an entrant shows, the entrant's own first."""
    seat = seat_key(board, players, entrant.starts)
    if isinstance(entrant.who, str):
        return [bot_key(entrant.who), seat]
    if not board:
        return [person_key(entrant.who), seat]
    return [person_key(entrant.who), affinity_key(entrant.who, board), seat]


@dataclass
class Calibration:
    """How well predictions came true, over all pairs of players of all games.

    `bins` has, for pairs predicted at 50 to 55%, 55 to 60% and so on, how many there were, the
    sum of the predictions, and how many came so; a tie is half. `loss` and `elo_loss` are summed
    over `pairs`.
    """

    pairs: int = 0
    loss: float = 0.0
    elo_loss: float = 0.0
    bins: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0.0] for _ in range(10)])

    def count_game(self, game: Played, predictions: Sequence[float], elo: Sequence[float]) -> None:
        """Count each pair of a game; predictions are of entrants i < j."""
        for (_, _, outcome), ours, theirs in zip(outcomes(game), predictions, elo, strict=True):
            self.count(ours, theirs, outcome)

    def count(self, predicted: float, elo: float, outcome: float) -> None:
        """Count a pair; `outcome` is 1 if the first of them came before the other, .5 for a tie."""
        self.pairs += 1
        self.loss += log_loss(predicted, outcome)
        self.elo_loss += log_loss(elo, outcome)
        if predicted < 0.5:
            predicted, outcome = 1 - predicted, 1 - outcome
        here = self.bins[min(9, int((predicted - 0.5) * 20))]
        here[0] += 1
        here[1] += predicted
        here[2] += outcome


def log_loss(predicted: float, outcome: float) -> float:
    """Return the log loss of a predicted probability; `outcome` is 1, 0, or .5 for a tie."""
    predicted = min(1 - LEAST, max(LEAST, predicted))
    return -outcome * math.log(predicted) - (1 - outcome) * math.log(1 - predicted)


def normal(x: float) -> float:
    """Return the standard normal distribution function."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


@dataclass
class Fit:
    """What a history says: the newest estimate of everything, and how many games each has played.

    Games that someone gave up count for them alone. `played` is the number of the others,
    `evidence` the log probability of all results, each predicted from those before it.
    """

    estimates: dict[Key, Estimate]
    games: Counter[int | str]
    played: int
    evidence: float

    def rating(self, person: int) -> Estimate:
        """Return a person's rating; raises KeyError for someone who has not been rated."""
        strength = self.estimates[person_key(person)]
        return self.estimates.get(standing_key(person), strength)


Listener = Callable[[Played, Sequence[float]], None]
"""Takes a game and the probabilities that entrant i comes before j, for i < j, foreseen."""


class Model:
    """The model of one title: what it assumes, and the fixed strengths of bots."""

    def __init__(self, hyper: Hyper, anchors: Mapping[str, float] | None = None) -> None:
        self.hyper = hyper
        self.anchors = dict(anchors or {})

    @property
    def margin(self) -> float:
        """By how much one of two must be ahead of the other not to be level with them."""
        return math.sqrt(2) * BETA * NormalDist().inv_cdf(0.5 + self.hyper.draw / 2)

    def prior(self, key: Key) -> Estimate:
        """Return what is assumed of a key before any game."""
        kind = key[0]
        if key == NOTHING:
            return Estimate(0.0, FIXED * FIXED)
        if kind in SKILLS:
            return Estimate(0.0, self.hyper.skill)
        if kind == "affinity":
            return Estimate(0.0, self.hyper.affinity)
        if kind == "seat":
            return Estimate(0.0, self.hyper.seat)
        return Estimate(self.anchors[str(key[1])], FIXED)

    def drift(self, key: Key) -> float:
        """Return how much a key changes in a day: only skill does."""
        return self.hyper.drift if key[0] in SKILLS else 0.0

    def grown(self, key: Key, estimate: Estimate, day: int) -> Estimate:
        """Return an estimate on a later day."""
        return estimate.on(day, self.drift(key), self.prior(key).deviation)

    def fit(
        self,
        games: Iterable[Played],
        iterations: int = ITERATIONS,
        *,
        window: int = WINDOW,
        notify: Listener | None = None,
    ) -> Fit:
        """Estimate everything from a history; games of one day count as played at the same time.

        The same history gives the same numbers. With no iterations the estimates are those of each
        moment, without what later games say about earlier ones; games before the last `window`
        always stay as they were seen by then. `notify` is called for each game with what earlier
        days alone foresaw. Raise ValueError if the games are not in the order of their days.
        """
        numbers: dict[Key, int] = {}
        history = History(margin=self.margin, noise=BETA**2, window=window)
        counted: Counter[int | str] = Counter()
        given_up: set[int] = set()
        played, latest = 0, -1
        for day, group in groupby(games, lambda game: game.day):
            if day < latest:
                raise ValueError(f"A game of day {day} comes after one of day {latest}.")
            latest, today = day, list(group)
            for game, predictions in zip(today, self._add(history, numbers, today), strict=True):
                if game.only is not None:
                    counted[game.only] += 1
                    given_up.add(game.only)
                    continue
                played += 1
                # A bot can have several seats.
                counted.update({entrant.who for entrant in game.entrants})
                if notify:
                    notify(game, predictions)
        history.converge(PRECISION, iterations)
        estimates = _estimates(history, numbers)
        people = {numbers[person_key(person)]: person for person in given_up}
        found = standings(history, people, PRECISION, iterations or 1)
        for number, (mean, deviation) in found.items():
            key = standing_key(people[number])
            estimates[key] = Estimate(mean, deviation, int(history.last[number]))
        return Fit(estimates, counted, played, history.evidence)

    def _add(
        self, history: History, numbers: dict[Key, int], today: Sequence[Played]
    ) -> list[list[float]]:
        """Add the games of a day, and new keys to `numbers`; return what was foreseen of each."""
        known = len(numbers)
        numbers.setdefault(NOTHING, 0)

        def strength(key: Key) -> float:
            number = numbers.get(key, known)
            if number >= known:
                return self.prior(key).mean
            precision, weighted = history.newest[number]
            return float(weighted / precision)

        ranked = [self._ranked(game, numbers, strength) for game in today]
        new = list(islice(reversed(numbers), len(numbers) - known))[::-1]
        priors = [self.prior(key) for key in new]
        history.add_keys(
            np.array([each.mean for each in priors]),
            np.array([each.deviation for each in priors]),
            np.array([self.drift(key) for key in new]),
        )
        predictions: list[list[float]] = [[]] * len(today)
        for indices, means, variances in history.add_day(today[0].day, ranked):
            for index, mean, variance in zip(indices, means, variances, strict=True):
                predictions[index] = _predicted(today[index], mean, variance)
        return predictions

    def _ranked(
        self, game: Played, numbers: dict[Key, int], strength: Callable[[Key], float]
    ) -> Ranked:
        """Return a game with numbers for keys; new keys get the next number."""
        entrants = self._in_order(game, strength)
        teams = [
            [numbers.setdefault(key, len(numbers)) for key in self.team(entrant, game)]
            for entrant in entrants
        ]
        padded = [[team[0], *[0] * (MEMBERS - len(team)), *team[1:]] for team in teams]
        silent = game.only is not None
        ties = [not silent and one.place == other.place for one, other in pairwise(entrants)]
        return Ranked(padded, ties, silent)

    def _in_order(self, game: Played, strength: Callable[[Key], float]) -> list[Entrant]:
        """Return who is compared, by place; in a game that was given up, then by strength.

        That is the likeliest order, and any other would be a surprise that nobody has seen.
        """

        def order(entrant: Entrant) -> tuple[int, float]:
            level = game.only is None
            return entrant.place, 0.0 if level else -sum(map(strength, self.team(entrant, game)))

        return sorted(game.entrants, key=order)

    def step(self, game: Played, known: Mapping[Key, Estimate]) -> dict[Key, Estimate]:
        """Return the estimates after one game, from those before it; unknown keys have the prior.

        This is the quick step: it does not change what earlier games said.
        """
        if game.only is not None:
            strength = self.known(person_key(game.only), known, game.day)
            rating = self.rated(game.only, game, known)
            return {person_key(game.only): strength, standing_key(game.only): rating}
        given_up = [
            entrant.who
            for entrant in game.entrants
            if isinstance(entrant.who, int) and standing_key(entrant.who) in known
        ]
        ratings = {standing_key(person): self.rated(person, game, known) for person in given_up}
        return self._after(game, known) | ratings

    def rating(self, person: int, known: Mapping[Key, Estimate], day: int) -> Estimate:
        """Return a person's rating on a day: their strength unless they gave up games."""
        key = standing_key(person)
        return self.known(key if key in known else person_key(person), known, day)

    def rated(self, person: int, game: Played, known: Mapping[Key, Estimate]) -> Estimate:
        """Return a person's rating after a game, from what is known before it.

        The others are as strong as they are when they play to the end.
        """
        own = {person_key(person): self.rating(person, known, game.day)}
        return self._after(game, {**known, **own})[person_key(person)]

    def _after(self, game: Played, known: Mapping[Key, Estimate]) -> dict[Key, Estimate]:
        """Return what a game says, together with what is known, of all who are compared."""
        entrants = self._in_order(game, lambda key: self.known(key, known, game.day).mean)
        teams = [self.team(entrant, game) for entrant in entrants]
        before = [[self.known(key, known, game.day) for key in team] for team in teams]
        means = np.array([[sum(each.mean for each in team) for team in before]])
        variances = np.array(
            [[sum(each.deviation**2 for each in team) + BETA**2 for team in before]]
        )
        level = game.only is None
        ties = np.array([[level and one.place == other.place for one, other in pairwise(entrants)]])
        exact, _, _ = between_teams(means, variances, ties, self.margin, None)
        said_means, said_variances = moments(exact)
        # What it says of a team it says of each member, as far as the others leave it open.
        moved = (said_means - means)[0].tolist()
        spread = (said_variances + variances)[0].tolist()
        return {
            key: _joined(each, each.mean + by, variance - each.deviation**2, game.day)
            for team, members, by, variance in zip(teams, before, moved, spread, strict=True)
            for key, each in zip(team, members, strict=True)
        }

    def predict(self, game: Played, known: Mapping[Key, Estimate]) -> list[float]:
        """Return the probabilities that entrant i comes before j, for i < j, before a game."""
        ranked = sorted(game.entrants, key=lambda entrant: entrant.place)
        teams = [
            [self.known(key, known, game.day) for key in self.team(entrant, game)]
            for entrant in ranked
        ]
        means = [sum(each.mean for each in team) for team in teams]
        variances = [sum(each.deviation**2 for each in team) + BETA**2 for team in teams]
        return _predicted(game, means, variances)

    def team(self, entrant: Entrant, game: Played) -> list[Key]:
        """Return the keys whose sum an entrant shows in a game."""
        return team_of(entrant, game.board, game.players)

    def known(self, key: Key, known: Mapping[Key, Estimate], day: int) -> Estimate:
        """Return what is known of a key on a day, or assumed."""
        estimate = known.get(key)
        return self.prior(key) if estimate is None else self.grown(key, estimate, day)


def _joined(known: Estimate, mean: float, variance: float, day: int) -> Estimate:
    """Return what is known together with what a game says: a mean and its variance."""
    precision = known.deviation**-2
    total = precision + 1 / variance
    return Estimate((precision * known.mean + mean / variance) / total, total**-0.5, day)


def _predicted(
    game: Played, means: Sequence[float] | Floats, variances: Sequence[float] | Floats
) -> list[float]:
    """Return the probabilities that entrant i comes before j, for i < j.

    Means and variances of what each shows are in the order of places.
    """
    order = sorted(range(len(game.entrants)), key=lambda i: game.entrants[i].place)
    rank = {entrant: number for number, entrant in enumerate(order)}
    return [
        normal(
            (means[rank[i]] - means[rank[j]]) / math.sqrt(variances[rank[i]] + variances[rank[j]])
        )
        for i in range(len(order))
        for j in range(i + 1, len(order))
    ]


def _estimates(history: History, numbers: Mapping[Key, int]) -> dict[Key, Estimate]:
    variances = 1 / history.newest[:, 0]
    means, deviations = history.newest[:, 1] * variances, np.sqrt(variances)
    return {
        key: Estimate(float(means[number]), float(deviations[number]), int(history.last[number]))
        for key, number in numbers.items()
        if key != NOTHING
    }


def outcomes(game: Played) -> Iterator[tuple[int, int, float]]:
    """Yield each pair of entrants and 1 if the first came before the second, 0, or .5 for a tie."""
    for i, first in enumerate(game.entrants):
        for j in range(i + 1, len(game.entrants)):
            second = game.entrants[j]
            yield i, j, 0.5 if first.place == second.place else float(first.place < second.place)
