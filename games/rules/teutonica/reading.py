"""Orders read from text, generously: what people and programs write (docs/notation.md)."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from games.rules.errors import IllegalOrder, check_length, cut, echo
from games.rules.names import beginning, spelled_out
from games.rules.teutonica.board import Board
from games.rules.teutonica.displaced import FIRST, FROM_STOCK, FROM_SUPPLY
from games.rules.teutonica.notation import CHANCE_VERBS, CLAIM_USES, VERBS
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    DEVELOP,
    EXTRA,
    MARKER_NAMES,
    MARKERS,
    MERCHANT,
    SPECIAL_PRESTIGE,
    SWAP,
    TILES,
    TRADER,
)
from games.rules.title import Order


def read(board: Board, text: str) -> Order:
    """Return the order that a line spells; raises IllegalOrder, which says what would be right.

    Upper case, diacritics, extra spaces, a route's cities in either order and unambiguous
    beginnings of names are read; a space's number always counts from the first city in
    alphabetical order.
    """
    check_length(text)
    return _Reader(board, text).order()


def read_place(board: Board, text: str) -> str:
    """Return the id of the space, route or city that a line names, as generously as orders.

    Raises IllegalOrder, which says what would be right.
    """
    check_length(text)
    return _Reader(board, text).place()


def plain(text: str) -> str:
    """Return text in lower case, without diacritics and with single spaces."""
    text = text.casefold().replace("\N{LATIN SMALL LETTER O WITH STROKE}", "o")
    text = unicodedata.normalize("NFKD", text)
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    text = re.sub("[\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}]", "-", text)
    return " ".join(text.split())


_NAMES = (
    (r"\bcity keys\b", "city_keys"),
    (r"\badditional office\b", "extra"),
    (r"\+ ?([34])( actions)?\b", r"plus\1"),
    (r"\b(re)?move 3\b", r"\1move3"),
)
"""Names as people write them, and the words that stand for them."""


@lru_cache(maxsize=64)
def _long_names(board: Board) -> tuple[tuple[str, str], ...]:
    """Return city names that are not their ids, 'Berlin-Cölln' or 'Isle of Man', with these."""
    return tuple(
        (name, city.id)
        for city in board.cities
        for name in dict.fromkeys((plain(city.name), plain(spelled_out(city.name))))
        if name != city.id
    )


class _Reader:
    """Reads one order from its words, left to right."""

    def __init__(self, board: Board, text: str) -> None:
        self.board = board
        self.text = text.strip()
        line = plain(text).replace(">", " > ")
        line = re.sub(r"\s*-\s*", "-", line)
        for name, word in _NAMES:
            line = re.sub(name, word, line)
        for name, city_id in _long_names(board):
            line = line.replace(name, city_id)
        self.words = line.split()
        self.position = 0

    def order(self) -> Order:
        if not self.words:
            raise IllegalOrder("Write an order, for example 'place t hamburg-stade.2'.")
        verb = self.one_of(VERBS, "order", [verb for verb in VERBS if verb not in CHANCE_VERBS])
        order: Order = getattr(self, f"_{verb}", self._alone)(verb)
        if self.position < len(self.words):
            rest = " ".join(self.words[self.position :])
            raise IllegalOrder(f"{echo(self.text)} should end before {echo(rest)}.")
        return order

    # The verbs.

    def _alone(self, verb: str) -> Order:
        return (verb,)

    def _income(self, verb: str) -> Order:
        return (verb, *self.amount())

    def _place(self, verb: str) -> Order:
        return (verb, self.kind(), self.space())

    def _displace(self, verb: str) -> Order:
        kind, space = self.kind(), self.space()
        if self.position == len(self.words):
            raise IllegalOrder("Say what you pay for the displacement, for example 'paying 1t'.")
        self.skip("paying")
        return (verb, kind, space, *self.amount())

    def _move(self, verb: str) -> Order:
        start = self.space()
        self.skip(">", "to")
        return (verb, start, self.space())

    def _claim(self, verb: str) -> Order:
        route = self.route()
        if self.position == len(self.words):
            raise IllegalOrder(f"Say what the claim is for: {_either(CLAIM_USES)}.")
        use = self.one_of(CLAIM_USES, "use of a claim")
        if use == "office":
            return (verb, route, use, self.city())
        if use == "develop":
            return (verb, route, use, self.ability())
        if use == "prestige":
            return (verb, route, use, self.field())
        if use == "extra":
            return (verb, route, use, self.city(), self.kind())
        return (verb, route, use)

    def _use(self, verb: str) -> Order:
        kind = self.marker()
        if kind == DEVELOP:
            return (verb, kind, self.ability())
        if kind == SWAP:
            city = self.city()
            offices = sorted((self.number("office"), self.number("office")))
            if offices[1] != offices[0] + 1 or offices[0] < 1:
                raise IllegalOrder(
                    "Swap takes two offices side by side, counted from the left:"
                    " 'use swap bremen 1 2'."
                )
            return (verb, kind, city, offices[0] - 1)
        if kind == EXTRA:
            raise IllegalOrder(
                "Use an Additional Office as part of a claim: 'claim ... extra CITY t'."
            )
        return (verb, kind)

    def _put(self, verb: str) -> Order:
        kind, space = self.kind(), self.space()
        if self.position == len(self.words):
            return (verb, kind, space, FIRST)
        self.skip("from")
        word = self.word("space, the stock or the supply")
        found = beginning(word, ("stock", "supply"))
        if len(found) > 1:
            self.unclear(word, found)
        if found:
            return (verb, kind, space, FROM_STOCK if found == ["stock"] else FROM_SUPPLY)
        self.position -= 1
        return (verb, kind, space, self.space())

    def _marker(self, verb: str) -> Order:
        return (verb, self.marker(), self.route())

    _tavern = _marker

    def _draw(self, verb: str) -> Order:
        return (verb, self.marker())

    def _start(self, verb: str) -> Order:
        seat = self.number("seat")
        if seat < 1:
            raise IllegalOrder("Seats are counted from 1.")
        return (verb, seat - 1)

    def _remove(self, verb: str) -> Order:
        return (verb, self.space())

    def _found(self, verb: str) -> Order:
        return (verb, self.city(), self.kind())

    def _develop(self, verb: str) -> Order:
        return (verb, self.ability())

    def _take(self, verb: str) -> Order:
        return (verb, self.kind())

    def _favour(self, verb: str) -> Order:
        tile = self.tile()
        self.skip("spending")
        return (verb, tile, *sorted((self.marker(), self.marker())))

    def _neutral(self, verb: str) -> Order:
        return (verb, self.city())

    def _pawn(self, verb: str) -> Order:
        province = self.number("province")
        if self.position == len(self.words):
            return (verb, province, 0)
        self.skip("action")
        return (verb, province, 1)

    def _deal(self, verb: str) -> Order:
        seat = self.number("seat")
        if seat < 1:
            raise IllegalOrder("Seats are counted from 1.")
        self.skip("mission")
        return (verb, seat - 1, self.number("card"))

    def _tile(self, verb: str) -> Order:
        return (verb, self.tile())

    # The words.

    def tile(self) -> int:
        return TILES.index(self.one_of(TILES, "tile"))

    def word(self, what: str) -> str:
        if self.position == len(self.words):
            raise IllegalOrder(f"{echo(self.text)} needs {_a(what)}.")
        self.position += 1
        return self.words[self.position - 1]

    def skip(self, *words: str) -> None:
        if self.position < len(self.words) and self.words[self.position] in words:
            self.position += 1
        elif words[0] != ">":
            raise IllegalOrder(f"{echo(self.text)} needs '{words[0]}'.")

    def one_of(self, names: Sequence[str], what: str, known: Sequence[str] = ()) -> str:
        """Return the name that the next word means; an error suggests `known` if it is given."""
        word = self.word(what)
        found = beginning(word, names)
        if not found:
            raise IllegalOrder(
                f"{echo(word)} is not {_a(what)}. Did you mean {_either(known or names)}?"
            )
        if len(found) > 1:
            self.unclear(word, found)
        return found[0]

    def unclear(self, word: str, found: Sequence[str]) -> NoReturn:
        raise IllegalOrder(f"{echo(word)} could mean {_either(found)}. Type a few more letters.")

    def number(self, what: str) -> int:
        word = self.word(what)
        if not word.isascii() or not word.isdigit() or len(word) > 3:
            raise IllegalOrder(f"{echo(word)} is not {_a(what)} number. Write 1, for example.")
        return int(word)

    def kind(self) -> int:
        word = self.word("kind of piece, t or m")
        for kind, name in ((TRADER, "trader"), (MERCHANT, "merchant")):
            if name.startswith(word):
                return kind
        raise IllegalOrder(
            f"{echo(word)} is not a kind of piece. Write t for a trader, m for a merchant."
        )

    def amount(self) -> tuple[int, int]:
        words = self.words[self.position :]
        self.position = len(self.words)
        together = "".join(words)
        match = re.fullmatch(r"(?:(\d{0,2})t)?(?:(\d{0,2})m)?", together) or re.fullmatch(
            r"(?P<m>\d{0,2})m(?P<t>\d{0,2})t", together
        )
        if not together or match is None:
            said = (
                f"{echo(' '.join(words))} is not a number of pieces"
                if words
                else "Say how many pieces"
            )
            raise IllegalOrder(f"{said}. Write 2t1m, 3t or 1m, for example.")
        traders, merchants = (
            (match["t"], match["m"]) if match.re.groupindex else (match[1], match[2])
        )
        return _count(traders), _count(merchants)

    def ability(self) -> int:
        return ABILITIES.index(self.one_of(ABILITIES, "ability", ABILITY_NAMES))

    def marker(self) -> int:
        return MARKERS.index(self.one_of(MARKERS, "marker", MARKER_NAMES))

    def field(self) -> int:
        return SPECIAL_PRESTIGE.index(
            int(
                self.one_of(
                    [str(value) for value in SPECIAL_PRESTIGE],
                    "field of the special prestige table",
                )
            )
        )

    def city(self) -> int:
        word = self.word("city")
        found = self.cities(word)
        if len(found) == 1:
            return self.board.city_numbers[found[0]]
        if found:
            self.unclear(word, found)
        raise IllegalOrder(f"There is no city {cut(word)} on this board.")

    def cities(self, word: str) -> list[str]:
        return beginning(word.replace("-", ""), self.board.city_numbers)

    def route(self, word: str | None = None) -> int:
        word = self.word("route") if word is None else word
        exact = self.board.route_numbers.get(word)
        if exact is not None:
            return exact
        parts = word.split("-")
        found = set()
        for split in range(1, len(parts)):
            for one in self.cities("".join(parts[:split])):
                for other in self.cities("".join(parts[split:])):
                    number = self.board.route_numbers.get("-".join(sorted((one, other))))
                    if number is not None:
                        found.add(number)
        if len(found) == 1:
            return found.pop()
        if found:
            self.unclear(word, [self.board.routes[number].id for number in sorted(found)])
        raise IllegalOrder(f"There is no route {cut(word)} on this board.")

    def place(self) -> str:
        word = " ".join(self.words)
        self.words = [word]
        if "." in word:
            return self.board.space_ids[self.space()]
        if "-" in word:
            return self.board.routes[self.route()].id
        return self.board.cities[self.city()].id

    def space(self) -> int:
        word = self.word("space")
        route_word, point, number = word.rpartition(".")
        if not point or not number.isascii() or not number.isdigit() or len(number) > 2:
            raise IllegalOrder(
                f"{echo(word)} is not a space. Write a route, a point and a number, for example"
                f" {self.board.space_ids[0]}."
            )
        route = self.board.routes[self.route(route_word)]
        if not 1 <= int(number) <= len(route.spaces):
            raise IllegalOrder(f"{route.name} has spaces 1 to {len(route.spaces)}.")
        return route.spaces[int(number) - 1]


def _count(digits: str | None) -> int:
    if digits is None:
        return 0
    return int(digits) if digits else 1


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeio" else f"a {what}"
