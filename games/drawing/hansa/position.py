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
    goods = f"{len(desk.unsold)} unsold and {len(desk.sold)} sold"
    return f"{counted(desk.talers, 'taler')}, {counted(desk.booths, 'booth')}, {goods}"
