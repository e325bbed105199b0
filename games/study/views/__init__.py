"""The pages on which people think about games: thin views that check access and call services."""

from games.study.views import analysis, guide, hints, own_tables, plan, positions, study

__all__ = ["analysis", "guide", "hints", "own_tables", "plan", "positions", "study"]
