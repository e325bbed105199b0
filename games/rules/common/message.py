"""Sentences with typed parts, made where they are raised and told.

A message holds whole sentences as a literal with named slots, and what fills the slots. It knows no
language but English, which `str(message)` gives; `games.wording` tells it in others. Each of the
functions here that makes a message takes literals alone, because catalogues are made from them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias


class _Word(str):
    """Text that no language changes."""

    __slots__ = ()


class Player(_Word):
    """The name of a person or bot, which may contain anything."""

    __slots__ = ()


class Place(_Word):
    """The name of a city, a route or a space, as the board prints it."""

    __slots__ = ()


class Notation(_Word):
    """An order, or another text that has one spelling in every language."""

    __slots__ = ()


class Quote(_Word):
    """What a person wrote, as a message quotes it; cut where it is long."""

    __slots__ = ()


class Told(_Word):
    """Text that is in the reader's language already, such as a date."""

    __slots__ = ()


class Series(NamedTuple):
    """One part or more in a row, the last after a word: 'red, blue and brown'.

    `last` is 'and' or 'or'.
    """

    parts: tuple["Part", ...]
    last: str = "and"


Part: TypeAlias = "int | Player | Place | Notation | Quote | Told | Series | Message"
"""What may fill a slot. A message does if it is a noun or a term, never if it is a sentence."""

Label: TypeAlias = "Player | Place | Notation | Message"
"""What a thing is called where nothing else is said of it: a name, or a term."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text in English with slots, such as '{player} places {piece} at {place}.', and its parts.

    `many` is the text for other numbers than one, where there are two; `number` tells which, and
    fills the slot of that name. `context` tells apart texts that are equal in English, and marks
    what is no sentence: a noun in its role, or a term.
    """

    text: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    many: str = ""
    number: int | None = None
    context: str = ""

    def __hash__(self) -> int:
        # A message without its parts tells most of them apart.
        return hash((self.text, self.number, self.context))

    def __str__(self) -> str:
        return ENGLISH.say(self)


def message(text: str, /, **parts: Part) -> Message:
    """Return one or more whole sentences with their parts."""
    return Message(text, parts)


def plural(number: int, one: str, many: str, /, **parts: Part) -> Message:
    """Return sentences about a number of things, which fills the slot `number` of both texts."""
    return Message(one, {"number": number, **parts}, many, number)


def term(context: str, text: str, /, **parts: Part) -> Message:
    """Return a text that is no sentence, such as a label or a name that the game gives a thing.

    `context` says what it names, for it has no sentence that would.
    """
    return Message(text, parts, context=context)


def plural_term(context: str, number: int, one: str, many: str, /, **parts: Part) -> Message:
    """Return a text that is no sentence about a number of things, as `plural` and `term` do."""
    return Message(one, {"number": number, **parts}, many, number, context)


ROLES: Final = ("subject", "object", "dative", "owned subject", "owned object")
"""What a noun does in a sentence. 'dative' is what follows 'with', 'to', 'of' and 'from'."""


class Noun(NamedTuple):
    """A thing that sentences count: 'trader', 'a trader', '{number} traders'.

    Other languages inflect and give an article by what a noun does in the sentence, so that each
    of `ROLES` is a context of its own. `bare` is the noun where an owner precedes it in English:
    "Ann's trader".
    """

    bare: str
    one: str
    many: str

    def subject(self, number: int = 1) -> Message:
        """Return so many of the things, which do something or to which something happens."""
        return self.counted("subject", number)

    def object(self, number: int = 1) -> Message:
        """Return so many of the things, to which somebody does something."""
        return self.counted("object", number)

    def dative(self, number: int = 1) -> Message:
        """Return so many of the things after 'with', 'to', 'of' or 'from'."""
        return self.counted("dative", number)

    def owned(self, role: str = "object") -> Message:
        """Return the thing after its owner, as 'subject' or 'object'."""
        return Message(self.bare, context=f"owned {role}")

    def counted(self, role: str, number: int = 1) -> Message:
        """Return so many of the things in the first three of `ROLES`."""
        return Message(self.one, {"number": number}, self.many, number, role)


def series(parts: Iterable[Part], last: str = "and") -> Series:
    """Return one part or more as a series; `last` is 'and' or 'or'."""
    return Series(tuple(parts), last)


def choice(names: Iterable[str]) -> Series:
    """Return what may be written instead of each other: 'red, blue or brown'."""
    return Series(tuple(map(Notation, names)), "or")


class English:
    """Tells messages in English, and in another language where `translated` is overridden."""

    code = "en"

    def translated(self, said: Message) -> str:
        """Return the text of a message for its number, with slots."""
        return said.many if said.many and said.number != 1 else said.text

    def number(self, number: int) -> str:
        """Return a number as people write it."""
        return f"{number:,}"

    def say(self, said: Part) -> str:
        """Return a message as text, with its slots filled; or a part of one.

        Raises KeyError for a slot without a part, and TypeError for a part of no known type.
        """
        if not isinstance(said, Message):
            return self._part(said)
        text = self.translated(said)
        if not said.parts:
            return text
        return text.format_map({slot: self.say(part) for slot, part in said.parts.items()})

    def say_all(self, said: Iterable[Message]) -> str:
        """Return sentences as one text."""
        return " ".join(map(self.say, said))

    def listed(self, parts: Iterable[Part], last: str = "and") -> str:
        """Return one part or more as a series that stands alone, in a cell or after a label."""
        return self._series(series(parts, last))

    def _part(self, part: Part) -> str:
        if isinstance(part, _Word):
            return part
        if isinstance(part, Series):
            return self._series(part)
        if isinstance(part, int):
            return self.number(part)
        raise TypeError(f"A part of a message is typed, and {part!r} is not.")

    def _series(self, row: Series) -> str:
        before, *others = row.parts
        if not others:
            return self.say(before)
        *between, last = others
        for part in between:
            before = term("series", "{before}, {next}", before=before, next=part)
        if row.last == "or":
            return self.say(term("series", "{before} or {last}", before=before, last=last))
        return self.say(term("series", "{before} and {last}", before=before, last=last))


ENGLISH: Final = English()
