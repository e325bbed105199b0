"""Positions in words, so that a test reads like the table it talks about.

    position(players=4, turn="red", spaces={"hamburg-stade": "red t, -, blue m"},
             offices={"hamburg": "red, blue"}, supply={"red": "3t1m"})

Seats go by colour; 'grey' pieces are the neutral's. What a description leaves out is as at the
start of a game, with all pieces in the stock and all markers in the supply: a position always
keeps every piece (T1.5).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules import TITLES
from games.rules.errors import IllegalOrder
from games.rules.teutonica.board import Board
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    EMPTY,
    KIND_LETTERS,
    KINDS,
    MARKER_SUPPLY,
    MARKERS,
    NEUTRAL,
    SPECIAL_PRESTIGE,
    TILES,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.state import Added, State
from games.rules.title import CHANCE

TEUTONICA: Any = TITLES["teutonica"]
COLOURS = ("red", "green", "blue", "yellow", "purple")
RED, GREEN, BLUE, YELLOW, PURPLE = range(5)

GREY = NEUTRAL
BRITANNIA = {"board": "britannia"}
EAST = {"board": "east"}
CLASSIC = {"edition": "classic"}
TWO = {"two_player": "neutral"}
WITH_PAWN = {"two_player": "pawn"}

Words = Mapping[str, str]
MARKERS_OF = {
    "big_box": {"extra": 4, "swap": 3, "plus3": 2, "plus4": 2, "develop": 2, "move3": 2},
    "classic": {"extra": 5, "swap": 2, "plus3": 2, "plus4": 2, "develop": 3, "remove3": 2},
}
"""The markers of each edition (T1.4)."""


def position(
    options: Words | None = None,
    *,
    players: int = 4,
    turn: str = "red",
    actions: int | None = None,
    spaces: Words | None = None,
    offices: Words | None = None,
    extras: Words | None = None,
    special: Mapping[int, str] | None = None,
    supply: Words | None = None,
    stock: Words | None = None,
    levels: Mapping[str, Mapping[str, int]] | None = None,
    prestige: Mapping[str, int] | None = None,
    markers: Words | None = None,
    held: Words | None = None,
    used: Words | None = None,
    plate: Words | None = None,
    drawn: Mapping[str, int] | None = None,
    rest_used_by: str | None = None,
    connected: str = "",
    completed: str = "",
    founded: Words | None = None,
    **added: Any,
) -> State:
    """Return a position during a turn.

    `spaces` are by space ("hamburg-stade.2": "red t") or by route, all its spaces in a row, '-' a
    free one. `offices` are rows from the left, '-' a vacant one, kinds as printed unless they are
    given. `supply` and `stock` are amounts like '3t1m'; whichever is not given gets the rest.
    `levels` are steps taken on each track. `completed` cities are the full ones unless named.
    `rest_used_by` empties the marker supply: all its markers lie face down in front of that seat.
    `founded` are offices right of the printed ones. `added` is what modules keep: `cards` by
    colour, `tiles` ("open" or a colour, by name), `permits` ("london cardiff"), `pawn`,
    `discarded`.
    """
    state = TEUTONICA.start(dict(options or {}), players)
    board = state.board
    state.frames = ()
    state.turn = state.start = _seat(turn)
    state.spaces = _spaces(board, spaces or {})
    state.offices = _offices(board, offices or {})
    state.extras = tuple(_row(board, (extras or {}).get(city.id, "")) for city in board.cities)
    state.founded = tuple(_row(board, (founded or {}).get(city.id, "")) for city in board.cities)
    state.added = _added(state, added)
    state.special = bytes(
        _seat(special[value]) + 1 if special and value in special else 0
        for value in SPECIAL_PRESTIGE
    )
    state.levels = bytes(
        (levels or {}).get(COLOURS[seat], {}).get(ability, 0)
        for seat in range(players)
        for ability in ABILITIES
    )
    state.prestige = tuple((prestige or {}).get(COLOURS[seat], 0) for seat in range(players))
    state.connected = bytes(map(_seat, connected.split()))
    full = [city.index for city in board.cities if is_full(state, city.index)]
    state.completed = bytes(board.city_numbers[city] for city in completed.split()) or bytes(full)
    _share_pieces(state, supply or {}, stock or {})
    _share_markers(state, markers or {}, held or {}, used or {}, plate or {}, drawn or {})
    if rest_used_by:
        seat = _seat(rest_used_by)
        rest = bytes(kind for kind, number in enumerate(state.bag) for _ in range(number))
        state.used = (*state.used[:seat], state.used[seat] + rest, *state.used[seat + 1 :])
        state.bag = bytes(len(MARKERS))
    state.actions = state.value(state.turn, 1) if actions is None else actions
    check_pieces(state)
    return state


def is_full(state: State, city: int) -> bool:
    """Return whether a city counts as completed: green ones from their first office (T14.1)."""
    if state.board.cities[city].green:
        return any(state.city_offices(city))
    return state.vacant_office(city) is None


def _added(state: State, words: Mapping[str, Any]) -> Added:
    found = state.added._replace(
        **{name: value for name, value in words.items() if name in ("pawn", "acted", "walked")}
    )
    if "cards" in words:
        cards = [words["cards"].get(COLOURS[seat], 0) for seat in range(state.players)]
        found = found._replace(cards=bytes(cards))
    if "tiles" in words:
        places = [words["tiles"].get(tile) for tile in TILES]
        tiles = [0 if p is None else 1 if p == "open" else 2 + _seat(p) for p in places]
        found = found._replace(tiles=bytes(tiles))
    if "permits" in words:
        cities = [state.board.city_numbers[city] for city in words["permits"].split()]
        found = found._replace(permits=bytes(cities))
    if "discarded" in words:
        kinds = sorted(MARKERS.index(name) for name in words["discarded"].split())
        found = found._replace(discarded=bytes(kinds))
    known = {"cards", "tiles", "permits", "discarded", "pawn", "acted", "walked"}
    assert set(words) <= known, f"no position has {set(words) - known}"
    return found


def _seat(colour: str) -> int:
    return NEUTRAL if colour == "grey" else COLOURS.index(colour)


def _colour(seat: int) -> str:
    return "grey" if seat == NEUTRAL else COLOURS[seat]


def _row(board: Board, words: str) -> bytes:
    return bytes(_code(word) for word in words.split(",")) if words else b""


def _code(word: str, kind: int = 0) -> int:
    if word.strip() == "-":
        return EMPTY
    colour, *letter = word.split()
    return piece(_seat(colour), KIND_LETTERS.index(letter[0]) if letter else kind)


def _spaces(board: Board, words: Words) -> bytes:
    spaces = bytearray(len(board.boats))
    for place, row in words.items():
        if "." in place:
            spaces[board.space_numbers[place]] = _code(row)
            continue
        route = board.route(place)
        codes = [_code(word) for word in row.split(",")]
        if len(codes) == 1:
            codes *= len(route.spaces)
        assert len(codes) == len(route.spaces), f"{place} has {len(route.spaces)} spaces"
        spaces[route.spaces.start : route.spaces.stop] = bytes(codes)
    return bytes(spaces)


def _offices(board: Board, words: Words) -> bytes:
    offices = bytearray(len(board.offices))
    for place, row in words.items():
        numbers = board.city(place).offices
        for number, word in zip(numbers, row.split(","), strict=False):
            offices[number] = _code(word, board.offices[number].kind)
        assert len(row.split(",")) <= len(numbers), f"{place} has {len(numbers)} offices"
    return bytes(offices)


def amount(words: str) -> tuple[int, int]:
    """Return '3t1m' as traders and merchants."""
    match = re.fullmatch(r"(?:(\d+)t)?(?:(\d+)m)?", words)
    assert match, words
    return int(match[1] or 0), int(match[2] or 0)


def _share_pieces(state: State, supply: Words, stock: Words) -> None:
    state.supply = state.stock = bytes(2 * state.players)
    supplies, stocks = [], []
    for seat in range(state.players):
        colour = COLOURS[seat]
        rest = [
            whole - count for whole, count in zip((27, 4), count_pieces(state, seat), strict=True)
        ]
        if colour in supply:
            here = amount(supply[colour])
            there = [rest[kind] - here[kind] for kind in KINDS]
            assert colour not in stock or list(amount(stock[colour])) == there, f"{colour}: {rest}"
        else:
            there = list(amount(stock[colour])) if colour in stock else rest
            here = (rest[0] - there[0], rest[1] - there[1])
        assert min(*here, *there) >= 0, f"{colour} has only {rest} to share"
        supplies += here
        stocks += there
    state.supply, state.stock = bytes(supplies), bytes(stocks)


def _share_markers(state: State, markers: Words, *rows: Any) -> None:
    board = state.board
    edition = MARKER_SUPPLY[state.options["edition"]]
    bag = {name: edition.get(kind, 0) for kind, name in enumerate(MARKERS)}
    for kind in state.added.discarded:
        bag[MARKERS[kind]] -= 1
    on_routes = bytearray(len(board.routes))
    for route, marker in markers.items():
        on_routes[board.route(route).index] = MARKERS.index(marker) + 1
        bag[marker] -= 1
    kept = []
    for words in rows[:3]:
        row = []
        for seat in range(state.players):
            names = words.get(COLOURS[seat], "").split()
            for name in names:
                bag[name] -= 1
            row.append(bytes(sorted(map(MARKERS.index, names))))
        kept.append(tuple(row))
    assert min(bag.values()) >= 0, f"There are not so many markers: {bag}"
    state.markers = bytes(on_routes)
    state.held, state.used, state.plate = kept
    state.drawn = bytes(rows[3].get(COLOURS[seat], 0) for seat in range(state.players))
    state.bag = bytes(bag.values())


def count_pieces(state: State, seat: int) -> list[int]:
    """Return a seat's traders and merchants wherever they are, the prestige trader too."""
    counts = [1, 0]
    for kind in KINDS:
        counts[kind] += state.supply[2 * seat + kind] + state.stock[2 * seat + kind]
    for ability, kind in enumerate(ABILITY_KIND):
        steps = (4, 5, 3, 3, 3)[ability]
        counts[kind] += steps - state.levels[5 * seat + ability]
    rows = [state.spaces, state.offices, *state.extras, *state.founded]
    rows += [bytes((frame.hand,)) for frame in state.frames if frame.name == "displaced"]
    rows += [bytes((frame.hand,)) for frame in state.frames if frame.name in ("move3", "move any")]
    for frame in state.frames:
        if frame.name == "place claimed" and seat == state.turn:
            counts[0] += frame.traders
            counts[1] += frame.merchants
    for code in b"".join(rows):
        if code != EMPTY and owner(code) == seat:
            counts[kind_of(code)] += 1
    counts[1] += state.special.count(seat + 1)
    return counts


