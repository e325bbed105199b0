"""Message passing through a whole history, many games at once.

The same messages as in the package trueskillthroughtime, which the tests compare with: only the
order in which they are passed differs. The package takes one game at a time, in objects: a hundred
thousand games take it a quarter of an hour and a gigabyte. Here the games of a day with the same
number of players are one slice, and a message is two numbers of an array.

A Gaussian is kept as precision and precision times mean, so that a product is a sum, and knowing
nothing is zero.
"""

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int32]

SLICE = 256
"""The most games of a slice."""

ROUNDS = 10
SETTLED = 1e-5
"""Messages between the teams of a game go round until they change less, or ROUNDS times."""

TINY = 1e-12


@dataclass(frozen=True)
class Ranked:
    """A game for the model: the key numbers of each team, and ties.

    Teams are in the order of their places; `ties` says for each but the last whether the next team
    has the same place. All teams of all games have the same number of members.
    """

    teams: Sequence[Sequence[int]]
    ties: Sequence[bool]


@dataclass
class Slice:
    """Games of a day with the same number of teams that are passed through at once.

    `games` are their indices in the day, `keys` the keys in them, `nodes` for each game, team
    and member the position of its key in `keys`, `elapsed` the days since each key's game before.
    `forward` and `backward` are what the past and the future say of each key, `messages` what each
    game says of each member, `won` what each comparison said of its upper team when messages last
    passed. The last axis of each is precision and precision times mean.
    """

    games: list[int]
    keys: Numbers
    nodes: Numbers
    ties: npt.NDArray[np.bool_]
    elapsed: Floats
    messages: Floats
    won: Floats = field(init=False)
    forward: Floats = field(init=False)
    backward: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.won = np.zeros((*self.nodes.shape[:2], 2))
        self.forward = np.zeros((len(self.keys), 2))
        self.backward = np.zeros((len(self.keys), 2))

    def likelihood(self) -> Floats:
        """Return what all games of the slice say of each key."""
        nodes, size = self.nodes.ravel(), len(self.keys)
        return np.stack(
            [np.bincount(nodes, self.messages[..., part].ravel(), size) for part in (0, 1)], axis=1
        )


