"""A plan as text, with its branches in parentheses and its notes in braces (docs/notation.md)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.accounts.direction import bare, without_controls
from games.accounts.intake import UNWANTED
from games.rules import position, variations
from games.rules.common.message import Message, Notation, message
from games.rules.errors import BadRecord, IllegalOrder
from games.rules.record import Entry, Record
from games.rules.replay import column_of, first_state, title_of
from games.rules.title import AnyTitle
from games.rules.variations import Comment, Line, Tree
from games.study.models import Plan, PlanLine
from games.study.plan.tree import MOST_LINES, MOST_STEPS, MOST_TURNS, Copy, root_of
from games.study.plan.worlds import Step, Walk

LONGEST_TEXT: Final = 1_000_000
"""The most characters of a plan that is read: three times those of a full one without notes."""
LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 1000

NAME: Final = "Name"
VIEW: Final = "View"
"""Keys that a plan has besides those of a record: what it is called, and what is known in it."""

EVERYTHING: Final = "everything"
SPECTATOR: Final = "spectator"
_SEAT = re.compile(r"seat\s+(\d{1,2})")


def text_of(plan: Plan, names: Sequence[str], name: str) -> str:
    """Return a plan as text, with the names of the players and its own."""
    title = plan.rules()
    state = title.load(plan.root)
    view = title.view(state, None)
    head = Record(
        title=title.id,
        players=tuple(map(bare, names)),
        options=title.complete(view.options, view.players),
        rules_version=title.rules_version,
        position=tuple(line for line in position.write(title, state).splitlines() if line),
        more={NAME: without_controls(name), VIEW: _view(plan)},
    )
    forks: dict[tuple[int | None, int], list[PlanLine]] = {}
    for line in plan.lines.order_by("pk"):
        line.name = plan.line_name(line.name)
        forks.setdefault((line.parent_id, line.fork), []).append(line)
    return variations.write(Tree(head, _lines(forks, None, 0)))


def _view(plan: Plan) -> str:
    if plan.open:
        return EVERYTHING
    return SPECTATOR if plan.seat is None else Notation(f"seat {plan.seat + 1}")


def _lines(
    forks: Mapping[tuple[int | None, int], Sequence[PlanLine]], parent: int | None, fork: int
) -> tuple[Line, ...]:
    """Return the lines that leave a line after `fork` steps from the beginning."""
    return tuple(
        Line(
            orders=tuple(Entry(seat, order) for seat, order, *_ in line.steps),
            name=Comment(line.name) if line.name else None,
            comments={int(at) - line.fork: Comment(note) for at, note in line.notes.items()},
            forks={at - line.fork: _lines(forks, line.pk, at) for of, at in forks if of == line.pk},
        )
        for line in forks.get((parent, fork), ())
    )


def read(data: str | bytes) -> tuple[Plan, list[Copy]]:
    """Return the plan that a text spells, not saved, and its lines; raises BadRecord with the line.

    Its positions are not kept in memory: most of them are not looked at again.
    """
    if len(data) > LONGEST_TEXT:
        raise BadRecord(message("A plan has at most {most} characters here.", most=LONGEST_TEXT))
    tree = variations.read(data, (NAME, VIEW))
    head, title = tree.head, title_of(tree.head)
    state = first_state(title, head)
    view = head.more.get(VIEW, EVERYTHING).strip().casefold()
    found = _SEAT.fullmatch(view)
    seat = int(found[1]) - 1 if found else None
    if view not in (EVERYTHING, SPECTATOR) and seat not in range(len(head.players)):
        raise BadRecord(
            message(
                "A plan has the view '{everything}', '{spectator}', or that of a seat, '{seat}'.",
                everything=Notation(EVERYTHING),
                spectator=Notation(SPECTATOR),
                seat=Notation("seat 2"),
            ),
            *head.places[VIEW],
        )
    plan = Plan(
        seat=seat,
        title=title.id,
        name=_as_stored(head.more.get(NAME, "")).strip()[:LONGEST_NAME],
        open=view == EVERYTHING,
        root=title.dump(state),
        digest=title.digest(state),
    )
    reader = _Reader(title, list(map(without_controls, head.players)))
    reader.take(tree.lines, Walk(root_of(plan), ()), None, None)
    return plan, reader.lines


class _Reader:
    """Plays the lines of a tree, one after another."""

    def __init__(self, title: AnyTitle, names: Sequence[str]) -> None:
        self.title, self.names = title, names
        self.lines = list[Copy]()

    def take(
        self, lines: Sequence[Line], walk: Walk, parent: int | None, taken: Step | None
    ) -> None:
        """Play lines that begin where a walk ends; `taken` is the step of their parent there."""
        firsts = [] if taken is None else [taken[:2]]
        for line in lines:
            first = self.line(line, walk, parent)
            if first[:2] in firsts:
                raise BadRecord(
                    message(
                        "Another branch begins with this order at the same place. Make them one."
                    ),
                    *line.orders[0][2:],
                )
            firsts.append(first[:2])

    def line(self, line: Line, walk: Walk, parent: int | None) -> Step:
        """Play a line and those that branch off from it; return its first step."""
        fork, number = len(walk.steps), len(self.lines)
        if number == MOST_LINES:
            raise BadRecord(
                message("A plan has at most {most} branches.", most=MOST_LINES),
                *line.orders[0][2:],
            )
        after = walk
        for entry in line.orders:
            after = self.step(after, entry)
        steps = after.steps[fork:]
        self.lines.append(
            Copy(
                parent,
                fork,
                len(after.steps),
                after.spots[-2].turn,
                [[*step] for step in steps],
                _short(line.name, LONGEST_NAME, _long_name),
                {
                    str(fork + at): _short(comment, LONGEST_NOTE, _long_note)
                    for at, comment in sorted(line.comments.items())
                },
            )
        )
        for at, lines in sorted(line.forks.items()):
            self.take(
                lines,
                Walk(walk.root, after.steps[: fork + at], after),
                number,
                steps[at] if at < len(steps) else None,
            )
        return steps[0]

    def step(self, walk: Walk, entry: Entry) -> Walk:
        """Return a walk one order further; raises BadRecord where that is not possible."""
        depth = len(walk.steps)
        try:
            step = walk.accepted(depth, entry.seat, entry.text)
        except IllegalOrder as error:
            column = column_of(entry.text, entry.column, error.said)
            raise BadRecord(error.said, entry.line, column) from None
        after = Walk(walk.root, (*walk.steps, step), walk)
        if after.spots[-2].turn > MOST_TURNS or depth >= MOST_STEPS:
            raise BadRecord(
                message(
                    "A branch has at most {turns} turns and {orders} orders. Begin the plan at a"
                    " later position, with lines of the key '{key}'.",
                    turns=MOST_TURNS,
                    orders=MOST_STEPS,
                    key=Notation("Position"),
                ),
                *entry[2:],
            )
        return after


def _long_name(letters: int) -> Message:
    return message(
        "The name of a branch has at most {most} letters. This one has {number}.",
        most=LONGEST_NAME,
        number=letters,
    )


def _long_note(letters: int) -> Message:
    return message(
        "A note has at most {most} letters. This one has {number}.",
        most=LONGEST_NOTE,
        number=letters,
    )


def _short(comment: Comment | None, longest: int, too_long: Callable[[int], Message]) -> str:
    if comment is None:
        return ""
    if len(comment.text) > longest:
        raise BadRecord(too_long(len(comment.text)), *comment[1:])
    return _as_stored(comment.text)


def _as_stored(text: str) -> str:
    """Return a text without characters that change its direction, or that nobody can read.

    No form lets these in, but here they may be in a file, or written by their number.
    """
    return UNWANTED.sub("", without_controls(text))
