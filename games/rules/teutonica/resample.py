"""A full position that agrees with a view: what the view hides is drawn at random."""

import random
from collections import Counter
from typing import Any

from games.rules.teutonica.pieces import MARKER_SUPPLY, MARKERS, TAVERN_MARKERS
from games.rules.teutonica.state import State
from games.rules.teutonica.view import View


def resample(view: View, rng: random.Random) -> State:
    """Return a position that looks like `view` to its seat.

    Drawn at random are the markers that are face down, on the plates of others and in the supply
    (T8), and what modules hide.
    """
    hidden, public = _hidden_markers(view), view.public
    rng.shuffle(hidden)

    def deal(number: int) -> list[int]:
        return sorted(hidden.pop() for _ in range(number))

    used = [deal(desk.used) for desk in view.desks]
    plate = [
        [*desk.plate_known] if seat == view.seat else deal(desk.plate - public.drawn[seat])
        for seat, desk in enumerate(view.desks)
    ]
    left = Counter(hidden)
    bag = [left[kind] for kind in range(len(MARKERS))]
    state = State.load(
        {**_what_is_seen(view), "used": used, "plate": plate, "bag": bag}, modules=view.modules
    )
    state.frames, state.added = public.frames, view.added
    for module in view.modules if not state.over else ():
        state.added = module.resample(state, rng)
    return state


def _hidden_markers(view: View) -> list[int]:
    """Return the markers that the viewer does not see, sorted (T1.4)."""
    edition = view.options["edition"]
    left = Counter(MARKER_SUPPLY[edition])
    left.subtract(kind for kind in view.route_markers if kind is not None)
    for module in view.modules:
        left.subtract(module.discarded(view))
    for desk in view.desks:
        left.subtract(desk.markers)
        left.subtract(desk.plate_known)
    # During the setup the markers that are still to come to the taverns are known.
    number = view.marker_supply
    number += sum(desk.used + desk.plate - len(desk.plate_known) for desk in view.desks)
    if left.total() > number:
        left.subtract(kind for kind in TAVERN_MARKERS[edition] if kind not in view.route_markers)
    return sorted(left.elements())


def _what_is_seen(view: View) -> dict[str, Any]:
    """Return the part of a dumped position that the view shows, without frames and modules."""
    desks = view.desks
    return {
        "board": view.board,
        "options": view.options,
        "players": view.players,
        "spaces": view.spaces,
        "offices": view.offices,
        "extras": view.extras,
        "founded": view.founded,
        "special": view.special,
        "supply": [number for desk in desks for number in desk.supply],
        "stock": [number for desk in desks for number in desk.stock],
        "levels": [level for desk in desks for level in desk.levels],
        "prestige": [desk.prestige for desk in desks],
        "markers": [0 if kind is None else kind + 1 for kind in view.route_markers],
        "held": [desk.markers for desk in desks],
        "drawn": view.public.drawn,
        "turn": view.turn,
        "start": view.start_seat,
        "actions": view.actions_left,
        "connected": view.connected,
        "completed": view.completed,
        "ending": view.public.ending,
        "over": bool(view.ended_by),
        "frames": (),
        "added": {},
    }
