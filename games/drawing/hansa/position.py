"""A position in a few words, for people who do not see the board."""

from collections.abc import Sequence

from games.drawing.hansa.words import city_name
from games.drawing.score import listed
from games.rules.hansa.pieces import counted
from games.rules.hansa.questions import score
from games.rules.hansa.view import View


def position(view: View, names: Sequence[str]) -> str:
    """Return points so far, talers, where the ship is, and how many markers are left."""
    totals = [score(view, seat)["total"] for seat in range(view.players)]
    scores = listed([f"{total} for {name}" for total, name in zip(totals, names, strict=True)])
    talers = listed(
        [f"{desk.talers} for {name}" for name, desk in zip(names, view.desks, strict=True)]
    )
    return (
        f"Points so far: {scores}. Talers: {talers}. The ship is in {city_name(view, view.ship)}. "
        f"The piles have {counted(sum(view.piles), 'marker')} left."
    )


def supply(view: View, seat: int) -> str:
    """Return a seat's talers, its booths in stock and its markers."""
    desk = view.desks[seat]
    markers = (("unsold marker", len(desk.unsold)), ("sold marker", len(desk.sold)))
    held = [(name, number) for name, number in markers if number] or [("marker", 0)]
    owned = (("taler", desk.talers), ("booth", desk.booths), *held)
    return listed([counted(number, name) if number else f"no {name}s" for name, number in owned])
