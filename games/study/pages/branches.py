"""The branches of a plan and the steps of one of them as HTML: long lists that templates print."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from html import escape
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.db.models import F, QuerySet
from django.utils.translation import ngettext, pgettext

from games.drawing import svg
from games.rules.common.lru import LRUCache
from games.rules.title import CHANCE
from games.study import arrows
from games.study.models import Plan, PlanLine
from games.study.plan.tree import Place, chain_to
from games.study.plan.words import called, supposed, told
from games.study.plan.worlds import Step

DEEPEST: Final = 4
"""The most steps by which a line is indented."""

NEAR: Final = 2
"""How many turns before and after that of a place have their steps shown."""

OF_PLAN: Final = (
    "id",
    "user_id",
    "game_id",
    "number",
    "seat",
    "title",
    "name",
    "open",
    "digest",
    "shared_at",
    "post_mortem_id",
)
"""What the list of lines needs of their plans."""

# A line is read again when it has changed.
_lines = LRUCache(500)


class Branch(NamedTuple):
    """A line with only its `first` step, as the list of lines needs it; ids of rows are numbers."""

    pk: int
    plan: int
    parent: int | None
    fork: int
    end: int
    turns: int
    name: str
    first: Step
    changed: datetime


class Way(NamedTuple):
    """A step that was tried: its words, its address, and whether it leads to what is shown."""

    words: str
    url: str
    here: bool


def kept(lines: QuerySet[PlanLine]) -> tuple[list[Plan], list[Branch]]:
    """Return lines, those of a parent in the order of their forks, and the plans that they are of.

    The beginnings of the plans are read when they are needed.
    """
    of_line, of_plan = Branch._fields, [f"plan__{name}" for name in OF_PLAN]
    begun = lines.annotate(first=F("steps__0")).order_by("fork", "pk")
    rows: Any = begun.values_list(*of_line, *of_plan)
    branches, plans = list[Branch](), dict[int, Plan]()
    for row in rows:
        branch = Branch(*row[: len(of_line)])
        branch = branch._replace(first=Step(*branch.first))
        branches.append(branch)
        if branch.plan not in plans:
            plans[branch.plan] = Plan.from_db(None, OF_PLAN, row[len(of_line) :])
    return [plans[number] for number in sorted(plans)], branches


def place_on(
    line: int, depth: int, plans: Sequence[Plan], branches: Sequence[Branch]
) -> Place | None:
    """Return a place on one of these lines by its id, None if there is none."""
    known = {branch.pk: branch for branch in branches}
    if line not in known:
        return None
    chain = chain_to(line, {branch.pk: branch.parent for branch in branches})
    keys = {number: known[number] for number in chain}
    lines = {number: _lines.find(key) for number, key in keys.items()}
    missing = [number for number, found in lines.items() if found is None]
    for number, found in PlanLine.objects.in_bulk(missing).items() if missing else ():
        lines[number] = _lines.get(keys[number], partial(_itself, found))
    plan = next(plan for plan in plans if plan.pk == known[line].plan)
    place = Place.along(plan, tuple(lines[number] for number in chain), depth)
    return place if depth <= len(place.path) else None


def _itself(line: PlanLine) -> PlanLine:
    return line


def listed(
    plan: Plan,
    branches: Sequence[Branch],
    base: str,
    place: Place,
    names: Sequence[str],
    *,
    compares: bool = True,
) -> str:
    """Return the lines of a plan as a list, '' if it has none; that of the place is marked.

    Addresses begin with `base`. If it `compares`, each line has a link for that.
    """
    below: dict[int | None, list[Branch]] = {}
    for branch in branches:
        if branch.plan == plan.pk:
            below.setdefault(branch.parent, []).append(branch)
    items = "".join(_items(below, None, 0, base, place, names, compares))
    return f"<ul>{items}</ul>" if items else ""


def _items(
    below: Mapping[int | None, Sequence[Branch]],
    parent: int | None,
    depth: int,
    base: str,
    place: Place,
    names: Sequence[str],
    compares: bool,
) -> Iterator[str]:
    shown = place.line.pk if place.line is not None else None
    for branch in below.get(parent, ()):
        url, end = f"{base}{branch.pk}-{branch.end}/", f"{branch.pk}-{branch.end}"
        here = branch.pk == shown
        turns = ngettext("{number} turn", "{number} turns", branch.turns).format(
            number=branch.turns
        )
        words = escape(pgettext("button", "Compare"), quote=False)
        compare = f'<a class="small" href="?with={end}" hx-get="?with={end}">{words}</a>'
        yield svg.element(
            "li",
            _link(
                url,
                called(place, branch.name, branch.first, names),
                "true" if here else None,
            ),
            f' <span class="soft small">{turns}</span> ',
            compare if compares and not here else "",
            class_=f"deep-{min(depth, DEEPEST)}{' here' if here else ''}",
        )
        yield from _items(below, branch.pk, depth + 1, base, place, names, compares)


def steps_of(place: Place, names: Sequence[str], base: str) -> str:
    """Return the steps of the line of a place by turn, with their notes; '' if it has no line.

    Of turns that are far from the place, only the last step is linked.
    """
    line = place.line
    if line is None:
        return ""
    spots, notes, parts = place.walk.spots, _notes(place), list[str]()
    turn = spots[max(place.depth - 1, 0)].turn
    for number, group in groupby(range(1, len(spots)), key=lambda depth: spots[depth - 1].turn):
        depths = list(group)
        whose = spots[depths[0] - 1].whose
        style = None if whose == CHANCE else f"seat-{whose}"
        name = pgettext("phase", "Setting up") if whose == CHANCE else names[whose]
        if abs(number - turn) > NEAR:
            words = ngettext("{number} step", "{number} steps", len(depths)).format(
                number=len(depths)
            )
            link = _link(f"{base}{line.pk}-{depths[-1]}/", words, None)
            heading = svg.element("h4", f"{escape(name, quote=False)}: {link}", class_=style)
            depths = [depth for depth in depths if depth in notes]
        else:
            heading = svg.worded("h4", name, class_=style)
        steps = [_step(place, depth, names, f"{base}{line.pk}", notes) for depth in depths]
        parts.append(heading)
        parts.append(svg.element("ol", *steps, class_="steps") if steps else "")
    return "".join(parts)


def _step(
    place: Place, depth: int, names: Sequence[str], base: str, notes: Mapping[int, str]
) -> str:
    here = depth == place.depth
    return svg.element(
        "li",
        _link(f"{base}-{depth}/", told(place.walk, depth, names), "step" if here else None),
        svg.worded("p", notes[depth], class_="remark") if depth in notes else "",
        class_="here" if here else None,
    )


def _notes(place: Place) -> dict[int, str]:
    """Return the notes on the steps of a line by their depth."""
    ends = [line.fork for line in place.chain[1:]] + [len(place.path)]
    return {
        int(depth): next(filter(None, arrows.split(str(text))), "")
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
            ways.append(
                Way(told(place.walk, depth + 1, names), f"{base}{line.pk}-{depth + 1}/", here)
            )
        else:
            step = Step(*owner.steps[depth - owner.fork])
            words = supposed(place.walk, depth, step, names)
            ways.append(Way(words, f"{base}{owner.pk}-{depth + 1}/", here=False))
    parent = owner.pk if owner is not None else None
    for branch in branches:
        if branch.plan == place.plan.pk and branch.parent == parent and branch.fork == depth:
            mine = branch.pk == own
            shown = line.pk if mine and line is not None else branch.pk
            words = supposed(place.walk, depth, branch.first, names)
            ways.append(Way(words, f"{base}{shown}-{depth + 1}/", here and mine))
    return ways
