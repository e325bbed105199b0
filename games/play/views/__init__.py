"""The pages of lobby and table: thin; they ask the gate and call services."""

from games.play.views import (
    chat,
    feeds,
    history,
    lobby,
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
    "rules",
    "standing_orders",
    "table",
    "visit",
    "votes",
]
