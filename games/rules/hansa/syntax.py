"""Orders as text: one table for their spelling and for reading it (docs/notation.md)."""

import re

from games.rules.common.message import Notation, message, term
from games.rules.common.reading import Reader, plain
from games.rules.common.syntax import SEAT_NUMBER, Line, Syntax, Word, named
from games.rules.errors import IllegalOrder
from games.rules.hansa import orders
from games.rules.hansa.board import Board
from games.rules.hansa.orders import Order
from games.rules.hansa.pieces import COLOUR_LETTERS, COLOURS, good, good_id

LINES = (
    Line(orders.Booths, "{city}"),
    Line(orders.Replenish),
    Line(orders.Sail, "{city}"),
    Line(orders.Buy, "{good}"),
    Line(orders.Build, "{good}"),
    Line(orders.Sell, "{goods}"),
    Line(orders.Lose, "{good}"),
    Line(orders.Discard, "{good}"),
    Line(orders.End),
    Line(orders.Remove, "{colour}"),
    Line(orders.Draw, "{good} {city}"),
    Line(orders.Start, "{seat}"),
)
CHANCE_VERBS = ("remove", "draw", "start")
"""The verbs of chance."""
EXAMPLE = Notation("red2")
CITY = term("expected", "a city")
COLOUR = term("expected", "a colour")
BARRELS = term("expected", "a number of barrels, as in '{example}'", example=EXAMPLE)


def _words(board: Board, text: str) -> list[str]:
    """Return the words of a line; a colour and its barrels are always two."""
    return re.sub(r"(?<=[a-z])(?=[0-9])", " ", plain(text).replace(",", " ")).split()


def _city(board: Board, reader: Reader) -> int:
    ids = [city.id for city in board.cities]
    return board.city_numbers[reader.one_of(ids, CITY)]


_COLOUR: Word[Board] = named(COLOURS, COLOUR)


def _colour(board: Board, reader: Reader) -> int:
    letter = reader.peek()
    if len(letter) == 1 and letter in COLOUR_LETTERS:
        return COLOUR_LETTERS.index(reader.word(COLOUR))
    colour: int = _COLOUR.read(board, reader)
    return colour


def _barrels(reader: Reader) -> int:
    word = reader.word(BARRELS)
    if word not in ("1", "2", "3"):
        raise IllegalOrder(
            message(
                "A marker has 1, 2 or 3 barrels, not '{word}'. Write '{example}', for example.",
                word=reader.quote(word),
                example=EXAMPLE,
            )
        )
    return int(word)


def _good(board: Board, reader: Reader) -> int:
    return good(_colour(board, reader), _barrels(reader))


def _goods(board: Board, reader: Reader) -> tuple[int, ...]:
    codes = []
    colour = _colour(board, reader)
    while True:
        codes.append(good(colour, _barrels(reader)))
        if reader.at_end:
            return tuple(sorted(codes))
        if not reader.peek().isdigit():
            colour = _colour(board, reader)


def _seat(board: Board, reader: Reader) -> int:
    word = reader.word(SEAT_NUMBER)
    if word not in map(str, range(1, 1 + max(board.players))):
        raise IllegalOrder(
            message("'{word}' is not a seat. Seats are counted from 1.", word=reader.quote(word))
        )
    return int(word) - 1


SYNTAX: Syntax[Board, Order] = Syntax(
    LINES,
    {
        "city": Word(lambda board, city: board.cities[city].id, _city),
        "colour": Word(_COLOUR.write, _colour),
        "good": Word(lambda board, code: good_id(code), _good),
        "goods": Word(lambda board, codes: " ".join(map(good_id, codes)), _goods),
        "seat": Word(lambda board, seat: str(seat + 1), _seat),
    },
    words_of=_words,
    example="sail lubeck",
    hidden=CHANCE_VERBS,
)
