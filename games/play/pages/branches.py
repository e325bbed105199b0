"""The branches of a plan and the steps of one of them as HTML: long lists that templates print."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any, Final, NamedTuple

from games.drawing import svg
from games.play.models import Plan, PlanLine
from games.play.plan.tree import Place
from games.play.plan.words import supposed, told
from games.play.plan.worlds import Step
from games.rules.title import CHANCE

DEEPEST: Final = 4
"""The most steps by which a line is indented."""


class Branch(NamedTuple):
    """A line without its steps, as the list of all lines needs it; ids of rows are numbers."""

    pk: int
    plan: int
    parent: int | None
    fork: int
    end: int
    turns: int
    label: str
    name: str


class Way(NamedTuple):
    """A step that was tried: its words, its address, and whether it leads to what is shown."""

    words: str
    url: str
    here: bool


def branches_of(plans: Sequence[Plan]) -> list[Branch]:
    """Return all lines of some plans, those of a parent in the order of their forks."""
    kept = [plan.pk for plan in plans if plan.pk is not None]
    columns = ("pk", "plan", "parent", "fork", "end", "turns", "label", "name")
    lines: Any = PlanLine.objects.filter(plan__in=kept).order_by("fork", "pk")
    return [Branch(*row) for row in lines.values_list(*columns)]


def listed(plan: Plan, branches: Sequence[Branch], base: str, shown: int | None) -> str:
    """Return the lines of a plan as a list, '' if it has none; `shown` is the id of one of them.

    Addresses begin with `base`.
    """
    below: dict[int | None, list[Branch]] = {}
    for branch in branches:
        if branch.plan == plan.pk:
            below.setdefault(branch.parent, []).append(branch)
    items = "".join(_items(below, None, 0, base, shown))
    return f"<ul>{items}</ul>" if items else ""


def _items(
    below: Mapping[int | None, Sequence[Branch]],
    parent: int | None,
    depth: int,
    base: str,
    shown: int | None,
) -> Iterator[str]:
    for branch in below.get(parent, ()):
        url, place = f"{base}{branch.pk}-{branch.end}/", f"{branch.pk}-{branch.end}"
        here = branch.pk == shown
        turns = f"{branch.turns} turn{'' if branch.turns == 1 else 's'}"
        compare = f'<a class="small" href="?with={place}" hx-get="?with={place}">Compare</a>'
        yield svg.element(
            "li",
            _link(url, branch.name or branch.label, "true" if here else None),
            f' <span class="soft small">{turns}</span> ',
            "" if here else compare,
            class_=f"deep-{min(depth, DEEPEST)}{' here' if here else ''}",
        )
        yield from _items(below, branch.pk, depth + 1, base, shown)


def steps_of(place: Place, names: Sequence[str], base: str) -> str:
    """Return the steps of the line of a place by turn, with their notes; '' if it has no line."""
    line = place.line
    if line is None:
        return ""
    spots, notes, sentences = place.walk.spots, _notes(place), told(place.walk, names)
    parts = []
    for _, group in groupby(range(len(place.path)), key=lambda at: spots[at].turn):
        depths = [at + 1 for at in group]
        whose = spots[depths[0] - 1].whose
        seat = None if whose == CHANCE else whose
        heading = "Setting up" if seat is None else names[seat]
        parts.append(svg.worded("h4", heading, class_=f"seat-{seat}" if seat is not None else None))
        parts.append('<ol class="steps">')
        for depth in depths:
            here = depth == place.depth
            parts.append('<li class="here">' if here else "<li>")
            url = f"{base}{line.pk}-{depth}/"
            parts.append(_link(url, sentences[depth - 1], "step" if here else None))
            if depth in notes:
                parts.append(svg.worded("p", notes[depth], class_="remark"))
            parts.append("</li>")
        parts.append("</ol>")
    return "".join(parts)


def _notes(place: Place) -> dict[int, str]:
    """Return the notes on the steps of a line by their depth."""
    ends = [line.fork for line in place.chain[1:]] + [len(place.path)]
    return {
        int(depth): str(text)
        for line, end in zip(place.chain, ends, strict=True)
        for depth, text in line.notes.items()
        if int(depth) <= end
    }


def _link(url: str, words: str, current: str | None) -> str:
    mark = f' aria-current="{current}"' if current else ""
    return f'<a href="{url}" hx-get="{url}"{mark}>{escape(words, quote=False)}</a>'


def tried_at(
    place: Place, depth: int, branches: Sequence[Branch], names: Sequence[str], base: str
) -> list[Way]:
    """Return the steps that were tried at a depth of the line of a place, its own among them."""
    chain = [line for line in place.chain if line.fork < depth]
    owner = chain[-1] if chain else None
    line, ways = place.line, list[Way]()
    # The line of the place that leaves its parent here, if one does.
    own = next((each.pk for each in place.chain[len(chain) :] if each.fork == depth), None)
    here = depth < place.depth
    if owner is not None and depth < owner.end:
        if own is None and line is not None and depth < len(place.path):
            ways.append(Way(told(place.walk, names)[depth], f"{base}{line.pk}-{depth + 1}/", here))
        else:
            step = Step(*owner.steps[depth - owner.fork])
            words = supposed(place.walk, depth, step, names)
            ways.append(Way(words, f"{base}{owner.pk}-{depth + 1}/", here=False))
    parent = owner.pk if owner is not None else None
    for branch in branches:
        if branch.plan == place.plan.pk and branch.parent == parent and branch.fork == depth:
            mine = branch.pk == own
            shown = line.pk if mine and line is not None else branch.pk
            ways.append(Way(branch.label, f"{base}{shown}-{depth + 1}/", here and mine))
    return ways
