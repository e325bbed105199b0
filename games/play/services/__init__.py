"""Everything that changes a game. Each function owns its transaction."""

from games.play.services.drafts import draft_order, reset_draft, take_back
from games.play.services.leaving import forget
from games.play.services.seats import (
    SeatPlan,
    cancel_game,
    create_game,
    join,
    leave,
    start_if_full,
)
from games.play.services.turns import confirm, confirm_draft

__all__ = [
    "SeatPlan",
    "cancel_game",
    "confirm",
    "confirm_draft",
    "create_game",
    "draft_order",
    "forget",
    "join",
    "leave",
    "reset_draft",
    "start_if_full",
    "take_back",
]
