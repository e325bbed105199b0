"""What searching needs to know of a title."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot, Patient
from games.bots.model import Model
from games.rules.title import AnyOrders, Order

REMEMBERED: Final = 3000
"""So many orders are remembered, which is more than a turn takes."""
NOTIONS: Final = 6
"""So many ideas come to mind of a bot that slips."""


class Idea(NamedTuple):
    """One way to go on: `begin` returns a bot that does so in one game, from now on.

    `aim` is the order that it works for, None if it has none, and `points` what that is worth, None
    if nobody knows.
    """

    begin: Callable[[], Bot]
    aim: Order | None = None
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


class Tries(NamedTuple):
    """How often is tried with some number of players: so many ideas, the best `again` more times.

    Of those, only such are tried as are worth at most so many points less than the first, `within`;
    each trial takes so many `rounds` of turns. An idea must bring more than what the rollout bot
    would do by a `habit`, a chance to win. With a `margin`, an idea that is behind the best by more
    than that, all trials together, is not tried again, so that clear cases take few trials (a
    sequential test, Wald 1945); the habit is for all trials together, too. `settled` says that the
    same is thought whenever a seat sees the same.
    """

    ideas: int
    again: int
    habit: float = 0.0
    rounds: float = 2.0
    margin: float | None = None
    within: float = inf
    settled: bool = False


class Mind(NamedTuple):
    """How a title is thought about.

    `quick` is the journeyman, or what masters take others for: it plays for these while an idea is
    tried. `rollout` is the bot that goes on for its own seat then, and in some trials of a master
    for an only opponent. `ideas` takes a view, the orders and how many ideas are wanted about; it
    returns different ways to go on, what the rollout bot would do first, and none if what is asked
    is best left to that. `reckon` says why the quick bot would give an order. `model` says what
    each seat can hope for in a position. `mistakes` is how often an apprentice takes up any idea,
    `again` how often merchants try good ideas again: more often where chance decides much.
    `tries` are those of merchants, or for a wiser mind of masters, with some numbers of players.
    `steady` says that all who think about the title are steady, `slips` how often others err in a
    master's trials, `doubts` that a master's are mixed; see `games.bots.search.Effort`. `habit` is
    how much more an idea must bring than what the rollout bot would do, as a chance to win, against
    an only opponent: trials are too sure of what that one will answer. `foreseen` plays, with some
    numbers of players, for those who are known to take time to think, as long as it is sure what
    they will be asked. `wiser` is how masters think about the title, if in another way.
    """

    quick: Bot
    rollout: Bot
    ideas: Callable[[Any, AnyOrders, int], Sequence[Idea]]
    reckon: Callable[[Any, Any], Advice]
    model: Model
    mistakes: float
    again: int
    steady: bool = False
    slips: float = 0.0
    doubts: bool = False
    habit: float = 0.0
    tries: Mapping[int, Tries] = MappingProxyType({})
    foreseen: Mapping[int, Patient] = MappingProxyType({})
    wiser: "Mind | None" = None

    @property
    def wisest(self) -> "Mind":
        """The mind of masters."""
        return self.wiser or self


class Remembering:
    """A bot that does what another does, which need not think again when it sees the same again."""

    def __init__(self, bot: Patient) -> None:
        self.bot = bot
        self.given: dict[str, Order] = {}

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None
    ) -> Order:
        """Return what the bot orders, or ordered. In haste it may order something else."""
        if not orders.leave_a_choice:
            return self.bot(view, orders, rng, until)
        seen = repr(view)
        order = self.given.get(seen)
        if order is None:
            order = self.bot(view, orders, rng, until)
            if len(self.given) >= REMEMBERED:
                self.given.clear()
            if until is None or time.monotonic() < until:
                self.given[seen] = order
        return order


def slipping(mind: Mind, usual: Bot, slips: float) -> Bot:
    """Return a bot that plays as the usual one does, but at times takes up any idea of the mind.

    `slips` is how often, from 0 to 1.
    """

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        if orders.leave_a_choice and rng.random() < slips:
            ideas = mind.ideas(view, orders, NOTIONS)
            if ideas:
                order = rng.choice(ideas).begin()(view, orders, rng)
                if order in orders:
                    return order
        return usual(view, orders, rng)

    return bot
