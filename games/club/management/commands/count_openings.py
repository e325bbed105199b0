"""Count how finished games began, without waiting for the night."""

import math
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.club.services.openings import count_openings, forget_openings
from games.club.services.statistics import fill_statistics


class Command(BaseCommand):
    """Does now what the worker does every night; safe to run at any time."""

    help = "Count how finished games began, for the explorer of openings."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what may be asked for."""
        parser.add_argument(
            "--anew",
            action="store_true",
            help="count all games again, without those that were deleted or are private now",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Count all games that were not counted yet, or all of them anew."""
        if options["anew"]:
            forget_openings()
        fill_statistics(seconds=math.inf)
        counted = count_openings(seconds=math.inf)
        self.stdout.write(f"Games counted by their openings: {counted}.")
