"""One table of lines gives the spelling of every order and its reading.

A line is a class of orders and what follows its verb, as in
`Line(Move, "{start:space} > {end:space}")`: words that stand as they are, and slots, `{field}` or
`{field,field:kind}`, each written and read by the `Word` of its kind. Two lines of one verb part at
a word that only one of them has.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, TypeVar, cast

from games.rules.common.message import Message, Notation, message, term
from games.rules.common.reading import Reader, too_short
from games.rules.errors import IllegalOrder, UnclearOrder, check_length
from games.rules.title import Order, verb_of

ORDER = term("expected", "an order")
SEPARATOR = ";"
"""Separates orders that are given at once."""
MOST = 300
"""The most meanings of an unclear word that are compared with the legal orders."""

BoardT = TypeVar("BoardT")
OrderT = TypeVar("OrderT", bound=Order)


@dataclass(frozen=True, slots=True)
class Word(Generic[BoardT]):
    """One kind of word, or of words that belong together.

    `write(board, *values)` gives its one spelling, '' if it is left out. `read(board, reader)`
    gives the value, or a tuple of the values of several fields; raises IllegalOrder.
    """

    write: Callable[..., str]
    read: Callable[[BoardT, Reader], Any]


def named(names: Sequence[str], what: Message, known: Sequence[str] = ()) -> Word[Any]:
    """Return a word that is one of some names, its value the number of the name."""
    names = list(names)
    return Word(
        lambda board, number: names[number],
        lambda board, reader: names.index(reader.one_of(names, what, known)),
    )


def number(what: Message) -> Word[Any]:
    """Return a word that is a number."""
    return Word(lambda board, value: str(value), lambda board, reader: reader.number(what))


SEAT_NUMBER = term("expected", "a seat number")


def _seat(board: object, reader: Reader) -> int:
    seat = reader.number(SEAT_NUMBER)
    if seat < 1:
        raise IllegalOrder(message("Seats are counted from 1."))
    return seat - 1


SEAT: Word[Any] = Word(lambda board, seat: str(seat + 1), _seat)
"""A seat, counted from 1."""


@dataclass(frozen=True, slots=True)
class Line:
    """The spelling of one class of orders: all that follows the verb."""

    kind: type[Order]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """The word at which the lines of a verb part.

    `names` are all it may be, `known` what an error suggests instead of these, `missing` the
    sentence when there is no word.
    """

    names: Sequence[str]
    what: Message
    known: Sequence[str] = ()
    missing: Message | None = None


@dataclass(frozen=True, slots=True)
class _Part(Generic[BoardT]):
    """One part of a line: a slot for some fields, or without a word, `text` as it stands."""

    text: str
    fields: tuple[str, ...] = ()
    word: Word[BoardT] | None = None


class Syntax(Generic[BoardT, OrderT]):
    """The orders of a title as text.

    `words` are the kinds of words by name. `words_of(board, text)` takes a line apart. `optional`
    are words that may be left out, with others that may stand for them. `hidden` are verbs that no
    error suggests, as only chance has them; `example` is an order.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        words: Mapping[str, Word[BoardT]],
        *,
        words_of: Callable[[BoardT, str], Sequence[str]],
        example: str,
        hidden: Sequence[str] = (),
        choices: Mapping[str, Choice] | None = None,
        optional: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.words = words
        self.words_of = words_of
        self.example = example
        self.choices = choices or {}
        self.optional = optional or {}
        self.verbs = list(dict.fromkeys(verb_of(line.kind) for line in lines))
        self.known = [verb for verb in self.verbs if verb not in hidden]
        # Replaying reads the same texts again and again; boards are made once.
        self._known = lru_cache(maxsize=4096)(self._spelled)
        self._parts = {
            line.kind: [self._part(text) for text in line.text.split()] for line in lines
        }
        self._lines = {
            verb: [line.kind for line in lines if verb_of(line.kind) == verb] for verb in self.verbs
        }

    def _part(self, text: str) -> _Part[BoardT]:
        slot = re.fullmatch(r"\{([a-z,]+)(?::([a-z]+))?\}", text)
        if slot is None:
            return _Part(text)
        return _Part(text, tuple(slot[1].split(",")), self.words[slot[2] or slot[1]])

    def write(self, board: BoardT, order: Order) -> str:
        """Return the one spelling of an order."""
        told = [order.verb]
        for part in self._parts[type(order)]:
            if part.word is None:
                told.append(part.text)
            else:
                told.append(part.word.write(board, *(getattr(order, name) for name in part.fields)))
        return " ".join(filter(None, told))

    def read(self, board: BoardT, text: str) -> OrderT:
        """Return the order that a line spells.

        Raises IllegalOrder, which says what would be right.
        """
        check_length(text)
        return self._known(board, text)

    def narrowed(
        self,
        board: BoardT,
        text: str,
        verbs: Collection[str],
        is_legal: Callable[[OrderT], bool],
    ) -> OrderT:
        """Return the order that a line spells, if only one of its meanings is possible.

        `verbs` are those of the legal orders; a word that begins just one of them means it. Raises
        IllegalOrder, which names what the line can still mean.
        """
        words = list(self.words_of(board, text))
        if len(begun := [verb for verb in verbs if verb.startswith(words[0])]) == 1:
            words[0] = begun[0]
        try:
            return self._order(board, Reader(text, words))
        except UnclearOrder as unclear:
            by_name = {
                name: set(filter(is_legal, islice(self._meanings(board, text, line), MOST)))
                for name, line in unclear.lines.items()
            }
            found = set[OrderT]().union(*by_name.values())
            if len(found) == 1:
                return found.pop()
            if not found:
                raise
            possible = [name for name, meant in by_name.items() if meant]
            if len(possible) == 1:
                return self.narrowed(board, " ".join(unclear.lines[possible[0]]), verbs, is_legal)
            said = too_short(unclear.word, possible)
            raise UnclearOrder(said, unclear.word, unclear.lines) from unclear

    def _meanings(self, board: BoardT, text: str, words: Sequence[str]) -> Iterator[OrderT]:
        """Yield every order that words can spell."""
        try:
            yield self._order(board, Reader(text, words))
        except UnclearOrder as unclear:
            for line in unclear.lines.values():
                yield from self._meanings(board, text, line)
        except IllegalOrder:
            pass

    def _spelled(self, board: BoardT, text: str) -> OrderT:
        return self._order(board, Reader(text, self.words_of(board, text)))

    def _order(self, board: BoardT, reader: Reader) -> OrderT:
        if reader.at_end:
            raise IllegalOrder(
                message("Write an order, for example '{example}'.", example=Notation(self.example))
            )
        verb = reader.one_of(self.verbs, ORDER, self.known)
        order = self._read(verb, board, reader)
        reader.end()
        return order

    def _read(self, verb: str, board: BoardT, reader: Reader) -> OrderT:
        kinds, position = self._lines[verb], 0
        values: dict[str, Any] = {}
        while True:
            if len(kinds) > 1 and len({self._parts[kind][position] for kind in kinds}) > 1:
                kind, position = self._chosen(verb, kinds, position, reader)
                kinds = [kind]
            if position == len(self._parts[kinds[0]]):
                return cast("OrderT", kinds[0](**values))
            part = self._parts[kinds[0]][position]
            position += 1
            if part.word is None:
                others = self.optional.get(part.text, ())
                reader.skip(part.text, *others, optional=part.text in self.optional)
                continue
            value = part.word.read(board, reader)
            several = value if len(part.fields) > 1 else (value,)
            values |= zip(part.fields, several, strict=True)

    def _chosen(
        self, verb: str, kinds: Sequence[type[Order]], position: int, reader: Reader
    ) -> tuple[type[Order], int]:
        """Return the line that the next word chooses, and where it goes on."""
        choice = self.choices[verb]
        if reader.at_end and choice.missing is not None:
            raise IllegalOrder(choice.missing)
        word = reader.one_of(choice.names, choice.what, choice.known)
        parts = {self._parts[kind][position].text: kind for kind in kinds}
        if word in parts:
            return parts[word], position + 1
        reader.back()
        return next(kind for text, kind in parts.items() if "{" in text), position
