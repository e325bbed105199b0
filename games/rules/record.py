"""A game as text: export, import, test fixture and bug report in one (docs/notation.md).

A few `[Key "value"]` lines, a blank line, then one line an order: `seat: order`, seats counted
from 1, chance as `*`. `#` begins a comment. This module does not know what the orders mean;
`games.rules.replay` plays them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple, NoReturn

from games.rules.common.message import Message, Notation, Quote, message, plural, series
from games.rules.errors import BadRecord, quote
from games.rules.title import CHANCE

MAX_CHARACTERS: Final = 4_000_000
MAX_ORDERS: Final = 50_000
MAX_LINE: Final = 2_000
MAX_PLAYERS: Final = 20
MAX_HOLDERS: Final = 1_000
MAX_POSITION: Final = 1_000

ONCE: Final = ("Title", "Rules", "Started", "Ended", "Result")
SEVERAL: Final = ("Option", "Player", "Holder", "Position")
KEYS: Final = {key.casefold(): key for key in (*ONCE, *SEVERAL)}

_HEADER = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*(?:#.*)?')
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.|$)")
_BEGINS = re.compile(r"\[\s*Title\s", re.IGNORECASE)
_HOLDER = re.compile(r"([0-9]{1,3}) from ([0-9]{1,6}): (.+)", re.DOTALL)
_ORDER = re.compile(r"(\*|[0-9]{1,3})\s*:\s*(.*)")
_PLAIN_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_ESCAPES: Final = {letter: f"\\{name}" for name, letter in _PLAIN_ESCAPES.items()}


HEADERS_FIRST: Final = message(
    "Put the lines '{lines}' before the first order.", lines=Notation('[Key "value"]')
)
WRONG_ORDER: Final = message(
    "An order should read 'seat: order', with seats counted from 1 and chance as '*'."
)

Place = tuple[int, int]
"""A line and a column of a text, counted from 1."""


class Entry(NamedTuple):
    """One logged order; `line` and `column` are its place in the record it was read from, else 0.

    `text` is as it was written, but for the blanks around it.
    """

    seat: int
    text: str
    line: int = 0
    column: int = 0


class Holder(NamedTuple):
    """Who plays a seat from an order on, orders counted from 1, until the seat's next holder."""

    seat: int
    first: int
    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a game; `players` are the names of those who began it, in seat order.

    `rules_version` is None for the version that this program plays by.
    Where a seat has changed hands, `holders` says who came after them.
    `result` is '' while the game goes on. `position` are the lines of the position that the game
    began with, if not with an empty board. `places` has the line and column of each key's first
    value in the text, and of each player and line of the position as 'Player 2'. `more` are the
    values of keys that only its reader knows.
    """

    title: str
    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[Entry, ...] = ()
    rules_version: int | None = None
    started: datetime | None = None
    ended: datetime | None = None
    result: str = ""
    holders: tuple[Holder, ...] = ()
    position: tuple[str, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)


def write(record: Record, sheet: Sequence[str] = ()) -> str:
    """Return a record as text, the lines of `sheet` as comments at its end.

    >>> print(write(Record("hansa", ("Anna", "Ben"), orders=(Entry(CHANCE, "remove red"),))))
    [Title "hansa"]
    [Player "Anna"]
    [Player "Ben"]
    <BLANKLINE>
    *: remove red
    <BLANKLINE>
    """
    headers = [("Title", record.title)]
    if record.rules_version is not None:
        headers.append(("Rules", str(record.rules_version)))
    headers += [("Option", f"{name}={value}") for name, value in record.options.items()]
    headers += [("Player", name) for name in record.players]
    headers += [
        ("Holder", f"{seat + 1} from {first}: {name}") for seat, first, name in record.holders
    ]
    headers += [
        (key, when.isoformat())
        for key, when in (("Started", record.started), ("Ended", record.ended))
        if when is not None
    ]
    if record.result:
        headers.append(("Result", record.result))
    headers += record.more.items()
    headers += [("Position", line) for line in record.position]
    lines = [f'[{key} "{escape(value)}"]' for key, value in headers]
    lines.append("")
    lines += [
        f"{'*' if seat == CHANCE else seat + 1}: {' '.join(text.split())}"
        for seat, text, *_ in record.orders
    ]
    if sheet:
        lines += ["", *(f"# {line}".rstrip() for line in sheet)]
    return "\n".join(lines) + "\n"


def escape(value: str) -> str:
    """Return a value escaped, so that it fits on one line between quotation marks."""
    return "".join(map(_escaped, value))


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


def read(data: str | bytes, more: Sequence[str] = ()) -> Record:
    """Return the record that a text spells; raises BadRecord, naming the line.

    It may have `more` keys than other records, each of them once.

    >>> found = read('[Title "hansa"] [Player "Anna"] [Player "Ben"]'.replace("] ", "]\\n"))
    >>> found.players
    ('Anna', 'Ben')
    """
    if len(data) > MAX_CHARACTERS:
        raise BadRecord(
            message(
                "The text is too long. A record has at most {most} characters.", most=MAX_CHARACTERS
            )
        )
    reader = _Reader(more)
    for number, column, line in _lines(decoded(data) if isinstance(data, bytes) else data):
        reader.take(number, column, line)
    return reader.record()


def read_several(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the records of a text with several, each of which begins with its line `[Title ...]`.

    It takes a line at a time, such as those of an open file, and keeps one record in memory. Raises
    BadRecord as `read` does, with the line of the whole text.

    >>> two = [*write(Record("hansa", ("Anna",))).splitlines(True)] * 2
    >>> [found.title for found in read_several(two)]
    ['hansa', 'hansa']
    """
    first, characters, kept = 1, 0, list[str]()
    for number, line in enumerate(lines, 1):
        if _BEGINS.match(line.lstrip()) and any(map(_says_something, kept)):
            yield _read_at(first, kept)
            first, characters, kept = number, 0, []
        kept.append(line)
        characters += len(line)
        if characters > MAX_CHARACTERS:
            break  # `read` refuses it
    if any(map(_says_something, kept)):
        yield _read_at(first, kept)


