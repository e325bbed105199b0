"""How well bots play: the levels that people choose from."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.bots.bot import Advice, Bot, Thinker
from games.bots.chance import any_order
from games.bots.mind import Mind, slipping
from games.bots.search import Effort, Search
from games.rules.title import AnyOrders, Order


class Level(NamedTuple):
    """A level of bots: its name, how it plays in a sentence, and whether it takes time to think."""

    name: str
    sentence: str
    make: Callable[[Mind], Bot]
    thinks: bool = False


def apprentice(mind: Mind) -> Bot:
    """Return a bot that plays as the quick one does, but often takes up a lesser idea."""
    return slipping(mind, mind.quick, mind.mistakes)


def journeyman(mind: Mind) -> Bot:
    """Return the quick bot."""
    return mind.quick


def merchant(mind: Mind) -> Search:
    """Return a bot that tries its best ideas for two rounds."""
    return Search(mind, Effort(ideas=5, rounds=2, again=mind.again))


def master(mind: Mind) -> Search:
    """Return a bot that tries many ideas, the best of them again and again, as others may reply."""
    return Search(
        mind, Effort(ideas=12, rounds=2, again=8, slips=mind.slips, mixed=True, steady=True)
    )


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
        "Merchant", "Thinks its best plans through for two rounds.", merchant, thinks=True
    ),
    "master": Level(
        "Master", "Thinks many plans through, with what the others may do.", master, thinks=True
    ),
}
"""Every level by its id, from the weakest to the strongest."""


def bot_of(level: str, minds: Mapping[str, Mind]) -> Bot:
    """Return the bot of a level, which plays each title with its mind, others at random."""
    bots = {title: LEVELS[level].make(mind) for title, mind in minds.items()}

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        return bots.get(view.title, any_order)(view, orders, rng)

    return bot


def thinker_of(level: str, minds: Mapping[str, Mind]) -> Thinker:
    """Return the bot of a level that thinks, which says why it plays as it does.

    It plays titles without a mind at random, for no reason.
    """
    bots = {title: LEVELS[level].make(mind) for title, mind in minds.items()}

    def bot(view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None) -> Advice:
        chosen = bots.get(view.title, any_order)
        if isinstance(chosen, Search):
            return chosen.advise(view, orders, rng, until)
        return Advice(chosen(view, orders, rng))

    return bot
