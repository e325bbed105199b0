"""Create the site's own leagues."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.league.models import League
from games.league.services import ending
from games.league.terms import PACE, WEEKS
from games.play.services import Terms
from games.rules import TITLES

LEAGUES: Final[Sequence[tuple[str, str, str, Mapping[str, str], int]]] = (
    ("hansa-teutonica", "Hansa Teutonica", "teutonica", {"board": "hanse"}, 4),
    ("hansa", "Hansa", "hansa", {}, 3),
)
"""Slug, name, title, options, and players at a table."""


class Command(BaseCommand):
    """Create the site's own leagues that it lacks, and open their first seasons."""

    help = "create the site's own leagues that it lacks, and open their first seasons"

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the leagues; those that exist stay as they are."""
        for slug, name, title, chosen, seats in LEAGUES:
            league, is_new = League.objects.get_or_create(
                slug=slug,
                defaults={
                    "name": name,
                    "title": title,
                    "options": dict(TITLES[title].complete(chosen, seats)),
                    "seats": seats,
                    "terms": asdict(Terms(**PACE)),
                    "weeks": WEEKS[seats],
                },
            )
            if options["verbosity"]:
                self.stdout.write(f"{league.name}: {'created' if is_new else 'is there'}")
        ending.open_seasons()
