"""The command that records results which ratings missed."""

from typing import Any

from django.core.management.base import BaseCommand

from games.play.services.results import record_results


class Command(BaseCommand):
    """Record the results of games that ratings missed."""

    help = "Record the result of every finished game that ratings missed, the oldest first."

    def handle(self, *args: Any, **options: Any) -> None:
        """Record what is missing, and say how many games that were."""
        self.stdout.write(f"{record_results()} results recorded.")
