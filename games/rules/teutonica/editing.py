"""Changing a position of Hansa Teutonica thing by thing (docs/notation.md)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.editing import Data, Field, Impossible, Thing
from games.rules.common.lines import NOTHING
from games.rules.teutonica.board import Board, City, Route, load_board
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    ALL,
    EMPTY,
    KIND_LETTERS,
    KIND_NAMES,
    KINDS,
    MARKER_NAMES,
    MARKER_SUPPLY,
    MARKERS,
    MERCHANT,
    MERCHANTS_EACH,
    NEUTRAL,
    TRACKS,
    TRADER,
    TRADERS_EACH,
    in_words,
    kind_of,
    owner,
)
from games.rules.teutonica.position_text import NEUTRAL_LETTER, marker_words, piece_word

MOST_PRESTIGE: Final = 99
MOST_ACTIONS: Final = 20
_STOCK = re.compile(r", stock [^,]*")


def things(data: Data, names: Sequence[str]) -> Sequence[Thing]:
    """Return the turn, the seats, the routes and the cities."""
    board = load_board(data["board"])
    return [
        Thing("turn", "The turn", "Players"),
        *(Thing(f"seat:{number}", name, "Players") for number, name in enumerate(names, 1)),
        *(Thing(f"route:{route.id}", route.name, "Routes") for route in board.routes),
        *(Thing(f"city:{city.id}", city.name, "Cities") for city in board.cities),
    ]


def targets(data: Data) -> Mapping[str, str]:
    """Return every space and every city."""
    board = load_board(data["board"])
    spaces = {
        f"space:{board.space_ids[space]}": f"Change {route.name}"
        for route in board.routes
        for space in route.spaces
    }
    return spaces | {f"city:{city.id}": f"Change {city.name}" for city in board.cities}


def target(name: str) -> str:
    """Return the thing of a target: that of a space is its route."""
    kind, _, place = name.partition(":")
    return f"route:{place.rpartition('.')[0]}" if kind == "space" else name


def fields(data: Data, thing: str, names: Sequence[str]) -> Sequence[Field]:
    """Return the fields of a thing; none if there is no such thing."""
    kind, _, place = thing.partition(":")
    board = load_board(data["board"])
    if kind == "route" and place in board.route_numbers:
        return list(_of_route(data, board.routes[board.route_numbers[place]], names))
    if kind == "city" and place in board.city_numbers:
        return list(_of_city(data, board.cities[board.city_numbers[place]], board, names))
    if kind == "seat" and place in map(str, range(1, data["players"] + 1)):
        return list(_of_seat(data, int(place) - 1))
    return list(_of_turn(data, names)) if thing == "turn" else []


def lines(data: Data, thing: str, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the lines of a thing with these values, by what stands before the colon.

    Pieces come from their owner's stock, and from the supply if that is empty.
    """
    kind, _, place = thing.partition(":")
    if kind == "turn":
        said = {"turn": values["turn"], "actions": values["actions"]}
        return said | ({"waits": ""} if values.get("waits") == "none" else {})
    if kind == "seat":
        markers = {f"{row} {place}": values[row] for row in ("held", "used")}
        return {f"seat {place}": _desk(values)} | markers
    row = [values[name] for name in sorted(values) if name.startswith("place_")]
    full = " ".join(row) if any(word != NOTHING for word in row) else ""
    row += values.get("extras", "").split()
    before = " ".join(field.value for field in fields(data, thing, ())).split()
    desks = _lent(data, Counter(row) - Counter(before))
    if kind == "route":
        marker = "" if values["marker"] == NOTHING else values["marker"]
        return {f"route {place}": full, f"marker {place}": marker} | desks
    return {f"city {place}": full, f"extras {place}": values["extras"]} | desks


def _lent(data: Data, put: Mapping[str, int]) -> dict[str, str]:
    """Return the desks of seats whose supply has to give some of the pieces that are put."""
    desks: dict[str, str] = {}
    for seat in range(data["players"]):
        values = {field.name: field.value for field in _of_seat(data, seat)}
        before = dict(values)
        for kind, letter in zip(KINDS, KIND_LETTERS, strict=True):
            missing = put.get(f"{letter}{seat + 1}", 0) - data["stock"][2 * seat + kind]
            held = data["supply"][2 * seat + kind]
            values[f"supply_{letter}"] = str(held - min(held, max(0, missing)))
        if values != before:
            desks[f"seat {seat + 1}"] = _desk(values)
    return desks


def _desk(values: Mapping[str, str]) -> str:
    """Return the line of a seat without its stock, which follows from the rest."""
    supply = "".join(f"{values[f'supply_{letter}']}{letter}" for letter in KIND_LETTERS)
    desk = [f"prestige {values['prestige']}", f"supply {supply}"]
    return ", ".join([*desk, *(f"{ability} {values[ability]}" for ability in ABILITIES)])


def rest(text: str) -> str:
    """Return a line without the stock of a seat, '' for that of the bag."""
    if text.startswith("bag:"):
        return ""
    return _STOCK.sub("", text) if text.startswith("seat ") else text


def impossible(data: Data) -> Iterator[Impossible]:
    """Yield pieces that stand where their kind cannot, offices that were skipped, a lost pawn."""
    board = load_board(data["board"])
    yield from _two_players(data)
    for route in board.routes:
        yield from _on_route(data, board, route)
    for city in board.cities:
        yield from _in_city(data, board, city)


def _two_players(data: Data) -> Iterator[Impossible]:
    """Yield a pawn that is nowhere (T17.1)."""
    to_come = any(name == "pawn" for name, *_ in data["frames"])
    if data["options"].get("two_player") == "pawn" and not (to_come or data["added"].get("pawn")):
        yield Impossible(
            "pawn",
            0,
            "The pawn is not on the board. Write the number of its province, such as 'pawn: 8'"
            " (T17.1).",
        )


