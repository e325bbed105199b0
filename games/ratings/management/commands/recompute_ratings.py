"""The command that computes all ratings from the results."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.ratings import services
from games.ratings.models import Ladder


class Command(BaseCommand):
    """Does what the nightly task does, and says how long it took."""

    help = "Compute ratings from all results, for titles with new ones; --all for every title."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take `--all`."""
        parser.add_argument("--all", action="store_true", help="titles without new results too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute, and say what was computed."""
        begun = time.monotonic()
        computed = services.recompute_all(force=options["all"])
        for ladder in Ladder.objects.order_by("title", "pool"):
            if (ladder.title, ladder.pool) in computed:
                self.stdout.write(f"{ladder}: {ladder.games} games")
        self.stdout.write(f"Computed in {time.monotonic() - begun:.1f} s.")
