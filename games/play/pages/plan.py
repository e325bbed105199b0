"""The page of a plan: its board, what may be tried there, and the tree of what was tried."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from games.drawing import DRAWINGS
from games.drawing.seats import COLOUR_NAMES
from games.drawing.watermark import marked
from games.play.access import Access
from games.play.models import Game, Plan, PlanLine
from games.play.models.game import visible_to
from games.play.pages.history import state_after
from games.play.pages.stage import Stage
from games.play.plan import words
from games.play.plan.present import Since, beginning, begins_with, own_orders, since
from games.play.plan.tree import MOST_LINES, Place, forks_at, owner_of, upto
from games.play.plan.worlds import orders, outcomes, walk
from games.rules.title import CHANCE, AnyTitle

COMPARED: Final = 2
"""The most places that are compared with the one that is shown."""


@dataclass(frozen=True)
class Planned:
    """A place of a plan of one person: of a `game`, or of a position of their own.

    `access` is that to the game, `names` are those of the players.
    """

    place: Place
    names: Sequence[str]
    access: Access | None = None

    @property
    def game(self) -> Game | None:
        """The game that is planned, None for a position of one's own."""
        return self.access.game if self.access is not None else None

    def at(self, place: Place) -> "Planned":
        """Return another place of the same game or position."""
        return replace(self, place=place)

    @property
    def url(self) -> str:
        """The address of this place."""
        return self.url_of(self.place.line, self.place.depth)

    def url_of(self, line: PlanLine | None, depth: int) -> str:
        """Return the address of a place of this plan."""
        return url_of(self.place.plan, line, depth)


def url_of(plan: Plan, line: PlanLine | None, depth: int) -> str:
    """Return the address of a place of a plan: on a line, or its beginning."""
    where = f"{line.pk}-{depth}" if line is not None else f"m{plan.number}"
    if plan.game_id is None:
        return reverse("play:own-plan-at", args=[plan.pk, where])
    return reverse("play:plan-at", args=[plan.game_id, where])


def planned_at(access: Access, number: int) -> Planned:
    """Return the plan from the position after a move of a game; raises Http404.

    It is not saved if the person has tried nothing there.
    """
    game = access.game
    if game.state is None or not 0 <= number <= game.moves_made:
        raise Http404("That move has not been made.")
    state = game.position() if number == game.moves_made else state_after(game, number)
    plan = beginning(game, state, number, access.seat, access.user)
    known = Plan.objects.filter(
        user=access.user, game=game, number=number, seat=access.seat, digest=plan.digest
    ).first()
    return Planned(Place.beginning(known or plan), access.names, access)


def plans_at(access: Access) -> QuerySet[Plan]:
    """Return a person's plans of a game.

    Of those who share a screen each sees only what was planned from their seat.
    """
    plans = Plan.objects.filter(user=access.user, game=access.game)
    return plans.filter(seat=access.seat) if access.game.hot_seat else plans


def planned_on(access: Access, line: int, depth: int) -> Planned:
    """Return a place on a line of a person's plans of a game; raises Http404."""
    plan = plans_at(access).filter(lines=line).first()
    return Planned(_place(plan, line, depth), access.names, access)


def own_planned(user: Any, plan_id: int, line: int | None, depth: int) -> Planned:
    """Return a place of a plan of a position of a person's own; raises Http404."""
    plan = Plan.objects.filter(user=user, game=None, pk=plan_id).first()
    if plan is None:
        raise Http404("You have no such plan.")
    place = Place.beginning(plan) if line is None else _place(plan, line, depth)
    return Planned(place, COLOUR_NAMES[: _players(place)])


def _place(plan: Plan | None, line: int, depth: int) -> Place:
    place = Place.on(plan, line, depth) if plan is not None else None
    if place is None:
        raise Http404("You have no such plan.")
    return place


def _players(place: Place) -> int:
    state = walk(place.root, ())[0].state
    players: int = place.root.title.view(state, None).players
    return players


@dataclass(frozen=True)
class Outcome:
    """What chance may do: an order, what it is in words, and how likely it is in per cent."""

    order: str
    label: str
    chance: str


@dataclass(frozen=True)
class Way:
    """A step that leads on from a place, or to it: its words and the address it leads to."""

    words: str
    url: str
    here: bool = False


