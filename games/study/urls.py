"""URLs of what people do to think about games."""

from django.urls import path

from games.study.views import (
    analysis,
    best_games,
    guess,
    guide,
    hints,
    own_tables,
    plan,
    positions,
    post_mortem,
    puzzles,
    study,
)

app_name = "study"

urlpatterns = [
    path("learn/", guide.learning, name="learn"),
    path("learn/games/", best_games.best_games, name="best-games"),
    path("learn/<slug:title>/", guide.learn, name="guided-game"),
    path("learn/<slug:title>/<int:number>/", guide.step, name="learn-step"),
    path("learn/<slug:title>/<int:number>/order", guide.order, name="learn-order"),
    path("tables/", own_tables.own_tables, name="own-tables"),
    path("records/new/", own_tables.read_record, name="read-record"),
    path("positions/", positions.positions, name="positions"),
    path("positions/play/", positions.play_position, name="play-position"),
    path("positions/position.txt", positions.download, name="position-file"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/daily.atom", puzzles.feed, name="puzzle-feed"),
    path("puzzles/daily-email", puzzles.daily_email, name="puzzle-email"),
    path("puzzles/<slug:title>/<int:number>.png", puzzles.picture, name="puzzle-picture"),
    path(
        "puzzles/<slug:title>/<int:number>-small.png",
        puzzles.small_picture,
        name="puzzle-small-picture",
    ),
    path("puzzles/<slug:title>/<int:number>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<slug:title>/<int:number>/order", puzzles.order, name="puzzle-order"),
    path("puzzles/<slug:title>/<int:number>/plan", puzzles.plan, name="plan-puzzle"),
    path("puzzles/<slug:title>/<int:number>/answer/", puzzles.answered, name="puzzle-answer"),
    path(
        "puzzles/<slug:title>/<int:number>/turn/<str:line>/",
        puzzles.puzzle,
        name="puzzle-turn",
    ),
    path(
        "puzzles/<slug:title>/<int:number>/turn/<str:line>/order",
        puzzles.order,
        name="puzzle-turn-order",
    ),
    path(
        "puzzles/<slug:title>/<int:number>/turn/<str:line>/answer",
        puzzles.answer,
        name="puzzle-turn-answer",
    ),
    path("game/<int:game_id>/move/<int:number>/play-on/", own_tables.play_on, name="play-on"),
    path("game/<int:game_id>/delete/", own_tables.delete_table, name="delete-table"),
    path("game/<int:game_id>/hint", hints.hint, name="hint"),
    path("game/<int:game_id>/plan/", plan.plan, name="plan"),
    path("game/<int:game_id>/plan/<where:where>/", plan.at, name="plan-at"),
    path("game/<int:game_id>/plan/<where:where>/order", plan.order, name="plan-order"),
    path(
        "game/<int:game_id>/plan/<where:where>/completions",
        plan.completions,
        name="plan-completions",
    ),
    path("game/<int:game_id>/plan/<where:where>/act", plan.act, name="plan-act"),
    path("game/<int:game_id>/studies/", study.studies, name="studies"),
    path("game/<int:game_id>/study/<int:plan_id>/", study.study, name="study"),
    path("game/<int:game_id>/study/<int:plan_id>/propose", best_games.propose, name="propose"),
    path("game/<int:game_id>/study/<int:plan_id>/<where:where>/", study.at, name="study-at"),
    path(
        "game/<int:game_id>/study/<int:plan_id>/<where:where>/comment",
        study.comment,
        name="comment",
    ),
    path(
        "game/<int:game_id>/study/<int:plan_id>/delete/<int:comment_id>",
        study.delete_comment,
        name="delete-comment",
    ),
    path("game/<int:game_id>/study/<int:plan_id>/study.txt", study.text, name="study-text"),
    path("game/<int:game_id>/study/<int:plan_id>/take", study.take, name="take-study"),
    path("plans/", plan.plans, name="plans"),
    path("plans/<int:plan_id>/<where:where>/", plan.at, name="own-plan-at"),
    path("plans/<int:plan_id>/<where:where>/order", plan.order, name="own-plan-order"),
    path(
        "plans/<int:plan_id>/<where:where>/completions",
        plan.completions,
        name="own-plan-completions",
    ),
    path("plans/<int:plan_id>/<where:where>/act", plan.act, name="own-plan-act"),
    path("plans/<int:plan_id>/plan.txt", plan.text, name="plan-text"),
    path("plans/<int:plan_id>/delete", plan.delete, name="delete-plan"),
    path("game/<int:game_id>/post-mortem/", post_mortem.post_mortem, name="post-mortem"),
    path(
        "game/<int:game_id>/post-mortem/<int:number>.png", post_mortem.picture, name="turn-picture"
    ),
    path("game/<int:game_id>/post-mortem/notes", post_mortem.add_notes, name="add-notes"),
    path(
        "game/<int:game_id>/post-mortem/plan/<int:plan_id>", post_mortem.add_plan, name="add-plan"
    ),
    path("post-mortems/email", post_mortem.email, name="post-mortem-email"),
    path("game/<int:game_id>/guess/", guess.guess, name="guess"),
    path("game/<int:game_id>/guess/seat/<int:seat>/", guess.of_seat, name="guess-seat"),
    path("game/<int:game_id>/guess/<int:number>/", guess.turn, name="guess-turn"),
    path("game/<int:game_id>/guess/<int:number>/order", guess.order, name="guess-order"),
    path("game/<int:game_id>/guess/<int:number>/answer/", guess.answer, name="guess-answer"),
    path("game/<int:game_id>/guess/<int:number>/<str:tried>/", guess.turn, name="guess-orders"),
    path("game/<int:game_id>/guess/<int:number>/<str:tried>/order", guess.order, name="guess-next"),
    path(
        "game/<int:game_id>/guess/<int:number>/<str:tried>/mine", guess.confirm, name="keep-guess"
    ),
    path("game/<int:game_id>/analysis/", analysis.analysis, name="analysis"),
    path("game/<int:game_id>/analysis/chart", analysis.chart, name="chart"),
    path("game/<int:game_id>/analysis/ask", analysis.ask, name="ask-for-analysis"),
    path("game/<int:game_id>/analysis/<int:number>/", analysis.attempt, name="try-turn"),
    path("game/<int:game_id>/analysis/<int:number>/order", analysis.order, name="try-order"),
    path(
        "game/<int:game_id>/analysis/<int:number>/<str:tried>/",
        analysis.attempt,
        name="try-orders",
    ),
    path(
        "game/<int:game_id>/analysis/<int:number>/<str:tried>/order",
        analysis.order,
        name="try-next",
    ),
]
