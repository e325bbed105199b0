"""The page of a plan: its board, what may be tried there, and the tree of what was tried."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext

from games.drawing.live import marked
from games.play.access import Access
from games.play.history import state_after
from games.play.language import spoken
from games.play.models import Game
from games.play.models.game import visible_to
from games.rules.common.lru import LRUCache
from games.rules.common.message import term
from games.rules.title import CHANCE, AnyOrders, AnyTitle
from games.study import arrows
from games.study.arrows import Places
from games.study.models import Plan
from games.study.pages.board_page import BoardPage
from games.study.pages.branches import Branch, Way, listed, steps_of, tried_at
from games.study.pages.comparison import Comparison, comparison_of
from games.study.pages.early import in_other_games
from games.study.pages.plan_page import Planned, touched_on_turn, url_of
from games.study.pages.study import is_for_all, study_url
from games.study.plan import words
from games.study.plan.present import Since, begins_with, own_orders, since
from games.study.plan.tree import MOST_LINES, Place
from games.wording import WORDINGS, Wording

# None of these changes while nothing is played.
_gone = LRUCache(1000)
_theirs = LRUCache(1000)
_compared = LRUCache(200)


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
class PlanPage:
    """A place of a plan as its page and fragment show it.

    `asked` is the seat that orders here, CHANCE for chance, None at an end. `outcomes` are what
    chance may do. `back` and `on` lead along the line, `ways` are the steps that were tried here,
    `others` those tried instead of the step that leads here. `since` compares the line with what
    was played, if the plan is `stale`; one that is `gone` begins with a position that staff took
    back. `present` is the address of the present position. `may_draft` says that the line
    begins with orders for the person's draft. `supposed` are the steps of others, by number, that a
    conditional turn of the line would suppose; there are none if the line can't be one. `branch` is
    what the line is called, `steps` are its steps as HTML. `may_share` says that the plan can be a
    study, `study` is the address of the one that it is, and `readers` says in a sentence who can
    read it. `places` are those that an arrow can name; the arrows of the note are `arrows_told`.
    """

    planned: Planned
    title: AnyTitle
    board_page: BoardPage
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
    branch: str
    steps: str
    trunks: Sequence[Trunk]
    room: int
    since: Since | None
    stale: bool
    gone: bool
    present: str
    may_draft: bool
    supposed: Sequence[tuple[int, str]]
    may_share: bool
    study: str
    readers: str
    places: Places
    arrows_told: str
    comparison: Comparison | None = field(default=None)

    @property
    def note(self) -> Sequence[str]:
        """The words of the note on this place, and the text of its arrows."""
        return arrows.split(self.place.note)

    @property
    def place(self) -> Place:
        """The place that is shown."""
        return self.planned.place

    @property
    def in_other_games(self) -> str:
        """The URL of what was played from here in other games, '' after the opening."""
        return in_other_games(self.planned.game, self.place)

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
        wording = WORDINGS[title.id]
        spot = place.spot
        view = root.view(spot.state)
        asked = place.asked
        actor = asked if asked not in (None, CHANCE) else place.plan.seat
        orders, places = None, Places(title, view)
        marks = places.found(arrows.split(place.note)[1])
        if asked is not None and asked != CHANCE:
            orders = place.walk.orders(place.depth, asked)
        board_page = BoardPage.of(
            title,
            spot.state,
            actor,
            names,
            view=replace(view, seat=actor),
            orders=orders,
            url="./",
            compact=True,
            levels=planned.levels,
            picked=picked,
            since=touched_on_turn(place),
            arrows=places.arrows(marks, place.plan.seat),
        )
        board_page = replace(
            board_page, live=marked(board_page.live, spoken().say(term("watermark", "PLAN")))
        )
        return cls(
            planned=planned,
            title=title,
            board_page=board_page,
            sentence=_sentence(wording, view, orders, names, asked, place.plan.seat),
            rule=wording.rule(view) if asked not in (None, CHANCE) else "",
            asked=asked,
            turn=spot.turn,
            outcomes=_outcomes(place, names) if asked == CHANCE else (),
            **_trees(planned),
            **_news(planned),
            **_study(planned),
            places=places,
            arrows_told=places.told(marks),
            comparison=comparison_of(planned, compared) if compared else None,
        )


def _sentence(
    wording: Wording,
    view: Any,
    orders: AnyOrders | None,
    names: Sequence[str],
    asked: int | None,
    seat: int | None,
) -> str:
    if asked is None:
        return gettext("The game would end here.")
    if asked == CHANCE:
        return gettext("Chance acts here. Choose what it does, or have it drawn.")
    if asked == seat and orders is not None:
        return wording.prompt_of_me(view, orders, spoken())
    return wording.prompt_of_others(view, names, spoken())


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
        "branch": words.line_called(place, line, names),
        "steps": steps_of(place, names, base),
    }


def _trunk(planned: Planned, plan: Plan, branches: Sequence[Branch], base: str) -> Trunk:
    game, line = planned.game, planned.place.line
    words = str(plan)
    if game is not None and plan.number == game.moves_made:
        words = gettext("From the present position")
    return Trunk(
        words=words,
        url=url_of(plan, None, 0),
        branches=listed(plan, branches, base, planned.place, planned.names),
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
        "present": reverse("study:plan-at", args=[game.pk, f"m{game.moves_made}"]),
        "may_draft": may_draft,
        "supposed": _supposed(planned) if mine is not None and not asked else (),
    }


def _study(planned: Planned) -> dict[str, Any]:
    """Return whether a plan can be shared, and where it is if it is."""
    access, plan = planned.access, planned.place.plan
    if access is None or plan.pk is None or not access.game.is_over or access.game.hot_seat:
        return {"may_share": False, "study": "", "readers": ""}
    shared = plan.shared_at is not None
    return {
        "may_share": not shared and not access.user.guest,
        "study": settings.SITE_URL + study_url(plan) if shared else "",
        "readers": _readers(access.game, plan.user_id),
    }


def _readers(game: Game, owner: int | None) -> str:
    """Return who can read a study of a game that a person, by their id, shares, as a sentence."""
    if not game.private:
        return gettext("Everyone can read it, also without an account.")
    if is_for_all(game, owner):
        return gettext(
            "Everyone can read it, also without an account. The game itself stays private."
        )
    return gettext(
        "Only those who can see this private game can read it: its players and its creator."
    )


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
    rows = mine.annotate(count=Count("lines")).select_related("game").defer("root", "game__state")
    return [
        Listed(
            plan,
            plan.called(plan.game.called if plan.game is not None else ""),
            url_of(plan, None, 0),
            plan.count,
        )
        for plan in rows.order_by("-pk")
    ]
