"""A position in a few words, for people who do not see the board."""

from collections.abc import Sequence

from games.drawing.score import listed
from games.rules.teutonica.board import load_board
from games.rules.teutonica.view import View


def position(view: View, names: Sequence[str]) -> str:
    """Return prestige, who controls how many cities, and how many cities are completed."""
    prestige = listed(
        [f"{desk.prestige} for {name}" for name, desk in zip(names, view.desks, strict=True)]
    )
    cities = [view.controllers.count(seat) for seat in range(view.players)]
    controlled = listed(
        [f"{count} by {name}" for name, count in zip(names, cities, strict=True) if count]
        or ["none"]
    )
    end = load_board(view.board).cities_to_end
    return (
        f"Prestige: {prestige}. Cities controlled: {controlled}. "
        f"Cities completed: {len(view.completed)}; the game ends at {end}."
    )
