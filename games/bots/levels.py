"""How well bots play: the levels that people choose from."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot, Thinker
from games.bots.random_bot import any_order
from games.bots.search import Effort, Search
from games.bots.strategy import Mind, Tries, slipping
from games.rules.title import AnyOrders, Order


class Level(NamedTuple):
    """A level of bots: its name, and how it plays in a sentence.

    If it takes time to think, `at_once` makes the bot that plays for it where there is none.
    """

    name: str
    sentence: str
    make: Callable[[Mind], Bot]
    at_once: Callable[[Mind], Bot] | None = None

    @property
    def thinks(self) -> bool:
        """Whether it takes time to think."""
        return self.at_once is not None


def apprentice(mind: Mind) -> Bot:
    """Return a bot that plays as the quick one does, but often takes up a lesser idea."""
    return slipping(mind, mind.quick, mind.mistakes)


def journeyman(mind: Mind) -> Bot:
    """Return the quick bot."""
    return mind.quick


def merchant(mind: Mind) -> Search:
    """Return a bot that tries its best ideas for two rounds."""
    return Search(mind, Effort(ideas=5, rounds=2, again=mind.again, instead=mind.tries))


def adviser(mind: Mind) -> Search:
    """Return a bot that thinks almost like a merchant, with a master's values.

    It tries only four ideas and drops those that fall behind, which leaves time for the chances.
    """
    usual = Tries(ideas=4, again=mind.again, rounds=1.75, margin=0.15)
    tries = dict.fromkeys(range(3, 6), usual) | {2: usual._replace(habit=mind.wisest.habit)}
    return merchant(mind.wisest._replace(tries=tries, foreseen={}))


def master(mind: Mind) -> Search:
    """Return a bot that tries many ideas, the best of them again and again, as others may reply."""
    effort = Effort(ideas=12, rounds=2, again=8, slips=mind.slips, mixed=mind.doubts, steady=True)
    return Search(mind.wisest, effort._replace(instead=mind.wisest.tries))


def hasty_master(mind: Mind) -> Bot:
    """Return the quick bot that values things as masters do."""
    return mind.wisest.rollout


LEVELS: Final[Mapping[str, Level]] = {
    "apprentice": Level(
        "Apprentice", "Knows the rules and means well, but makes mistakes.", apprentice
    ),
    "journeyman": Level(
        "Journeyman",
        "Plays what looks best to it at the moment, and does not plan far ahead.",
        journeyman,
    ),
    "merchant": Level(
        "Merchant", "Thinks its best plans through for two rounds.", merchant, at_once=journeyman
    ),
    "master": Level(
        "Master",
        "Thinks many plans through, with what the others may do.",
        master,
        at_once=hasty_master,
    ),
}
"""Every level by its id, from the weakest to the strongest."""


def bot_of(level: str, minds: Mapping[str, Mind], company: Sequence[str] = ()) -> Bot:
    """Return the bot of a level, which plays each title with its mind, others at random.

    `company` is what it knows of the table, as in `games.bots.bot.Thinker`.
    """
    made = {title: LEVELS[level].make(mind) for title, mind in minds.items()}
    return _playing({title: _among(company, bot) for title, bot in made.items()})


def hasty_bot_of(level: str, minds: Mapping[str, Mind]) -> Bot:
    """Return the bot that plays for one of a level where there is no time to think."""
    make = LEVELS[level].at_once or LEVELS[level].make
    return _playing({title: make(mind) for title, mind in minds.items()})


def _playing(bots: Mapping[str, Bot]) -> Bot:
    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        return bots.get(view.title, any_order)(view, orders, rng)

    return bot


def _among(company: Sequence[str], bot: Bot) -> Bot:
    """Return a bot that knows, if it searches, who of a company takes time to think.

    People do, and so do some levels.
    """
    if not isinstance(bot, Search):
        return bot
    thinking = {"", *(level for level, each in LEVELS.items() if each.thinks)}
    return bot.among([seat for seat, level in enumerate(company) if level in thinking])


def thinker_of(level: str, minds: Mapping[str, Mind]) -> Thinker:
    """Return the bot of a level that thinks, which says why it plays as it does.

    It plays titles without a mind at random, for no reason.
    """
    bots = {title: LEVELS[level].make(mind) for title, mind in minds.items()}

    def bot(
        view: Any,
        orders: AnyOrders,
        rng: random.Random,
        until: float | None = None,
        company: Sequence[str] = (),
    ) -> Advice:
        chosen = _among(company, bots.get(view.title, any_order))
        if isinstance(chosen, Search):
            return chosen.advise(view, orders, rng, until)
        return Advice(chosen(view, orders, rng))

    return bot
