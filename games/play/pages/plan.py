"""The page of a plan: its board, what may be tried there, and the tree of what was tried."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.urls import reverse

from games.drawing import DRAWINGS
from games.drawing.seats import COLOUR_NAMES
from games.drawing.watermark import marked
from games.play.access import Access
from games.play.lru import LRUCache
from games.play.models import Game, Plan, PlanLine
from games.play.models.game import visible_to
from games.play.pages.branches import (
    Branch,
    Way,
    kept,
    listed,
    place_on,
    steps_of,
    tried_at,
)
from games.play.pages.history import state_after
from games.play.pages.stage import Stage
from games.play.plan import words
from games.play.plan.present import Since, beginning, begins_with, own_orders, since
from games.play.plan.tree import MOST_LINES, Place
from games.rules.title import CHANCE, AnyTitle

COMPARED: Final = 2
"""The most places that are compared with the one that is shown."""

# None of these changes while nothing is played.
_known_names = LRUCache(1000)
_gone = LRUCache(1000)
_theirs = LRUCache(1000)
_compared = LRUCache(200)


@dataclass(frozen=True)
class Planned:
    """A place of a plan of one person: of a `game`, or of a position of their own.

    `access` is that to the game, `names` are those of the players, `known` what `all` returns if
    that was read already.
    """

    place: Place
    names: Sequence[str]
    access: Access | None = None
    known: tuple[Sequence[Plan], Sequence[Branch]] | None = None

    @cached_property
    def all(self) -> tuple[Sequence[Plan], Sequence[Branch]]:
        """All plans of this game or position, and all their lines."""
        plan, known = self.place.plan, self.known
        if known is None:
            access = self.access
            lines = _lines_at(access) if access is not None else PlanLine.objects.filter(plan=plan)
            known = kept(lines) if access is not None or plan.pk is not None else ([], [])
        plans, branches = known
        return plans if plan in plans else [*plans, plan], branches

    @property
    def game(self) -> Game | None:
        """The game that is planned, None for a position of one's own."""
        return self.access.game if self.access is not None else None

    def at(self, place: Place) -> "Planned":
        """Return another place of the same game or position, where something may have changed."""
        return replace(self, place=place, known=None)

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
    return Planned(Place.beginning(known or plan), _names(access), access)


def _names(access: Access) -> Sequence[str]:
    """Return the names of the players, from memory while nothing happens at the table."""
    game = access.game
    names: Sequence[str] = _known_names.get((game.token, game.version), lambda: access.names)
    return names


def _lines_at(access: Access) -> QuerySet[PlanLine]:
    """Return the lines of a person's plans of a game.

    Of those who share a screen each sees only what was planned from their seat.
    """
    lines = PlanLine.objects.filter(plan__user=access.user, plan__game=access.game)
    return lines.filter(plan__seat=access.seat) if access.game.hot_seat else lines


def planned_on(access: Access, line: int, depth: int) -> Planned:
    """Return a place on a line of a person's plans of a game; raises Http404."""
    known = kept(_lines_at(access))
    return Planned(_found(place_on(line, depth, *known)), _names(access), access, known)


def own_planned(user: Any, plan_id: int, line: int | None, depth: int) -> Planned:
    """Return a place of a plan of a position of a person's own; raises Http404."""
    plan = Plan.objects.filter(user=user, game=None, pk=plan_id).first()
    if plan is None:
        raise Http404("You have no such plan.")
    place = Place.beginning(plan) if line is None else _found(Place.on(plan, line, depth))
    return Planned(place, COLOUR_NAMES[: _players(place)])


def _found(place: Place | None) -> Place:
    if place is None:
        raise Http404("You have no such plan.")
    return place


def _players(place: Place) -> int:
    state = place.root.world(0)
    players: int = place.root.title.view(state, None).players
    return players


@dataclass(frozen=True)
class Outcome:
    """What chance may do: an order, what it is in words, and how likely it is in per cent."""

    order: str
    label: str
    chance: str


@dataclass(frozen=True)
class Trunk:
    """A plan of this game or position; `words` say where it begins, `branches` are HTML."""

    words: str
    url: str
    branches: str
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
    conditional turn of the line would suppose; there are none if the line can't be one. `steps` are
    those of the line, as HTML.
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
    steps: str
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
    def for_others(self) -> bool:
        """Whether another seat than the planner's orders here."""
        return self.asked not in (None, CHANCE, self.place.plan.seat)

    @classmethod
    def of(
        cls, planned: Planned, *, picked: str | None = None, compared: Sequence[Place] = ()
    ) -> "PlanPage":
        """Return the page of a place, compared with others."""
        place, names = planned.place, planned.names
        root, title = place.root, place.root.title
        drawing = DRAWINGS[title.id]
        spot = place.spot
        view = root.view(spot.state)
        asked = asked_at(place)
        actor = asked if asked not in (None, CHANCE) else place.plan.seat
        stage = Stage.of(
            title,
            spot.state,
            actor,
            names,
            view=replace(view, seat=actor),
            orders=place.walk.orders(place.depth, asked)
            if asked is not None and asked != CHANCE
            else None,
            url="./",
            compact=True,
            picked=picked,
            since=_touched(place),
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
            **_trees(planned),
            **_news(planned),
            comparison=_comparison(planned, compared) if compared else None,
        )


