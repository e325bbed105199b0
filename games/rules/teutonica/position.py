"""Positions of Hansa Teutonica as lines of text (docs/notation.md), and read back.

Both sides of it are the plain data of `state.dump`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.rules.common.lines import NOTHING, Words, line, repeated
from games.rules.errors import echo
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.pieces import (
    ABILITIES,
    EMPTY,
    KIND_LETTERS,
    LAST_LEVEL,
    MARKERS,
    NEUTRAL,
    SPECIAL_PRESTIGE,
    TILES,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.unwritten import FRAMES, Data, Said, completed

FLAGS: Final = ("touched", "acted", "walked", "closed")
ENDINGS: Final = ("prestige", "markers", "cities")
DESK: Final = ("prestige", "supply", "stock", *ABILITIES)
OPEN, OWNED = "open", 2
"""A tile without an owner; the owner's seat plus OWNED stands for it in the data."""
NEUTRAL_LETTER: Final = "n"
NOT_LOOKED_AT: Final = "?"
PROVINCES: Final = 16

_AMOUNT = re.compile(r"(?:(\d{1,2})t)?(?:(\d)m)?")
_PIECE = re.compile(r"([tm])([1-5n])")

LEAST: Final = {"markers": 1, "placed": 0}
"""How many words the fields have at least that may have several; they are the last ones."""
WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("left", "extras", "traders", "merchants"), "count"),
    **dict.fromkeys(("victim", "seat"), "owner"),
    **dict.fromkeys(("origin", "placed"), "space"),
    "route": "route",
    "hand": "piece",
    "markers": "marker",
}
"""What kind of word stands for each field."""


def write(data: Data) -> Iterator[str]:
    """Yield the lines of a dumped position, without what every title's text begins with."""
    board, added, seats = load_board(data["board"]), data["added"], range(data["players"])
    yield f"start: {data['start'] + 1}"
    yield f"turn: {data['turn'] + 1}"
    yield f"actions: {data['actions']}"
    yield from line("this-turn", words=[flag for flag in FLAGS if added.get(flag)])
    for name, *numbers in data["frames"]:
        fields = [*FRAMES[name], *FRAMES[name][-1:] * len(numbers)]
        words = [
            _named(board, WORDS[field], number)
            for field, number in zip(fields, numbers, strict=False)
        ]
        yield f"waits: {' '.join((name.replace(' ', '-'), *words))}"
    yield from line("ending", words=[data["ending"]] if data["ending"] else ())
    yield from line("over", words=["yes"] if data["over"] else ())
    for seat in seats:
        yield from _desk(data, seat)
    for row in ("connected", "completed"):
        names = (
            [city.id for city in board.cities] if row == "completed" else [*map(str, range(1, 6))]
        )
        yield from line(row, words=[names[number] for number in data[row]])
    for value, owned in zip(SPECIAL_PRESTIGE, data["special"], strict=True):
        yield from line("special", value, words=[owned] if owned else ())
    yield from line(
        "bag", words=marker_words(k for k, n in enumerate(data["bag"]) for _ in range(n))
    )
    yield from _modules(board, added)
    for route in board.routes:
        yield from line("route", route.id, words=_row(data["spaces"], route.spaces))
        marker = data["markers"][route.index]
        yield from line("marker", route.id, words=[MARKERS[marker - 1]] if marker else ())
    for city in board.cities:
        yield from line("city", city.id, words=_row(data["offices"], city.offices))
        for name in ("extras", "founded"):
            yield from line(name, city.id, words=map(piece_word, data[name][city.index]))


def _desk(data: Data, seat: int) -> Iterator[str]:
    parts = [f"prestige {data['prestige'][seat]}"]
    parts += [f"{row} {_amount(data[row][2 * seat : 2 * seat + 2])}" for row in ("supply", "stock")]
    levels = data["levels"][len(ABILITIES) * seat :]
    parts += [f"{name} {level}" for name, level in zip(ABILITIES, levels, strict=False)]
    yield f"seat {seat + 1}: {', '.join(parts)}"
    for row in ("held", "used"):
        yield from line(row, seat + 1, words=marker_words(data[row][seat]))
    unknown = [NOT_LOOKED_AT] * data["drawn"][seat]
    yield from line("plate", seat + 1, words=[*marker_words(data["plate"][seat]), *unknown])


def _modules(board: Board, added: Data) -> Iterator[str]:
    for seat, card in enumerate(added.get("cards", ()), 1):
        yield from line("mission", seat, words=[card] if card else ())
    for tile, where in zip(TILES, added.get("tiles", ()), strict=False):
        if where:
            yield f"tile {tile}: {OPEN if where < OWNED else where - OWNED + 1}"
    yield from line("permits", words=[board.cities[city].id for city in added.get("permits", ())])
    yield from line("pawn", words=[added["pawn"]] if added.get("pawn") else ())
    yield from line("discarded", words=marker_words(added.get("discarded", ())))


