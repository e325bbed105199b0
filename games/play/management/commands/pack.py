"""Pack the moves of games that ended long ago."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.play.services import packing


class Command(BaseCommand):
    """Pack all games that ended PACK_AFTER_DAYS ago, or unpack all games."""

    help = "Pack the moves of each game that ended long ago into one row; beat does so every night."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --undo."""
        parser.add_argument(
            "--undo",
            action="store_true",
            help="Put all moves back into rows, for a release that does not know packed games.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack or unpack them, and say how many there were."""
        if options["undo"]:
            self.stdout.write(f"{packing.unpack()} games unpacked.")
        else:
            self.stdout.write(f"{packing.pack(float('inf'))} games packed.")
