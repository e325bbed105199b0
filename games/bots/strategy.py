"""What search needs to know of a title, and how much it searches there."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot, TimedBot
from games.bots.model import Model
from games.rules.title import AnyOrders, Order

CACHED: Final = 3000
"""How many orders a `CachedBot` keeps: more than a turn takes."""
NOTIONS: Final = 6
"""How many candidates a noisy bot picks from."""


class Candidate(NamedTuple):
    """A plan to compare: `play` returns a bot that follows it in one game, from now on.

    `goal` is the order that it works for, None if it has none, and `points` what that is worth,
    None if unknown.
    """

    play: Callable[[], Bot]
    goal: Order | None = None
    points: float | None = None


class Once:
    """A bot that gives one order as soon as it is possible, and else does what another would."""

    def __init__(self, order: Order, then: Bot) -> None:
        self.order: Order | None = order
        self.then = then

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return the order the first time it is possible."""
        if self.order is not None and self.order in orders:
            order, self.order = self.order, None
            return order
        return self.then(view, orders, rng)


class SearchBudget(NamedTuple):
    """How a seat searches with some number of players.

    It compares at most `candidates`, only those worth at most `within` points less than the first.
    Each gets one playout of a number of `rounds`, and the best get up to `retries` more. The worse
    half is dropped after 1, 3, 7 and so on playouts, so that about as much time goes into each
    choice between halves (sequential halving: Karnin, Koren and Somekh 2013). With a `margin`, a
    candidate that is further than that behind the best, all playouts together, is dropped at once
    (a sequential test: Wald 1945).

    `prior` is a chance to win that the default has in advance: in each playout, or with a `margin`
    once for all. The default is what the rollout bot would do.

    An `average` counts the evaluations at the beginning of every turn of a playout, not only the
    last: they say less about where a candidate leads in the end, but depend less on chance.

    `noise` is how often opponents pick any candidate instead, from 0 to 1, as people vary their
    play. `mixed` opponents play like the rollout bot in some playouts and like the quick one in
    others, as their strength is unknown. With several opponents that would add more chance than
    truth. A `deterministic` search gives the same order whenever a seat sees the same. One
    for the `order_only` ends once all candidates that are left begin with the same order, so its
    chance to win is less sure.
    """

    candidates: int
    retries: int = 0
    rounds: float = 2.0
    within: float = inf
    margin: float | None = None
    prior: float = 0.0
    average: bool = False
    noise: float = 0.0
    mixed: bool = False
    deterministic: bool = False
    order_only: bool = False


class Foresight(NamedTuple):
    """How opponents who search are foreseen: they play as `bot`, which leaves another `budget`."""

    bot: TimedBot
    budget: SearchBudget


class TitleStrategy(NamedTuple):
    """How bots play a title.

    `quick` is the journeyman, or what masters take others for: it plays for these in a playout.
    `rollout` plays for the own seat there. `candidates` takes a view, the orders and about how many
    candidates are wanted; the first is what the rollout bot would do. It returns none if what is
    asked is best left to that bot. `explain` says why the quick bot would give an order. `model`
    says what chance each seat has in a position. `noise` is how often an apprentice picks any
    candidate.

    `budget` is how much merchants search, or masters in their own strategy, and `budgets` the same
    with some numbers of players. With the numbers of players in `foresight`, those who are known to
    search are foreseen, as long as it is sure what they will be asked. `masters` is how masters
    play the title, if in another way.
    """

    quick: Bot
    rollout: Bot
    candidates: Callable[[Any, AnyOrders, int], Sequence[Candidate]]
    explain: Callable[[Any, Any], Advice]
    model: Model
    noise: float
    budget: SearchBudget
    budgets: Mapping[int, SearchBudget] = MappingProxyType({})
    foresight: Mapping[int, Foresight] = MappingProxyType({})
    masters: "TitleStrategy | None" = None

    @property
    def master(self) -> "TitleStrategy":
        """How masters play the title."""
        return self.masters or self

    def budget_of(self, players: int) -> SearchBudget:
        """Return the budget with some number of players, without foresight."""
        return self.budgets.get(players, self.budget)

    def with_budget(
        self, budget: SearchBudget, budgets: Mapping[int, SearchBudget] = MappingProxyType({})
    ) -> "TitleStrategy":
        """Return the strategy with other budgets and no foresight."""
        return self._replace(budget=budget, budgets=budgets, foresight={})


class CachedBot:
    """A bot that plays as another does, which need not search again when it sees the same."""

    def __init__(self, bot: TimedBot) -> None:
        self.bot = bot
        self._orders: dict[str, Order] = {}

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Order:
        """Return what the bot orders, or ordered; after the deadline maybe something else."""
        if not orders.leave_a_choice:
            return self.bot(view, orders, rng, deadline)
        seen = repr(view)
        order = self._orders.get(seen)
        if order is None:
            order = self.bot(view, orders, rng, deadline)
            if len(self._orders) >= CACHED:
                self._orders.clear()
            if deadline is None or time.monotonic() < deadline:
                self._orders[seen] = order
        return order


def noisy(strategy: TitleStrategy, usual: Bot, noise: float) -> Bot:
    """Return a bot that plays as the usual one does, but at times picks any candidate.

    `noise` is how often, from 0 to 1.
    """

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        if orders.leave_a_choice and rng.random() < noise:
            candidates = strategy.candidates(view, orders, NOTIONS)
            if candidates:
                order = rng.choice(candidates).play()(view, orders, rng)
                if order in orders:
                    return order
        return usual(view, orders, rng)

    return bot
