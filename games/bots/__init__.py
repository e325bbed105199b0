"""Bots, and the standing orders that answer for people. Both see only views."""

from collections.abc import Callable, Sequence
from typing import Any

from games.bots.bot import Bot, Thinker
from games.bots.hansa import greedy as hansa_greedy
from games.bots.hansa import reasons as hansa_reasons
from games.bots.hansa import standing_orders as hansa_standing_orders
from games.bots.hansa import trained_greedy as hansa_trained_greedy
from games.bots.hansa.candidates import candidates as hansa_candidates
from games.bots.hansa.candidates import explain as hansa_explain
from games.bots.hansa.features import model as hansa_model
from games.bots.hansa.observation import observation as hansa_observation
from games.bots.levels import LEVELS, bot_of, hasty_bot_of, merchant, thinker_of
from games.bots.random_bot import any_order
from games.bots.standing_orders import StandingOrders
from games.bots.stories import Reasons
from games.bots.strategy import CachedBot, Foresight, SearchBudget, TitleStrategy
from games.bots.teutonica import expected_greedy as teutonica_expected_greedy
from games.bots.teutonica import greedy as teutonica_greedy
from games.bots.teutonica import reasons as teutonica_reasons
from games.bots.teutonica import standing_orders as teutonica_standing_orders
from games.bots.teutonica import trained_greedy as teutonica_trained_greedy
from games.bots.teutonica.candidates import candidates as teutonica_candidates
from games.bots.teutonica.candidates import explain as teutonica_explain
from games.bots.teutonica.candidates import trained_candidates as teutonica_trained_candidates
from games.bots.teutonica.features import masters_model as teutonica_masters_model
from games.bots.teutonica.features import model as teutonica_model
from games.bots.teutonica.observation import observation as teutonica_observation

TEUTONICA = TitleStrategy(
    teutonica_greedy,
    teutonica_greedy,
    teutonica_candidates,
    teutonica_explain,
    teutonica_model,
    noise=0.65,
    budget=SearchBudget(5),
    masters=TitleStrategy(
        teutonica_expected_greedy,
        teutonica_trained_greedy,
        teutonica_trained_candidates,
        teutonica_explain,
        teutonica_masters_model,
        noise=0.65,
        budget=SearchBudget(12, 8, average=True, noise=0.05),
        # A single opponent undoes at once what a position on the way promises.
        budgets={2: SearchBudget(12, 8, prior=0.1, noise=0.05)},
    ),
)
HANSA = TitleStrategy(
    hansa_greedy,
    hansa_trained_greedy,
    hansa_candidates,
    hansa_explain,
    hansa_model,
    noise=0.25,
    # Chance decides more than in Hansa Teutonica.
    budget=SearchBudget(5, 3, average=True),
    budgets={
        3: SearchBudget(5, average=True, deterministic=True),
        4: SearchBudget(
            candidates=3,
            retries=3,
            rounds=1.75,
            within=5.0,
            margin=0.07,
            prior=0.02,
            average=True,
            deterministic=True,
        ),
    },
)
HANSA_MASTERS = SearchBudget(12, 8, average=True)
MERCHANTS_OF_HANSA = CachedBot(merchant(HANSA))
STRATEGIES: dict[str, TitleStrategy] = {
    "teutonica": TEUTONICA,
    "hansa": HANSA._replace(
        masters=HANSA.with_budget(HANSA_MASTERS, {2: HANSA_MASTERS._replace(mixed=True)})._replace(
            foresight={
                3: Foresight(MERCHANTS_OF_HANSA, HANSA_MASTERS),
                4: Foresight(MERCHANTS_OF_HANSA, HANSA_MASTERS._replace(margin=0.2, within=2.0)),
            }
        )
    ),
}
"""How bots play each title that has bots of its own."""

BOTS: dict[str, Bot] = {
    **{level: bot_of(level, STRATEGIES) for level in LEVELS},
    "random": any_order,
}
"""Every bot by its id: the levels, and a bot that plays at random."""

HASTY: dict[str, Bot] = BOTS | {level: hasty_bot_of(level, STRATEGIES) for level in LEVELS}
"""Every bot by its id as it plays where there is no time to think."""

THINKERS: dict[str, Thinker] = {
    level: thinker_of(level, STRATEGIES) for level in LEVELS if LEVELS[level].thinks
}
"""The bots that take time to think and say why they play as they do, by their level."""


def seated(bot: str, opponents: Sequence[str]) -> Bot:
    """Return a bot by its id as it plays at a table, where it knows the bot in each seat."""
    return bot_of(bot, STRATEGIES, opponents) if bot in LEVELS else BOTS[bot]


STANDING_ORDERS: dict[str, StandingOrders] = {
    "teutonica": teutonica_standing_orders,
    "hansa": hansa_standing_orders,
}
"""The standing orders of each title that asks players in another player's turn."""

REASONS: dict[str, Reasons] = {"teutonica": teutonica_reasons, "hansa": hansa_reasons}
"""What each title tells about why one turn is better than another."""

OBSERVATIONS: dict[str, Callable[[Any], list[int]]] = {
    "teutonica": teutonica_observation,
    "hansa": hansa_observation,
}
"""What a seat sees as a row of numbers from 0 to 255, by title."""

__all__ = [
    "BOTS",
    "HASTY",
    "LEVELS",
    "OBSERVATIONS",
    "REASONS",
    "STANDING_ORDERS",
    "STRATEGIES",
    "THINKERS",
    "Bot",
    "seated",
]
