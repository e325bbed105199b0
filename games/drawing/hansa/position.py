"""A position in a few words, for those who do not see the board."""

from collections.abc import Sequence

from games.drawing.hansa.words import city_name
from games.drawing.score import listed
from games.rules.hansa.pieces import counted
from games.rules.hansa.scoring import score
from games.rules.hansa.view import View


def position(view: View, names: Sequence[str]) -> str:
    """Return points as they stand, talers, where the ship lies, and what is left to come."""
    totals = [
        score(desk.unsold, desk.sold, view.booths, seat)["total"]
        for seat, desk in enumerate(view.desks)
    ]
    scores = listed([f"{total} for {name}" for total, name in zip(totals, names, strict=True)])
    talers = listed(
        [f"{name} has {desk.talers}" for name, desk in zip(names, view.desks, strict=True)]
    )
    return (
        f"Points as it stands: {scores}. Of talers {talers}. The ship lies in "
        f"{city_name(view, view.ship)}; {counted(sum(view.piles), 'marker')} left in the piles."
    )