def count_markers(state: State) -> dict[str, int]:
    """Return how many markers of each kind there are, wherever they are (T1.5)."""
    rows = b"".join((*state.held, *state.used, *state.plate, state.added.discarded))
    on_routes = bytes(marker - 1 for marker in state.markers if marker)
    to_lay = b"".join(bytes(f.markers) for f in state.frames if f.name == "taverns")
    counts = Counter(rows + on_routes + to_lay)
    counts.update({kind: number for kind, number in enumerate(state.bag) if number})
    return {MARKERS[kind]: number for kind, number in sorted(counts.items())}


def check_pieces(state: State) -> None:
    """Hold a position to T1.5: 27 traders, 4 merchants each, and all markers of the edition.

    Nor has anyone another's Mission card (T12).
    """
    for seat in range(state.players):
        counts = count_pieces(state, seat)
        assert counts == [27, 4], f"{COLOURS[seat]} has {counts[0]} traders, {counts[1]} merchants"
    assert count_markers(state) == MARKERS_OF[state.options["edition"]]
    assert sum(state.drawn) <= sum(state.bag)
    dealt = state.added.cards.replace(b"\0", b"")
    assert len(dealt) == len(set(dealt))


def play(state: State, *lines: str) -> State:
    """Return the position after orders given as text by the seat to move, chance included."""
    for line in lines:
        (seat,) = TEUTONICA.to_move(state)
        before = TEUTONICA.digest(state)
        new = TEUTONICA.apply(state, seat, TEUTONICA.read(state, line))
        assert TEUTONICA.digest(state) == before
        check_pieces(new)
        state = new
    return state


