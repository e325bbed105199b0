"""URLs of the lobby and of games."""

from django.urls import path

from games.play import views

app_name = "play"

urlpatterns = [
    path("", views.lobby.lobby, name="lobby"),
    path("rules/", views.rules.rules, name="rules"),
    path("rules/<slug:title>/", views.rules.rules, name="rules-of"),
    path("boards/<slug:title>/<slug:board>.png", views.pictures.board, name="board-picture"),
    path("play/<slug:title>/", views.lobby.play_bots, name="play-bots"),
    path("game/new/", views.lobby.create, name="create"),
    path("feeds/", views.feeds.addresses, name="feeds"),
    path("feeds/<int:user_id>/<str:secret>/waiting.atom", views.feeds.atom, name="atom"),
    path("feeds/<int:user_id>/<str:secret>/deadlines.ics", views.feeds.calendar, name="calendar"),
    path("visit/<str:token>/", views.visit.visit, name="visit"),
    path("join/<str:token>/", views.lobby.invitation, name="invitation"),
    path("game/<int:game_id>/", views.table.table, name="table"),
    path("game/<int:game_id>/join", views.lobby.join, name="join"),
    path("game/<int:game_id>/seat/<int:seat>", views.lobby.seat, name="seat"),
    path("game/<int:game_id>/invite", views.lobby.invite, name="invite"),
    path("game/<int:game_id>/leave", views.lobby.leave, name="leave"),
    path("game/<int:game_id>/rematch", views.lobby.rematch, name="rematch"),
    path("game/<int:game_id>/cancel", views.lobby.cancel, name="cancel"),
    path("game/<int:game_id>/poll", views.table.poll, name="poll"),
    path("game/<int:game_id>/order", views.table.order, name="order"),
    path("game/<int:game_id>/draft", views.table.draft, name="draft"),
    path("game/<int:game_id>/confirm", views.table.confirm, name="confirm"),
    path("game/<int:game_id>/chat/", views.chat.chat, name="chat"),
    path("game/<int:game_id>/chat/say", views.chat.say, name="say"),
    path("game/<int:game_id>/chat/read", views.chat.read, name="read"),
    path("game/<int:game_id>/chat/note", views.chat.note, name="note"),
    path("game/<int:game_id>/leave-visit", views.visit.leave, name="leave-visit"),
    path("game/<int:game_id>/ask", views.votes.ask, name="ask"),
    path("game/<int:game_id>/vote/<int:vote_id>", views.votes.vote, name="vote"),
    path("game/<int:game_id>/standing-orders/", views.standing_orders.show, name="standing-orders"),
    path(
        "game/<int:game_id>/standing-orders/remove",
        views.standing_orders.remove,
        name="remove-standing-order",
    ),
    path("game/<int:game_id>/come-back", views.votes.come_back, name="come-back"),
    path("game/<int:game_id>/log/", views.history.log, name="log"),
    path("game/<int:game_id>/move/", views.history.go_to_move, name="go-to-move"),
    path("game/<int:game_id>/move/<int:number>/", views.history.move, name="move"),
    path("game/<int:game_id>/record.txt", views.history.record, name="record"),
]
