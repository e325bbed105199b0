"""Propose studies for the page of games to learn from."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts import staff
from games.accounts.models import StaffAct, User
from games.play.errors import PlayError
from games.study.models import Plan, Recommendation, RecommendationVote
from games.study.models.recommendation import PICKED
from games.study.proposing import NOT_SHARED, YOURS, can_be_proposed, obstacle_to_proposing


@transaction.atomic
def propose(*, plan: Plan, user: User) -> None:
    """Vote for a study, once for all; raises PlayError."""
    plan = _locked(plan)
    if obstacle := obstacle_to_proposing(plan, user):
        raise PlayError(obstacle)
    proposed, _ = Recommendation.objects.get_or_create(plan=plan)
    RecommendationVote.objects.get_or_create(recommendation=proposed, user=user)
    _count(proposed)


@transaction.atomic
def take_back(*, plan: Plan, user: User) -> None:
    """Take back a vote for a study, if there is one."""
    proposed = Recommendation.objects.filter(plan=_locked(plan)).first()
    if proposed is not None:
        proposed.voters.filter(user=user).delete()
        _count(proposed)


@transaction.atomic
def pick(*, plan: Plan, on: bool, by: User, reason: str) -> None:
    """List a study as a pick of staff, or no longer; raises PlayError or NoReason.

    A pick is listed again if it was not.
    """
    plan = _locked(plan)
    if on and not can_be_proposed(plan):
        raise PlayError(str(NOT_SHARED))
    proposed = _judged(StaffAct.Kind.PICK if on else StaffAct.Kind.UNPICK, plan, by, reason)
    proposed.picked_at = timezone.now() if on else None
    if on:
        proposed.unlisted_at = None
    _count(proposed)


@transaction.atomic
def unlist(*, plan: Plan, on: bool, by: User, reason: str) -> None:
    """List a study no more, whoever proposes or has picked it; or let it be listed again.

    That also holds if it is withdrawn and shared again. Raises PlayError or NoReason.
    """
    plan = _locked(plan)
    proposed = _judged(StaffAct.Kind.UNLIST if on else StaffAct.Kind.RELIST, plan, by, reason)
    proposed.unlisted_at = timezone.now() if on else None
    if on:
        proposed.picked_at = None
    _count(proposed)


def _judged(kind: StaffAct.Kind, plan: Plan, by: User, reason: str) -> Recommendation:
    """Record what staff do with a study; raises PlayError or NoReason."""
    if plan.user_id == by.pk:
        raise PlayError(str(YOURS))
    staff.record(kind, by=by, reason=reason, game=plan.game_id, about=plan.user, details=str(plan))
    proposed, _ = Recommendation.objects.get_or_create(plan=plan)
    return proposed


def withdraw(plan: Plan) -> None:
    """Forget who proposes or has picked a study that is no longer shared; in a transaction."""
    proposed = Recommendation.objects.filter(plan=plan).first()
    if proposed is not None:
        proposed.voters.all().delete()
        proposed.picked_at = None
        _count(proposed)


@transaction.atomic
def forget_votes(user: User) -> None:
    """Take back all votes of a person whose account is deleted."""
    mine = RecommendationVote.objects.filter(user=user)
    proposed = list(mine.values_list("recommendation", flat=True))
    mine.delete()
    recount(proposed)


def recount_votes_of(user: User) -> None:
    """Count the votes for all studies that a person proposes anew; in a transaction."""
    mine = RecommendationVote.objects.filter(user=user)
    recount(list(mine.values_list("recommendation", flat=True)))


def recount(proposed: Collection[int]) -> None:
    """Count the votes for studies anew, by the ids of their recommendations; in a transaction."""
    for each in Recommendation.objects.select_for_update().filter(pk__in=proposed).order_by("pk"):
        _count(each)


def _locked(plan: Plan) -> Plan:
    """Return a plan that nobody else proposes or withdraws meanwhile; raises PlayError."""
    plans = Plan.objects.select_related("game", "user").select_for_update(of=("self",))
    locked = plans.filter(pk=plan.pk).first()
    if locked is None:
        raise PlayError(gettext("This study is no longer shared."))
    return locked


def _count(proposed: Recommendation) -> None:
    """Save how many votes there are, or forget what nobody proposes any more."""
    proposed.votes = proposed.voters.filter(user__is_active=True).count()
    proposed.rank = proposed.votes + (PICKED if proposed.picked_at is not None else 0)
    unlisted = proposed.unlisted_at is not None
    if unlisted:
        proposed.rank = 0
    if proposed.rank or unlisted or proposed.voters.exists():
        proposed.save()
    else:
        proposed.delete()
