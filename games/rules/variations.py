"""A tree of orders as text: a record in which lines branch off (docs/notation.md).

Its first lines are those of a record. An order that others were tried instead of is followed by
these, each line in parentheses, as chess has its variations. A comment in braces is about the order
before it, or names the line that it begins. This module does not know what the orders mean.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from games.rules import record
from games.rules.common.message import Message, Notation, message
from games.rules.errors import BadRecord, quote
from games.rules.record import (
    HEADERS_FIRST,
    MAX_ORDERS,
    WRONG_ORDER,
    Entry,
    Record,
    no_character,
    no_seat,
)
from games.rules.title import CHANCE

MAX_LINES: Final = 200
OPEN_END: Final = "..."
"""Stands at the end of a line that others go on from."""

_VIEW = re.compile(r"\[\s*view\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"(?P<blank>\s+|\#[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<end>\.\.\.)"
    r"|(?P<comment>\{(?:[^\\}]++|\\.)*+\})"
    r"|(?P<order>(?P<seat>\*|[0-9]{1,3})[ \t]*:[ \t]*(?P<text>[^\n(){}#]*))",
    re.DOTALL,
)
_MARKS: Final = frozenset("(){}")
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_PLAIN: Final = {"n": "\n", "r": "\r", "t": "\t"}


class Comment(NamedTuple):
    """A comment; `line` and `column` are its place in the text it was read from, else 0."""

    text: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """Orders one after another. `comments` are by the number of the order that they are about.

    `forks` are the lines that branch off, by how many orders of this line come before them. There
    are none before its first order: they are forks of the line that this one branches off from.
    """

    orders: tuple[Entry, ...]
    name: Comment | None = None
    comments: Mapping[int, Comment] = field(default_factory=dict)
    forks: Mapping[int, tuple["Line", ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tree:
    """The lines that begin at the same position, the main line first; `head` has no orders."""

    head: Record
    lines: tuple[Line, ...] = ()


def write(tree: Tree) -> str:
    """Return a tree as text; `read` reads it back."""
    body = _written(tree.lines, 0)
    return "\n".join([record.write(tree.head).rstrip(), "", *body]).rstrip() + "\n"


def _written(lines: Sequence[Line], depth: int) -> Iterator[str]:
    """Yield the text of lines that begin at the same place, the first without parentheses."""
    if not lines:
        return
    line, blank = lines[0], "  " * depth
    if line.name is not None:
        yield f"{blank}{_comment(line.name)}"
    for number, (seat, text, *_) in enumerate(line.orders, 1):
        order = f"{blank}{'*' if seat == CHANCE else seat + 1}: {' '.join(text.split())}"
        comment = line.comments.get(number)
        yield order if comment is None else f"{order} {_comment(comment)}"
        instead = lines[1:] if number == 1 else line.forks.get(number - 1, ())
        yield from _bracketed(instead, depth)
    further = line.forks.get(len(line.orders), ())
    if further:
        yield f"{blank}{OPEN_END}"
        yield from _bracketed(further, depth)


def _bracketed(lines: Sequence[Line], depth: int) -> Iterator[str]:
    for line in lines:
        yield f"{'  ' * depth}("
        yield from _written([line], depth + 1)
        yield f"{'  ' * depth})"


def _comment(comment: Comment) -> str:
    return f"{{{''.join(map(_escape, comment.text))}}}"


def _escape(letter: str) -> str:
    if letter in '\n"':
        return letter
    return "\\}" if letter == "}" else record.escape(letter)


def is_tree(text: str) -> bool:
    """Return whether a text is meant as a tree, not as a record of one line.

    No text is that is too long to be read.
    """
    if len(text) > record.MAX_CHARACTERS:
        return False
    head, body, _ = _split(_plain(text))
    lines = (line.partition("#")[0] for line in body.split("\n"))
    return any(map(_branches, lines)) or any(_VIEW.match(each.strip()) for each in head.split("\n"))


def _branches(line: str) -> bool:
    """Return whether a line has what only trees have."""
    return not _MARKS.isdisjoint(line) or line.lstrip().startswith(OPEN_END)


def read(data: str | bytes, more: Sequence[str] = ()) -> Tree:
    """Return the tree that a text spells; raises BadRecord, naming the line.

    Its head may have `more` keys than a record.
    """
    if len(data) > record.MAX_CHARACTERS:
        raise BadRecord(
            message(
                "The text is too long. It can have at most {most} characters.",
                most=record.MAX_CHARACTERS,
            )
        )
    text = _plain(record.decoded(data) if isinstance(data, bytes) else data)
    head, body, first = _split(text)
    known = record.read(head, more)
    return Tree(known, _Reader(body, first, len(known.players)).lines())


def _plain(text: str) -> str:
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _split(text: str) -> tuple[str, str, int]:
    """Return the first lines of a text, what follows, and the number of the line it begins at."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        said = line.strip()
        if said and not said.startswith(("[", "#")):
            return "\n".join(lines[:number]), "\n".join(lines[number:]), number + 1
    return text, "", len(lines) + 1


class _Open:
    """A line that is being read; `at` is the place of its parenthesis in the body.

    It stands in parentheses within the line `above`, and branches off from `parent` after `fork`
    orders: the same line, unless it replaces the first order of that.
    """

    def __init__(
        self, at: int, above: "_Open | None" = None, parent: "_Open | None" = None, fork: int = 0
    ) -> None:
        self.at, self.above, self.parent, self.fork = at, above, parent or above, fork
        self.orders: list[Entry] = []
        # By the number of the order that they are about; those before the first name the line.
        self.said: dict[int, list[Comment]] = {}
        self.forks: dict[int, list[_Open]] = {}
        self.ended = False

    def closed(self) -> Line:
        """Return the line, and those that branch off from it."""
        forks = {fork: tuple(line.closed() for line in lines) for fork, lines in self.forks.items()}
        comments = {number: _joined(said) for number, said in self.said.items()}
        return Line(tuple(self.orders), comments.pop(0, None), comments, forks)


