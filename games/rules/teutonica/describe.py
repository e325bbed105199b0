"""Logged orders as sentences, without what a viewer may not know."""

from collections.abc import Sequence

from games.rules.common.telling import Event, Teller, capital
from games.rules.teutonica import orders
from games.rules.teutonica.board import Board
from games.rules.teutonica.orders import FIRST, FROM_STOCK, FROM_SUPPLY
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    ALL,
    KIND_NAMES,
    MARKER_NAMES,
    MARKERS,
    NEUTRAL,
    PRIVILEGES,
    SPECIAL_PRESTIGE,
    TILE_NAMES,
    in_words,
)
from games.rules.teutonica.questions import PRESTIGE_TO_END
from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import SYNTAX

ENDINGS = {
    "prestige": f"a player has reached {PRESTIGE_TO_END} prestige points",
    "markers": "a replacement marker was needed and none was left",
    "cities": "{} cities are completed",
}


def redact(seat: int, text: str, events: Sequence[Event], viewer: int | None) -> str:
    """Return a logged order as a viewer may see it: only the owner sees a draw (T8.4)."""
    for event in events:
        if event[0] == "drew" and event[1] != viewer:
            return "draw ?"
        if event[0] == "dealt" and event[1] != viewer:
            return text.rpartition(" ")[0] + " ?"
    return text


def describe(
    state: State,
    seat: int,
    text: str,
    events: Sequence[Event],
    names: Sequence[str],
    viewer: int | None,
) -> str:
    """Return sentences about a logged order and its events, the acting player first.

    Without events they are about the order alone.
    """
    teller = _Teller(state.board, names, viewer, events)
    return teller.sentences(seat, SYNTAX.read(state.board, text))


