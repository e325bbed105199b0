"""The study of a finished game that all at its table share: by whom, and from which move.

Its places are those of the post-mortem, and the plans that people have added. It is no tree of its
own: each place and each plan is a study, and this is the list of them along the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext

from games.play.access import Access
from games.play.models import Game, Note
from games.study import arrows
from games.study.models import Comment, Plan
from games.study.pages.plan_page import url_of as url_of_plan
from games.study.pages.study import Said, blocked_by, shared, study_url

NOTES = 50
"""The most comments on the end of a game that its post-mortem shows."""


@dataclass(frozen=True)
class Station:
    """A place of the study: a turning point by its number, the end, or what a person has added.

    `words` say what it is, '' if that is `owner`, whose it is; both are '' for what a reader has
    blocked. `after` is the number of the move before it.
    """

    plan: Plan
    words: str
    owner: str
    url: str
    after: int
    branches: int
    comments: int


@dataclass(frozen=True)
class OwnPlan:
    """A plan of the visitor's own: `name`, where it is, and whether it is in the study."""

    plan: Plan
    name: str
    url: str
    branches: int
    added: bool


@dataclass(frozen=True)
class TableStudy:
    """The study of a game as a visitor sees it.

    `notes` are the newest comments on the end of the game, where players add what they noted.
    `mine` are the visitor's plans of the game, `note` is their private note, '' if there is none or
    if it was added. `may_add` says that they can add notes, with arrows between these `places`.
    """

    stations: Sequence[Station] = ()
    notes: Sequence[Said] = ()
    mine: Sequence[OwnPlan] = ()
    note: str = ""
    may_add: bool = False
    places: arrows.Places | None = None
    end: Plan | None = field(default=None)

    @classmethod
    def of(cls, access: Access) -> "TableStudy":
        """Read the study of a finished game."""
        game = access.game
        counted = shared(game).annotate(
            branches=Count("lines", distinct=True), said=Count("comments", distinct=True)
        )
        plans: list[Any] = sorted(
            counted.defer("root"), key=lambda plan: (plan.number, plan.user_id or 0)
        )
        end = next((plan for plan in plans if _is_end(plan, game)), None)
        notes = _notes(access, end)
        may_add = end is not None and access.is_player and not access.user.guest
        return cls(
            stations=_stations(access, plans),
            notes=notes,
            mine=_own_plans(access),
            note=_note(access, notes),
            may_add=may_add,
            places=_places(access) if may_add else None,
            end=end,
        )


def _is_end(plan: Plan, game: Game) -> bool:
    return plan.user_id is None and plan.seat is None and plan.number == game.moves_made


def _stations(access: Access, plans: Sequence[Any]) -> list[Station]:
    user, blocked = access.user, set[int]()
    if user.is_authenticated and any(plan.user_id for plan in plans):
        blocked = blocked_by(user)
    stations, number = list[Station](), 0
    for plan in plans:
        words, owner = str(plan), ""
        if plan.user is not None:
            owner = "" if plan.user_id in blocked else plan.user.called
            words = plan.name
        elif _is_end(plan, access.game):
            words = gettext("The end of the game")
        else:
            number += 1
            words = gettext("Turning point {number}").format(number=number)
        stations.append(
            Station(
                plan=plan,
                words=words,
                owner=owner,
                url=study_url(plan),
                after=plan.number,
                branches=plan.branches,
                comments=plan.said,
            )
        )
    return stations


def _notes(access: Access, end: Any) -> list[Said]:
    """Return the newest comments on the end of a game, the oldest of them first."""
    if end is None or not end.said:
        return []
    user = access.user
    comments = Comment.objects.filter(plan=end).seen_by(user.pk).select_related("author")
    notes = [
        Said(each, user.is_authenticated and each.author_id == user.pk, study_url(end), "")
        for each in reversed(comments.order_by("-pk")[:NOTES])
    ]
    if not any(arrows.split(said.comment.text)[1] for said in notes):
        return notes
    places = _places(access)
    return [said.with_arrows(places) for said in notes]


def _places(access: Access) -> arrows.Places:
    """Return the places of the board at the end of a game."""
    title = access.game.rules()
    return arrows.Places(title, title.view(access.state, None))


def _own_plans(access: Access) -> list[OwnPlan]:
    user, game = access.user, access.game
    if not user.is_authenticated or user.guest or game.hot_seat:
        return []
    plans = Plan.objects.filter(user=user, game=game).annotate(branches=Count("lines"))
    return [
        OwnPlan(plan, str(plan), url_of_plan(plan, None, 0), plan.branches, plan.is_open)
        for plan in plans.defer("root").order_by("number", "pk")
    ]


def _note(access: Access, notes: Sequence[Said]) -> str:
    """Return what a player noted for themselves, '' if they have added it already."""
    if access.seat is None or any(said.may_delete for said in notes):
        return ""
    found = Note.objects.filter(player=access.players[access.seat]).first()
    return found.text if found is not None else ""