def texts(state: State, *verbs: str) -> set[str]:
    """Return the legal orders of the seat to move, only those of some verbs if any are named."""
    (seat,) = TEUTONICA.to_move(state)
    orders = [TEUTONICA.write(state, order) for order in TEUTONICA.orders(state, seat)]
    assert len(orders) == len(set(orders))
    return {text for text in orders if not verbs or text.split()[0] in verbs}


def refusal(state: State, line: str, seat: int | None = None) -> str:
    """Return the sentence with which an order is refused."""
    if seat is None:
        (seat,) = TEUTONICA.to_move(state)
    order = TEUTONICA.read(state, line)
    assert order not in TEUTONICA.orders(state, seat)
    with pytest.raises(IllegalOrder) as caught:
        TEUTONICA.apply(state, seat, order)
    return str(caught.value)


def misread(line: str, state: State | None = None) -> str:
    """Return the sentence with which a line is refused that is no order at all."""
    with pytest.raises(IllegalOrder) as caught:
        TEUTONICA.read(state or position(), line)
    return str(caught.value)


def events(state: State, name: str) -> list[Sequence[Any]]:
    """Return what the last order brought of one kind."""
    return [event[1:] for event in state.events if event[0] == name]


def at(state: State, space: str) -> str:
    """Return what stands on a space in words: 'red t' or '-'."""
    return _words(state.spaces[state.board.space_numbers[space]])


