"""Orders read from text, generously: what a person typed, or the line of a record."""

import re
import unicodedata
from collections.abc import Sequence

from games.rules.errors import IllegalOrder, check_length, echo
from games.rules.hansa.board import Board
from games.rules.hansa.notation import CHANCE_VERBS, VERBS
from games.rules.hansa.pieces import COLOUR_LETTERS, COLOURS, good
from games.rules.names import beginning
from games.rules.title import Order


def read(board: Board, text: str) -> Order:
    """Return the order that `text` spells; raises IllegalOrder, which says what would be right.

    Upper case, diacritics, extra spaces, markers in any order and unambiguous beginnings of names
    are read, also a colour's letter for the colour, and 'red 3 1' for 'red3 red1'.
    """
    check_length(text)
    return _Reader(board, text).order()


def plain(text: str) -> str:
    """Return text in lower case, without diacritics and with single spaces."""
    text = text.casefold().replace("\N{LATIN SMALL LETTER O WITH STROKE}", "o")
    text = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in text if not unicodedata.combining(c)).split())


class _Reader:
    """Reads one order from its words, left to right."""

    def __init__(self, board: Board, text: str) -> None:
        self.board = board
        self.text = text.strip()
        # A colour and its barrels are always two words.
        self.words = re.sub(r"(?<=[a-z])(?=[0-9])", " ", plain(text).replace(",", " ")).split()
        self.position = 0

    def order(self) -> Order:
        if not self.words:
            raise IllegalOrder("Write an order, for example 'sail lubeck'.")
        verb = self.one_of(VERBS, "order", [verb for verb in VERBS if verb not in CHANCE_VERBS])
        order = (verb, *self.rest(verb))
        if self.position < len(self.words):
            rest = " ".join(self.words[self.position :])
            raise IllegalOrder(f"{echo(self.text)} should end before {echo(rest)}.")
        return order

    def rest(self, verb: str) -> Sequence[int]:
        if verb in ("replenish", "end"):
            return ()
        if verb in ("booths", "sail"):
            return (self.city(),)
        if verb == "draw":
            return (self.good(), self.city())
        if verb == "remove":
            return (self.colour(),)
        if verb == "start":
            return (self.seat(),)
        return self.goods() if verb == "sell" else (self.good(),)

    # The words.

    def word(self, what: str) -> str:
        if self.position == len(self.words):
            raise IllegalOrder(f"{echo(self.text)} needs {_a(what)}.")
        self.position += 1
        return self.words[self.position - 1]

    def one_of(self, names: Sequence[str], what: str, known: Sequence[str] = ()) -> str:
        """Return the name that the next word means; an error suggests `known` if it is given."""
        word = self.word(what)
        found = beginning(word, names)
        if not found:
            raise IllegalOrder(
                f"{echo(word)} is not {_a(what)}. Did you mean {_either(known or names)}?"
            )
        if len(found) > 1:
            raise IllegalOrder(
                f"{echo(word)} could mean {_either(found)}. Type a few more letters."
            )
        return found[0]

    def city(self) -> int:
        ids = [city.id for city in self.board.cities]
        return self.board.city_numbers[self.one_of(ids, "city")]

    def colour(self) -> int:
        letter = self.words[self.position] if self.position < len(self.words) else ""
        if len(letter) == 1 and letter in COLOUR_LETTERS:
            self.position += 1
            return COLOUR_LETTERS.index(letter)
        return COLOURS.index(self.one_of(COLOURS, "colour"))

    def barrels(self) -> int:
        word = self.word("number of barrels, as in 'red2'")
        if word not in ("1", "2", "3"):
            raise IllegalOrder(
                f"A marker has 1, 2 or 3 barrels, not {echo(word)}. Write 'red2', for example."
            )
        return int(word)

    def good(self) -> int:
        return good(self.colour(), self.barrels())

    def goods(self) -> Sequence[int]:
        codes = []
        colour = self.colour()
        while True:
            codes.append(good(colour, self.barrels()))
            if self.position == len(self.words):
                return sorted(codes)
            if not self.words[self.position].isdigit():
                colour = self.colour()

    def seat(self) -> int:
        word = self.word("seat")
        if word not in map(str, range(1, 1 + max(self.board.players))):
            raise IllegalOrder(f"{echo(word)} is not a seat. Seats are counted from 1.")
        return int(word) - 1


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeio" else f"a {what}"