def _on_route(data: Data, board: Board, route: Route) -> Iterator[Impossible]:
    for place, space in enumerate(route.spaces):
        code = data["spaces"][space]
        yield from _neutral(data, code, f"route {route.id}", place)
        if code != EMPTY and board.boats[space] and kind_of(code) == TRADER:
            yield Impossible(
                f"route {route.id}",
                place,
                f"A trader stands on a boat of {route.name}. Only merchants do (T4).",
            )


def _neutral(data: Data, code: int, key: str, place: int) -> Iterator[Impossible]:
    """Yield a neutral piece in a game that has none of its kind (T18)."""
    neutral = code != EMPTY and owner(code) == NEUTRAL
    if neutral and (data["options"].get("two_player") != "neutral" or kind_of(code) != TRADER):
        yield Impossible(
            key,
            place,
            "Neutral pieces are traders, and only in games with 'option two_player: neutral'"
            " (T18).",
        )


def _in_city(data: Data, board: Board, city: City) -> Iterator[Impossible]:
    row = [data["offices"][office] for office in city.offices]
    for name, codes in (
        ("city", row),
        ("extras", data["extras"][city.index]),
        ("founded", data["founded"][city.index]),
    ):
        for place, code in enumerate(codes):
            yield from _neutral(data, code, f"{name} {city.id}", place)
    filled = len(row) - row.count(EMPTY)
    if EMPTY in row[:filled]:
        yield Impossible(
            f"city {city.id}",
            row.index(EMPTY),
            f"Offices are filled from the left, and this one of {city.name} is vacant before"
            " another (T7.4).",
        )
    # A Swap moves pieces within a city, also to an extra office, so only their number counts;
    # neutral traders take offices of both kinds (T18.2).
    needed = [board.offices[office].kind for office in city.offices][:filled]
    found = [kind_of(code) for code in row if code != EMPTY]
    missing = needed.count(MERCHANT) - found.count(MERCHANT)
    neutral = sum(code != EMPTY and owner(code) == NEUTRAL for code in row)
    if not data["extras"][city.index] and not 0 <= missing <= neutral:
        yield Impossible(
            f"city {city.id}",
            0,
            f"The offices of {city.name} that are filled take"
            f" {in_words(needed.count(TRADER), needed.count(MERCHANT))}, and"
            f" {in_words(found.count(TRADER), found.count(MERCHANT))} are there (T7.4).",
        )


def _of_turn(data: Data, names: Sequence[str]) -> Iterator[Field]:
    yield Field("turn", "Whose turn", str(data["turn"] + 1), _seats(names))
    yield Field("actions", "Actions left", str(data["actions"]), most=MOST_ACTIONS)
    if data["frames"]:
        ways = (("keep", "Keep them"), ("none", "There are none"))
        yield Field("waits", "Decisions that are open", "keep", ways)


def _of_seat(data: Data, seat: int) -> Iterator[Field]:
    yield Field("prestige", "Prestige", str(data["prestige"][seat]), most=MOST_PRESTIGE)
    for kind, most in zip(KINDS, (TRADERS_EACH, MERCHANTS_EACH), strict=True):
        held = str(data["supply"][2 * seat + kind])
        name = f"{KIND_NAMES[kind].capitalize()}s in supply"
        yield Field(f"supply_{KIND_LETTERS[kind]}", name, held, most=most)
    for number, ability in enumerate(ABILITIES):
        level = data["levels"][len(ABILITIES) * seat + number]
        ways = tuple(
            (str(step), "all" if value == ALL else f"{value} (step {step})")
            for step, value in enumerate(TRACKS[number])
        )
        yield Field(ability, ABILITY_NAMES[number], str(level), ways)
    yield Field("held", "Markers face up", " ".join(marker_words(data["held"][seat])))
    yield Field("used", "Markers face down", " ".join(marker_words(data["used"][seat])))


def _of_route(data: Data, route: Route, names: Sequence[str]) -> Iterator[Field]:
    pieces = _pieces(data, names)
    for place, space in enumerate(route.spaces):
        word = piece_word(data["spaces"][space])
        yield Field(f"place_{place:02}", f"Space {place + 1}", word, pieces)
    marker = data["markers"][route.index]
    known = MARKER_SUPPLY[data["options"]["edition"]]
    ways = ((NOTHING, "None"), *((MARKERS[kind], MARKER_NAMES[kind]) for kind in sorted(known)))
    yield Field("marker", "Marker", MARKERS[marker - 1] if marker else NOTHING, ways)


def _of_city(data: Data, city: City, board: Board, names: Sequence[str]) -> Iterator[Field]:
    pieces = _pieces(data, names)
    for place, office in enumerate(city.offices):
        needed = KIND_NAMES[board.offices[office].kind]
        word = piece_word(data["offices"][office])
        yield Field(f"place_{place:02}", f"Office {place + 1} (a {needed})", word, pieces)
    extras = " ".join(map(piece_word, data["extras"][city.index]))
    yield Field("extras", "Extra offices, such as 't1 t2'", extras)


def _seats(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((str(number), name) for number, name in enumerate(names, 1))


def _pieces(data: Data, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return every piece that may stand on the board, as words with labels."""
    found = [(NOTHING, "Vacant")]
    for seat, name in _seats(names):
        found += [
            (f"{letter}{seat}", f"{name} {kind}")
            for letter, kind in zip(KIND_LETTERS, KIND_NAMES, strict=True)
        ]
    if data["options"].get("two_player") == "neutral":
        found.append((f"t{NEUTRAL_LETTER}", "Neutral trader"))
    return tuple(found)