def route(state: State, route_id: str) -> str:
    """Return what stands on a route in words: 'red t, -, -'."""
    spaces = state.board.route(route_id).spaces
    return ", ".join(_words(code) for code in state.spaces[spaces.start : spaces.stop])


def city(state: State, city_id: str) -> str:
    """Return the offices of a city from the left in words, extra offices before a '|'.

    Offices right of the printed ones stand behind a second '|'.
    """
    number = state.board.city_numbers[city_id]
    printed = state.board.cities[number].offices
    words = ", ".join(_words(code) for code in state.offices[printed.start : printed.stop])
    extra = ", ".join(_words(code) for code in state.extras[number])
    founded = ", ".join(_words(code) for code in state.founded[number])
    row = f"{extra} | {words}" if extra else words
    return f"{row} | {founded}" if founded else row


def _words(code: int) -> str:
    return "-" if code == EMPTY else f"{_colour(owner(code))} {KIND_LETTERS[kind_of(code)]}"


def supply(state: State, seat: int) -> tuple[int, int]:
    """Return a seat's supply as traders and merchants."""
    return state.supply[2 * seat], state.supply[2 * seat + 1]


def stock(state: State, seat: int) -> tuple[int, int]:
    """Return a seat's stock as traders and merchants."""
    return state.stock[2 * seat], state.stock[2 * seat + 1]


def markers(row: bytes) -> list[str]:
    """Return a row of markers by name."""
    return [MARKERS[kind] for kind in row]


def deal(state: State, chance: Any) -> State:
    """Return the position after chance has drawn while play waits for it."""
    while TEUTONICA.to_move(state) == (CHANCE,):
        draws = TEUTONICA.chance_outcomes(state)
        (order,) = chance.choices([o for o, _ in draws], [weight for _, weight in draws])
        state = TEUTONICA.apply(state, CHANCE, order)
    return state
