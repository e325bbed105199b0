"""Let the people of the demo play, then show their games in statistics and leaderboards."""

import math
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.club.services.leaderboards import rank_everyone
from games.club.services.statistics import fill_statistics


class Command(BaseCommand):
    """Runs `demo --club`, then what the worker does every night; safe to run again."""

    help = "Give the demo a club that has played, with statistics and leaderboards."

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games of the club and count them, without a word."""
        call_command("demo", club=True)
        fill_statistics(seconds=math.inf)
        rank_everyone()