def marker_words(kinds: Any) -> Iterator[str]:
    """Yield markers as words: 'plus3*2'."""
    return repeated(MARKERS[kind] for kind in kinds)


def _amount(numbers: Sequence[int]) -> str:
    pairs = zip(numbers, KIND_LETTERS, strict=True)
    return "".join(f"{number}{letter}" for number, letter in pairs if number) or "0t"


def _row(codes: Sequence[int], numbers: range) -> list[str]:
    """Return the pieces of a route or city, nothing if there is none."""
    row = codes[numbers.start : numbers.stop]
    return [*map(piece_word, row)] if any(row) else []


def piece_word(code: int) -> str:
    """Return a piece as a word: 't1'."""
    if code == EMPTY:
        return NOTHING
    return f"{KIND_LETTERS[kind_of(code)]}{_owner(owner(code))}"


def _owner(seat: int) -> str:
    return NEUTRAL_LETTER if seat == NEUTRAL else str(seat + 1)


def _named(board: Board, what: str, number: int) -> str:
    """Return a number of an open decision as a word."""
    if what == "marker":
        return MARKERS[number]
    if what == "route":
        return board.routes[number].id
    if what == "space":
        return NOTHING if number < 0 else board.space_ids[number]
    if what == "piece":
        return piece_word(number)
    return _owner(number) if what == "owner" else str(number)


def read(start: Data, lines: Sequence[Words]) -> Data:
    """Return the dumped position that the lines describe; `start` is that of a new game.

    A stock or bag that is left out holds all that is not elsewhere. Raises BadPosition.
    """
    reader = _Reader(start)
    for words in lines:
        key = KEYS[words.one_of(KEYS, "kind of line")]
        getattr(reader, f"_{key.replace('-', '_')}")(words)
        words.end()
    return completed(reader.data, reader.said)


KEYS: Final = (
    *("start", "turn", "actions", "this-turn", "waits", "ending", "over", "seat", "held", "used"),
    *("plate", "connected", "completed", "special", "bag", "mission", "tile", "permits", "pawn"),
    *("discarded", "route", "marker", "city", "extras", "founded"),
)


