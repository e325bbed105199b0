"""The labels of orders: short enough for buttons, exact for people who cannot see the board."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.rules.common.message import Message, Part, term
from games.rules.common.message import Place as At
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
    Done,
    End,
    Found,
    Income,
    Mark,
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
    ABILITY_WORDS,
    MARKER_WORDS,
    PRIVILEGE_WORDS,
    SPECIAL_PRESTIGE,
    TILE_WORDS,
    TRADER,
    amount,
    kind_of,
)
from games.rules.teutonica.view import DISPLACED, View
from games.wording.language import Language, told
from games.wording.teutonica.words import piece_name, space_names

TITLES: Final = {
    "income": term("orders", "Income"),
    "place": term("orders", "Place"),
    "displace": term("orders", "Displace"),
    "move": term("orders", "Move"),
    "claim": term("orders", "Claim a route"),
    "use": term("orders", "Use a marker"),
    "put": term("orders", "Place a piece"),
    "marker": term("orders", "Place a marker"),
    "remove": term("orders", "Remove a piece"),
    "found": term("orders", "Open an office"),
    "develop": term("orders", "Develop"),
    "take": term("orders", "Your share of income"),
    "decline": term("orders", "No, thanks"),
    "favour": term("orders", "The Emperor's Favour"),
    "neutral": term("orders", "Neutral office"),
    "pawn": term("orders", "Move the pawn"),
    "done": term("orders", "Stop"),
    "end": term("orders", "End the turn"),
}
FEWER: Final = term("orders", "Take fewer")
FIRST_WALK: Final = term("orders", "Place the pawn")
FREE_WALKS: Final = term("orders", "Move the pawn for free")
LAST_WALKS: Final = term("orders", "Move the pawn for free and end your actions")
PAID_WALKS: Final = term("orders", "Move the pawn for an action")
CHOOSE: Final = term("button", "Choose")
PLACE: Final = term("button", "Place")
MOVE: Final = term("button", "Move")
KEYS: Final = {
    "t": term("key", "Place a trader"),
    "m": term("key", "Place a merchant"),
    "d": term("key", "Displace a piece"),
    "v": term("key", "Move a piece"),
    "c": term("key", "Claim a route"),
    "g": term("key", "Take income"),
    "u": term("key", "Use or place a bonus marker"),
    "x": term("key", "Remove a piece"),
    "a": term("key", "Open an office"),
    "l": term("key", "Develop an ability"),
    "f": term("key", "Ask for the Emperor's Favour"),
    "w": term("key", "Move the pawn"),
    "s": term("key", "Stop, or decline"),
}
"""What the letters of common orders do."""
_DONE: Final = {
    "displaced": term("button", "Done"),
    "neutral displaced": term("button", "Done"),
    "place claimed": term("button", "No more pieces"),
    "place abroad": term("button", "No more pieces"),
    "remove3": term("button", "Stop removing"),
    "found": term("button", "Open none"),
    "develop privilege": term("button", "Skip"),
}
"""What stopping means, by what is asked; otherwise 'No more moves'."""
_DISPLACED: Final = -99
"""A source of an extra piece that is none: the displaced piece itself."""
_TO: Final[Mapping[int, Sequence[Callable[[At], Message]]]] = {
    FIRST: (
        lambda place: term("button", "Trader to {place}", place=place),
        lambda place: term("button", "Merchant to {place}", place=place),
    ),
    _DISPLACED: (
        lambda place: term("button", "Displaced trader to {place}", place=place),
        lambda place: term("button", "Displaced merchant to {place}", place=place),
    ),
    FROM_STOCK: (
        lambda place: term("button", "Trader from your stock to {place}", place=place),
        lambda place: term("button", "Merchant from your stock to {place}", place=place),
    ),
    FROM_SUPPLY: (
        lambda place: term("button", "Trader from your supply to {place}", place=place),
        lambda place: term("button", "Merchant from your supply to {place}", place=place),
    ),
}
_PLACING: Final = {
    FIRST: (term("orders", "Place a trader"), term("orders", "Place a merchant")),
    _DISPLACED: (
        term("orders", "Place the displaced trader"),
        term("orders", "Place the displaced merchant"),
    ),
    FROM_STOCK: (
        term("orders", "Place a trader from your stock"),
        term("orders", "Place a merchant from your stock"),
    ),
    FROM_SUPPLY: (
        term("orders", "Place a trader from your supply"),
        term("orders", "Place a merchant from your supply"),
    ),
}


class Labels:
    """Says what orders of one position do."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.board: Board = load_board(view.board)
        self.names = space_names(view.board)

    def label_told(self, order: Order, language: Language) -> str:
        """Return short words for an order's button in a language."""
        if order.verb == "place":
            return told(language, _TO[FIRST][order.kind], self.names[order.space])
        if order.verb == "move":
            return told(language, _arriving, self.names[order.end])
        if order.verb == "displace":
            code, place = self.view.spaces[order.space], self.names[order.space]
            what = (code, place, order.kind, order.traders, order.merchants)
            return told(language, _displacing, *what)
        return language.say(self.label(order))

    def target_told(self, order: Order, language: Language) -> str:
        """Return short words for a target that leads to a second step in a language."""
        if order.verb in ("place", "put"):
            return told(language, _placing_on, self.names[order.space])
        if order.verb == "displace":
            code = self.view.spaces[order.space]
            return told(language, _displacing_on, code, self.names[order.space])
        return language.say(self.target_label(order))

    def label(self, order: Order) -> Message:
        """Return the words for an order that places, moves and displaces no piece."""
        label: Callable[[Any], Message] = getattr(self, f"_{order.verb}")
        return label(order)

    def target_label(self, order: Order) -> Message:
        """Return the words for a target that is no space."""
        if order.verb == "claim":
            return term("button", "Claim {route}", route=self.route(order.route))
        if order.verb == "favour":
            return term("button", "Take the tile '{tile}'", tile=TILE_WORDS[order.tile])
        if order.verb == "found":
            return term("button", "Open an office in {city}", city=self.city(order.city))
        if order.verb == "pawn":
            return term("button", "Pawn to province {number}", number=order.province)
        if order.verb == "use":
            return term("button", "Use {marker}", marker=MARKER_WORDS[order.marker])
        if order.verb == "marker":
            return term("button", "Place {marker}", marker=MARKER_WORDS[order.marker])
        return TITLES[order.verb]

    def city(self, city: int) -> At:
        return At(self.board.cities[city].name)

    def route(self, route: int) -> At:
        return At(self.board.routes[route].name)

    def piece_at(self, space: int) -> Message:
        """Return a piece and where it stands."""
        piece = piece_name(self.view.spaces[space])
        return term("button", "{piece}, {place}", piece=piece, place=self.names[space])

    def moving_from(self, space: int) -> Message:
        """Return the label of the first click of a move."""
        return term("button", "Move from {place}", place=self.names[space])

    def placing(self, order: Place | Put) -> Message:
        """Return the heading of the spaces where a piece can be placed."""
        source = self.source(order)
        if source in _PLACING:
            return _PLACING[source][order.kind]
        start = self.names[source]
        if order.kind == TRADER:
            return term("orders", "Place a trader from {start}", start=start)
        return term("orders", "Place a merchant from {start}", start=start)

    def source(self, order: Place | Put) -> int:
        """Return where a placed piece comes from; the displaced piece has a source of its own."""
        if order.verb == "place":
            return FIRST
        hand = self.view.hand if self.view.prompt in DISPLACED else b""
        if order.source == FIRST and hand and kind_of(hand[0]) == order.kind:
            return _DISPLACED
        return order.source

    def is_free(self, order: Walk) -> bool:
        """Return whether this move of the pawn costs no action."""
        return order.how == FREE_WALK and order.province in free_targets(self.view)

    # Several orders at once.

    def claiming(self, order: Claim) -> Message:
        """Return a route and what its claim gives, at once."""
        return term(
            "button",
            "Claim {route}: {gain}",
            route=self.route(order.route),
            gain=self.label(order),
        )

    def filling(self, route: int, pieces: Part, order: Claim, income: "Part | None") -> Message:
        """Return the pieces that fill a route, after an income or not, and what its claim gives."""
        gain = self.label(order)
        if income is None:
            return term(
                "button",
                "Place {pieces} on {route} and claim it: {gain}",
                pieces=pieces,
                route=self.route(route),
                gain=gain,
            )
        return term(
            "button",
            "Take {income}, place {pieces} on {route} and claim it: {gain}",
            income=income,
            pieces=pieces,
            route=self.route(route),
            gain=gain,
        )

    # The labels, by verb.

    def _income(self, order: Income) -> Message:
        return term("button", "Take {pieces}", pieces=amount(order.traders, order.merchants))

    def _claim(self, order: Claim) -> Message:
        if order.use == "office":
            return term("button", "Office in {city}", city=self.city(order.city))
        if order.use == "develop":
            return _developing(order.ability)
        if order.use == "prestige":
            return term(
                "button",
                "{points} prestige points on the {field} field",
                points=SPECIAL_PRESTIGE[order.field],
                field=PRIVILEGE_WORDS[order.field],
            )
        if order.use == "extra":
            city = self.city(order.city)
            if order.kind == TRADER:
                return term("button", "Extra office in {city} with a trader", city=city)
            return term("button", "Extra office in {city} with a merchant", city=city)
        return term("button", "Claim {route}, take nothing", route=self.route(order.route))

    def _use(self, order: Use) -> Message:
        if isinstance(order, UseDevelop):
            return _developing(order.ability)
        if isinstance(order, UseSwap):
            return term(
                "button",
                "Swap offices {left} and {right} in {city}",
                left=order.left + 1,
                right=order.left + 2,
                city=self.city(order.city),
            )
        return term("button", "Use {marker}", marker=MARKER_WORDS[order.marker])

    def _put(self, order: Put) -> Message:
        source, place = self.source(order), self.names[order.space]
        if source in _TO:
            return _TO[source][order.kind](place)
        start = self.names[source]
        if order.kind == TRADER:
            return term("button", "Trader from {start} to {place}", start=start, place=place)
        return term("button", "Merchant from {start} to {place}", start=start, place=place)

    def _marker(self, order: Mark) -> Message:
        return term(
            "button",
            "{marker} to {route}",
            marker=MARKER_WORDS[order.marker],
            route=self.route(order.route),
        )

    def _remove(self, order: Remove) -> Message:
        return term(
            "button",
            "Remove {piece}, {place}",
            piece=piece_name(self.view.spaces[order.space]),
            place=self.names[order.space],
        )

    def _found(self, order: Found) -> Message:
        if order.kind == TRADER:
            return term("button", "Trader as office in {city}", city=self.city(order.city))
        return term("button", "Merchant as office in {city}", city=self.city(order.city))

    def _develop(self, order: Develop) -> Message:
        return _developing(order.ability)

    def _take(self, order: Take) -> Message:
        if order.kind == TRADER:
            return term("button", "Take a trader")
        return term("button", "Take a merchant")

    def _decline(self, order: Decline) -> Message:
        return term("button", "Take nothing")

    def _favour(self, order: BuyTile) -> Message:
        tile, one, other = TILE_WORDS[order.tile], MARKER_WORDS[order.one], order.other
        if order.one == other:
            return term(
                "button", "{tile} for two {marker} and this turn's actions", tile=tile, marker=one
            )
        return term(
            "button",
            "{tile} for {one} and {other} and this turn's actions",
            tile=tile,
            one=one,
            other=MARKER_WORDS[other],
        )

    def _neutral(self, order: NeutralOffice) -> Message:
        return term("button", "Neutral office in {city}", city=self.city(order.city))

    def _pawn(self, order: Walk) -> Message:
        number = order.province
        if self.view.pawn is None:
            return term("button", "Province {number}", number=number)
        if not self.is_free(order):
            return term("button", "Province {number}, for an action", number=number)
        if self.view.walk_ends:
            return term("button", "Province {number}, free, ends your actions", number=number)
        return term("button", "Province {number}, free", number=number)

    def _done(self, order: Done) -> Message:
        return _DONE.get(self.view.prompt, term("button", "No more moves"))

    def _end(self, order: End) -> Message:
        return term("button", "End the turn")


def _displacing(code: int, place: At, kind: int, traders: int, merchants: int) -> Message:
    piece, paid = piece_name(code), amount(traders, merchants)
    words: dict[str, Part] = {"piece": piece, "place": place, "paid": paid}
    if kind == TRADER:
        return term("button", "Trader for {piece} on {place}, paying {paid}", **words)
    return term("button", "Merchant for {piece} on {place}, paying {paid}", **words)


def _displacing_on(code: int, place: At) -> Message:
    return term("button", "Displace {piece} on {place}", piece=piece_name(code), place=place)


def _placing_on(place: At) -> Message:
    return term("button", "Place on {place}", place=place)


def _arriving(place: At) -> Message:
    return term("button", "To {place}", place=place)


def _developing(ability: int) -> Message:
    return term("button", "Develop {ability}", ability=ABILITY_WORDS[ability])