def _says_something(line: str) -> bool:
    """Return whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _read_at(first: int, lines: Sequence[str]) -> Record:
    """Return the record in some lines of a longer text, of which the first has this number."""
    try:
        return read("".join(lines))
    except BadRecord as error:
        line = None if error.line is None else error.line + first - 1
        raise BadRecord(error.sentence, line, error.column) from None


def decoded(data: bytes) -> str:
    """Return a text that came as bytes; raises BadRecord where it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise BadRecord(
            message("A record must be text in UTF-8, and this letter is not."), line, column
        ) from None


def no_seat(seat: int, players: int) -> Message:
    """Return that a record of so many players has no such seat."""
    return plural(
        players,
        "There is no seat {seat}. The record names 1 player.",
        "There is no seat {seat}. The record names {number} players.",
        seat=seat + 1,
    )


def character(escape: str) -> str | None:
    """Return the character with a number, such as 'u00e9'; None if there is none.

    Half of a surrogate pair is none: no text with one can be stored or shown.
    """
    code = int(escape[1:], 16)
    return None if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)


def no_character(escape: str) -> Message:
    """Return that what follows a backslash is the number of no character."""
    return message("There is no character '{escape}'.", escape=Quote(f"\\{escape}"))


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines that are not blank or comments, with their numbers and first columns."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise BadRecord(
                message(
                    "This line is too long. A line has at most {most} characters.", most=MAX_LINE
                ),
                number,
                MAX_LINE + 1,
            )
        said = line.strip()
        if said and not said.startswith("#"):
            yield number, line.index(said) + 1, said


