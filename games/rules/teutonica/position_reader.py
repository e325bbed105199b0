"""Positions of Hansa Teutonica read from lines of text (docs/notation.md).

They are returned as the plain data that `state.State.load` reads. The text may leave out stocks,
the bag and the actions.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from games.rules.common.lines import NOTHING, Words
from games.rules.common.message import Message, Notation, Place, message, term
from games.rules.errors import BadPosition, quote
from games.rules.teutonica.board import City, Route, load_board
from games.rules.teutonica.frames import FIELDS
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ACTIONS,
    EMPTY,
    KIND_LETTERS,
    KIND_NOUNS,
    KINDS,
    LAST_LEVEL,
    MARKER_SUPPLY,
    MARKERS,
    MERCHANTS_EACH,
    NEUTRAL,
    SPECIAL_PRESTIGE,
    TILES,
    TRACKS,
    TRADERS_EACH,
    piece,
)
from games.rules.teutonica.play import SITUATIONS
from games.rules.teutonica.position_text import (
    FLAGS,
    NEUTRAL_LETTER,
    NOT_LOOKED_AT,
    OPEN,
    OWNED,
    WORDS,
    Data,
)

ENDINGS: Final = ("prestige", "markers", "cities")
DESK: Final = ("prestige", "supply", "stock", *ABILITIES)
PROVINCES: Final = 16
PIECES_EACH: Final = (TRADERS_EACH, MERCHANTS_EACH)
FRAMES: Final[Mapping[str, tuple[str, ...]]] = {
    name: fields for name, fields in FIELDS.items() if SITUATIONS[name].verbs
}
"""The fields of each open decision, as its line has them; what settles itself is never open."""
MARKER: Final = term("expected", "a marker")
LEAST: Final = {"markers": 1, "placed": 0}
"""How many words the fields have at least that may have several; they are the last ones."""

_AMOUNT = re.compile(r"(?:(\d{1,2})t)?(?:(\d)m)?")
_PIECE = re.compile(r"([tm])([1-5n])")


def read(start: Data, lines: Sequence[Words]) -> Data:
    """Return the dumped position that the lines describe; `start` is that of a new game.

    A stock or bag that is left out holds all that is not elsewhere. Raises BadPosition.
    """
    reader = _Reader(start)
    for words in lines:
        key = KEYS[words.one_of(KEYS, term("expected", "a kind of line"))]
        getattr(reader, f"_{key.replace('-', '_')}")(words)
        words.end()
    return completed(reader.data, reader.said)


KEYS: Final = (
    *("start", "turn", "actions", "this-turn", "waits", "ending", "over", "seat", "held", "used"),
    *("plate", "connected", "completed", "special", "bag", "mission", "tile", "permits", "pawn"),
    *("discarded", "route", "marker", "city", "extras", "founded"),
)


@dataclass
class Said:
    """What the text says: the lines of desks by seat and of the bag, and whose stock it counts.

    Lines are numbered from 1.
    """

    desks: dict[int, int] = field(default_factory=dict)
    stocks: set[int] = field(default_factory=set)
    bag: int | None = None


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
            words.word(term("expected", "a seat"))
            return NEUTRAL
        return self.seat(words)

    def route(self, words: Words) -> int:
        return words.one_of(self.routes, term("expected", "a route"))

    def city(self, words: Words) -> int:
        return words.one_of(self.cities, term("expected", "a city"))

    def space(self, words: Words) -> int:
        if words.left[:1] == [NOTHING]:
            words.word(term("expected", "a space"))
            return -1
        return words.one_of(self.board.space_ids, term("expected", "a space"))

    def marker(self, words: Words) -> int:
        return words.one_of(MARKERS, MARKER)

    def count(self, words: Words) -> int:
        return words.count(term("expected", "a number"))

    def piece(self, words: Words) -> int:
        word = words.word(term("expected", "a piece")).casefold()
        if word == NOTHING:
            return EMPTY
        match = _PIECE.fullmatch(word)
        if match is None or (match[2] != NEUTRAL_LETTER and int(match[2]) > self.players):
            words.refuse(
                message(
                    "'{word}' is not a piece. Write '{trader}' for a trader of seat 2, '{merchant}'"
                    " for a merchant, '{neutral}' for a neutral trader, and '{none}' for none.",
                    word=quote(word),
                    trader=Notation("t2"),
                    merchant=Notation("m2"),
                    neutral=Notation("tn"),
                    none=Notation(NOTHING),
                )
            )
        seat = NEUTRAL if match[2] == NEUTRAL_LETTER else int(match[2]) - 1
        return piece(seat, KIND_LETTERS.index(match[1]))

    def pieces(self, words: Words) -> list[int]:
        codes = []
        while words.left:
            codes.append(self.piece(words))
        return codes

    def row(self, words: Words, places: range, wrong: Callable[[int, int], Message]) -> list[int]:
        """Return the pieces of a route or city; `wrong` says how many there should be, and are."""
        codes = self.pieces(words)
        if len(codes) != len(places):
            words.refuse(wrong(len(places), len(codes)))
        return codes

    def amount(self, words: Words) -> list[int]:
        word = words.word(term("expected", "a number of pieces"))
        match = _AMOUNT.fullmatch(word.casefold())
        if match is None or not word:
            words.refuse(
                message(
                    "'{word}' is not a number of pieces. Write '{example}', for example.",
                    word=quote(word),
                    example=Notation("3t1m"),
                )
            )
        return [int(match[1] or 0), int(match[2] or 0)]

    # The kinds of lines.

    def _start(self, words: Words) -> None:
        self.data["start"] = self.seat(words)

    def _turn(self, words: Words) -> None:
        self.data["turn"] = self.seat(words)

    def _actions(self, words: Words) -> None:
        self.data["actions"] = words.count(term("expected", "a number of actions"))

    def _this_turn(self, words: Words) -> None:
        for flag in words.several(FLAGS, term("expected", "a note")):
            self.data["added"][FLAGS[flag]] = True

    def _waits(self, words: Words) -> None:
        names = [*FRAMES]
        name = names[
            words.one_of([name.replace(" ", "-") for name in names], term("expected", "a decision"))
        ]
        frame = [name]
        for each in FRAMES[name]:
            number = getattr(self, WORDS[each])
            frame += [number(words) for _ in range(LEAST.get(each, 1))]
            while each in LEAST and words.left:
                frame.append(number(words))
        self.data["frames"].append(frame)

    def _ending(self, words: Words) -> None:
        self.data["ending"] = ENDINGS[words.one_of(ENDINGS, term("expected", "a way to end"))]

    def _over(self, words: Words) -> None:
        self.data["over"] = words.one_of(("no", "yes"), term("expected", "an answer")) == 1

    def _seat(self, words: Words) -> None:
        seat = self.seat(words)
        self.said.desks[seat] = words.number
        while words.left:
            name = DESK[words.one_of(DESK, term("expected", "a part of a desk"))]
            if name == "prestige":
                self.data["prestige"][seat] = words.count(term("expected", "prestige"))
            elif name in ("supply", "stock"):
                self.data[name][2 * seat : 2 * seat + 2] = self.amount(words)
                if name == "stock":
                    self.said.stocks.add(seat)
            else:
                ability = ABILITIES.index(name)
                step = words.count(term("expected", "a step"), 0, LAST_LEVEL[ability])
                self.data["levels"][len(ABILITIES) * seat + ability] = step

    def _held(self, words: Words) -> None:
        seat = self.seat(words)
        self.data["held"][seat] = sorted(words.several(MARKERS, MARKER))

    def _used(self, words: Words) -> None:
        seat = self.seat(words)
        self.data["used"][seat] = sorted(words.several(MARKERS, MARKER))

    def _plate(self, words: Words) -> None:
        seat = self.seat(words)
        self.data["drawn"][seat] = words.left.count(NOT_LOOKED_AT)
        words.left = [word for word in words.left if word != NOT_LOOKED_AT]
        self.data["plate"][seat] = sorted(words.several(MARKERS, MARKER))

    def _connected(self, words: Words) -> None:
        self.data["connected"] = self.seats(words)

    def _completed(self, words: Words) -> None:
        self.data["completed"] = words.several(self.cities, term("expected", "a city"))

    def _special(self, words: Words) -> None:
        field = words.one_of(
            [*map(str, SPECIAL_PRESTIGE)], term("expected", "a field of the special prestige table")
        )
        self.data["special"][field] = self.seat(words) + 1

    def _bag(self, words: Words) -> None:
        self.said.bag = words.number
        found = Counter(words.several(MARKERS, MARKER))
        self.data["bag"] = [found[kind] for kind in range(len(MARKERS))]

    def _mission(self, words: Words) -> None:
        cards = self.of_module(words, "cards", "missions")
        seat = self.seat(words)
        cards[seat] = words.count(term("expected", "a Mission card"), 1, 9)

    def _tile(self, words: Words) -> None:
        tiles = self.of_module(words, "tiles", "favour")
        tile = words.one_of(TILES, term("expected", "a tile"))
        if words.left == [OPEN]:
            words.word(term("expected", "an owner"))
            tiles[tile] = 1
        else:
            tiles[tile] = OWNED + self.seat(words)

    def of_module(self, words: Words, row: str, option: str) -> list[int]:
        """Return what a module has added, if the game is played with it."""
        if row not in self.data["added"]:
            words.refuse(
                message(
                    "This is only for games with '{option}'.",
                    option=Notation(f"option {option}: on"),
                )
            )
        found: list[int] = self.data["added"][row]
        return found

    def _permits(self, words: Words) -> None:
        self.data["added"]["permits"] = words.several(self.cities, term("expected", "a city"))

    def _pawn(self, words: Words) -> None:
        self.data["added"]["pawn"] = words.count(term("expected", "a province"), 1, PROVINCES)

    def _discarded(self, words: Words) -> None:
        self.data["added"]["discarded"] = sorted(words.several(MARKERS, MARKER))

    def _route(self, words: Words) -> None:
        route = self.board.routes[self.route(words)]
        codes = self.row(words, route.spaces, partial(_wrong_spaces, route))
        self.data["spaces"][route.spaces.start : route.spaces.stop] = codes

    def _marker(self, words: Words) -> None:
        route = self.route(words)
        self.data["markers"][route] = self.marker(words) + 1

    def _city(self, words: Words) -> None:
        city = self.board.cities[self.city(words)]
        codes = self.row(words, city.offices, partial(_wrong_offices, city))
        self.data["offices"][city.offices.start : city.offices.stop] = codes

    def _extras(self, words: Words) -> None:
        city = self.city(words)
        self.data["extras"][city] = self.pieces(words)

    def _founded(self, words: Words) -> None:
        city = self.city(words)
        self.data["founded"][city] = self.pieces(words)


def _wrong_spaces(route: Route, number: int, words: int) -> Message:
    return message(
        "{route} has {number} spaces, and this line has {words} words for them.",
        route=Place(route.name),
        number=number,
        words=words,
    )


def _wrong_offices(city: City, number: int, words: int) -> Message:
    return message(
        "The number of offices in {city} is {number}, and this line has {words} words for them.",
        city=Place(city.name),
        number=number,
        words=words,
    )


def completed(data: Data, said: Said) -> Data:
    """Return a dumped position with what its text leaves out; `actions` is None if left out.

    A stock or bag that is left out holds all that is not elsewhere. Raises BadPosition if there is
    more or less of anything than there is in the game.
    """
    for seat in range(data["players"]):
        _share_pieces(data, said, seat)
    _share_markers(data, said)
    if data["actions"] is None:
        level = data["levels"][len(ABILITIES) * data["turn"] + ACTIONS]
        data["actions"] = TRACKS[ACTIONS][level]
    return data


def _share_pieces(data: Data, said: Said, seat: int) -> None:
    """Put the pieces of a seat that are nowhere else in its stock (T1.5)."""
    for kind, elsewhere in zip(KINDS, _in_play(data, seat), strict=True):
        place = 2 * seat + kind
        left = PIECES_EACH[kind] - elsewhere - data["supply"][place]
        if seat not in said.stocks and left >= 0:
            data["stock"][place] = left
        elif left != data["stock"][place]:
            number = PIECES_EACH[kind] - left + data["stock"][place]
            raise BadPosition(
                message(
                    "Seat {seat} has {pieces}, with those that still cover its desk and the trader"
                    " on the prestige track. It should have {most} (T1.5).",
                    seat=seat + 1,
                    pieces=KIND_NOUNS[kind].object(number),
                    most=PIECES_EACH[kind],
                ),
                said.desks.get(seat),
            )


def _in_play(data: Data, seat: int) -> list[int]:
    """Return how many traders and merchants of a seat are neither in supply nor in stock."""
    codes = Counter(data["spaces"] + data["offices"])
    for row in (*data["extras"], *data["founded"]):
        codes.update(row)
    counts = [1, data["special"].count(seat + 1)]
    for ability, kind in enumerate(ABILITY_KIND):
        counts[kind] += LAST_LEVEL[ability] - data["levels"][len(ABILITIES) * seat + ability]
    for name, *numbers in data["frames"]:
        fields = zip(FRAMES[name], numbers, strict=False)
        codes.update(number for field, number in fields if field == "hand")
        if name == "place claimed" and seat == data["turn"]:
            counts = [count + number for count, number in zip(counts, numbers, strict=False)]
    return [count + codes[piece(seat, kind)] for kind, count in zip(KINDS, counts, strict=True)]


def _share_markers(data: Data, said: Said) -> None:
    """Put the markers that are nowhere else in the supply (T1.5)."""
    every = MARKER_SUPPLY[data["options"]["edition"]]
    left = Counter(every)
    left.subtract(marker - 1 for marker in data["markers"] if marker)
    left.subtract(data["added"].get("discarded", ()))
    for row in (*data["held"], *data["used"], *data["plate"]):
        left.subtract(row)
    for name, *kinds in data["frames"]:
        left.subtract(kinds if name == "taverns" else ())
    if said.bag is None:
        data["bag"] = [left[kind] for kind in range(len(MARKERS))]
    for kind, number in enumerate(data["bag"]):
        if number < 0 or number != left[kind]:
            total = every.get(kind, 0)
            raise BadPosition(
                message(
                    "Of the markers '{marker}' there are {number}. The edition has {most} (T1.4).",
                    marker=Notation(MARKERS[kind]),
                    number=total - left[kind] + max(number, 0),
                    most=total,
                ),
                said.bag,
            )
    if sum(data["drawn"]) > sum(data["bag"]):
        raise BadPosition(
            message(
                "Markers on plates that have not been looked at are still in the bag. There are"
                " {number} of them, and {left} in the bag.",
                number=sum(data["drawn"]),
                left=sum(data["bag"]),
            )
        )
