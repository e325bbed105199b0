"""Logged orders as sentences, without what a viewer may not know."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.teutonica.board import Board
from games.rules.teutonica.displaced import FIRST, FROM_STOCK, FROM_SUPPLY
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    KIND_NAMES,
    MARKER_NAMES,
    MARKERS,
    NEUTRAL,
    SPECIAL_PRESTIGE,
    SWAP,
    TILE_NAMES,
    in_words,
)
from games.rules.teutonica.reading import read
from games.rules.title import CHANCE, Order

ENDINGS = {
    "prestige": "a player has reached 20 prestige points",
    "markers": "a replacement marker was needed and none was left",
    "cities": "{} cities are completed",
}
Event = Sequence[Any]


def redact(seat: int, text: str, events: Sequence[Event], viewer: int | None) -> str:
    """Return a logged order as a viewer may see it: only the owner sees a draw (T8.4)."""
    for event in events:
        if event[0] == "drew" and event[1] != viewer:
            return "draw ?"
        if event[0] == "dealt" and event[1] != viewer:
            return text.rpartition(" ")[0] + " ?"
    return text


def describe(
    board: Board,
    seat: int,
    text: str,
    events: Sequence[Event],
    names: Sequence[str],
    viewer: int | None,
) -> str:
    """Return sentences about a logged order and its events, the acting player first.

    Without events they are about the order alone.
    """
    teller = _Teller(board, names, viewer, events)
    sentences = [teller.order(seat, read(board, text)), *map(teller.event, events)]
    return " ".join(sentence for sentence in sentences if sentence)


class _Teller:
    """Describes one order of one game to one viewer."""

    def __init__(
        self, board: Board, names: Sequence[str], viewer: int | None, events: Sequence[Event]
    ) -> None:
        self.board = board
        self.names = names
        self.viewer = viewer
        self.facts = {event[0]: event for event in events}

    def name(self, seat: int) -> str:
        return "the neutral player" if seat == NEUTRAL else self.names[seat]

    def owner(self, seat: int) -> str:
        """Return a name to begin a sentence with."""
        name = self.name(seat)
        return name[0].upper() + name[1:]

    def space(self, space: int) -> str:
        route = self.board.routes[self.board.space_route[space]]
        return f"{route.name} {space - route.spaces.start + 1}"

    def city(self, city_id: str) -> str:
        return self.board.city(city_id).name

    def order(self, seat: int, order: Order) -> str:
        self.seat = seat
        who = "" if seat == CHANCE else self.names[seat]
        tell: Callable[..., str] = getattr(self, f"_{order[0]}")
        return tell(who, *order[1:])

    def _income(self, who: str, traders: int, merchants: int) -> str:
        return f"{who} takes {in_words(traders, merchants)} as income."

    def _place(self, who: str, kind: int, space: int) -> str:
        return f"{who} places a {KIND_NAMES[kind]} at {self.space(space)}."

    def _displace(self, who: str, kind: int, space: int, traders: int, merchants: int) -> str:
        displaced = self.facts.get("displaced")
        victim = f"{self.name(displaced[1])}'s {displaced[2]}" if displaced else "a piece"
        return (
            f"{who} displaces {victim} with a {KIND_NAMES[kind]} at {self.space(space)}"
            f" and pays {in_words(traders, merchants)}."
        )

    def _move(self, who: str, start: int, end: int) -> str:
        if "traded_places" in self.facts:
            places = f"{self.space(start)} and {self.space(end)}"
            return f"{who} swaps a trader and a merchant: {places}."
        _, owner, kind = self.facts.get("moved", ("moved", self.seat, "piece"))
        piece = f"a {kind}" if owner == self.seat else f"{self.name(owner)}'s {kind}"
        return f"{who} moves {piece} from {self.space(start)} to {self.space(end)}."

    def _done(self, who: str) -> str:
        return f"{who} stops there."

    def _claim(self, who: str, number: int, use: str, *what: int) -> str:
        claims = f"{who} claims {self.board.routes[number].name}"
        if use == "office":
            return f"{claims} and opens an office in {self.board.cities[what[0]].name}."
        if use == "develop":
            return f"{claims} and develops {ABILITY_NAMES[what[0]]}."
        if use == "prestige":
            return f"{claims} for {SPECIAL_PRESTIGE[what[0]]} special prestige points."
        if use == "extra":
            return f"{claims} and opens an extra office in {self.board.cities[what[0]].name}."
        return f"{claims}."

    def _use(self, who: str, kind: int, *what: int) -> str:
        uses = f"{who} uses {MARKER_NAMES[kind]}"
        if kind == SWAP:
            city, left = what
            where = f"offices {left + 1} and {left + 2} in {self.board.cities[city].name}"
            if "swapped" not in self.facts:
                return f"{uses}: {where} change owners."
            one, other = (self.name(owner) for owner in self.facts["swapped"][1:])
            return f"{uses}: {one} and {other} swap {where}."
        return f"{uses} on {ABILITY_NAMES[what[0]]}." if what else f"{uses}."

    def _put(self, who: str, kind: int, space: int, source: int) -> str:
        where = {FIRST: "", FROM_STOCK: " from the stock", FROM_SUPPLY: " from the supply"}
        origin = where[source] if source in where else f" from {self.space(source)}"
        piece = KIND_NAMES[kind]
        if "of_neutral" in self.facts:
            piece = f"neutral {piece}"
        return f"{who} puts a {piece}{origin} at {self.space(space)}."

    def _marker(self, who: str, kind: int, route: int) -> str:
        return f"{who} places {MARKER_NAMES[kind]} on {self.board.routes[route].name}."

    def _end(self, who: str) -> str:
        return f"{who} ends the turn."

    def _draw(self, who: str, kind: int) -> str:
        return ""

    def _tavern(self, who: str, kind: int, route: int) -> str:
        return f"{MARKER_NAMES[kind]} starts on {self.board.routes[route].name}."

    def _start(self, who: str, seat: int) -> str:
        return f"{self.names[seat]} is the start player."

    def _remove(self, who: str, space: int) -> str:
        removed = self.facts.get("removed")
        whose = f"{self.name(removed[1])}'s {removed[2]}" if removed else "a piece"
        return f"{who} removes {whose} from {self.space(space)}."

    def _found(self, who: str, city: int, kind: int) -> str:
        return f"{who} opens an office in {self.board.cities[city].name} with a {KIND_NAMES[kind]}."

    def _develop(self, who: str, ability: int) -> str:
        return f"{who} develops {ABILITY_NAMES[ability]}."

    def _take(self, who: str, kind: int) -> str:
        return f"{who} takes a {KIND_NAMES[kind]} from the stock."

    def _decline(self, who: str) -> str:
        return f"{who} takes nothing."

    def _favour(self, who: str, tile: int, *markers: int) -> str:
        paid = " and ".join(MARKER_NAMES[kind] for kind in markers)
        return (
            f"{who} gives up the turn's actions and pays {paid} for the Emperor's Favour"
            f" '{TILE_NAMES[tile]}'."
        )

    def _neutral(self, who: str, city: int) -> str:
        return f"{who} chooses {self.board.cities[city].name} for the neutral office."

    def _pawn(self, who: str, province: int, how: int) -> str:
        walked = self.facts.get("walked")
        if walked is None:
            return f"{who} puts the pawn in province {province}."
        when = {"action": " for an action", "last": " after the last action"}.get(walked[1], "")
        return f"{who} moves the pawn to province {province}{when}."

    def _deal(self, who: str, seat: int, card: int) -> str:
        return ""

    def _tile(self, who: str, tile: int) -> str:
        return f"The Emperor's Favour '{TILE_NAMES[tile]}' is available."

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

    def event(self, event: Event) -> str:
        tell = getattr(self, f"_told_{event[0]}", None)
        return tell(*event[1:]) if tell else ""

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
            "privilege": ("white", "orange", "pink", "black")[value] if value < 4 else "",
            "bank": "all" if value > 9 else str(value),
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
