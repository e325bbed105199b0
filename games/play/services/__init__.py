"""All actions that change a game. Each function runs in its own transaction."""

from games.play.services.bot_games import play_among_bots, play_bots
from games.play.services.clocks import sweep
from games.play.services.conditional import keep_line, withdraw_line
from games.play.services.drafts import draft_order, draft_orders, reset_draft, undo
from games.play.services.following import follow_game, unfollow_game
from games.play.services.hosting import give_seat, let_bot_play, shorten
from games.play.services.hot_seat import Beginning, ScreenSeat, open_table, take_screen
from games.play.services.idling import keep_open, sweep_open_games
from games.play.services.leaving import leave
from games.play.services.records import play_record
from games.play.services.rematch import check_rematch, rematch, rematch_of, rematch_with_changes
from games.play.services.seats import (
    SeatPlan,
    Terms,
    cancel_game,
    come_back,
    create_game,
    create_once,
    fill_seat,
    join,
)
from games.play.services.seen import note_seen, read_primers
from games.play.services.standing_orders import remove_standing_order, set_standing_order
from games.play.services.thinking import think
from games.play.services.turns import confirm, confirm_draft, try_orders
from games.play.services.votes import cast, open_vote

__all__ = [
    "Beginning",
    "ScreenSeat",
    "SeatPlan",
    "Terms",
    "cancel_game",
    "cast",
    "check_rematch",
    "come_back",
    "confirm",
    "confirm_draft",
    "create_game",
    "create_once",
    "draft_order",
    "draft_orders",
    "fill_seat",
    "follow_game",
    "give_seat",
    "join",
    "keep_line",
    "keep_open",
    "leave",
    "let_bot_play",
    "note_seen",
    "open_table",
    "open_vote",
    "play_among_bots",
    "play_bots",
    "play_record",
    "read_primers",
    "rematch",
    "rematch_of",
    "rematch_with_changes",
    "remove_standing_order",
    "reset_draft",
    "set_standing_order",
    "shorten",
    "sweep",
    "sweep_open_games",
    "take_screen",
    "think",
    "try_orders",
    "undo",
    "unfollow_game",
    "withdraw_line",
]
