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
    has the same place. All teams of all games have the same number of members, each key always in
    the same column. A `silent` game says nothing: it is kept for what is known of its teams at the
    time.
    """

    teams: Sequence[Sequence[int]]
    ties: Sequence[bool]
    silent: bool = False


@dataclass
class Slice:
    """Games of a day with the same number of teams that messages pass through at once.

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
    silent: bool
    won: Floats | None = field(init=False, default=None)
    forward: Floats = field(init=False)
    backward: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.forward = np.zeros((len(self.keys), 2))
        self.backward = np.zeros((len(self.keys), 2))

    def likelihood(self) -> Floats:
        """Return what all games of the slice say of each key."""
        nodes, size = self.nodes.ravel(), len(self.keys)
        return np.stack(
            [np.bincount(nodes, self.messages[..., part].ravel(), size) for part in (0, 1)], axis=1
        )

    def without_messages(self, posterior: Floats) -> tuple[Floats, Floats]:
        """Return mean and variance of each node, but for what its own game says."""
        return moments(posterior[self.nodes] - self.messages)

    def pass_messages(self, posterior: Floats, margin: float, noise: float) -> float:
        """Pass messages between games and keys; return the log evidence of the games."""
        if self.silent:
            return 0.0
        mean, variance = self.without_messages(posterior)
        team_mean, team_variance = mean.sum(axis=2), variance.sum(axis=2) + noise
        exact, self.won, evidence = between_teams(
            team_mean, team_variance, self.ties, margin, self.won
        )
        said_mean, said_variance = moments(exact)
        self.messages = natural(
            (said_mean - team_mean)[..., None] + mean,
            (said_variance + team_variance)[..., None] - variance,
        )
        return evidence


@dataclass
class Chain:
    """Slices in the order of time, and what they say of each key.

    `margin` is by how much one team must be ahead of another of its game not to be level with it;
    `noise` is the variance of chance for one team, `drift` the variance by which each key changes
    in a day. `before` is what is known of each key before the slices, `newest` after them.
    """

    margin: float
    noise: float
    drift: Floats
    before: Floats
    newest: Floats
    slices: deque[Slice] = field(default_factory=deque)

    def converge(self, precision: float, iterations: int) -> int:
        """Pass messages back and forth until estimates are so close to where they end up.

        Return how often. In the end steps shrink at a constant rate, so the distance that is left
        follows from the last two of them.
        """
        last = math.inf
        for done in range(iterations):
            change = max(self._back(), self._forth())
            if change < precision and change * last <= precision * (last - change):
                return done + 1
            last = change
        return iterations

    def _back(self) -> float:
        future = np.zeros_like(self.newest)
        change = 0.0
        for each in reversed(self.slices):
            said, moved = self._again(each, each.forward, future[each.keys])
            future[each.keys] = forget(each.backward + said, each.elapsed * self.drift[each.keys])
            change = max(change, moved)
        return change

    def _forth(self) -> float:
        past = self.before.copy()
        change = 0.0
        for each in self.slices:
            forward = forget(past[each.keys], each.elapsed * self.drift[each.keys])
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
        before = each.forward + each.backward + said
        each.forward, each.backward = forward, backward
        each.pass_messages(forward + backward + said, self.margin, self.noise)
        said = each.likelihood()
        return said, _change(before, forward + backward + said)


@dataclass(frozen=True)
class Shift:
    """Keys that may move together by any distance: those of a `group`, each one of the `ways`.

    A way is 1, -1, or 0 for a key that stays.
    """

    group: Numbers
    ways: Floats

    @classmethod
    def of(cls, size: int, ones: Numbers, others: Numbers, way: int) -> "Shift":
        """Return the shift of all pairs among `size` keys, where the others move this way."""
        ways = np.zeros(size)
        ways[ones], ways[others] = 1, way
        return cls(connected(size, ones, others), ways)

    def balanced(self, before: Floats, mean: Floats) -> Floats:
        """Return by how much to move each mean to where what was known before has it likeliest."""
        pull = np.bincount(self.group, self.ways * (before[:, 1] - before[:, 0] * mean))
        weight = np.bincount(self.group, self.ways**2 * before[:, 0])
        return self.ways * (pull / np.maximum(weight, TINY))[self.group]