def urge(state: State, seat: int, text: str, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return an order as advice to a seat, with what its events say about it."""
    teller = _Teller(state.board, names, seat, events, urges=True)
    return teller.sentences(seat, SYNTAX.read(state.board, text))


class _Teller(Teller):
    """Describes one order of one game to one viewer."""

    def __init__(
        self,
        board: Board,
        names: Sequence[str],
        viewer: int | None,
        events: Sequence[Event],
        urges: bool = False,
    ) -> None:
        super().__init__(names, events, urges)
        self.board = board
        self.viewer = viewer

    def name(self, seat: int) -> str:
        return "the neutral player" if seat == NEUTRAL else self.names[seat]

    def owner(self, seat: int) -> str:
        """Return a name to begin a sentence with."""
        return capital(self.name(seat))

    def space(self, space: int) -> str:
        route = self.board.routes[self.board.space_route[space]]
        return f"{route.name} {space - route.spaces.start + 1}"

    def city(self, city_id: str) -> str:
        return self.board.city(city_id).name

    def _income(self, who: str, order: orders.Income) -> str:
        return f"{who} take{self.s} {in_words(order.traders, order.merchants)} as income."

    def _place(self, who: str, order: orders.Place) -> str:
        return f"{who} place{self.s} a {KIND_NAMES[order.kind]} at {self.space(order.space)}."

    def _displace(self, who: str, order: orders.Displace) -> str:
        kind, space, traders, merchants, _ = order
        displaced = self.facts.get("displaced")
        victim = f"{self.name(displaced[1])}'s {displaced[2]}" if displaced else "a piece"
        return (
            f"{who} displace{self.s} {victim} with a {KIND_NAMES[kind]} at {self.space(space)}"
            f" and pay{self.s} {in_words(traders, merchants)}."
        )

    def _move(self, who: str, order: orders.Move) -> str:
        start, end, _ = order
        if "traded_places" in self.facts:
            places = f"{self.space(start)} and {self.space(end)}"
            return f"{who} swap{self.s} a trader and a merchant: {places}."
        _, owner, kind = self.facts.get("moved", ("moved", self.seat, "piece"))
        piece = f"a {kind}" if owner == self.seat else f"{self.name(owner)}'s {kind}"
        return f"{who} move{self.s} {piece} from {self.space(start)} to {self.space(end)}."

    def _done(self, who: str, order: orders.Done) -> str:
        return f"{who} stop{self.s} there."

    def _claim(self, who: str, order: orders.Claim) -> str:
        claims = f"{who} claim{self.s} {self.board.routes[order.route].name}"
        if order.use == "office":
            return f"{claims} and open{self.s} an office in {self.board.cities[order.city].name}."
        if order.use == "develop":
            return f"{claims} and develop{self.s} {ABILITY_NAMES[order.ability]}."
        if order.use == "prestige":
            return f"{claims} for {SPECIAL_PRESTIGE[order.field]} special prestige points."
        if order.use == "extra":
            city = self.board.cities[order.city].name
            return f"{claims} and open{self.s} an extra office in {city}."
        return f"{claims}."

    def _use(self, who: str, order: orders.Use) -> str:
        uses = f"{who} use{self.s} {MARKER_NAMES[order.marker]}"
        if isinstance(order, orders.UseDevelop):
            return f"{uses} on {ABILITY_NAMES[order.ability]}."
        if isinstance(order, orders.UseSwap):
            city, left = order.city, order.left
            where = f"offices {left + 1} and {left + 2} in {self.board.cities[city].name}"
            if "swapped" not in self.facts:
                return f"{uses}: {where} change owners."
            one, other = (self.name(owner) for owner in self.facts["swapped"][1:])
            return f"{uses}: {one} and {other} swap {where}."
        return f"{uses}."

    def _put(self, who: str, order: orders.Put) -> str:
        kind, space, source, _ = order
        where = {FIRST: "", FROM_STOCK: " from the stock", FROM_SUPPLY: " from the supply"}
        origin = where[source] if source in where else f" from {self.space(source)}"
        piece = KIND_NAMES[kind]
        if "of_neutral" in self.facts:
            piece = f"neutral {piece}"
        return f"{who} put{self.s} a {piece}{origin} at {self.space(space)}."

    def _marker(self, who: str, order: orders.Mark) -> str:
        route = self.board.routes[order.route]
        return f"{who} place{self.s} {MARKER_NAMES[order.marker]} on {route.name}."

    def _end(self, who: str, order: orders.End) -> str:
        return f"{who} end{self.s} the turn."

    def _draw(self, who: str, order: orders.Draw) -> str:
        return ""

    def _tavern(self, who: str, order: orders.Tavern) -> str:
        return f"{MARKER_NAMES[order.marker]} starts on {self.board.routes[order.route].name}."

    def _start(self, who: str, order: orders.Start) -> str:
        return f"{self.names[order.seat]} is the start player."

    def _remove(self, who: str, order: orders.Remove) -> str:
        removed = self.facts.get("removed")
        whose = f"{self.name(removed[1])}'s {removed[2]}" if removed else "a piece"
        return f"{who} remove{self.s} {whose} from {self.space(order.space)}."

    def _found(self, who: str, order: orders.Found) -> str:
        city = self.board.cities[order.city].name
        return f"{who} open{self.s} an office in {city} with a {KIND_NAMES[order.kind]}."

    def _develop(self, who: str, order: orders.Develop) -> str:
        return f"{who} develop{self.s} {ABILITY_NAMES[order.ability]}."

    def _take(self, who: str, order: orders.Take) -> str:
        return f"{who} take{self.s} a {KIND_NAMES[order.kind]} from the stock."

    def _decline(self, who: str, order: orders.Decline) -> str:
        return f"{who} take{self.s} nothing."

    def _favour(self, who: str, order: orders.BuyTile) -> str:
        paid = f"{MARKER_NAMES[order.one]} and {MARKER_NAMES[order.other]}"
        return (
            f"{who} give{self.s} up the turn's actions and pay{self.s} {paid}"
            f" for the Emperor's Favour '{TILE_NAMES[order.tile]}'."
        )

    def _neutral(self, who: str, order: orders.NeutralOffice) -> str:
        return f"{who} choose{self.s} {self.board.cities[order.city].name} for the neutral office."

    def _pawn(self, who: str, order: orders.Walk) -> str:
        province = order.province
        walked = self.facts.get("walked")
        if walked is None:
            return f"{who} put{self.s} the pawn in province {province}."
        when = {"action": " for an action", "last": " after the last action"}.get(walked[1], "")
        return f"{who} move{self.s} the pawn to province {province}{when}."

    def _deal(self, who: str, order: orders.Deal) -> str:
        return ""

    def _tile(self, who: str, order: orders.OpenTile) -> str:
        return f"The Emperor's Favour '{TILE_NAMES[order.tile]}' is available."

    # Events.

    def _told_dealt(self, seat: int, cities: Sequence[str]) -> str:
        if seat != self.viewer:
            return f"{self.names[seat]} gets a Mission card."
        return f"{self.names[seat]} gets the Mission {', '.join(map(self.city, cities))}."

    def _told_neutral(self, route: str) -> str:
        return f"The neutral player claims {self.board.route(route).name}."

    def _told_neutral_office(self, city: str) -> str:
        return f"The neutral player opens an office in {self.city(city)}."

    def _told_permission(self, city: str) -> str:
        return f"This uses the permission of {self.city(city)}."

    def _told_discarded(self, marker: str) -> str:
        return f"The bonus marker {self.marker(marker)} there leaves the game."

    def _told_prestige(self, seat: int, points: int, why: str, city: str | None) -> str:
        reasons = {
            "control": f"for controlling {self.city(city)}" if city else "",
            "coin": f"for the coin in {self.city(city)}" if city else "",
            "connection": "for the East-West connection",
        }
        unit = "prestige point" if points == 1 else "prestige points"
        return f"{self.names[seat]} gains {points} {unit} {reasons[why]}."

    def _told_took(self, seat: int, marker: str) -> str:
        return f"{self.names[seat]} takes the bonus marker {self.marker(marker)}."

    def _told_lifted(self, seat: int, kind: str) -> str:
        return f"{self.owner(seat)}'s {kind} there is lifted and moves next."

    def _told_drew(self, seat: int, marker: str) -> str:
        drawn = self.marker(marker) if seat == self.viewer else "a replacement marker"
        return f"{self.names[seat]} draws {drawn}."

    def _told_developed(self, seat: int, ability: str, value: int) -> str:
        words = {
            "privilege": PRIVILEGES[value] if value < len(PRIVILEGES) else "",
            "bank": "all" if value == ALL else str(value),
        }
        name = ABILITY_NAMES[ABILITIES.index(ability)]
        return f"{name} is now {words.get(ability, value)}."

    def _told_completed(self, city: str) -> str:
        return f"{self.city(city)} is completed."

    def _told_to_stock(self, seat: int, kind: str) -> str:
        return f"No free space takes {self.name(seat)}'s {kind}, so it goes to the stock."

    def _told_kept(self, seat: int, number: int) -> str:
        markers = "1 marker stays" if number == 1 else f"{number} markers stay"
        return f"No route is free, so {markers} on {self.names[seat]}'s plate."

    def _told_over(self, reason: str) -> str:
        return f"The game is over: {ENDINGS[reason].format(self.board.cities_to_end)}."

    def marker(self, marker_id: str) -> str:
        return MARKER_NAMES[MARKERS.index(marker_id)]
