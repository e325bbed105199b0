"""The labels of orders: short enough for buttons, exact for people who cannot see the board."""

from collections.abc import Callable

from games.drawing.teutonica.words import amount, capital, piece_name, space_names
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.displaced import FIRST, FROM_STOCK, FROM_SUPPLY
from games.rules.teutonica.modules.pawn import FREE_WALK, provinces
from games.rules.teutonica.pieces import (
    ABILITY_NAMES,
    KIND_NAMES,
    MARKER_NAMES,
    PRIVILEGES,
    SPECIAL_PRESTIGE,
    TILE_NAMES,
    kind_of,
)
from games.rules.teutonica.view import View
from games.rules.title import Order

TITLES = {
    "income": "Income",
    "place": "Place",
    "displace": "Displace",
    "move": "Move",
    "claim": "Claim a route",
    "use": "Use a marker",
    "put": "Place a piece",
    "marker": "Place a marker",
    "remove": "Remove a piece",
    "found": "Open an office",
    "develop": "Develop",
    "take": "Your share of income",
    "decline": "No, thanks",
    "favour": "The Emperor's Favour",
    "neutral": "Neutral office",
    "pawn": "Move the pawn",
    "done": "Stop",
    "end": "End the turn",
}
_DONE = {
    "displaced": "No more pieces",
    "place_2": "No more pieces",
    "remove3": "Stop removing",
    "found": "Open none",
    "develop": "Skip",
}
"""What stopping means, by what is asked; otherwise 'No more moves'."""


class Labels:
    """Says what orders of one position do."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.board: Board = load_board(view.board)
        self.names = space_names(view.board)

    def label(self, order: Order) -> str:
        """Short words for an order's button."""
        return str(_LABELS[order[0]](self, order)) if order[0] in _LABELS else capital(order[0])

    def target_label(self, target: str, order: Order) -> str:
        """Short words for a target that leads to a second step."""
        verb = order[0]
        if verb in ("place", "put"):
            return f"Place on {self.names[order[2]]}"
        if verb == "displace":
            return f"Displace {piece_name(self.view.spaces[order[2]])} on {self.names[order[2]]}"
        if verb == "claim":
            return f"Claim {self.board.routes[order[1]].name}"
        if verb == "favour":
            return f"Take the tile '{TILE_NAMES[order[1]]}'"
        if verb == "found":
            return f"Open an office in {self.board.cities[order[1]].name}"
        if verb == "pawn":
            return f"Pawn to province {order[1]}"
        if verb in ("use", "marker"):
            return f"{'Use' if verb == 'use' else 'Place'} {MARKER_NAMES[order[1]]}"
        return TITLES.get(verb, capital(verb))

    def piece_at(self, space: int) -> str:
        code = self.view.spaces[space]
        return f"{piece_name(code)}, {self.names[space]}" if code else self.names[space]

    def piece(self, order: Order) -> str:
        """What is placed: the displaced piece, or an extra one and where it comes from."""
        _, kind, _, *source = order
        name = KIND_NAMES[kind]
        if not source:
            return name
        hand = self.view.hand if self.view.asked == "displaced" else b""
        if source[0] == FIRST and hand and kind_of(hand[0]) == kind:
            return f"displaced {name}"
        return f"{name}{self.source(source[0])}"

    def source(self, source: int) -> str:
        """Where an extra piece comes from, unless that is the first source."""
        where = {FIRST: "", FROM_STOCK: " from your stock", FROM_SUPPLY: " from your supply"}
        return where[source] if source in where else f" from {self.names[source]}"

    def is_free(self, order: Order) -> bool:
        """Whether this move of the pawn costs no action."""
        near = provinces(self.board).near[self.view.pawn or 0]
        return self.view.free_walk and order[2] == FREE_WALK and order[1] in near

    def income(self, order: Order) -> str:
        return f"Take {amount(order[1], order[2])}"

    def place(self, order: Order) -> str:
        return f"{capital(KIND_NAMES[order[1]])} to {self.names[order[2]]}"

    def displace(self, order: Order) -> str:
        _, kind, space, traders, merchants = order
        return (
            f"{capital(KIND_NAMES[kind])} for {piece_name(self.view.spaces[space])} on "
            f"{self.names[space]}, paying {amount(traders, merchants)}"
        )

    def move(self, order: Order) -> str:
        return f"To {self.names[order[2]]}"

    def claim(self, order: Order) -> str:
        _, route, use, *what = order
        if use == "office":
            return f"Office in {self.board.cities[what[0]].name}"
        if use == "develop":
            return f"Develop {ABILITY_NAMES[what[0]]}"
        if use == "prestige":
            return f"{SPECIAL_PRESTIGE[what[0]]} prestige points on the {PRIVILEGES[what[0]]} field"
        if use == "extra":
            name = self.board.cities[what[0]].name
            return f"Extra office in {name} with a {KIND_NAMES[what[1]]}"
        return f"Claim {self.board.routes[route].name} for nothing else"

    def use(self, order: Order) -> str:
        _, kind, *what = order
        if len(what) == 1:
            return f"Develop {ABILITY_NAMES[what[0]]}"
        if len(what) == 2:
            name = self.board.cities[what[0]].name
            return f"Swap offices {what[1] + 1} and {what[1] + 2} in {name}"
        return f"Use {MARKER_NAMES[kind]}"

    def put(self, order: Order) -> str:
        return f"{capital(self.piece(order))} to {self.names[order[2]]}"

    def mark(self, order: Order) -> str:
        return f"{MARKER_NAMES[order[1]]} to {self.board.routes[order[2]].name}"

    def remove(self, order: Order) -> str:
        return f"Remove {self.piece_at(order[1])}"

    def found(self, order: Order) -> str:
        return f"{capital(KIND_NAMES[order[2]])} as office in {self.board.cities[order[1]].name}"

    def develop(self, order: Order) -> str:
        return f"Develop {ABILITY_NAMES[order[1]]}"

    def take(self, order: Order) -> str:
        return f"Take a {KIND_NAMES[order[1]]}"

    def decline(self, order: Order) -> str:
        return "Take nothing"

    def favour(self, order: Order) -> str:
        one, other = (MARKER_NAMES[kind] for kind in order[2:])
        pair = f"two {one}" if one == other else f"{one} and {other}"
        return f"{TILE_NAMES[order[1]]} for {pair} and this turn's actions"

    def neutral(self, order: Order) -> str:
        return f"Neutral office in {self.board.cities[order[1]].name}"

    def pawn(self, order: Order) -> str:
        where = f"Province {order[1]}"
        if self.view.pawn is None:
            return where
        if not self.is_free(order):
            return f"{where}, for an action"
        return f"{where}, free, ends your actions" if self.view.walk_ends else f"{where}, free"

    def done(self, order: Order) -> str:
        return _DONE.get(self.view.asked, "No more moves")

    def end(self, order: Order) -> str:
        return "End the turn"


_LABELS: dict[str, Callable[[Labels, Order], str]] = {
    "income": Labels.income,
    "place": Labels.place,
    "displace": Labels.displace,
    "move": Labels.move,
    "claim": Labels.claim,
    "use": Labels.use,
    "put": Labels.put,
    "marker": Labels.mark,
    "done": Labels.done,
    "remove": Labels.remove,
    "found": Labels.found,
    "develop": Labels.develop,
    "take": Labels.take,
    "decline": Labels.decline,
    "favour": Labels.favour,
    "neutral": Labels.neutral,
    "pawn": Labels.pawn,
    "end": Labels.end,
}
