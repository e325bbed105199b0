"""Everything that changes a game. Each function owns its transaction."""

from games.play.services.absence import come_back
from games.play.services.clock import sweep
from games.play.services.drafts import draft_order, reset_draft, take_back
from games.play.services.leaving import leave
from games.play.services.seats import (
    SeatPlan,
    Terms,
    cancel_game,
    create_game,
    create_once,
    join,
    start_if_full,
)
from games.play.services.settling import settle, unsettle
from games.play.services.turns import confirm, confirm_draft
from games.play.services.votes import cast, open_vote

__all__ = [
    "SeatPlan",
    "Terms",
    "cancel_game",
    "cast",
    "come_back",
    "confirm",
    "confirm_draft",
    "create_game",
    "create_once",
    "draft_order",
    "join",
    "leave",
    "open_vote",
    "reset_draft",
    "settle",
    "start_if_full",
    "sweep",
    "take_back",
    "unsettle",
]