class _Reader:
    """Collects what the lines of a record say."""

    def __init__(self, more: Sequence[str] = ()) -> None:
        self.line = self.column = 0
        self.more = more
        self.keys = KEYS | {key.casefold(): key for key in more}
        self.once: dict[str, str] = {}
        self.places: dict[str, Place] = {}
        self.options: dict[str, str] = {}
        self.players: list[str] = []
        self.holders: list[Holder] = []
        self.position: list[str] = []
        self.orders: list[Entry] = []

    def refuse(self, sentence: Message, after: int = 0) -> NoReturn:
        """Raise BadRecord for this line, `after` letters into it."""
        raise BadRecord(sentence, self.line, self.column + after)

    def take(self, number: int, column: int, line: str) -> None:
        self.line, self.column = number, column
        if not line.startswith("["):
            self.order(line)
        elif self.orders:
            self.refuse(HEADERS_FIRST)
        else:
            self.header(line)

    def header(self, line: str) -> None:
        match = _HEADER.fullmatch(line)
        if match is None:
            self.refuse(
                message(
                    "This should read '{line}', with quotation marks inside as '{mark}'.",
                    line=Notation('[Key "value"]'),
                    mark=Notation('\\"'),
                )
            )
        key = self.keys.get(match[1].casefold())
        if key is None:
            self.refuse(
                message(
                    "There is no key '{key}'. The keys are {keys}.",
                    key=quote(match[1]),
                    keys=series(map(Notation, self.keys.values())),
                ),
                match.start(1),
            )
        if key not in SEVERAL and key in self.once:
            self.refuse(
                message("The key '{key}' appears twice.", key=Notation(key)), match.start(1)
            )
        self.column += match.start(2)
        value = self.unescaped(match[2])
        self.places.setdefault(key, (self.line, self.column))
        if key == "Option":
            self.option(value)
        elif key == "Player":
            self.players.append(value)
            self.places[f"Player {len(self.players)}"] = (self.line, self.column)
            if len(self.players) > MAX_PLAYERS:
                self.refuse(message("A game has at most {most} players.", most=MAX_PLAYERS))
        elif key == "Holder":
            self.holder(value)
        elif key == "Position":
            self.position.append(value)
            self.places[f"Position {len(self.position)}"] = (self.line, self.column)
            if len(self.position) > MAX_POSITION:
                self.refuse(message("A position has at most {most} lines.", most=MAX_POSITION))
        else:
            self.once[key] = value

    def option(self, value: str) -> None:
        name, equals, choice = value.partition("=")
        if not equals:
            self.refuse(
                message("An option should read '{line}'.", line=Notation('[Option "name=value"]'))
            )
        if name.strip() in self.options:
            self.refuse(message("The option '{option}' appears twice.", option=quote(name.strip())))
        self.options[name.strip()] = choice.strip()

    def holder(self, value: str) -> None:
        match = _HOLDER.fullmatch(value)
        if match is None:
            self.refuse(
                message(
                    "A later holder of a seat should read '{line}', both counted from 1.",
                    line=Notation('[Holder "seat from order: name"]'),
                )
            )
        seat, first = int(match[1]) - 1, int(match[2])
        self.check_seat(seat)
        before = max([0, *(each.first for each in self.holders if each.seat == seat)])
        if seat < 0 or first <= before:
            self.refuse(
                message("Count seats and orders from 1, and list the holders of a seat in order.")
            )
        if len(self.holders) == MAX_HOLDERS:
            self.refuse(message("A record names at most {most} later holders.", most=MAX_HOLDERS))
        self.holders.append(Holder(seat, first, match[3]))

    def check_seat(self, seat: int) -> None:
        if seat >= len(self.players):
            self.refuse(no_seat(seat, len(self.players)))

    def order(self, line: str) -> None:
        match = _ORDER.fullmatch(line.partition("#")[0].strip())
        if match is None or not match[2] or match[1].strip("0") == "":
            self.refuse(WRONG_ORDER)
        if len(self.orders) == MAX_ORDERS:
            self.refuse(message("A record has at most {most} orders.", most=MAX_ORDERS))
        seat = CHANCE if match[1] == "*" else int(match[1]) - 1
        self.check_seat(seat)
        self.orders.append(Entry(seat, match[2], self.line, self.column + match.start(2)))

    def record(self) -> Record:
        if "Title" not in self.once:
            raise BadRecord(
                message(
                    "A record needs a line '{line}' that names the game.",
                    line=Notation('[Title "..."]'),
                )
            )
        if not self.players:
            raise BadRecord(
                message(
                    "A record needs a line '{line}' for each seat.",
                    line=Notation('[Player "..."]'),
                )
            )
        return Record(
            title=self.once["Title"],
            players=tuple(self.players),
            options=self.options,
            holders=tuple(self.holders),
            orders=tuple(self.orders),
            rules_version=self.number("Rules"),
            started=self.moment("Started"),
            ended=self.moment("Ended"),
            result=self.once.get("Result", ""),
            position=tuple(self.position),
            more={key: self.once[key] for key in self.more if key in self.once},
            places=self.places,
        )

    def number(self, key: str) -> int | None:
        if key not in self.once:
            return None
        text = self.once[key]
        if not text.isascii() or not text.isdigit() or len(text) > 6:
            raise BadRecord(
                message(
                    "'{key}' should be a number, not '{word}'.",
                    key=Notation(key),
                    word=quote(text),
                ),
                *self.places[key],
            )
        return int(text)

    def moment(self, key: str) -> datetime | None:
        if key not in self.once:
            return None
        try:
            return datetime.fromisoformat(self.once[key])
        except ValueError:
            raise BadRecord(
                message(
                    "'{key}' should be a date and time such as {example}.",
                    key=Notation(key),
                    example=Notation("2020-05-31T19:30:00+02:00"),
                ),
                *self.places[key],
            ) from None

    def unescaped(self, value: str) -> str:
        def letter(match: re.Match[str]) -> str:
            name = match[1]
            if len(name) > 1:
                return character(name) or self.refuse(no_character(name), match.start())
            if name not in _PLAIN_ESCAPES:
                self.refuse(
                    message(
                        "Write a backslash in a value as '{right}', not '{wrong}'.",
                        right=Notation("\\\\"),
                        wrong=Quote(f"\\{name}"),
                    ),
                    match.start(),
                )
            return _PLAIN_ESCAPES[name]

        return _ESCAPE.sub(letter, value)
