"""Changing a position thing by thing: what may be set, and what no game can have."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.common.message import Label, Message

Data = dict[str, Any]


class Field(NamedTuple):
    """Something that can be set: one of the `choices`, each with its label, or words of a line.

    `value` is what stands there now, as the text of a position has it. `most` is the highest number
    where it is one.
    """

    name: str
    label: Label
    value: str
    choices: tuple[tuple[str, Label], ...] = ()
    most: int | None = None


class Thing(NamedTuple):
    """Something with fields: a route, a city, a seat, the turn. `kind` heads its list.

    Its id is that of a target of the board, where there is one.
    """

    id: str
    label: Label
    kind: Message


class Impossible(NamedTuple):
    """Why no game can have a position: the key of the line, which of its words, and the sentence.

    Words are counted from 0, after the colon.
    """

    key: str
    word: int
    sentence: Message


@dataclass(frozen=True, slots=True)
class Editing:
    """How a title's positions are changed; everything takes the plain data of `Title.dump`.

    `things` lists what can be changed, with the names of the seats. `targets` are the targets of
    the board that lead to them, with their words, and `target` returns the thing that one means.
    `fields` returns the fields of a thing. `lines` returns the lines that say what its fields do,
    '' for none. `rest` leaves out of a line what follows from all others: stocks and piles.
    `impossible` tells what a reader of the text does not see.
    """

    things: Callable[[Data, Sequence[str]], Sequence[Thing]]
    targets: Callable[[Data], Mapping[str, Message]]
    target: Callable[[str], str]
    fields: Callable[[Data, str, Sequence[str]], Sequence[Field]]
    lines: Callable[[Data, str, Mapping[str, str]], Mapping[str, str]]
    rest: Callable[[str], str]
    impossible: Callable[[Data], Iterable[Impossible]]
