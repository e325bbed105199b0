"""What people do to plans, studies, analyses and tables of their own, each in a transaction."""

from games.study.services.analysis import (
    ask_for_analysis,
    sweep_analyses,
    work_on_analysis,
)
from games.study.services.guesses import ask_master, choose_game_of_the_week, keep_guess
from games.study.services.guide import keep_place
from games.study.services.hints import keep_hint, take_hint
from games.study.services.own_tables import (
    beginning_after,
    beginning_at,
    delete_table,
    import_record,
)
from games.study.services.plans import (
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
from games.study.services.post_mortem import (
    add_notes,
    go_on_with_post_mortems,
    open_post_mortem,
    sweep_post_mortems,
    want_post_mortems,
    wants_post_mortems,
)
from games.study.services.studies import (
    comment,
    delete_comment,
    share_plan,
    take_study,
    withdraw_study,
)

__all__ = [
    "add_notes",
    "ask_for_analysis",
    "ask_master",
    "beginning_after",
    "beginning_at",
    "carry_on",
    "choose_game_of_the_week",
    "comment",
    "delete_comment",
    "delete_plan",
    "delete_step",
    "delete_table",
    "go_on_with_post_mortems",
    "import_record",
    "keep_guess",
    "keep_hint",
    "keep_place",
    "make_conditional",
    "make_draft",
    "name_line",
    "note_step",
    "open_post_mortem",
    "plan_bot_turn",
    "plan_draws",
    "plan_order",
    "plan_orders",
    "plan_position",
    "read_plan",
    "share_plan",
    "sweep_analyses",
    "sweep_post_mortems",
    "take_hint",
    "take_study",
    "want_post_mortems",
    "wants_post_mortems",
    "withdraw_study",
    "work_on_analysis",
]
