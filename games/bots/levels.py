"""How well bots play: the levels that people choose from."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot, Thinker
from games.bots.random_bot import any_order
from games.bots.search import Search
from games.bots.strategy import TitleStrategy, noisy
from games.rules.common.message import Message, message, term
from games.rules.title import AnyOrders, Order


class Level(NamedTuple):
    """A level of bots: its name, and how it plays in a sentence.

    If it takes time to think, `at_once` makes the bot that plays for it where there is none.
    """

    name: Message
    sentence: Message
    make: Callable[[TitleStrategy], Bot]
    at_once: Callable[[TitleStrategy], Bot] | None = None

    @property
    def thinks(self) -> bool:
        """Whether it takes time to think."""
        return self.at_once is not None


def apprentice(strategy: TitleStrategy) -> Bot:
    """Return a bot that plays as the quick one does, but often picks another candidate."""
    return noisy(strategy, strategy.quick, strategy.noise)


def journeyman(strategy: TitleStrategy) -> Bot:
    """Return the quick bot."""
    return strategy.quick


def merchant(strategy: TitleStrategy) -> Search:
    """Return a bot that searches with a merchant's budget."""
    return Search(strategy)


def adviser(strategy: TitleStrategy) -> Search:
    """Return a bot that searches almost like a merchant, with a master's values.

    It compares only four candidates and drops any that fall behind, which leaves time for the
    chances.
    """
    budget = strategy.budget._replace(candidates=4, rounds=1.75, margin=0.15)
    for_two = budget._replace(prior=strategy.master.budget_of(2).prior)
    return Search(strategy.master.with_budget(budget, {2: for_two}))


def master(strategy: TitleStrategy) -> Search:
    """Return a bot that searches with a master's strategy and budget."""
    return Search(strategy.master)


def analyst(strategy: TitleStrategy) -> Search:
    """Return a bot that plays as well as a master in less than half of the time, for analyses.

    It drops candidates that fall behind, unless their number of players has a budget of its own,
    and doesn't care for the chance to win.
    """
    usual, budgets = strategy.master.budget, strategy.master.budgets
    return Search(
        strategy.master.with_budget(
            usual._replace(margin=0.05, order_only=True),
            {players: each._replace(order_only=True) for players, each in budgets.items()},
        )
    )


def hasty_master(strategy: TitleStrategy) -> Bot:
    """Return the quick bot that values things as masters do."""
    return strategy.master.rollout


LEVELS: Final[Mapping[str, Level]] = {
    "apprentice": Level(
        term("level", "Apprentice"),
        message("Knows the rules but often picks a weaker plan."),
        apprentice,
    ),
    "journeyman": Level(
        term("level", "Journeyman"),
        message("Plays what looks best to it at the moment, and does not plan far ahead."),
        journeyman,
    ),
    "merchant": Level(
        term("level", "Merchant"),
        message("Looks two rounds ahead with its best plans."),
        merchant,
        at_once=journeyman,
    ),
    "master": Level(
        term("level", "Master"),
        message("Thinks many plans through, with what the others may do."),
        master,
        at_once=hasty_master,
    ),
}
"""Every level by its id, from the weakest to the strongest."""


def bot_of(
    level: str, strategies: Mapping[str, TitleStrategy], opponents: Sequence[str] = ()
) -> Bot:
    """Return the bot of a level, which plays each title by its strategy, others at random.

    `opponents` are what it knows of the table, as in `games.bots.bot.Thinker`.
    """
    made = {title: LEVELS[level].make(strategy) for title, strategy in strategies.items()}
    return _playing({title: _among(opponents, bot) for title, bot in made.items()})


def hasty_bot_of(level: str, strategies: Mapping[str, TitleStrategy]) -> Bot:
    """Return the bot that plays for one of a level where there is no time to think."""
    make = LEVELS[level].at_once or LEVELS[level].make
    return _playing({title: make(strategy) for title, strategy in strategies.items()})


def _playing(bots: Mapping[str, Bot]) -> Bot:
    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        return bots.get(view.title, any_order)(view, orders, rng)

    return bot


def _among(opponents: Sequence[str], bot: Bot) -> Bot:
    """Return a bot that knows, if it searches, which of its opponents search.

    People do, and so do some levels.
    """
    if not isinstance(bot, Search):
        return bot
    thinking = {"", *(level for level, each in LEVELS.items() if each.thinks)}
    return bot.among([seat for seat, level in enumerate(opponents) if level in thinking])


def thinker_of(level: str, strategies: Mapping[str, TitleStrategy]) -> Thinker:
    """Return the bot of a level that thinks, which says why it plays as it does.

    It plays titles without a strategy at random, for no reason.
    """
    bots = {title: LEVELS[level].make(strategy) for title, strategy in strategies.items()}

    def bot(
        view: Any,
        orders: AnyOrders,
        rng: random.Random,
        deadline: float | None = None,
        opponents: Sequence[str] = (),
    ) -> Advice:
        chosen = _among(opponents, bots.get(view.title, any_order))
        if isinstance(chosen, Search):
            return chosen.advise(view, orders, rng, deadline)
        return Advice(chosen(view, orders, rng))

    return bot
