"""The labels of orders: short enough for buttons, exact for people who cannot see the board."""

from collections.abc import Callable
from typing import Any

from games.drawing.teutonica.prompts import DISPLACED
from games.drawing.teutonica.words import amount, piece_name, space_names
from games.rules.common.telling import capital
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.modules.pawn import free_targets
from games.rules.teutonica.orders import (
    FIRST,
    FREE_WALK,
    FROM_STOCK,
    FROM_SUPPLY,
    BuyTile,
    Claim,
    Decline,
    Develop,
    Displace,
    Done,
    End,
    Found,
    Income,
    Mark,
    Move,
    NeutralOffice,
    Order,
    Place,
    Put,
    Remove,
    Take,
    Use,
    UseDevelop,
    UseSwap,
    Walk,
)
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
    "displaced": "Done",
    "neutral displaced": "Done",
    "place claimed": "No more pieces",
    "place abroad": "No more pieces",
    "remove3": "Stop removing",
    "found": "Open none",
    "develop privilege": "Skip",
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
        label: Callable[[Any], str] = getattr(self, f"_{order.verb}")
        return label(order)

    def target_label(self, order: Order) -> str:
        """Short words for a target that leads to a second step."""
        if order.verb in ("place", "put"):
            return f"Place on {self.names[order.space]}"
        if order.verb == "displace":
            piece = piece_name(self.view.spaces[order.space])
            return f"Displace {piece} on {self.names[order.space]}"
        if order.verb == "claim":
            return f"Claim {self.board.routes[order.route].name}"
        if order.verb == "favour":
            return f"Take the tile '{TILE_NAMES[order.tile]}'"
        if order.verb == "found":
            return f"Open an office in {self.board.cities[order.city].name}"
        if order.verb == "pawn":
            return f"Pawn to province {order.province}"
        if order.verb == "use":
            return f"Use {MARKER_NAMES[order.marker]}"
        if order.verb == "marker":
            return f"Place {MARKER_NAMES[order.marker]}"
        return TITLES[order.verb]

    def piece_at(self, space: int) -> str:
        code = self.view.spaces[space]
        return f"{piece_name(code)}, {self.names[space]}" if code else self.names[space]

    def piece(self, order: Place | Put) -> str:
        """What is placed: the displaced piece, or an extra one and where it comes from."""
        name = KIND_NAMES[order.kind]
        if order.verb == "place":
            return name
        hand = self.view.hand if self.view.prompt in DISPLACED else b""
        if order.source == FIRST and hand and kind_of(hand[0]) == order.kind:
            return f"displaced {name}"
        return f"{name}{self.source(order.source)}"

    def source(self, source: int) -> str:
        """Where an extra piece comes from, unless that is the first source."""
        where = {FIRST: "", FROM_STOCK: " from your stock", FROM_SUPPLY: " from your supply"}
        return where[source] if source in where else f" from {self.names[source]}"

    def is_free(self, order: Walk) -> bool:
        """Whether this move of the pawn costs no action."""
        return order.how == FREE_WALK and order.province in free_targets(self.view)

    # The labels, by verb.

    def _income(self, order: Income) -> str:
        return f"Take {amount(order.traders, order.merchants)}"

    def _place(self, order: Place) -> str:
        return f"{capital(KIND_NAMES[order.kind])} to {self.names[order.space]}"

    def _displace(self, order: Displace) -> str:
        return (
            f"{capital(KIND_NAMES[order.kind])} for {piece_name(self.view.spaces[order.space])} on "
            f"{self.names[order.space]}, paying {amount(order.traders, order.merchants)}"
        )

    def _move(self, order: Move) -> str:
        return f"To {self.names[order.end]}"

    def _claim(self, order: Claim) -> str:
        if order.use == "office":
            return f"Office in {self.board.cities[order.city].name}"
        if order.use == "develop":
            return f"Develop {ABILITY_NAMES[order.ability]}"
        if order.use == "prestige":
            points, field = SPECIAL_PRESTIGE[order.field], PRIVILEGES[order.field]
            return f"{points} prestige points on the {field} field"
        if order.use == "extra":
            name = self.board.cities[order.city].name
            return f"Extra office in {name} with a {KIND_NAMES[order.kind]}"
        return f"Claim {self.board.routes[order.route].name}, take nothing"

    def _use(self, order: Use) -> str:
        if isinstance(order, UseDevelop):
            return f"Develop {ABILITY_NAMES[order.ability]}"
        if isinstance(order, UseSwap):
            name = self.board.cities[order.city].name
            return f"Swap offices {order.left + 1} and {order.left + 2} in {name}"
        return f"Use {MARKER_NAMES[order.marker]}"

    def _put(self, order: Put) -> str:
        return f"{capital(self.piece(order))} to {self.names[order.space]}"

    def _marker(self, order: Mark) -> str:
        return f"{MARKER_NAMES[order.marker]} to {self.board.routes[order.route].name}"

    def _remove(self, order: Remove) -> str:
        return f"Remove {self.piece_at(order.space)}"

    def _found(self, order: Found) -> str:
        city = self.board.cities[order.city].name
        return f"{capital(KIND_NAMES[order.kind])} as office in {city}"

    def _develop(self, order: Develop) -> str:
        return f"Develop {ABILITY_NAMES[order.ability]}"

    def _take(self, order: Take) -> str:
        return f"Take a {KIND_NAMES[order.kind]}"

    def _decline(self, order: Decline) -> str:
        return "Take nothing"

    def _favour(self, order: BuyTile) -> str:
        one, other = MARKER_NAMES[order.one], MARKER_NAMES[order.other]
        pair = f"two {one}" if one == other else f"{one} and {other}"
        return f"{TILE_NAMES[order.tile]} for {pair} and this turn's actions"

    def _neutral(self, order: NeutralOffice) -> str:
        return f"Neutral office in {self.board.cities[order.city].name}"

    def _pawn(self, order: Walk) -> str:
        where = f"Province {order.province}"
        if self.view.pawn is None:
            return where
        if not self.is_free(order):
            return f"{where}, for an action"
        return f"{where}, free, ends your actions" if self.view.walk_ends else f"{where}, free"

    def _done(self, order: Done) -> str:
        return _DONE.get(self.view.prompt, "No more moves")

    def _end(self, order: End) -> str:
        return "End the turn"
