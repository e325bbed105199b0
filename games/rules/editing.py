"""Positions changed thing by thing, and what the rules say against them (docs/notation.md)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.rules import EDITING, position, trial
from games.rules.common.editing import Editing, Field, Thing
from games.rules.common.message import Message, message
from games.rules.errors import BadPosition
from games.rules.title import AnyTitle

LONGEST_VALUE: Final = 200
"""The most characters of a field; more are cut off."""
_WORD = re.compile(r"[^\s,]+")


def read(text: str) -> tuple[AnyTitle, Any]:
    """Return the title and the position of a text that a game can have.

    Raises BadPosition with line and column, also for what `position.read` lets pass: pieces where
    none can stand, and what the rules cannot play on from. Text from outside is read here.
    """
    title, state = position.read(text)
    if title.id in EDITING:
        for key, word, sentence in EDITING[title.id].impossible(title.dump(state)):
            raise BadPosition(sentence, *_place(text, key, word))
    if not trial.can_be_played(title, state):
        raise BadPosition(
            message(
                "No game can come to this position: something in it does not fit the rest, and the"
                " rules cannot play on from there. Leave out what waits for a decision, and it is a"
                " turn like any other."
            )
        )
    return title, state


def editing_of(title: AnyTitle) -> Editing | None:
    """Return how positions of a title are changed; None if only as text."""
    return EDITING.get(title.id)


def things(title: AnyTitle, state: Any, names: Sequence[str]) -> Sequence[Thing]:
    """Return what can be changed in a position."""
    editing = editing_of(title)
    return editing.things(title.dump(state), names) if editing else []


def targets(title: AnyTitle, state: Any) -> Mapping[str, Message]:
    """Return what may be clicked on the board to change a thing, with its words."""
    editing = editing_of(title)
    return editing.targets(title.dump(state)) if editing else {}


def thing_of(title: AnyTitle, target: str) -> str:
    """Return the thing that a target of the board means."""
    editing = editing_of(title)
    return editing.target(target) if editing else target


def fields(title: AnyTitle, state: Any, thing: str, names: Sequence[str]) -> Sequence[Field]:
    """Return the fields of a thing; none if there is no such thing."""
    editing = editing_of(title)
    return editing.fields(title.dump(state), thing, names) if editing else []


def changed(
    title: AnyTitle, state: Any, thing: str, values: Mapping[str, str], names: Sequence[str]
) -> str:
    """Return the text of a position in which a thing has these values; others stay as they are.

    What is in stocks, piles and the bag follows from the rest. The text need not be possible:
    `read` tells.
    """
    editing = editing_of(title)
    known = fields(title, state, thing, names)
    if editing is None or not known:
        return position.write(title, state)
    taken = {
        field.name: " ".join(values.get(field.name, field.value)[:LONGEST_VALUE].split())
        for field in known
    }
    said = dict(editing.lines(title.dump(state), thing, taken))
    written = []
    for line in position.write(title, state).splitlines():
        key = line.partition(":")[0]
        if key not in said:
            written.append(editing.rest(line))
        elif words := said.pop(key):
            written.append(f"{key}: {words}")
    written += [f"{key}: {words}" for key, words in said.items() if words]
    head = written.index("") if "" in written else 0
    return "\n".join([*written[: head + 1], *filter(None, written[head + 1 :])]) + "\n"


def _place(text: str, key: str, word: int) -> tuple[int | None, int | None]:
    """Return the line and column of a word of a line of a position's text."""
    for number, line in enumerate(text.splitlines(), 1):
        said, colon, _ = line.partition(":")
        if colon and " ".join(said.casefold().split()) == key:
            words = list(_WORD.finditer(line, len(said) + 1))
            return number, words[word].start() + 1 if word < len(words) else len(line)
    return None, None
