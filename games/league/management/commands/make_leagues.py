"""Create the site's own leagues."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.league.models import League
from games.league.services import ending
from games.play.models import Pace
from games.play.services import Terms
from games.rules import TITLES

LEAGUES: Final[Sequence[tuple[str, str, str, Mapping[str, str], int, int]]] = (
    ("hansa-teutonica", "Hansa Teutonica", "teutonica", {"board": "hanse"}, 4, 8),
    ("hansa", "Hansa", "hansa", {}, 3, 24),
)
"""Slug, name, title, options, players at a table, and the hours that each turn adds.

With the bank, who uses all of their time plays for about seven weeks: of Hansa Teutonica a player
has about 22 turns at a table for four, of Hansa 12 at one for three. A season lasts nine weeks.
"""


def terms(hours: int) -> Terms:
    """Return the terms of the site's leagues."""
    return Terms(pace=Pace.BANK, hours=hours, bank_hours=5 * 24, reaction_hours=12, grace_hours=12)


class Command(BaseCommand):
    """Create the site's own leagues that it lacks, and open their first seasons."""

    help = "create the site's own leagues that it lacks, and open their first seasons"

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the leagues; those that exist stay as they are."""
        for slug, name, title, chosen, seats, hours in LEAGUES:
            league, is_new = League.objects.get_or_create(
                slug=slug,
                defaults={
                    "name": name,
                    "title": title,
                    "options": dict(TITLES[title].complete(chosen, seats)),
                    "seats": seats,
                    "terms": asdict(terms(hours)),
                },
            )
            self.stdout.write(f"{league.name}: {'created' if is_new else 'is there'}")
        ending.open_seasons()
