"""Delete what has been kept long enough."""

from typing import Any

from django.core.management.base import BaseCommand

from hansa_site.pruning import prune


class Command(BaseCommand):
    """Delete old letters, notes of received emails, expired sessions and guests, all there are."""

    help = "Delete old letters, received emails, sessions and guests; beat does so every night."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them and say how many there were."""
        for what, number in prune(float("inf")).items():
            self.stdout.write(f"{number:>8} {what}")
