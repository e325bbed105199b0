"""Which studies can be proposed for the games to learn from, and by whom."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.study.models import Plan

MEMBER_FOR: Final = timedelta(days=14)
"""How old an account must be to vote: nobody signs up again to vote twice."""

NOT_SHARED: Final = gettext_lazy("Only shared studies of public games can be proposed.")
YOURS: Final = gettext_lazy("Others can propose your study, but you can't.")


def can_be_proposed(plan: Plan) -> bool:
    """Return whether a plan is a study that a person shares with everyone, of a public game."""
    game = plan.game
    shared = plan.shared_at is not None and plan.user_id is not None
    return shared and game is not None and game.is_over and not game.private


def obstacle_to_proposing(plan: Plan, user: Any) -> str:
    """Return why a visitor cannot vote for a study, as a sentence, or '' if they can."""
    if not can_be_proposed(plan):
        return str(NOT_SHARED)
    if not user.is_authenticated or user.guest or user.is_bot_account:
        return gettext("Sign up to propose studies.")
    if plan.user_id == user.pk:
        return str(YOURS)
    if user.date_joined > timezone.now() - MEMBER_FOR:
        return gettext("You can propose studies once your account is {days} days old.").format(
            days=MEMBER_FOR.days
        )
    return ""