class _Reader:
    """Fills in the data of a position, a line at a time; each method reads one kind of line."""

    def __init__(self, start: Data) -> None:
        players = start["players"]
        self.board = load_board(start["board"])
        self.players: int = players
        self.cities = [city.id for city in self.board.cities]
        self.routes = [route.id for route in self.board.routes]
        self.said = Said()
        empty = {name: [0] * len(start[name]) for name in ("supply", "stock", "markers", "bag")}
        rows: Data = {name: [[] for _ in range(players)] for name in ("held", "used", "plate")}
        self.data: Data = start | empty | rows | {"frames": []}
        self.data["actions"] = None

    # What the words stand for.

    def seat(self, words: Words) -> int:
        return words.seat(self.players)

    def seats(self, words: Words) -> list[int]:
        found = []
        while words.left:
            found.append(self.seat(words))
        return found

    def owner(self, words: Words) -> int:
        if words.left[:1] == [NEUTRAL_LETTER]:
            words.word("seat")
            return NEUTRAL
        return self.seat(words)

    def route(self, words: Words) -> int:
        return words.one_of(self.routes, "route")

    def city(self, words: Words) -> int:
        return words.one_of(self.cities, "city")

    def space(self, words: Words) -> int:
        if words.left[:1] == [NOTHING]:
            words.word("space")
            return -1
        return words.one_of(self.board.space_ids, "space")

    def marker(self, words: Words) -> int:
        return words.one_of(MARKERS, "marker")

    def count(self, words: Words) -> int:
        return words.count("number")

    def piece(self, words: Words) -> int:
        word = words.word("piece").casefold()
        if word == NOTHING:
            return EMPTY
        match = _PIECE.fullmatch(word)
        if match is None or (match[2] != NEUTRAL_LETTER and int(match[2]) > self.players):
            words.refuse(
                f"{echo(word)} is not a piece. Write 't2' for a trader of seat 2, 'm2' for a"
                f" merchant, 'tn' for a neutral trader, and '{NOTHING}' for none"
            )
        seat = NEUTRAL if match[2] == NEUTRAL_LETTER else int(match[2]) - 1
        return piece(seat, KIND_LETTERS.index(match[1]))

    def pieces(self, words: Words) -> list[int]:
        codes = []
        while words.left:
            codes.append(self.piece(words))
        return codes

    def row(self, words: Words, numbers: range, what: str) -> list[int]:
        """Return the pieces of a route or city; `what` is the name of its places."""
        codes = self.pieces(words)
        if len(codes) != len(numbers):
            words.refuse(
                f"There are {len(numbers)} {what}, and this line has {len(codes)} words for them"
            )
        return codes

    def amount(self, words: Words) -> list[int]:
        word = words.word("number of pieces")
        match = _AMOUNT.fullmatch(word.casefold())
        if match is None or not word:
            words.refuse(f"{echo(word)} is not a number of pieces. Write '3t1m', for example")
        return [int(match[1] or 0), int(match[2] or 0)]

    # The kinds of lines.

    def _start(self, words: Words) -> None:
        self.data["start"] = self.seat(words)

    def _turn(self, words: Words) -> None:
        self.data["turn"] = self.seat(words)

    def _actions(self, words: Words) -> None:
        self.data["actions"] = words.count("number of actions")

    def _this_turn(self, words: Words) -> None:
        for flag in words.several(FLAGS, "note"):
            self.data["added"][FLAGS[flag]] = True

    def _waits(self, words: Words) -> None:
        names = [*FRAMES]
        name = names[words.one_of([name.replace(" ", "-") for name in names], "decision")]
        frame = [name]
        for field in FRAMES[name]:
            number = getattr(self, WORDS[field])
            frame += [number(words) for _ in range(LEAST.get(field, 1))]
            while field in LEAST and words.left:
                frame.append(number(words))
        self.data["frames"].append(frame)

    def _ending(self, words: Words) -> None:
        self.data["ending"] = ENDINGS[words.one_of(ENDINGS, "way to end")]

    def _over(self, words: Words) -> None:
        self.data["over"] = words.one_of(("no", "yes"), "answer") == 1

    def _seat(self, words: Words) -> None:
        seat = self.seat(words)
        self.said.desks[seat] = words.number
        while words.left:
            name = DESK[words.one_of(DESK, "part of a desk")]
            if name == "prestige":
                self.data["prestige"][seat] = words.count("prestige")
            elif name in ("supply", "stock"):
                self.data[name][2 * seat : 2 * seat + 2] = self.amount(words)
                if name == "stock":
                    self.said.stocks.add(seat)
            else:
                ability = ABILITIES.index(name)
                step = words.count("step", 0, LAST_LEVEL[ability])
                self.data["levels"][len(ABILITIES) * seat + ability] = step

    def _held(self, words: Words) -> None:
        seat = self.seat(words)
        self.data["held"][seat] = sorted(words.several(MARKERS, "marker"))

    def _used(self, words: Words) -> None:
        seat = self.seat(words)
        self.data["used"][seat] = sorted(words.several(MARKERS, "marker"))

    def _plate(self, words: Words) -> None:
        seat = self.seat(words)
        self.data["drawn"][seat] = words.left.count(NOT_LOOKED_AT)
        words.left = [word for word in words.left if word != NOT_LOOKED_AT]
        self.data["plate"][seat] = sorted(words.several(MARKERS, "marker"))

    def _connected(self, words: Words) -> None:
        self.data["connected"] = self.seats(words)

    def _completed(self, words: Words) -> None:
        self.data["completed"] = words.several(self.cities, "city")

    def _special(self, words: Words) -> None:
        field = words.one_of([*map(str, SPECIAL_PRESTIGE)], "special prestige field")
        self.data["special"][field] = self.seat(words) + 1

    def _bag(self, words: Words) -> None:
        self.said.bag = words.number
        found = Counter(words.several(MARKERS, "marker"))
        self.data["bag"] = [found[kind] for kind in range(len(MARKERS))]

    def _mission(self, words: Words) -> None:
        cards = self.of_module(words, "cards", "missions")
        seat = self.seat(words)
        cards[seat] = words.count("Mission card", 1, 9)

    def _tile(self, words: Words) -> None:
        tiles = self.of_module(words, "tiles", "favour")
        tile = words.one_of(TILES, "tile")
        if words.left == [OPEN]:
            words.word("owner")
            tiles[tile] = 1
        else:
            tiles[tile] = OWNED + self.seat(words)

    def of_module(self, words: Words, row: str, option: str) -> list[int]:
        """Return what a module has added, if the game is played with it."""
        if row not in self.data["added"]:
            words.refuse(f"This is only for games with 'option {option}: on'")
        found: list[int] = self.data["added"][row]
        return found

    def _permits(self, words: Words) -> None:
        self.data["added"]["permits"] = words.several(self.cities, "city")

    def _pawn(self, words: Words) -> None:
        self.data["added"]["pawn"] = words.count("province", 1, PROVINCES)

    def _discarded(self, words: Words) -> None:
        self.data["added"]["discarded"] = sorted(words.several(MARKERS, "marker"))

    def _route(self, words: Words) -> None:
        route = self.board.routes[self.route(words)]
        codes = self.row(words, route.spaces, f"spaces on {route.name}")
        self.data["spaces"][route.spaces.start : route.spaces.stop] = codes

    def _marker(self, words: Words) -> None:
        route = self.route(words)
        self.data["markers"][route] = self.marker(words) + 1

    def _city(self, words: Words) -> None:
        city = self.board.cities[self.city(words)]
        codes = self.row(words, city.offices, f"offices in {city.name}")
        self.data["offices"][city.offices.start : city.offices.stop] = codes

    def _extras(self, words: Words) -> None:
        city = self.city(words)
        self.data["extras"][city] = self.pieces(words)

    def _founded(self, words: Words) -> None:
        city = self.city(words)
        self.data["founded"][city] = self.pieces(words)
