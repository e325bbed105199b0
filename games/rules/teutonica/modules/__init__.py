"""The modules of the game, and which of them a game is played with."""

from collections.abc import Mapping
from functools import lru_cache

from games.rules.teutonica.board import Board
from games.rules.teutonica.modules import britannia, favour, missions, neutral, pawn
from games.rules.teutonica.situation import Situation
from games.rules.teutonica.state import Module

MISSIONS = missions.Missions()
FAVOUR = favour.Favour()
BRITANNIA = britannia.Britannia()
PAWN = pawn.Pawn()
NEUTRAL = neutral.Neutral()

SITUATIONS: dict[str, Situation] = {
    **missions.SITUATIONS,
    **favour.SITUATIONS,
    **pawn.SITUATIONS,
    **neutral.SITUATIONS,
}
"""The situations of the modules, by the name of the frame."""


def playing(board: Board, options: Mapping[str, str]) -> tuple[Module, ...]:
    """Return the modules of a game, in the order in which they are called."""
    found: list[Module] = []
    if _grants_permissions(board):
        found.append(BRITANNIA)
    if options.get("two_player") == "pawn":
        found.append(PAWN)
    if options.get("two_player") == "neutral":
        found.append(NEUTRAL)
    if options.get("missions") == "on":
        found.append(MISSIONS)
    if options.get("favour") == "on":
        found.append(FAVOUR)
    return tuple(found)


@lru_cache(maxsize=64)
def _grants_permissions(board: Board) -> bool:
    return any(city.grants for city in board.cities)