class History(Chain):
    """A history of games, and what it says.

    The last `window` games are kept, to pass messages back and forth among them. What older ones
    said by then stays as it is, so that a history takes no more memory however long it grows.

    Games say nothing of some sums: how strong all people are, how good all seats, and how much of
    one's strength is liking for all boards. Only what was known before says it. Messages alone
    would take hundreds of passes to find that out, so History moves such keys together.
    """

    def __init__(self, margin: float, noise: float, window: int) -> None:
        super().__init__(margin, noise, np.zeros(0), np.zeros((0, 2)), np.zeros((0, 2)))
        self.window = window
        self._shifts: list[Shift] = []
        self.last = np.zeros(0, np.int64)
        self.evidence = 0.0
        self._kept = 0

    def add_keys(self, mean: Floats, deviation: Floats, drift: Floats) -> None:
        """Add keys, with what is assumed of each before its first game."""
        prior = np.stack([deviation**-2.0, mean * deviation**-2.0], axis=1)
        self.drift = np.concatenate([self.drift, drift**2])
        self.last = np.concatenate([self.last, np.full(len(mean), -1, np.int64)])
        self.newest = np.concatenate([self.newest, prior])
        self.before = np.concatenate([self.before, prior])

    def add_day(
        self, day: int, games: Sequence[Ranked]
    ) -> Iterator[tuple[list[int], Floats, Floats]]:
        """Add the games of the next day, each with what is known before that day.

        Yield for each slice of them their indices, and the mean and variance of what each team
        shows, before the games themselves count.
        """
        for each in self._slices_of(day, games):
            each.forward = forget(self.newest[each.keys], each.elapsed * self.drift[each.keys])
            mean, variance = moments(each.forward)
            yield (
                each.games,
                mean[each.nodes].sum(axis=2),
                variance[each.nodes].sum(axis=2) + self.noise,
            )
            self.evidence += each.pass_messages(each.forward, self.margin, self.noise)
            self.newest[each.keys] = each.forward + each.likelihood()
            self._keep(each)

    def converge(self, precision: float, iterations: int) -> int:
        """Pass messages until they settle, as any chain does."""
        self._shifts = list(self._unseen()) if iterations else []
        return super().converge(precision, iterations)

    def _back(self) -> float:
        change = super()._back()
        return max(change, self._balance())

    def _unseen(self) -> Iterator[Shift]:
        """Yield the shifts of keys that no game would tell from none.

        If a whole column moves, the teams of a game stay as far apart as they were; if the first
        member of a team moves up and another down, the team stays where it was.
        """
        games = [each.keys[each.nodes] for each in self.slices if not each.silent]
        if not games:
            return
        size, columns = len(self.newest), games[0].shape[2]
        teams = np.concatenate([each.reshape(-1, columns) for each in games])
        winners = np.concatenate([np.repeat(each[:, 0], each.shape[1], axis=0) for each in games])
        for column in range(columns):
            yield Shift.of(size, winners[:, column], teams[:, column], 1)
        for column in range(1, columns):
            yield Shift.of(size, teams[:, 0], teams[:, column], -1)

    def _balance(self) -> float:
        """Make the shifts that what was known before calls for; return the greatest."""
        before, oldest = np.zeros_like(self.before), np.ones_like(self.before)
        for each in reversed(self.slices):
            before[each.keys] = each.forward
            oldest[each.keys] = each.forward + each.backward + each.likelihood()
        mean, _ = moments(oldest)
        moved = np.zeros_like(mean)
        for shift in self._shifts:
            moved += shift.balanced(before, mean + moved)
        for each in self.slices:
            by = moved[each.keys]
            for known in (each.forward, each.backward):
                known[:, 1] += known[:, 0] * by
            each.messages[..., 1] += each.messages[..., 0] * by[each.nodes]
        return float(np.abs(moved).max(initial=0.0))

    def _slices_of(self, day: int, games: Sequence[Ranked]) -> Iterator[Slice]:
        def kind(number: int) -> tuple[bool, int]:
            return games[number].silent, len(games[number].teams)

        order = sorted(range(len(games)), key=kind)
        for (silent, _), group in groupby(order, kind):
            numbers = list(group)
            for start in range(0, len(numbers), SLICE):
                yield self._slice(games, numbers[start : start + SLICE], day, silent=silent)

    def _slice(
        self, games: Sequence[Ranked], numbers: list[int], day: int, *, silent: bool
    ) -> Slice:
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
            silent=silent,
        )

    def _keep(self, new: Slice) -> None:
        self.slices.append(new)
        self._kept += len(new.games)
        while self._kept - len(self.slices[0].games) >= self.window:
            old = self.slices.popleft()
            self._kept -= len(old.games)
            self.before[old.keys] = old.forward + old.likelihood()


