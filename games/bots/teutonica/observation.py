"""A view of Hansa Teutonica as a row of small numbers, for programs that learn."""

from collections.abc import Iterable, Iterator

from games.rules.teutonica.pieces import EMPTY, MARKERS, TILES, owner
from games.rules.teutonica.play import SITUATIONS
from games.rules.teutonica.view import Desk, View

PROMPTS = ("over", "chance", "turn", *sorted({each.prompt for each in SITUATIONS.values()}))


def observation(view: View) -> list[int]:
    """Return what the view shows; the length depends only on board, players and options.

    Seats are counted from 1 and 0 is no seat, so every number is from 0 to 255.
    """
    cities, seats = range(len(view.printed.cities)), range(view.players)
    row = [_from_1(view.seat), view.turn + 1, view.start_seat + 1, view.actions_left]
    row += [PROMPTS.index(view.prompt), view.left, next(iter(view.hand), EMPTY)]
    row += [_from_1(view.origin), _from_1(view.victim), view.marker_supply]
    row += [*view.spaces, *view.offices, *view.special]
    row += map(_from_1, view.route_markers)
    row += map(_from_1, view.controllers)
    for offices in (*view.extras, *view.founded):
        owners = [owner(code) for code in offices]
        row += map(owners.count, seats)
    row += [city in view.completed for city in cities]
    row += [1 + view.connected.index(seat) if seat in view.connected else 0 for seat in seats]
    for desk in view.desks:
        row += _desk(desk)
    own = () if view.seat is None else view.missions[view.seat]
    row += [city in own for city in cities]
    row += [0 if tile not in view.tiles else 1 + _from_1(view.tiles[tile]) for tile in TILES]
    added = view.added
    row += [city in added.permits for city in cities]
    row += [added.pawn, added.walked, added.acted, added.touched, added.closed]
    return row


def _desk(desk: Desk) -> Iterator[int]:
    yield from (*desk.supply, *desk.stock, *desk.levels, desk.prestige, desk.used, desk.plate)
    yield from _counts(desk.markers)
    yield from _counts(desk.plate_known)


def _counts(markers: Iterable[int]) -> list[int]:
    row = [*markers]
    return [row.count(kind) for kind in range(len(MARKERS))]


def _from_1(number: int | None) -> int:
    return 0 if number is None else number + 1