class History:
    """A history of games, and what it says.

    `margin` is by how much one team must be ahead of another of its game not to be level with it;
    `noise` is the variance of chance for one team. The last `window` games are kept, to pass
    messages back and forth among them. What older ones said by then stays as it is, so that a
    history takes no more memory however long it grows.
    """

    def __init__(self, margin: float, noise: float, window: int) -> None:
        self.margin, self.noise, self.window = margin, noise, window
        self.drift = np.zeros(0)
        self.last = np.zeros(0, np.int64)
        self.evidence = 0.0
        self.newest = np.zeros((0, 2))
        self._slices: deque[Slice] = deque()
        self._kept = 0
        self._before = np.zeros((0, 2))
        """What is known of each key before the games that are kept."""

    def add_keys(self, mean: Floats, deviation: Floats, drift: Floats) -> None:
        """Add keys, with what is assumed of each before its first game."""
        prior = np.stack([deviation**-2.0, mean * deviation**-2.0], axis=1)
        self.drift = np.concatenate([self.drift, drift**2])
        self.last = np.concatenate([self.last, np.full(len(mean), -1, np.int64)])
        self.newest = np.concatenate([self.newest, prior])
        self._before = np.concatenate([self._before, prior])

    def add_day(
        self, day: int, games: Sequence[Ranked]
    ) -> Iterator[tuple[list[int], Floats, Floats]]:
        """Add the games of the next day, each with what is known before that day.

        Yield for each slice of them their indices, and the mean and variance of what each team
        shows, before the games themselves count.
        """
        for each in self._slices_of(day, games):
            each.forward = _forget(self.newest[each.keys], each.elapsed * self.drift[each.keys])
            mean, variance = _moments(each.forward)
            yield (
                each.games,
                mean[each.nodes].sum(axis=2),
                variance[each.nodes].sum(axis=2) + self.noise,
            )
            self.evidence += self._pass(each, each.forward)
            self.newest[each.keys] = each.forward + each.likelihood()
            self._keep(each)

    def _slices_of(self, day: int, games: Sequence[Ranked]) -> Iterator[Slice]:
        order = sorted(range(len(games)), key=lambda n: len(games[n].teams))
        for _, group in groupby(order, lambda n: len(games[n].teams)):
            numbers = list(group)
            for start in range(0, len(numbers), SLICE):
                yield self._slice(games, numbers[start : start + SLICE], day)

    def _slice(self, games: Sequence[Ranked], numbers: list[int], day: int) -> Slice:
        members = np.array([games[number].teams for number in numbers], np.int32)
        keys, nodes = np.unique(members, return_inverse=True)
        before = self.last[keys]
        self.last[keys] = day
        return Slice(
            games=numbers,
            keys=keys,
            nodes=nodes.reshape(members.shape).astype(np.int32),
            ties=np.array([games[number].ties for number in numbers], bool),
            elapsed=np.where(before < 0, 0, day - before).astype(float),
            messages=np.zeros((*members.shape, 2)),
        )

    def _keep(self, new: Slice) -> None:
        self._slices.append(new)
        self._kept += len(new.games)
        while self._kept - len(self._slices[0].games) >= self.window:
            old = self._slices.popleft()
            self._kept -= len(old.games)
            self._before[old.keys] = old.forward + old.likelihood()

    def converge(self, precision: float, iterations: int) -> int:
        """Pass messages back and forth until estimates are so close to where they end up.

        Return how often. What all players have in common moves slowest, by steps that shrink at a
        constant rate, so the distance that is left follows from the last two of them.
        """
        last = math.inf
        for done in range(iterations):
            change = max(self._back(), self._forth())
            if change < precision and change * last < precision * (last - change):
                return done + 1
            last = change
        return iterations

    def _back(self) -> float:
        future = np.zeros_like(self.newest)
        change = 0.0
        for each in reversed(self._slices):
            said, moved = self._again(each, each.forward, future[each.keys])
            future[each.keys] = _forget(each.backward + said, each.elapsed * self.drift[each.keys])
            change = max(change, moved)
        return change

    def _forth(self) -> float:
        past = self._before.copy()
        change = 0.0
        for each in self._slices:
            forward = _forget(past[each.keys], each.elapsed * self.drift[each.keys])
            said, moved = self._again(each, forward, each.backward)
            past[each.keys] = each.forward + said
            change = max(change, moved)
        self.newest = past
        return change

    def _again(self, each: Slice, forward: Floats, backward: Floats) -> tuple[Floats, float]:
        """Pass the messages of a slice again, with what the past and the future say now.

        Return what its games say of each key, and the greatest change of an estimate.
        """
        said = each.likelihood()
        before = _moments(each.forward + each.backward + said)
        each.forward, each.backward = forward, backward
        self._pass(each, forward + backward + said)
        said = each.likelihood()
        after = _moments(forward + backward + said)
        change = np.abs(after[0] - before[0]).max()
        spread = np.abs(np.sqrt(after[1]) - np.sqrt(before[1])).max()
        return said, float(max(change, spread))

    def _pass(self, each: Slice, posterior: Floats) -> float:
        """Pass messages between games and keys; return the log evidence of the games."""
        mean, variance = _moments(posterior[each.nodes] - each.messages)
        team_mean, team_variance = mean.sum(axis=2), variance.sum(axis=2) + self.noise
        told, each.won, evidence = between_teams(
            team_mean, team_variance, each.ties, self.margin, each.won
        )
        said_mean, said_variance = _moments(told)
        rest_mean = (said_mean - team_mean)[..., None] + mean
        rest_variance = (said_variance + team_variance)[..., None] - variance
        each.messages = np.stack([1 / rest_variance, rest_mean / rest_variance], axis=-1)
        return evidence


