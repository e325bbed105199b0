"""All actions that change a game. Each function runs in its own transaction."""

from games.play.services.analysis import (
    ask_for_analysis,
    sweep_analyses,
    work_on_analysis,
)
from games.play.services.bot_games import play_bots
from games.play.services.clocks import sweep
from games.play.services.conditional import keep_line, withdraw_line
from games.play.services.drafts import draft_order, draft_orders, reset_draft, undo
from games.play.services.following import follow_game, unfollow_game
from games.play.services.guide import keep_place
from games.play.services.hints import keep_hint, take_hint
from games.play.services.idling import keep_open, sweep_open_games
from games.play.services.leaving import leave
from games.play.services.own_tables import (
    Beginning,
    ScreenSeat,
    delete_table,
    import_record,
    open_table,
    take_screen,
)
from games.play.services.plans import (
    carry_on,
    delete_plan,
    delete_step,
    make_conditional,
    make_draft,
    name_line,
    note_step,
    plan_bot_turn,
    plan_draws,
    plan_order,
    plan_orders,
    plan_position,
    read_plan,
)
from games.play.services.primers import read_primers
from games.play.services.records import play_record
from games.play.services.rematch import rematch
from games.play.services.seats import (
    SeatPlan,
    Terms,
    cancel_game,
    come_back,
    create_game,
    create_once,
    fill_seat,
    join,
    start_if_full,
)
from games.play.services.seen import note_seen
from games.play.services.standing_orders import remove_standing_order, set_standing_order
from games.play.services.studies import (
    comment,
    delete_comment,
    share_plan,
    take_study,
    withdraw_study,
)
from games.play.services.thinking import think
from games.play.services.turns import confirm, confirm_draft
from games.play.services.votes import cast, open_vote

__all__ = [
    "Beginning",
    "ScreenSeat",
    "SeatPlan",
    "Terms",
    "ask_for_analysis",
    "cancel_game",
    "carry_on",
    "cast",
    "come_back",
    "comment",
    "confirm",
    "confirm_draft",
    "create_game",
    "create_once",
    "delete_comment",
    "delete_plan",
    "delete_step",
    "delete_table",
    "draft_order",
    "draft_orders",
    "fill_seat",
    "follow_game",
    "import_record",
    "join",
    "keep_hint",
    "keep_line",
    "keep_open",
    "keep_place",
    "leave",
    "make_conditional",
    "make_draft",
    "name_line",
    "note_seen",
    "note_step",
    "open_table",
    "open_vote",
    "plan_bot_turn",
    "plan_draws",
    "plan_order",
    "plan_orders",
    "plan_position",
    "play_bots",
    "play_record",
    "read_plan",
    "read_primers",
    "rematch",
    "remove_standing_order",
    "reset_draft",
    "set_standing_order",
    "share_plan",
    "start_if_full",
    "sweep",
    "sweep_analyses",
    "sweep_open_games",
    "take_hint",
    "take_screen",
    "take_study",
    "think",
    "undo",
    "unfollow_game",
    "withdraw_line",
    "withdraw_study",
    "work_on_analysis",
]
