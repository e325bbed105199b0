"""Publish the open data of the months that are over, without waiting."""

import math
from typing import Any

from django.core.management.base import BaseCommand

from games.club.open_data.publishing import publish_all


class Command(BaseCommand):
    """Does now what the worker does every night; safe to run at any time."""

    help = "Publish the rated games of the months that are over, as open data."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the months that are missing or have changed."""
        made = publish_all(math.inf)
        self.stdout.write(f"Months made: {', '.join(made) or 'none, all are up to date'}.")