@dataclass(frozen=True)
class Turn:
    """The steps of a turn of the line: whose it is (None: chance's), and each step as a `Way`.

    `notes` are those about its steps.
    """

    seat: int | None
    name: str
    steps: Sequence[tuple[Way, str]]


@dataclass(frozen=True)
class Branch:
    """A line in the list of all lines: how deep it is in the tree, and where it leads."""

    line: PlanLine
    depth: int
    url: str
    compare: str
    here: bool


@dataclass(frozen=True)
class Trunk:
    """A plan of this game or position with its branches; `words` say where it begins."""

    words: str
    url: str
    branches: Sequence[Branch]
    here: bool


@dataclass(frozen=True)
class Column:
    """A place that is compared: its words and address, and a row of facts for each of them."""

    words: str
    url: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Comparison:
    """Places side by side: the headings of the rows, and a column for each place."""

    columns: Sequence[Column]
    rows: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class PlanPage:
    """A place of a plan as its page and fragment show it.

    `asked` is the seat that orders here, CHANCE for chance, None at an end. `outcomes` are what
    chance may do. `back` and `on` lead along the line, `ways` are the steps that were tried here,
    `others` those tried instead of the step that leads here. `since` compares the line with what
    was played, if the plan is `stale`; one that is `gone` begins with a position that staff took
    back. `present` is the address of the present position. `may_draft` says that the line
    begins with orders for the person's draft. `supposed` are the steps of others, by number, that a
    conditional turn of the line would suppose; there are none if the line can't be one.
    """

    planned: Planned
    title: AnyTitle
    stage: Stage
    sentence: str
    rule: str
    asked: int | None
    turn: int
    outcomes: Sequence[Outcome]
    back: str
    on: str
    first: str
    last: str
    ways: Sequence[Way]
    others: Sequence[Way]
    turns: Sequence[Turn]
    trunks: Sequence[Trunk]
    room: int
    since: Since | None
    stale: bool
    gone: bool
    present: str
    may_draft: bool
    supposed: Sequence[tuple[int, str]]
    comparison: Comparison | None = field(default=None)

    @property
    def place(self) -> Place:
        """The place that is shown."""
        return self.planned.place

    @property
    def other_before(self) -> str:
        """The address of the step tried before the one that leads here, ''."""
        return self._other(-1)

    @property
    def other_after(self) -> str:
        """The address of the step tried after the one that leads here, ''."""
        return self._other(1)

    def _other(self, way: int) -> str:
        here = next((at for at, other in enumerate(self.others) if other.here), None)
        if here is None or not 0 <= here + way < len(self.others):
            return ""
        return self.others[here + way].url

    @classmethod
    def of(
        cls, planned: Planned, *, picked: str | None = None, compared: Sequence[Place] = ()
    ) -> "PlanPage":
        """Return the page of a place, compared with others."""
        place, names = planned.place, planned.names
        root, title = place.root, place.root.title
        drawing = DRAWINGS[title.id]
        spots = walk(root, place.path)
        spot = spots[place.depth]
        view = root.view(spot.state)
        asked = asked_at(place)
        actor = asked if asked not in (None, CHANCE) else place.plan.seat
        stage = Stage.of(
            title,
            spot.state,
            actor,
            names,
            view=replace(view, seat=actor),
            orders=orders(root, place.steps, asked)
            if asked is not None and asked != CHANCE
            else None,
            url="./",
            picked=picked,
            since=_touched(place, spots),
        )
        stage = replace(stage, live=marked(stage.live))
        return cls(
            planned=planned,
            title=title,
            stage=stage,
            sentence=_sentence(drawing, view, names, asked, place.plan.seat),
            rule=drawing.rule(view) if asked not in (None, CHANCE) else "",
            asked=asked,
            turn=spot.turn,
            outcomes=_outcomes(place, names) if asked == CHANCE else (),
            **_ways(planned),
            turns=_turns(planned),
            **_trees(planned),
            **_news(planned),
            comparison=_comparison(planned, compared) if compared else None,
        )


def asked_at(place: Place) -> int | None:
    """Return the seat that orders at a place, CHANCE for chance, None if the game is over.

    Of several that may answer it is the planner's own, else the first.
    """
    seats = place.root.title.to_move(walk(place.root, place.path)[place.depth].state)
    if not seats:
        return None
    return place.plan.seat if place.plan.seat in seats else seats[0]


