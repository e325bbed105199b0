"""The pages of lobby and game: thin views that check access and call services."""

from games.play.views import (
    chat,
    feeds,
    history,
    lobby,
    pictures,
    rules,
    standing_orders,
    table,
    visit,
    votes,
)

__all__ = [
    "chat",
    "feeds",
    "history",
    "lobby",
    "pictures",
    "rules",
    "standing_orders",
    "table",
    "visit",
    "votes",
]
