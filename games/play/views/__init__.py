"""The pages of lobby and table: thin; they ask the gate and call services."""

from games.play.views import council, feeds, history, lobby, rules, standing, table, talk, visit

__all__ = ["council", "feeds", "history", "lobby", "rules", "standing", "table", "talk", "visit"]