def between_teams(
    mean: Floats, variance: Floats, ties: npt.NDArray[np.bool_], margin: float, won: Floats
) -> tuple[Floats, Floats, float]:
    """Return what the order of the teams says of each, the newest `won`, and the log evidence.

    Rows are games, columns teams by place. Neighbours are compared; what one comparison says of a
    team goes on to the next. `won` is what comparisons said of their upper teams the time before,
    from which few rounds are left to go; zeros the first time, and then alone the evidence is true.
    """
    teams = mean.shape[1]
    shown = np.stack([1 / variance, mean / variance], axis=-1)
    won, lost = won.copy(), np.zeros_like(shown)
    evidence = 0.0
    for number in range(ROUNDS):
        old = won.copy()
        for upper in range(teams - 1):
            _, below, seen = _compare(shown, won, lost, upper, ties, margin)
            lost[:, upper + 1] = below
            if number == 0:
                evidence += seen
        for upper in range(teams - 2, -1, -1):
            above, _, _ = _compare(shown, won, lost, upper, ties, margin)
            won[:, upper] = above
        if teams < 3 or np.abs(won - old).max() < SETTLED:
            break
    return won + lost, won, evidence


def _compare(
    shown: Floats,
    won: Floats,
    lost: Floats,
    upper: int,
    ties: npt.NDArray[np.bool_],
    margin: float,
) -> tuple[Floats, Floats, float]:
    """Compare a team with the one below; return what that says of both, and its log evidence."""
    above_mean, above_variance = _moments(shown[:, upper] + lost[:, upper])
    below_mean, below_variance = _moments(shown[:, upper + 1] + won[:, upper + 1])
    mean, variance = above_mean - below_mean, above_variance + below_variance
    deviation = np.sqrt(variance)
    shift, shrink, chance = _truncated(mean / deviation, margin / deviation, ties[:, upper])
    said_mean = mean + deviation * shift / shrink
    said_variance = variance * (1 - shrink) / shrink
    above = _natural(below_mean + said_mean, below_variance + said_variance)
    below = _natural(above_mean - said_mean, above_variance + said_variance)
    return above, below, float(np.log(np.maximum(chance, TINY)).sum())


def _truncated(
    lead: Floats, margin: Floats, ties: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats, Floats]:
    """Return how far a standard normal lead shifts and shrinks once the outcome is known.

    And the chance of the outcome: that the lead is more than the margin, or within it for a tie.
    """
    gap = lead - margin
    chance = _cumulative(gap)
    shift = _density(gap) / np.maximum(chance, 1e-300)
    shrink = shift * (shift + gap)
    if ties.any():
        low, high = -margin - lead, margin - lead
        within = np.maximum(_cumulative(high) - _cumulative(low), TINY)
        level = (_density(low) - _density(high)) / within
        narrow = level**2 + (high * _density(high) - low * _density(low)) / within
        chance = np.where(ties, within, chance)
        shift = np.where(ties, level, shift)
        shrink = np.where(ties, narrow, shrink)
    return shift, np.clip(shrink, TINY, 1 - TINY), chance


def _moments(natural: Floats) -> tuple[Floats, Floats]:
    variance = 1 / natural[..., 0]
    return natural[..., 1] * variance, variance


def _natural(mean: Floats, variance: Floats) -> Floats:
    return np.stack([1 / variance, mean / variance], axis=-1)


def _forget(known: Floats, variance: Floats) -> Floats:
    """Return what is known after so much drift."""
    return known / (1 + variance * known[:, 0])[:, None]


def _density(x: Floats) -> Floats:
    return np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


_ERFC = np.array(
    [
        *(0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807),
        *(-0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223),
    ]
)
"""Coefficients, from the highest power."""


def _cumulative(x: Floats) -> Floats:
    """Return the standard normal distribution function.

    By the complementary error function of Numerical Recipes (6.2), whose relative error is below
    1.2e-7 everywhere, far tails included.
    """
    z = np.abs(x) / math.sqrt(2)
    t = 1 / (1 + 0.5 * z)
    tail = 0.5 * t * np.exp(-z * z + np.polyval(_ERFC, t))
    return np.where(x < 0, tail, 1 - tail)
