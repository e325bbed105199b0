"""The names of bots: those of merchants of the time, which people cannot take.

A bot has its name from its game and its seat alone, so that every page and email knows it without
asking the database, and it stays the same for as long as the game is kept.
"""

from functools import cache
from typing import Final

from games.accounts.names import look_of

NAMES: Final = (
    "Tideke",
    "Geseke",
    "Albrecht",
    "Telse",
    "Borchard",
    "Mechtild",
    "Wessel",
    "Kunneke",
    "Hinrik",
    "Odilia",
    "Gerlach",
    "Swaneke",
    "Cort",
    "Alheid",
    "Ludolf",
    "Rixa",
    "Detmar",
    "Wobbeke",
    "Sivert",
    "Elsebe",
    "Marquard",
    "Hille",
    "Vicko",
    "Ermgard",
    "Arnd",
    "Drudeke",
    "Frowin",
    "Mette",
    "Dankwart",
    "Lucke",
    "Rotger",
    "Walburg",
    "Eggert",
    "Tibbe",
    "Gosschalk",
    "Abele",
    "Heyno",
    "Richmod",
    "Steffen",
    "Foelke",
    "Wichman",
    "Heilwig",
    "Lubbert",
    "Wendele",
    "Kersten",
    "Bertrade",
    "Hartwig",
    "Ursele",
)
"""Men and women in turn, as they are found in the records of Hanseatic cities."""


def bot_name(game: int, seat: int) -> str:
    """Return the name of a bot by the number of its game and its seat; no two in a game are alike.

    Both factors have no divisor in common with the number of names, so neither the seats of a game
    nor 48 games in a row meet a name twice.
    """
    return NAMES[(7 * game + 11 * seat) % len(NAMES)]


def is_bot_name(name: str) -> bool:
    """Return whether a bot has a name, or one that looks like it: no person may choose it."""
    return look_of(name) in _looks()


@cache
def _looks() -> frozenset[str]:
    return frozenset(map(look_of, NAMES))
