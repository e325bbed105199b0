"""Changing a position of Hansa Teutonica thing by thing (docs/notation.md)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.editing import Data, Field, Impossible, Thing
from games.rules.common.lines import NOTHING
from games.rules.common.message import Label, Message, Notation, Place, Player, message, term
from games.rules.teutonica.board import Board, City, Route, load_board
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_WORDS,
    ALL,
    EMPTY,
    KIND_LETTERS,
    KINDS,
    MARKER_SUPPLY,
    MARKER_WORDS,
    MARKERS,
    MERCHANT,
    MERCHANTS_EACH,
    NEUTRAL,
    TRACKS,
    TRADER,
    TRADERS_EACH,
    amount,
    kind_of,
    owner,
)
from games.rules.teutonica.position_text import NEUTRAL_LETTER, marker_words, piece_word

MOST_PRESTIGE: Final = 99
MOST_ACTIONS: Final = 20
_PLAYERS: Final = term("things of a position", "Players")
_ROUTES: Final = term("things of a position", "Routes")
_CITIES: Final = term("things of a position", "Cities")
_STOCK = re.compile(r", stock [^,]*")


def things(data: Data, names: Sequence[str]) -> Sequence[Thing]:
    """Return the turn, the seats, the routes and the cities."""
    board = load_board(data["board"])
    return [
        Thing("turn", term("thing of a position", "The turn"), _PLAYERS),
        *(Thing(f"seat:{number}", Player(name), _PLAYERS) for number, name in enumerate(names, 1)),
        *(Thing(f"route:{route.id}", Place(route.name), _ROUTES) for route in board.routes),
        *(Thing(f"city:{city.id}", Place(city.name), _CITIES) for city in board.cities),
    ]


def targets(data: Data) -> Mapping[str, Message]:
    """Return every space and every city."""
    board = load_board(data["board"])
    spaces = {
        f"space:{board.space_ids[space]}": _change(route.name)
        for route in board.routes
        for space in route.spaces
    }
    return spaces | {f"city:{city.id}": _change(city.name) for city in board.cities}


def _change(name: str) -> Message:
    return term("click", "Change {place}", place=Place(name))


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
            message(
                "The pawn is not on the board. Write the number of its province, such as '{line}'"
                " (T17.1).",
                line=Notation("pawn: 8"),
            ),
        )


def _on_route(data: Data, board: Board, route: Route) -> Iterator[Impossible]:
    for place, space in enumerate(route.spaces):
        code = data["spaces"][space]
        yield from _neutral(data, code, f"route {route.id}", place)
        if code != EMPTY and board.boats[space] and kind_of(code) == TRADER:
            yield Impossible(
                f"route {route.id}",
                place,
                message(
                    "A trader stands on a boat of {route}. Only merchants do (T4).",
                    route=Place(route.name),
                ),
            )


def _neutral(data: Data, code: int, key: str, place: int) -> Iterator[Impossible]:
    """Yield a neutral piece in a game that has none of its kind (T18)."""
    neutral = code != EMPTY and owner(code) == NEUTRAL
    if neutral and (data["options"].get("two_player") != "neutral" or kind_of(code) != TRADER):
        yield Impossible(
            key,
            place,
            message(
                "Neutral pieces are traders, and only in games with '{option}' (T18).",
                option=Notation("option two_player: neutral"),
            ),
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
            message(
                "Offices are filled from the left, and this one of {city} is vacant before another"
                " (T7.4).",
                city=Place(city.name),
            ),
        )
    # A Swap moves pieces among these offices, so only their number counts (T9.3); neutral traders
    # take offices of both kinds (T18.4).
    needed = [board.offices[office].kind for office in city.offices][:filled]
    found = [kind_of(code) for code in row if code != EMPTY]
    missing = needed.count(MERCHANT) - found.count(MERCHANT)
    neutral = sum(code != EMPTY and owner(code) == NEUTRAL for code in row)
    if not 0 <= missing <= neutral:
        yield Impossible(
            f"city {city.id}",
            0,
            message(
                "The offices of {city} that are filled take {needed}, but hold {found} (T7.4).",
                city=Place(city.name),
                needed=amount(needed.count(TRADER), needed.count(MERCHANT)),
                found=amount(found.count(TRADER), found.count(MERCHANT)),
            ),
        )


def _of_turn(data: Data, names: Sequence[str]) -> Iterator[Field]:
    yield Field("turn", term("field", "Whose turn"), str(data["turn"] + 1), _seats(names))
    actions = str(data["actions"])
    yield Field("actions", term("field", "Actions left"), actions, most=MOST_ACTIONS)
    if data["frames"]:
        ways = (
            ("keep", term("open decisions", "Keep them")),
            ("none", term("open decisions", "There are none")),
        )
        yield Field("waits", term("field", "Decisions that are open"), "keep", ways)


def _of_seat(data: Data, seat: int) -> Iterator[Field]:
    prestige = str(data["prestige"][seat])
    yield Field("prestige", term("field", "Prestige"), prestige, most=MOST_PRESTIGE)
    for kind, name, most in (
        (TRADER, term("field", "Traders in supply"), TRADERS_EACH),
        (MERCHANT, term("field", "Merchants in supply"), MERCHANTS_EACH),
    ):
        held = str(data["supply"][2 * seat + kind])
        yield Field(f"supply_{KIND_LETTERS[kind]}", name, held, most=most)
    for number, ability in enumerate(ABILITIES):
        level = data["levels"][len(ABILITIES) * seat + number]
        ways = tuple((str(step), _step(step, value)) for step, value in enumerate(TRACKS[number]))
        yield Field(ability, ABILITY_WORDS[number], str(level), ways)
    for row, name in (
        ("held", term("field", "Markers face up")),
        ("used", term("field", "Markers face down")),
    ):
        yield Field(row, name, " ".join(marker_words(data[row][seat])))


def _step(step: int, value: int) -> Message:
    if value == ALL:
        return term("step of an ability", "all")
    return term("step of an ability", "{value} (step {step})", value=value, step=step)


def _of_route(data: Data, route: Route, names: Sequence[str]) -> Iterator[Field]:
    pieces = _pieces(data, names)
    for place, space in enumerate(route.spaces):
        word = piece_word(data["spaces"][space])
        label = term("field", "Space {number}", number=place + 1)
        yield Field(f"place_{place:02}", label, word, pieces)
    marker = data["markers"][route.index]
    known = MARKER_SUPPLY[data["options"]["edition"]]
    ways = (
        (NOTHING, term("bonus marker", "None")),
        *((MARKERS[kind], MARKER_WORDS[kind]) for kind in sorted(known)),
    )
    word = MARKERS[marker - 1] if marker else NOTHING
    yield Field("marker", term("field", "Marker"), word, ways)


def _of_city(data: Data, city: City, board: Board, names: Sequence[str]) -> Iterator[Field]:
    pieces = _pieces(data, names)
    for place, office in enumerate(city.offices):
        word = piece_word(data["offices"][office])
        if board.offices[office].kind == TRADER:
            label = term("field", "Office {number} (a trader)", number=place + 1)
        else:
            label = term("field", "Office {number} (a merchant)", number=place + 1)
        yield Field(f"place_{place:02}", label, word, pieces)
    extras = " ".join(map(piece_word, data["extras"][city.index]))
    label = term("field", "Extra offices, such as '{example}'", example=Notation("t1 t2"))
    yield Field("extras", label, extras)


def _seats(names: Sequence[str]) -> tuple[tuple[str, Player], ...]:
    return tuple((str(number), Player(name)) for number, name in enumerate(names, 1))


def _pieces(data: Data, names: Sequence[str]) -> tuple[tuple[str, Label], ...]:
    """Return every piece that may stand on the board, as words with labels."""
    found: list[tuple[str, Label]] = [(NOTHING, term("piece", "Vacant"))]
    for seat, name in _seats(names):
        found.append((f"t{seat}", term("piece", "{player}: trader", player=name)))
        found.append((f"m{seat}", term("piece", "{player}: merchant", player=name)))
    if data["options"].get("two_player") == "neutral":
        found.append((f"t{NEUTRAL_LETTER}", term("piece", "Neutral trader")))
    return tuple(found)
