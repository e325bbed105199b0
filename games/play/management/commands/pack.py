"""Pack the moves of games that ended long ago."""

from typing import Any

from django.core.management.base import BaseCommand

from games.play.services import packing


class Command(BaseCommand):
    """Pack all games that ended PACK_AFTER_DAYS ago."""

    help = "Pack the moves of each game that ended long ago into one row; beat does so every night."

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack them, and say how many there were."""
        self.stdout.write(f"{packing.pack(float('inf'))} games packed.")
