"""The tree of a plan: its lines, and the steps that lead along them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from games.study.models import Plan, PlanLine
from games.study.plan.worlds import Root, Spot, Step, Walk

MOST_LINES = 50
"""The most branches of one game, or of one position of one's own."""
MOST_TURNS = 40
"""The most turns of a branch."""
MOST_STEPS = 400
"""The most orders of a branch: the most turns take fewer."""


def root_of(plan: Plan) -> Root:
    """Return the beginning of a plan."""
    return Root(
        (plan.digest, plan.seat, plan.open), plan.rules(), lambda: plan.root, plan.seat, plan.open
    )


@dataclass(frozen=True)
class Place:
    """A place in a plan: after `depth` steps of a line, of the plan itself if it has no lines yet.

    `chain` are the lines that lead there, from one that begins with the plan to that of this place.
    `path` are the steps to the end of the line, from the beginning of the plan.
    """

    plan: Plan
    root: Root
    depth: int = 0
    chain: tuple[PlanLine, ...] = ()
    path: tuple[Step, ...] = field(default=())

    @classmethod
    def beginning(cls, plan: Plan) -> "Place":
        """Return the beginning of a plan, on no line."""
        return cls(plan, root_of(plan))

    @classmethod
    def on(cls, plan: Plan, line: int, depth: int) -> "Place | None":
        """Return a place on a line of a plan by its id, None if there is none."""
        wanted = chain_to(line, dict(plan.lines.values_list("pk", "parent")))
        lines = PlanLine.objects.in_bulk(wanted)
        place = cls.along(plan, tuple(lines[each] for each in wanted), depth)
        return place if place.line is not None and depth <= len(place.path) else None

    @classmethod
    def along(cls, plan: Plan, chain: tuple[PlanLine, ...], depth: int) -> "Place":
        """Return a place on the last line of a chain."""
        return cls(plan, root_of(plan), depth, chain, path_of(chain))

    @cached_property
    def walk(self) -> Walk:
        """The positions of the line."""
        return Walk.along(self.root, self.path)

    @property
    def spot(self) -> Spot:
        """The position of this place."""
        return self.walk.spots[self.depth]

    @property
    def asked(self) -> int | None:
        """The seat that orders here, CHANCE for chance, None if the game is over.

        Of several that may answer it is the planner's own, else the first.
        """
        seats = self.root.title.to_move(self.spot.state)
        if not seats:
            return None
        return self.plan.seat if self.plan.seat in seats else seats[0]

    @property
    def line(self) -> PlanLine | None:
        """The line of this place, None at a beginning without one."""
        return self.chain[-1] if self.chain else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the beginning of the plan to this place."""
        return self.path[: self.depth]

    @property
    def owner(self) -> PlanLine | None:
        """The line that the last step to this place belongs to, None at the beginning."""
        return owner_of(self.chain, self.depth)

    @property
    def note(self) -> str:
        """The note about this place."""
        owner = self.owner
        return str(owner.notes.get(str(self.depth), "")) if owner is not None else ""


class Copy(NamedTuple):
    """A line without its plan: the fields of its row, and its parent's place among the lines."""

    parent: int | None
    fork: int
    end: int
    turns: int
    steps: list[list[Any]]
    name: str
    notes: dict[str, str]


def copies_of(plan: Plan) -> list[Copy]:
    """Return the lines of a plan, each after its parent."""
    lines = list(plan.lines.order_by("pk"))
    places: dict[int | None, int] = {line.pk: place for place, line in enumerate(lines)}
    return [
        Copy(
            places.get(line.parent_id),
            line.fork,
            line.end,
            line.turns,
            line.steps,
            plan.line_name(line.name),
            line.notes,
        )
        for line in lines
    ]


def copy_of(copy: Plan, plan: Plan, line: int) -> PlanLine | None:
    """Return the line of a copy of a plan that was this line of the plan, None if there is none."""
    before = list(plan.lines.filter(pk__lte=line).order_by("pk").values_list("pk", flat=True))
    if not before or before[-1] != line:
        return None
    found: PlanLine | None = copy.lines.order_by("pk")[len(before) - 1 : len(before)].first()
    return found


def chain_to(line: int, parents: Mapping[int, int | None]) -> list[int]:
    """Return the ids of the lines that lead to a line, from a first one; none if it is unknown.

    `parents` are the ids of all lines of a plan, with those of their parents.
    """
    chain: list[int] = []
    here: int | None = line
    while here is not None and here in parents:
        chain.insert(0, here)
        here = parents[here]
    return chain


def upto(chain: Iterable[PlanLine], depth: int) -> tuple[PlanLine, ...]:
    """Return the lines of a chain that have a step up to a depth."""
    return tuple(line for line in chain if line.fork < depth)


def owner_of(chain: Iterable[PlanLine], depth: int) -> PlanLine | None:
    """Return which line of a chain has the step that leads to a depth, None at the beginning."""
    lines = upto(chain, depth)
    return lines[-1] if lines else None


def path_of(chain: Iterable[PlanLine]) -> tuple[Step, ...]:
    """Return all steps of the last line of a chain."""
    path: tuple[Step, ...] = ()
    for line in chain:
        path = (*path[: line.fork], *(Step(*step) for step in line.steps))
    return path


def forks_at(plan: Plan, owner: PlanLine | None, depth: int) -> Mapping[PlanLine, Step]:
    """Return the lines that begin at a place, each with its first step."""
    if plan.pk is None:
        return {}
    lines = PlanLine.objects.filter(plan=plan, parent=owner, fork=depth)
    return {line: Step(*line.steps[0]) for line in lines if line.steps}