def connected(size: int, ones: Numbers, others: Numbers) -> Numbers:
    """Return for each number below `size` one that all have whom pairs connect with it."""
    least = np.arange(size, dtype=np.int32)
    while (least[ones] != least[others]).any():
        lower = np.minimum(least[ones], least[others])
        np.minimum.at(least, least[ones], lower)
        np.minimum.at(least, least[others], lower)
        least = least[least]
    return least


def _change(before: Floats, after: Floats) -> float:
    """Return by how much a mean or deviation has changed at most."""
    (mean, variance), (now, spread) = moments(before), moments(after)
    moved = max(np.abs(now - mean).max(), np.abs(np.sqrt(spread) - np.sqrt(variance)).max())
    return float(moved)


def between_teams(
    mean: Floats, variance: Floats, ties: npt.NDArray[np.bool_], margin: float, won: Floats | None
) -> tuple[Floats, Floats, float]:
    """Return what the order of the teams says of each, the newest `won`, and the log evidence.

    Rows are games, columns teams by place. Neighbours are compared; what one comparison says of a
    team goes on to the next. `won` is what comparisons said of their upper teams the time before,
    its first axis that of teams. With it one round is enough, as more follow with the next pass;
    None is for the first time, and then alone the evidence is true.
    """
    teams = mean.shape[1]
    shown = natural(mean, variance).swapaxes(0, 1)
    first = won is None
    won = np.zeros_like(shown) if won is None else won.copy()
    lost = np.zeros_like(shown)
    evidence = 0.0
    for number in range(ROUNDS if first else 1):
        old = won.copy()
        for upper in range(teams - 1):
            won[upper], lost[upper + 1], chance = _compare(shown, won, lost, upper, ties, margin)
            if first and number == 0:
                evidence += float(np.log(np.maximum(chance, TINY)).sum())
        for upper in range(teams - 3, -1, -1):
            won[upper], lost[upper + 1], _ = _compare(shown, won, lost, upper, ties, margin)
        if teams < 3 or np.abs(won - old).max() < SETTLED:
            break
    return (won + lost).swapaxes(0, 1), won, evidence


def _compare(
    shown: Floats,
    won: Floats,
    lost: Floats,
    upper: int,
    ties: npt.NDArray[np.bool_],
    margin: float,
) -> tuple[Floats, Floats, Floats]:
    """Compare a team with the one below; return what that says of both, and the chance of it."""
    above_mean, above_variance = moments(shown[upper] + lost[upper])
    below_mean, below_variance = moments(shown[upper + 1] + won[upper + 1])
    mean, variance = above_mean - below_mean, above_variance + below_variance
    deviation = np.sqrt(variance)
    shift, shrink, chance = _truncated(mean / deviation, margin / deviation, ties[:, upper])
    said_mean = mean + deviation * shift / shrink
    said_variance = variance * (1 - shrink) / shrink
    above = natural(below_mean + said_mean, below_variance + said_variance)
    below = natural(above_mean - said_mean, above_variance + said_variance)
    return above, below, chance


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
    return shift, np.minimum(np.maximum(shrink, TINY), 1 - TINY), chance


def moments(known: Floats) -> tuple[Floats, Floats]:
    """Return means and variances from precisions and precisions times mean."""
    variance = 1 / known[..., 0]
    return known[..., 1] * variance, variance


def natural(mean: Floats, variance: Floats) -> Floats:
    """Return precisions, and precisions times mean."""
    made = np.empty((*mean.shape, 2))
    np.divide(1, variance, made[..., 0])
    np.multiply(mean, made[..., 0], made[..., 1])
    return made


def forget(known: Floats, variance: Floats) -> Floats:
    """Return what is known after so much drift."""
    return known / (1 + variance * known[:, 0])[:, None]


def _density(x: Floats) -> Floats:
    return np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


def _cumulative(x: Floats) -> Floats:
    """Return the standard normal distribution function."""
    scaled = x * -math.sqrt(0.5)
    # For some hundred numbers a function of Python takes less time than a polynomial of numpy.
    return 0.5 * np.fromiter(map(math.erfc, scaled.tolist()), float, len(x))