def _joined(comments: Sequence[Comment]) -> Comment:
    """Return comments about the same order as one, at the place of the last."""
    return comments[-1]._replace(text="\n".join(comment.text for comment in comments))


class _Reader:
    """Reads the orders of a tree: a stack of lines that are not closed yet."""

    def __init__(self, body: str, first: int, players: int) -> None:
        self.body, self.first, self.players = body, first, players
        self.ends = [at for at, letter in enumerate(body) if letter == "\n"]
        self.at = self.orders = 0
        self.made = 1
        # The lines that begin with the tree are forks of one that has no orders.
        self.trunk = _Open(0)
        self.main = self.line = _Open(0, self.trunk)
        self.trunk.forks[0] = [self.main]

    def lines(self) -> tuple[Line, ...]:
        while self.at < len(self.body):
            found = _TOKEN.match(self.body, self.at)
            if found is None:
                self.unknown()
            kind = found.lastgroup
            if kind == "open":
                self.branch()
            elif kind == "close":
                self.close()
            elif kind == "end":
                self.end()
            elif kind == "comment":
                self.comment(found[0])
            elif kind == "order":
                self.order(found["seat"], found["text"].strip(), found.start("text"))
            self.at = found.end()
        if self.line is not self.main:
            self.refuse(
                message("This branch is not closed. Write ')' after its last order."), self.line.at
            )
        names = self.main.said.get(0)
        if names and not self.main.orders:
            raise BadRecord(
                message("This comment names no orders. Write one after it."), *names[-1][1:]
            )
        return self.trunk.closed().forks[0] if self.main.orders else ()

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column of a place in the body."""
        line = bisect_left(self.ends, at)
        return self.first + line, at - (self.ends[line - 1] if line else -1)

    def refuse(self, sentence: Message, at: int | None = None) -> NoReturn:
        """Raise BadRecord for where the reader is, or for a place in the body."""
        raise BadRecord(sentence, *self.place(self.at if at is None else at))

    def unknown(self) -> NoReturn:
        """Refuse what is nothing that can stand here."""
        rest = self.body[self.at :]
        if rest.startswith("{"):
            self.refuse(
                message("This comment is not closed. Write '{sign}' after it.", sign=Notation("}"))
            )
        if rest.startswith("}"):
            self.refuse(
                message("There is no comment to close. Begin it with '{sign}'.", sign=Notation("{"))
            )
        if rest.startswith("["):
            self.refuse(HEADERS_FIRST)
        self.refuse(
            message(
                "'{line}' is not an order. It should read 'seat: order', with seats counted from 1"
                " and chance as '*'. Branches are in parentheses, comments in braces.",
                line=quote(rest.split("\n", 1)[0].strip()),
            )
        )

    def order(self, seat: str, text: str, column: int) -> None:
        if self.line.ended:
            self.refuse(
                message(
                    "After '{sign}' there are only branches, in parentheses.",
                    sign=Notation(OPEN_END),
                )
            )
        number = CHANCE if seat == "*" else int(seat) - 1
        if not text or seat.strip("0") == "":
            self.refuse(WRONG_ORDER)
        if number >= self.players:
            self.refuse(no_seat(number, self.players))
        self.orders += 1
        if self.orders > MAX_ORDERS:
            self.refuse(message("A tree has at most {most} orders.", most=MAX_ORDERS))
        self.line.orders.append(Entry(number, text, *self.place(column)))

    def branch(self) -> None:
        line = self.line
        if not line.orders:
            self.refuse(
                message("A branch comes after the order that it replaces. Write that first.")
            )
        self.made += 1
        if self.made > MAX_LINES:
            self.refuse(message("A tree has at most {most} branches.", most=MAX_LINES))
        parent, fork = line, len(line.orders) - (0 if line.ended else 1)
        if fork == 0 and line.parent is not None:
            parent, fork = line.parent, line.fork
        self.line = _Open(self.at, line, parent, fork)
        parent.forks.setdefault(fork, []).append(self.line)

    def close(self) -> None:
        above = self.line.above
        if self.line is self.main or above is None:
            self.refuse(message("There is no branch to close. Begin it with '('."))
        if not self.line.orders:
            self.refuse(
                message("This branch has no orders. Write one, or leave the parentheses out.")
            )
        self.line = above

    def end(self) -> None:
        if not self.line.orders:
            self.refuse(
                message(
                    "'{sign}' comes after the last order of a line. Write that first.",
                    sign=Notation(OPEN_END),
                )
            )
        self.line.ended = True

    def comment(self, written: str) -> None:
        line, text = self.line, self.unescaped(written[1:-1]).strip()
        if not text:
            return
        comment = Comment(text, *self.place(self.at))
        line.said.setdefault(len(line.orders), []).append(comment)

    def unescaped(self, text: str) -> str:
        def letter(match: re.Match[str]) -> str:
            name = match[1]
            if len(name) == 1:
                return _PLAIN.get(name, name)
            at = self.at + 1 + match.start()
            return record.character(name) or self.refuse(no_character(name), at)

        return _ESCAPED.sub(letter, text)