def _sentence(
    drawing: Any, view: Any, names: Sequence[str], asked: int | None, seat: int | None
) -> str:
    if asked is None:
        return "The game would end here."
    if asked == CHANCE:
        return "Chance acts here. Choose what it does, or have it drawn."
    if asked == seat:
        return str(drawing.asked_of_me(view))
    return str(drawing.asked_of_others(view, names))


def _touched(place: Place, spots: Sequence[Any]) -> list[Any]:
    """Return what the steps of the turn up to a place touched."""
    title, turn = place.root.title, spots[max(place.depth - 1, 0)].turn
    return [
        title.touched(spots[at + 1].state, place.path[at].order, spots[at + 1].state.events)
        for at in range(place.depth)
        if spots[at].turn == turn
    ]


def _outcomes(place: Place, names: Sequence[str]) -> list[Outcome]:
    told = []
    for step, chance in outcomes(place.root, place.steps):
        label = words.supposed(place.root, place.steps, step, names)
        told.append(Outcome(step.order, label, f"{chance:.0%}"))
    return told


def _ways(planned: Planned) -> dict[str, Any]:
    """Return the steps around a place."""
    place = planned.place
    line, depth, end = place.line, place.depth, len(place.path)
    ways, others = _tried(planned, depth), []
    if depth:
        others = _tried(planned, depth - 1)
    return {
        "back": planned.url_of(line, depth - 1) if depth else "",
        "on": planned.url_of(line, depth + 1) if depth < end else (ways[0].url if ways else ""),
        "first": planned.url_of(line, 0) if depth else "",
        "last": planned.url_of(line, end) if depth < end else "",
        "ways": ways if len(ways) > 1 or depth == end else (),
        "others": others if len(others) > 1 else (),
    }


def _tried(planned: Planned, depth: int) -> list[Way]:
    """Return the steps that were tried at a depth of a line, the line's own among them."""
    place = planned.place
    owner, chain = owner_of(place.chain, depth), upto(place.chain, depth)
    tried = []
    if owner is not None and depth < owner.end:
        tried.append((owner, Place.along(place.plan, chain, depth).path[depth]))
    tried += forks_at(place.plan, owner, depth).items()
    own = place.path[depth] if depth < len(place.path) else None
    return [
        Way(
            words.supposed(place.root, place.path[:depth], step, planned.names),
            planned.url_of(line if step != own else place.line, depth + 1),
            here=step == own and depth < place.depth,
        )
        for line, step in tried
    ]


def _turns(planned: Planned) -> list[Turn]:
    """Return the steps of the line by turn."""
    place, names = planned.place, planned.names
    spots, sentences = walk(place.root, place.path), words.told(place.root, place.path, names)
    turns = []
    for _, group in groupby(range(len(place.path)), key=lambda at: spots[at].turn):
        numbers = list(group)
        whose = spots[numbers[0]].whose
        steps = []
        for at in numbers:
            owner = owner_of(place.chain, at + 1)
            note = owner.notes.get(str(at + 1), "") if owner is not None else ""
            way = Way(sentences[at], planned.url_of(place.line, at + 1), at + 1 == place.depth)
            steps.append((way, str(note)))
        seat = None if whose == CHANCE else whose
        turns.append(Turn(seat, "Setting up" if seat is None else names[seat], steps))
    return turns


def _trees(planned: Planned) -> dict[str, Any]:
    """Return the plans of a game or position with all their branches, and the room for more."""
    plan = planned.place.plan
    plans = [plan]
    if planned.access is not None:
        plans = list(plans_at(planned.access).defer("root"))
        if plan.pk is None:
            plans.append(plan)
    lines = PlanLine.objects.filter(plan__in=[each.pk for each in plans]).defer("steps", "notes")
    trunks = [
        _trunk(planned, each, [line for line in lines if line.plan_id == each.pk]) for each in plans
    ]
    return {"trunks": trunks, "room": MOST_LINES - len(lines)}


def _trunk(planned: Planned, plan: Plan, lines: Sequence[PlanLine]) -> Trunk:
    here, game = planned.place.plan == plan, planned.game
    beginning = str(plan)
    if game is not None and plan.number == game.moves_made:
        beginning = "From the present position"
    return Trunk(
        words=beginning,
        url=url_of(plan, None, 0),
        branches=_branches(planned, lines, None, 0),
        here=here and planned.place.line is None,
    )


