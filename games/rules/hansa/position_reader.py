"""Positions of Hansa read from lines of text (docs/notation.md).

They are returned as the plain data that `state.State.load` reads.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from games.rules.common.lines import NOTHING, Words
from games.rules.common.message import Notation, Place, choice, message, term
from games.rules.errors import BadPosition
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import BOOTHS_EACH, COLOURS, GOODS, NO_GOOD, colour_of, good_id
from games.rules.hansa.play import STAGE_NAMES
from games.rules.hansa.position_text import FLAGS, GOOD_IDS, Data
from games.rules.hansa.state import COLOURS_OUT

KEYS: Final = (
    *("stage", "start", "turn", "ship", "this-turn", "without", "talers", "unsold", "sold"),
    *("losing", "selling", "warehouses", "booths", "hidden", "gone"),
)
"""Every kind of line."""
MARKER: Final = term("expected", "a marker")
TALERS: Final = term("expected", "a number of talers")


def read(start: Data, lines: Sequence[Words]) -> Data:
    """Return the dumped position that the lines describe; `start` is that of a new game.

    Without 'hidden' all markers that are nowhere else are in the piles. Raises BadPosition.
    """
    reader = _Reader(start)
    for words in lines:
        reader.kinds[KEYS[words.one_of(KEYS, term("expected", "a kind of line"))]](words)
        words.end()
    return reader.finish()


class _Reader:
    """Fills in the data of a position, a line at a time."""

    def __init__(self, start: Data) -> None:
        self.board = load_board(start["board"])
        self.players: int = start["players"]
        self.data = start | {"stage": "turn", "hidden": None}
        self.kinds: dict[str, Callable[[Words], None]] = {
            "stage": self.stage,
            "start": self.of_all("start", lambda words: words.seat(self.players)),
            "turn": self.of_all("turn", lambda words: words.seat(self.players)),
            "ship": self.of_all("ship", self.city),
            "this-turn": self.flags,
            "without": self.of_all("left_out", self.colours),
            "talers": self.of_seat("talers", lambda words: words.count(TALERS)),
            "unsold": self.of_seat("unsold", self.goods),
            "sold": self.of_seat("sold", self.goods),
            "losing": self.of_seat("losing", self.colours),
            "selling": self.of_all("selling", self.colours),
            "warehouses": self.warehouses,
            "booths": self.booths,
            "hidden": self.of_all("hidden", self.counts),
            "gone": self.of_all("gone", self.counts),
        }

    def of_all(self, name: str, value: Callable[[Words], Any]) -> Callable[[Words], None]:
        """Return what reads a line about the whole position."""

        def take(words: Words) -> None:
            self.data[name] = value(words)

        return take

    def of_seat(self, name: str, value: Callable[[Words], Any]) -> Callable[[Words], None]:
        """Return what reads a line about a seat."""

        def take(words: Words) -> None:
            seat = words.seat(self.players)
            self.data[name][seat] = value(words)

        return take

    def city(self, words: Words) -> int:
        return words.one_of([city.id for city in self.board.cities], term("expected", "a city"))

    def colours(self, words: Words) -> list[int]:
        return sorted(words.several(COLOURS, term("expected", "a colour")))

    def goods(self, words: Words) -> list[int]:
        return sorted(1 + number for number in words.several(GOOD_IDS, MARKER))

    def counts(self, words: Words) -> list[int]:
        found = Counter(self.goods(words))
        return [found[code] for code in range(1 + len(GOODS))]

    def stage(self, words: Words) -> None:
        self.data["stage"] = STAGE_NAMES[words.one_of(STAGE_NAMES, term("expected", "a stage"))]

    def flags(self, words: Words) -> None:
        for flag in words.several(FLAGS, term("expected", "a note")):
            self.data[FLAGS[flag]] = True

    def warehouses(self, words: Words) -> None:
        city = self.board.cities[self.city(words)]
        if len(words.left) != len(city.warehouses):
            words.refuse(
                message(
                    "{city} has {number} warehouses, and this line has {words} words for them.",
                    city=Place(city.name),
                    number=len(city.warehouses),
                    words=len(words.left),
                )
            )
        names = (NOTHING, *GOOD_IDS)
        for warehouse in city.warehouses:
            self.data["warehouses"][warehouse] = words.one_of(names, MARKER)

    def booths(self, words: Words) -> None:
        city = self.city(words)
        for seat in range(self.players):
            what = term("expected", "the number of booths of seat {seat}", seat=seat + 1)
            number = words.count(what, 0, BOOTHS_EACH)
            self.data["booths"][city * self.players + seat] = number

    def finish(self) -> Data:
        """Return the data, the markers that are nowhere else in the piles (H1.1)."""
        data, codes = self.data, range(1 + len(GOODS))
        left = Counter(dict(enumerate(self.board.goods)))
        for code in GOODS:
            if colour_of(code) in data["left_out"]:
                left[code] = 0
        left.subtract(code for code in data["warehouses"] if code != NO_GOOD)
        for row in (*data["unsold"], *data["sold"]):
            left.subtract(row)
        left.subtract(dict(enumerate(data["gone"])))
        if data["hidden"] is None:
            data["hidden"] = [left[code] for code in codes]
        for code in GOODS:
            hidden, whole = data["hidden"][code], self.board.goods[code]
            if hidden < 0 or left[code] != hidden:
                raise BadPosition(
                    message(
                        "Of the markers '{good}' there are {number}. The game has {most} of them,"
                        " or none if their colour is left out (H1.1).",
                        good=Notation(good_id(code)),
                        number=whole - left[code] + max(0, hidden),
                        most=whole,
                    )
                )
        for seat in range(self.players):
            number = sum(data["booths"][seat :: self.players])
            if number > BOOTHS_EACH:
                raise BadPosition(
                    message(
                        "Seat {seat} has {number} booths. Each player has {most} (H1.3).",
                        seat=seat + 1,
                        number=number,
                        most=BOOTHS_EACH,
                    )
                )
        self._check_setup()
        return data

    def _check_setup(self) -> None:
        """Raise BadPosition if the setup cannot be over yet, and the stage says it is (H1)."""
        data = self.data
        if data["stage"] in ("remove", "lay"):
            return
        out = COLOURS_OUT[self.players]
        if len(set(data["left_out"])) != out:
            raise BadPosition(
                message(
                    "With {players} players {number} of the colours must be left out (H1.1). Write"
                    " them after '{key}'.",
                    players=self.players,
                    number=out,
                    key=Notation("without:"),
                )
            )
        room = sum(self.board.goods) * (len(COLOURS) - out) // len(COLOURS)
        room -= len(data["warehouses"])
        if sum(data["hidden"]) > room:
            raise BadPosition(
                message(
                    "The piles hold {most} markers at most, and {number} are nowhere else (H1.2)."
                    " Write a line of {keys} for the others.",
                    most=room,
                    number=sum(data["hidden"]),
                    keys=choice(("warehouses", "unsold", "sold", "gone")),
                )
            )
