"""The command that tells ratings of games that ended without it."""

from typing import Any

from django.core.management.base import BaseCommand

from games.play.services.results import record_results


class Command(BaseCommand):
    """Record the results of games that ended before there were ratings, or were missed."""

    help = "Tell ratings of every finished game that it does not know yet, the oldest first."

    def handle(self, *args: Any, **options: Any) -> None:
        """Record what is missing, and say how many games that were."""
        self.stdout.write(f"{record_results()} results recorded.")