def asked_at(place: Place) -> int | None:
    """Return the seat that orders at a place, CHANCE for chance, None if the game is over.

    Of several that may answer it is the planner's own, else the first.
    """
    seats = place.root.title.to_move(place.spot.state)
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


def _touched(place: Place) -> list[Any]:
    """Return what the steps of the turn up to a place touched."""
    spots = place.walk.spots
    title, turn = place.root.title, spots[max(place.depth - 1, 0)].turn
    return [
        title.touched(spots[at + 1].state, place.path[at].order, spots[at + 1].state.events)
        for at in range(place.depth)
        if spots[at].turn == turn
    ]


def _outcomes(place: Place, names: Sequence[str]) -> list[Outcome]:
    told = []
    for step, chance in place.walk.outcomes(place.depth):
        label = words.supposed(place.walk, place.depth, step, names)
        told.append(Outcome(step.order, label, f"{chance:.0%}"))
    return told


def _trees(planned: Planned) -> dict[str, Any]:
    """Return the plans of a game or position, all their branches, and the steps around a place."""
    place, names = planned.place, planned.names
    plan, line, depth = place.plan, place.line, place.depth
    plans, branches = planned.all
    base = url_of(plan, None, 0).rpartition("m")[0]
    ways = tried_at(place, depth, branches, names, base)
    others = tried_at(place, depth - 1, branches, names, base) if depth else []
    end = len(place.path)
    return {
        "trunks": [_trunk(planned, each, branches, base) for each in plans],
        "room": MOST_LINES - len(branches),
        "back": planned.url_of(line, depth - 1) if depth else "",
        "on": planned.url_of(line, depth + 1) if depth < end else (ways[0].url if ways else ""),
        "first": planned.url_of(line, 0) if depth else "",
        "last": planned.url_of(line, end) if depth < end else "",
        "ways": ways if len(ways) > 1 or depth == end else (),
        "others": others if len(others) > 1 else (),
        "steps": steps_of(place, names, base),
    }


def _trunk(planned: Planned, plan: Plan, branches: Sequence[Branch], base: str) -> Trunk:
    game, line = planned.game, planned.place.line
    words = str(plan)
    if game is not None and plan.number == game.moves_made:
        words = "From the present position"
    shown = line.pk if line is not None else None
    return Trunk(
        words=words,
        url=url_of(plan, None, 0),
        branches=listed(plan, branches, base, shown),
        here=line is None and plan == planned.place.plan,
    )


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
    gone = _is_gone(plan, game)
    mine = plan.seat if game.is_running and not (stale or gone) else None
    if mine is not None and not _is_theirs(access, mine):
        mine = None
    asked = mine is not None and mine in plan.rules().to_move(planned.place.root.world(0))
    may_draft = mine is not None and asked and bool(own_orders(planned.place.path, mine))
    return {
        "since": _since(planned.place, game) if stale and not gone else None,
        "stale": stale,
        "gone": gone,
        "present": reverse("play:plan-at", args=[game.pk, f"m{game.moves_made}"]),
        "may_draft": may_draft,
        "supposed": _supposed(planned) if mine is not None and not asked else (),
    }


def _supposed(planned: Planned) -> list[tuple[int, str]]:
    """Return the steps of others, and what each is, before the last of the planner's own."""
    place, names = planned.place, planned.names
    own = [at for at, step in enumerate(place.path) if step.seat == place.plan.seat]
    others = (at for at in range(own[-1] if own else 0) if at not in own)
    return [(at, words.told(place.walk, at + 1, names)) for at in others]


def _is_theirs(access: Access, seat: int) -> bool:
    """Return whether a seat is still the planner's."""
    game, user = access.game, access.user
    if game.hot_seat:
        return access.seat == seat
    theirs: bool = _theirs.get(
        (game.token, game.version, user.pk, seat),
        lambda: game.players.filter(seat=seat, user=user).exists(),
    )
    return theirs


def _is_gone(plan: Plan, game: Game) -> bool:
    """Return whether staff took back the position that a plan begins with."""

    def look() -> bool:
        now = plan.number == game.moves_made
        return not begins_with(plan, game.position() if now else state_after(game, plan.number))

    if plan.number > game.moves_made:
        return True
    gone: bool = _gone.get((game.token, game.version, plan.number, plan.seat, plan.digest), look)
    return gone


def _since(place: Place, game: Game) -> Since | None:
    """Compare a line with what has been played since, None at a beginning."""
    if place.line is None:
        return None
    key = (game.token, game.version, place.root.key, place.path)
    compared: Since = _compared.get(key, lambda: since(place, game))
    return compared


def places_of(planned: Planned, wanted: Sequence[tuple[int, int]]) -> list[Place]:
    """Return places of the same game or position by line and depth; what is not there is left out.

    At most COMPARED of them are returned.
    """
    places = [place_on(line, depth, *planned.all) for line, depth in wanted[:COMPARED]]
    return [place for place in places if place is not None]


def _comparison(planned: Planned, compared: Sequence[Place]) -> Comparison:
    """Return points, supply and how near the end is at this place and at others."""
    places, names = [planned.place, *compared], planned.names
    columns = []
    for place in places:
        view, drawing = place.root.view(place.spot.state), DRAWINGS[place.root.title.id]
        known = words.figures(place.walk, place.depth)
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
