"""Facts about the seats of Hansa, from which the model tells who will win."""

from pathlib import Path
from typing import Final

from games.bots.hansa import worth
from games.bots.hansa.outlook import Outlook
from games.bots.model import Facts, Model
from games.rules.hansa import Hansa, questions
from games.rules.hansa.pieces import barrels_of
from games.rules.hansa.state import State
from games.rules.hansa.view import View

WHOLE: Final = 50.0
"""Markers that can be taken before the last round begins, about as many as at the start."""
SEATS: Final = 4
NAMES: Final = (
    "points",
    "sold",
    "cities",
    "talers",
    "unsold",
    "barrels",
    "pairs",
    "in pairs",
    "booths in stock",
    "cities led",
    "warehouses led",
    "hand",
    "booths",
    *(f"turn in {number}" for number in range(SEATS)),
)
"""The facts about a seat, in their order."""


def facts(state: State) -> Facts:
    """Return what is known of each seat, as NAMES tells."""
    view = Hansa().view(state, None)
    left = min(1.0, questions.before_last_round(view) / WHOLE)
    setup = f"{view.board} {view.players}"
    return Facts(setup, left, [_row(state, view, seat) for seat in range(view.players)])


def _row(state: State, view: View, seat: int) -> list[float]:
    desk, outlook = view.desks[seat], Outlook(view, seat)
    lines, unsold = questions.score(state, seat), bytes(desk.unsold)
    lots = [number for number, _ in worth.by_colour(unsold) if number > 1]
    own, rivals = outlook.booths, outlook.rivals
    led = [city for city, booths in enumerate(own) if booths > rivals[city]]
    away = (seat - view.turn) % view.players
    valued = {place: worth.city(outlook, *place) for place in enumerate(own)}
    return [
        lines["total"],
        lines["sold"],
        lines["cities"],
        desk.talers,
        len(unsold),
        sum(map(barrels_of, unsold)),
        len(lots),
        sum(lots),
        desk.booths,
        len(led),
        sum(len(outlook.board.cities[city].warehouses) for city in led),
        worth.kept(unsold, outlook.turns),
        worth.cities(outlook, own, valued),
        *(float(away == number) for number in range(SEATS)),
    ]


model: Final = Model(Path(__file__).with_name("model.json"), NAMES, facts)
