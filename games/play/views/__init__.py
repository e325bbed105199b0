"""The pages of lobby and table: thin; they ask the gate and call services."""

from games.play.views import council, history, lobby, rules, table, talk, visit

__all__ = ["council", "history", "lobby", "rules", "table", "talk", "visit"]
