"""Ratings of people who gave up games.

A game that someone gave up counts for them as one behind everyone who stayed, and for nobody else.
So they have two estimates. Their *strength* is what games show that they played to the end; others
are measured by it. Their *rating* has the games they gave up as well. It comes from a chain of
their own, in which everybody else is as strong as the whole history says: it says nothing of them.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from games.ratings.message_passing import (
    Chain,
    Floats,
    History,
    Numbers,
    Slice,
    between_teams,
    moments,
    natural,
)


@dataclass
class Rows(Slice):
    """The games of a slice as those see them whose ratings are estimated, one row for each.

    `own` is the number of each row's team, and `means` and `variances` are what the teams show,
    but for what the row's person adds to their own.
    """

    own: Numbers
    means: Floats
    variances: Floats

    def pass_messages(self, posterior: Floats, margin: float, noise: float) -> float:
        """Pass messages between games and people; return 0, as their evidence is counted."""
        if self.silent:
            return 0.0
        rows = np.arange(len(self.own))
        mean, variance = self.without_messages(posterior)
        means, variances = self.means.copy(), self.variances.copy()
        means[rows, self.own] += mean
        variances[rows, self.own] += variance
        exact, self.won, _ = between_teams(means, variances, self.ties, margin, self.won)
        said_mean, said_variance = moments(exact[rows, self.own])
        self.messages = natural(
            said_mean - self.means[rows, self.own],
            said_variance + self.variances[rows, self.own],
        )
        return 0.0


def standings(
    history: History, people: Collection[int], precision: float, iterations: int
) -> dict[int, tuple[float, float]]:
    """Return means and deviations of ratings after a history whose messages have settled.

    `people` are the numbers of their keys. In a silent game the last team is that of who gave up.
    """
    if not people:
        return {}
    chosen = np.array(sorted(people), np.int32)
    chain = Chain(
        history.margin,
        history.noise,
        history.drift[chosen],
        history.before[chosen],
        history.newest[chosen],
        deque(rows for each in history.slices if (rows := _rows(each, chosen, history.noise))),
    )
    chain.converge(precision, iterations)
    means, variances = moments(chain.newest)
    return {
        int(number): (float(mean), float(variance) ** 0.5)
        for number, mean, variance in zip(chosen, means, variances, strict=True)
    }


def _rows(each: Slice, chosen: Numbers, noise: float) -> Rows | None:
    """Return the rows of a slice, None if none of the chosen ones is in it.

    A person in a silent game who has not given it up has no row there, but time passes for them.
    """
    ours = np.isin(each.keys, chosen)
    if not ours.any():
        return None
    mine = ours[each.nodes[..., 0]]
    if each.silent:
        mine[:, :-1] = False
    games, teams = np.nonzero(mine)
    nodes = each.nodes[games, teams, 0]
    mean, variance = each.without_messages(each.forward + each.backward + each.likelihood())
    means = mean.sum(axis=2)[games]
    variances = variance.sum(axis=2)[games] + noise
    rows = np.arange(len(games))
    means[rows, teams] -= mean[games, teams, 0]
    variances[rows, teams] -= variance[games, teams, 0]
    position = np.cumsum(ours) - 1
    made = Rows(
        games=[each.games[game] for game in games],
        keys=np.searchsorted(chosen, each.keys[ours]).astype(np.int32),
        nodes=position[nodes].astype(np.int32),
        ties=each.ties[games],
        elapsed=each.elapsed[ours],
        messages=each.messages[games, teams, 0],
        silent=not len(games),
        own=teams.astype(np.int32),
        means=means,
        variances=variances,
    )
    made.won = None if each.won is None else each.won[:, games]
    made.forward, made.backward = each.forward[ours], each.backward[ours]
    return made
