"""URLs of what people do to think about games."""

from django.urls import path

from games.study import views

app_name = "study"

urlpatterns = [
    path("learn/<slug:title>/", views.guide.learn, name="guided-game"),
    path("learn/<slug:title>/<int:number>/", views.guide.step, name="learn-step"),
    path("learn/<slug:title>/<int:number>/order", views.guide.order, name="learn-order"),
    path("tables/", views.own_tables.own_tables, name="own-tables"),
    path("records/new/", views.own_tables.read_record, name="read-record"),
    path("positions/", views.positions.positions, name="positions"),
    path("positions/play/", views.positions.play_position, name="play-position"),
    path("positions/position.txt", views.positions.download, name="position-file"),
    path("game/<int:game_id>/move/<int:number>/play-on/", views.own_tables.play_on, name="play-on"),
    path("game/<int:game_id>/delete/", views.own_tables.delete_table, name="delete-table"),
    path("game/<int:game_id>/hint", views.hints.hint, name="hint"),
    path("game/<int:game_id>/plan/", views.plan.plan, name="plan"),
    path("game/<int:game_id>/plan/<where:where>/", views.plan.at, name="plan-at"),
    path("game/<int:game_id>/plan/<where:where>/order", views.plan.order, name="plan-order"),
    path(
        "game/<int:game_id>/plan/<where:where>/completions",
        views.plan.completions,
        name="plan-completions",
    ),
    path("game/<int:game_id>/plan/<where:where>/act", views.plan.act, name="plan-act"),
    path("game/<int:game_id>/studies/", views.study.studies, name="studies"),
    path("game/<int:game_id>/study/<int:plan_id>/", views.study.study, name="study"),
    path("game/<int:game_id>/study/<int:plan_id>/<where:where>/", views.study.at, name="study-at"),
    path(
        "game/<int:game_id>/study/<int:plan_id>/<where:where>/comment",
        views.study.comment,
        name="comment",
    ),
    path(
        "game/<int:game_id>/study/<int:plan_id>/delete/<int:comment_id>",
        views.study.delete_comment,
        name="delete-comment",
    ),
    path("game/<int:game_id>/study/<int:plan_id>/study.txt", views.study.text, name="study-text"),
    path("game/<int:game_id>/study/<int:plan_id>/take", views.study.take, name="take-study"),
    path("plans/", views.plan.plans, name="plans"),
    path("plans/<int:plan_id>/<where:where>/", views.plan.at, name="own-plan-at"),
    path("plans/<int:plan_id>/<where:where>/order", views.plan.order, name="own-plan-order"),
    path(
        "plans/<int:plan_id>/<where:where>/completions",
        views.plan.completions,
        name="own-plan-completions",
    ),
    path("plans/<int:plan_id>/<where:where>/act", views.plan.act, name="own-plan-act"),
    path("plans/<int:plan_id>/plan.txt", views.plan.text, name="plan-text"),
    path("plans/<int:plan_id>/delete", views.plan.delete, name="delete-plan"),
    path("game/<int:game_id>/analysis/", views.analysis.analysis, name="analysis"),
    path("game/<int:game_id>/analysis/chart", views.analysis.chart, name="chart"),
    path("game/<int:game_id>/analysis/ask", views.analysis.ask, name="ask-for-analysis"),
    path("game/<int:game_id>/analysis/<int:number>/", views.analysis.attempt, name="try-turn"),
    path("game/<int:game_id>/analysis/<int:number>/order", views.analysis.order, name="try-order"),
    path(
        "game/<int:game_id>/analysis/<int:number>/<str:tried>/",
        views.analysis.attempt,
        name="try-orders",
    ),
    path(
        "game/<int:game_id>/analysis/<int:number>/<str:tried>/order",
        views.analysis.order,
        name="try-next",
    ),
]