def _branches(
    planned: Planned, lines: Sequence[PlanLine], parent: int | None, depth: int
) -> list[Branch]:
    found = []
    for line in sorted(
        (line for line in lines if line.parent_id == parent), key=lambda line: (line.fork, line.pk)
    ):
        url = url_of(line.plan, line, line.end)
        mine = planned.place.line is not None and planned.place.line.pk == line.pk
        compare = f"?with={line.pk}-{line.end}"
        found.append(Branch(line, depth, url, compare, mine))
        found += _branches(planned, lines, line.pk, depth + 1)
    return found


def _news(planned: Planned) -> dict[str, Any]:
    """Return how a plan of a game compares with where the game is now."""
    plan, game, access = planned.place.plan, planned.game, planned.access
    if game is None or access is None:
        return {
            "since": None,
            "stale": False,
            "gone": False,
            "present": "",
            "may_draft": False,
            "supposed": (),
        }
    stale = plan.number != game.moves_made
    gone = plan.number > game.moves_made or not begins_with(plan, state_after(game, plan.number))
    seat = plan.seat if plan.seat == access.seat else None
    mine = seat if game.is_running and not (stale or gone) else None
    asked = access.is_asked
    may_draft = mine is not None and asked and bool(own_orders(planned.place.path, mine))
    return {
        "since": since(planned.place, game) if stale and not gone and planned.place.line else None,
        "stale": stale,
        "gone": gone,
        "present": reverse("play:plan-at", args=[game.pk, f"m{game.moves_made}"]),
        "may_draft": may_draft,
        "supposed": _supposed(planned) if mine is not None and not asked else (),
    }


def _supposed(planned: Planned) -> list[tuple[int, str]]:
    """Return the steps of others, and what each is, before the last of the planner's own."""
    place = planned.place
    own = [at for at, step in enumerate(place.path) if step.seat == place.plan.seat]
    sentences = words.told(place.root, place.path, planned.names)
    return [(at, sentences[at]) for at in range(own[-1] if own else 0) if at not in own]


def places_of(planned: Planned, wanted: Sequence[tuple[int, int]]) -> list[Place]:
    """Return places of the same game or position by line and depth; what is not there is left out.

    At most COMPARED of them are returned.
    """
    plans, found = Plan.objects.filter(pk=planned.place.plan.pk), list[Place]()
    if planned.access is not None:
        plans = plans_at(planned.access)
    for line, depth in wanted[:COMPARED]:
        theirs = plans.filter(lines=line).first()
        place = Place.on(theirs, line, depth) if theirs is not None else None
        if place is not None:
            found.append(place)
    return found


def _comparison(planned: Planned, compared: Sequence[Place]) -> Comparison:
    """Return points, supply and how near the end is at this place and at others."""
    places, names = [planned.place, *compared], planned.names
    columns = []
    for place in places:
        spot, root = walk(place.root, place.path)[place.depth], place.root
        view, drawing = root.view(spot.state), DRAWINGS[root.title.id]
        known = words.figures(root, place.steps)
        cells = [_points(each) for each in known]
        cells += [drawing.supply(view, seat) for seat in range(len(names))]
        cells.append(drawing.position(view, names))
        heading = str(place.line) if place.line is not None else "The beginning"
        columns.append(Column(f"{heading}, step {place.depth}", planned.at(place).url, cells))
    headings = [f"Points of {name}" for name in names]
    headings += [f"Supply of {name}" for name in names]
    headings.append("The game")
    rows = [
        (heading, [column.cells[at] for column in columns]) for at, heading in enumerate(headings)
    ]
    return Comparison(columns, rows)


def _points(known: words.Known) -> str:
    """Return a seat's points; a plus says that hidden ones may come to them."""
    return f"{known.total}{'+' if None in known.points.values() else ''}"


@dataclass(frozen=True)
class Listed:
    """A plan in the list of a person's plans: what it is about, its address, its branches."""

    plan: Plan
    name: str
    url: str
    lines: int


def plans_of(user: Any) -> list[Listed]:
    """Return the plans of a person that they can open, the newest first."""
    mine = Plan.objects.filter(user=user).filter(Q(game=None) | visible_to(user, "game"))
    rows = mine.annotate(count=Count("lines")).select_related("game").defer("root")
    return [
        Listed(
            plan,
            f"{plan.game.name}, {str(plan).lower()}" if plan.game is not None else plan.name,
            url_of(plan, None, 0),
            plan.count,
        )
        for plan in rows.order_by("-pk")
    ]
