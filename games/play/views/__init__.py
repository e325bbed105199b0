"""The pages of lobby and table: thin; they ask the gate and call services."""

from games.play.views import history, lobby, rules, table, visit

__all__ = ["history", "lobby", "rules", "table", "visit"]
