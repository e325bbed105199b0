"""Games to learn from: the studies that members and staff recommend."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext, ngettext

from games.play.language import spoken
from games.play.models import Status
from games.study.models import Plan, Recommendation
from games.study.models.recommendation import LISTED
from games.study.pages.study import study_url
from games.study.proposing import can_be_proposed, obstacle_to_proposing

PAGE = 20
MOST = 200
"""How many studies are listed, the most recommended."""
_READ: Final = (
    *("votes", "picked_at", "plan__name", "plan__number", "plan__user__username"),
    *("plan__game__name", "plan__game__title"),
)


@dataclass(frozen=True)
class BestGame:
    """A study in the list: the name of its game, and who wrote it and proposes it, in words."""

    name: str
    url: str
    words: str

    @classmethod
    def of(cls, proposed: Any, blocked: Collection[int]) -> "BestGame":
        """Return a row of the list; `blocked` are the ids of people whom the reader has blocked."""
        plan, game = proposed.plan, proposed.plan.game
        if plan.user_id in blocked:
            owner = gettext("by someone you blocked")
        else:
            owner = gettext("by {name}").format(name=plan.user.called)
        words = [spoken().say(game.rules().name), owner]
        if proposed.picked_at is not None:
            words.append(gettext("picked by staff"))
        if proposed.votes:
            words.append(votes_in_words(proposed.votes))
        return cls(plan.called(game.called), study_url(plan), " · ".join(words))


@dataclass(frozen=True)
class Proposal:
    """A study as one to propose: its votes, whether one is the visitor's, and what they can do.

    `obstacle` says why they cannot vote, '' if they can.
    """

    votes: str
    mine: bool
    obstacle: str

    @classmethod
    def of(cls, plan: Plan, user: Any) -> "Proposal | None":
        """Return how a study stands; None for one that cannot be proposed, or staff do not list."""
        if not can_be_proposed(plan):
            return None
        proposed = Recommendation.objects.filter(plan=plan).first()
        if proposed is not None and proposed.unlisted_at is not None:
            return None
        votes = proposed.votes if proposed is not None else 0
        mine = (
            proposed is not None
            and user.is_authenticated
            and proposed.voters.filter(user=user).exists()
        )
        obstacle = "" if mine else obstacle_to_proposing(plan, user)
        return cls(votes_in_words(votes) if votes else "", mine, obstacle)


def votes_in_words(number: int) -> str:
    """Return how many members propose a study, as a sentence."""
    return ngettext("{number} member proposes it.", "{number} members propose it.", number).format(
        number=number
    )


def listed_of(asked: str | None) -> "Page[Recommendation]":
    """Return a page of the list, a number from 1 as text: the first one for nonsense."""
    numbers = list(_listed().values_list("pk", flat=True)[:MOST])
    page: Page[Any] = Paginator(numbers, PAGE).get_page(asked)
    rows = Recommendation.objects.select_related("plan__user", "plan__game").only(*_READ)
    found = rows.in_bulk(page)
    page.object_list = [found[number] for number in page if number in found]
    return page


def _listed() -> QuerySet[Recommendation]:
    """Return what is listed: what its owner still shares, of games that are public."""
    # Joined with them, SQLite would begin with all games that are over.
    public = Plan.objects.filter(
        pk=OuterRef("plan"),
        shared_at__isnull=False,
        user__is_active=True,
        game__status=Status.OVER,
        game__private=False,
    )
    return Recommendation.objects.filter(Exists(public), rank__gte=LISTED).order_by("-rank", "-pk")
