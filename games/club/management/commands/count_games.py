"""Count finished games for the statistics, and compute the leaderboards, without waiting."""

import math
from typing import Any

from django.core.management.base import BaseCommand

from games.club.services.leaderboards import rank_everyone
from games.club.services.statistics import fill_statistics


class Command(BaseCommand):
    """Does now what the worker does every night; safe to run at any time."""

    help = "Count finished games for the statistics, and compute the leaderboards."

    def handle(self, *args: Any, **options: Any) -> None:
        """Count all games that were not counted yet."""
        counted = fill_statistics(seconds=math.inf)
        rank_everyone()
        self.stdout.write(f"Games counted: {counted}. The leaderboards are up to date.")
