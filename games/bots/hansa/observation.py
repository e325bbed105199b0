"""A view of Hansa as a row of small numbers, for programs that learn."""

from games.rules.hansa.pieces import COLOURS, GOODS
from games.rules.hansa.play import STAGE_NAMES
from games.rules.hansa.view import View


def observation(view: View) -> list[int]:
    """Return what the view shows; the length depends only on the players.

    Seats are counted from 1 and 0 is no seat, so every number is from 0 to 255.
    """
    colours = range(len(COLOURS))
    row = [0 if view.seat is None else view.seat + 1, view.turn + 1, view.start_seat + 1]
    row += [STAGE_NAMES.index(view.stage), view.ship, view.fresh, view.replenished, view.acted]
    row += [view.last_round, *view.piles, *view.warehouses]
    row += [number for city in view.booths for number in city]
    row += [colour in view.left_out for colour in colours]
    row += [colour in view.sold_now for colour in colours]
    for losing in view.losing:
        row += [colour in losing for colour in colours]
    for desk in view.desks:
        row += [desk.talers, desk.booths]
        row += [desk.unsold.count(code) for code in GOODS]
        row += [desk.sold.count(code) for code in GOODS]
    return row
