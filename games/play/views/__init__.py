"""The pages of lobby and game: thin views that check access and call services."""

from games.play.views import (
    about,
    answer,
    chat,
    feeds,
    history,
    hot_seat,
    joining,
    lobby,
    pictures,
    rules,
    standing_orders,
    table,
    typing,
    visit,
    votes,
    words,
)

__all__ = [
    "about",
    "answer",
    "chat",
    "feeds",
    "history",
    "hot_seat",
    "joining",
    "lobby",
    "pictures",
    "rules",
    "standing_orders",
    "table",
    "typing",
    "visit",
    "votes",
    "words",
]
