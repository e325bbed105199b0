"""Studies of a game that staff can pick for the games to learn from, or not list there."""

from typing import NamedTuple

from games.play.models import Game
from games.study.models import Plan
from games.study.pages.study import shared


class StudyToPick(NamedTuple):
    """A study, and what staff have done with it."""

    plan: Plan
    picked: bool
    unlisted: bool


def studies_to_pick(game: Game) -> list[StudyToPick]:
    """Return the studies that people share of a public game."""
    if game.private:
        return []
    plans = shared(game).filter(user__isnull=False, shared_at__isnull=False).defer("root")
    return [
        _standing(plan) for plan in plans.select_related("user", "recommendation").order_by("pk")
    ]


def _standing(plan: Plan) -> StudyToPick:
    proposed = getattr(plan, "recommendation", None)
    if proposed is None:
        return StudyToPick(plan, picked=False, unlisted=False)
    return StudyToPick(plan, proposed.picked_at is not None, proposed.unlisted_at is not None)
