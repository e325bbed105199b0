"""Bots, and the standing orders that answer for people. Both see only views."""

from collections.abc import Callable, Sequence
from typing import Any

from games.bots.bot import Bot, Thinker
from games.bots.hansa import greedy as hansa_greedy
from games.bots.hansa import reasons as hansa_reasons
from games.bots.hansa import standing_orders as hansa_standing_orders
from games.bots.hansa import trained_greedy as hansa_trained_greedy
from games.bots.hansa.candidates import ideas as hansa_ideas
from games.bots.hansa.candidates import reckon as hansa_reckon
from games.bots.hansa.features import model as hansa_model
from games.bots.hansa.observation import features as hansa_features
from games.bots.levels import LEVELS, bot_of, hasty_bot_of, merchant, thinker_of
from games.bots.random_bot import any_order
from games.bots.standing_orders import Standing
from games.bots.stories import Reasons
from games.bots.strategy import Mind, Remembering, Tries
from games.bots.teutonica import expected_greedy as teutonica_expected_greedy
from games.bots.teutonica import greedy as teutonica_greedy
from games.bots.teutonica import reasons as teutonica_reasons
from games.bots.teutonica import standing_orders as teutonica_standing_orders
from games.bots.teutonica import trained_greedy as teutonica_trained_greedy
from games.bots.teutonica.candidates import ideas as teutonica_ideas
from games.bots.teutonica.candidates import reckon as teutonica_reckon
from games.bots.teutonica.candidates import trained_ideas as teutonica_trained_ideas
from games.bots.teutonica.features import masters_model as teutonica_masters_model
from games.bots.teutonica.features import model as teutonica_model
from games.bots.teutonica.observation import features as teutonica_features

TEUTONICA = Mind(
    teutonica_greedy,
    teutonica_greedy,
    teutonica_ideas,
    teutonica_reckon,
    teutonica_model,
    mistakes=0.65,
    again=0,
    slips=0.05,
)
HANSA = Mind(
    hansa_greedy,
    hansa_trained_greedy,
    hansa_ideas,
    hansa_reckon,
    hansa_model,
    mistakes=0.25,
    again=3,
    steady=True,
    doubts=True,
    tries={
        3: Tries(5, 0, settled=True),
        4: Tries(3, 3, habit=0.02, rounds=1.75, margin=0.07, within=5.0, settled=True),
    },
)
MINDS: dict[str, Mind] = {
    "teutonica": TEUTONICA._replace(
        wiser=TEUTONICA._replace(
            quick=teutonica_expected_greedy,
            rollout=teutonica_trained_greedy,
            ideas=teutonica_trained_ideas,
            model=teutonica_masters_model,
            habit=0.1,
        )
    ),
    "hansa": HANSA._replace(
        wiser=HANSA._replace(
            tries={4: Tries(12, 8, margin=0.2, within=2.0)},
            foreseen=dict.fromkeys([3, 4], Remembering(merchant(HANSA))),
        )
    ),
}
"""How each title is thought about that has bots of its own."""

BOTS: dict[str, Bot] = {
    **{level: bot_of(level, MINDS) for level in LEVELS},
    "random": any_order,
}
"""Every bot by its id: the levels, and one that plays at random."""

HASTY: dict[str, Bot] = BOTS | {level: hasty_bot_of(level, MINDS) for level in LEVELS}
"""Every bot by its id as it plays where there is no time to think."""

THINKERS: dict[str, Thinker] = {
    level: thinker_of(level, MINDS) for level in LEVELS if LEVELS[level].thinks
}
"""The bots that take time to think and say why they play as they do, by their level."""


def seated(bot: str, company: Sequence[str]) -> Bot:
    """Return a bot by its id as it plays at a table, where it knows the bot in each seat."""
    return bot_of(bot, MINDS, company) if bot in LEVELS else BOTS[bot]


STANDING: dict[str, Standing] = {
    "teutonica": teutonica_standing_orders,
    "hansa": hansa_standing_orders,
}
"""The standing orders of each title that asks players in another player's turn."""

REASONS: dict[str, Reasons] = {"teutonica": teutonica_reasons, "hansa": hansa_reasons}
"""What each title tells about why one turn is better than another."""

FEATURES: dict[str, Callable[[Any], list[int]]] = {
    "teutonica": teutonica_features,
    "hansa": hansa_features,
}
"""What a seat sees as a row of numbers from 0 to 255, by title."""

__all__ = [
    "BOTS",
    "FEATURES",
    "HASTY",
    "LEVELS",
    "MINDS",
    "REASONS",
    "STANDING",
    "THINKERS",
    "Bot",
    "seated",
]
