"""What sentences count: pieces, offices, markers and points; and the values of abilities."""

from typing import Final

from games.rules.common.message import Noun, Part, series, term
from games.rules.teutonica.pieces import ALL, KIND_NOUNS, PRIVILEGE, PRIVILEGE_WORDS, TRACKS

OFFICE: Final = Noun("office", "1 office", "{number} offices")
PRESTIGE: Final = Noun("prestige point", "1 prestige point", "{number} prestige points")
BONUS_MARKER: Final = Noun("bonus marker", "1 bonus marker", "{number} bonus markers")


def held(traders: int, merchants: int) -> Part:
    """Return pieces that somebody has, after a colon: '2 traders and a merchant'."""
    pairs = zip((traders, merchants), KIND_NOUNS, strict=True)
    counted = [noun.subject(number) for number, noun in pairs if number]
    return series(counted) if counted else term("amount", "no pieces")


def value_of(ability: int, level: int) -> Part:
    """Return the value of an ability at a level: '3', 'orange', 'all'."""
    value = TRACKS[ability][level]
    if ability == PRIVILEGE:
        return PRIVILEGE_WORDS[value]
    return term("bank", "all") if value == ALL else value
