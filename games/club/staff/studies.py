"""Studies of a game that staff can pick for the games to learn from."""

from games.play.models import Game
from games.study.models import Plan
from games.study.pages.study import shared


def studies_to_pick(game: Game) -> list[tuple[Plan, bool]]:
    """Return the studies that people share of a public game, and whether each is picked."""
    if game.private:
        return []
    plans = shared(game).filter(user__isnull=False, shared_at__isnull=False).defer("root")
    rows = plans.select_related("user", "recommendation").order_by("pk")
    return [(plan, _is_picked(plan)) for plan in rows]


def _is_picked(plan: Plan) -> bool:
    proposed = getattr(plan, "recommendation", None)
    return proposed is not None and proposed.picked_at is not None
