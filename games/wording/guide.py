"""The guided first game of a title: a record, played out, in which a beginner gives some orders."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from games.rules.common.message import message
from games.rules.errors import BadRecord, quote
from games.rules.record import read
from games.rules.replay import record_steps, title_of
from games.rules.title import Touched

SEAT: Final = 0
"""The seat of the beginner."""

_RULE = re.compile(r"[A-Z]\d+(?:\.\d+[a-z]?)?")


class Played(NamedTuple):
    """An order that was given on the way to a step, with what it brought and touched."""

    seat: int
    text: str
    events: Sequence[Sequence[Any]]
    touched: Touched


@dataclass(frozen=True, slots=True)
class Step:
    """What a beginner is asked to do in a position: the `order`, '' once the game is told.

    `words` are one sentence in English, a message of the catalogues, and `rule` is the number of
    the rule about it, as in docs/rules. `before` are the orders since the step before, but those of
    the setup.
    """

    rule: str
    words: str
    order: str
    state: Any
    before: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided first game: how many players it has, its steps, and the words at its end."""

    players: int
    steps: tuple[Step, ...]
    end: Step


@cache
def guide_of(package: str) -> Guide:
    """Return the guided game in `guide.txt` of a package; raises BadRecord.

    It is a record. A comment directly above an order asks the beginner for it, and begins with the
    number of a rule; all other orders are played without asking. The last comment is the end.
    """
    text = resources.files(package).joinpath("guide.txt").read_text(encoding="utf-8")
    record, lines = read(text), text.splitlines()
    title = title_of(record)
    state: Any = None
    steps: list[Step] = []
    before: list[Played] = []
    for entry, played in zip(record.orders, record_steps(record), strict=True):
        if words := _comment(lines, entry.line - 1):
            if entry.seat != SEAT:
                raise BadRecord(message("Only the first seat is asked."), entry.line)
            steps.append(_step(words, played.text, state, before if steps else ()))
            before = []
        state = played.after
        touched = title.touched(state, played.text, state.events)
        before.append(Played(entry.seat, played.text, state.events, touched))
    end = _step(_comment(lines, len(lines)), "", state, before)
    return Guide(len(record.players), tuple(steps), end)


def _comment(lines: Sequence[str], line: int) -> str:
    """Return the lines of the comment that ends with a line, counted from 1, in one."""
    first = line
    while first and lines[first - 1].startswith("# "):
        first -= 1
    return " ".join(each.removeprefix("# ") for each in lines[first:line])


def _step(comment: str, order: str, state: Any, before: Sequence[Played]) -> Step:
    rule, _, words = comment.partition(" ")
    if not _RULE.fullmatch(rule):
        raise BadRecord(
            message(
                "A comment of a guided game begins with a rule's number: '{comment}'.",
                comment=quote(comment),
            )
        )
    return Step(rule, words, order, state, tuple(before))
