"""The command that fills a database for measuring."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.play.models import Player
from tests.bench.population.examples import MOST_PLAYERS
from tests.bench.population.filling import Wanted, fill, told

MOST_IN_A_FILE = 200_000
"""SQLite is for small sites: more finished games than this take too long there."""


class Command(BaseCommand):
    """Fills the database with people and games; never on a site where people play.

    Bots play some games of every title; all other games are copies of these with other people at
    other times, so that every game has its log, record and replay. Nobody can sign in as these
    people, whose addresses end in @example.org.
    """

    help = "Fill a database for measuring with people and games. Never use it on a real site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add how many of each, and what lets it go on."""
        add = parser.add_argument
        add("--people", type=int, default=100_000)
        add("--open", type=int, default=100_000, help="Games that run or wait for players.")
        add("--finished", type=int, default=1_000_000)
        add("--moves", type=int, default=10_000_000, help="About so many moves in all games.")
        add("--lines", type=int, default=8, help="So many whole games are really played.")
        add("--even-so", action="store_true", help="Fill it even if people play there.")
        add("--no-input", action="store_false", dest="ask", help="Don't ask before.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill it, after asking."""
        wanted = Wanted(**{name: options[name] for name in Wanted.__annotations__})
        if wanted.people < MOST_PLAYERS or wanted.lines < 1:
            raise CommandError(f"It takes {MOST_PLAYERS} people and one line, or more.")
        if connection.vendor == "sqlite" and wanted.finished > MOST_IN_A_FILE:
            raise CommandError(
                f"SQLite takes {MOST_IN_A_FILE} finished games: use PostgreSQL, or ask for fewer."
            )
        if not options["even_so"] and Player.objects.exclude(user=None).exists():
            raise CommandError(
                "People play on this site. What is made here can't be told from what is theirs, "
                "and it can't be taken out again. If you want that, say --even-so."
            )
        name = connection.settings_dict["NAME"]
        self.stdout.write(
            f"This fills the database {name} with {wanted.people} people, {wanted.open} open games "
            f"and {wanted.finished} finished ones. They can't be taken out again."
        )
        if options["ask"] and input("Type the name of the database to go on: ") != str(name):
            raise CommandError("Nothing was changed.")
        fill(wanted, rng=random.SystemRandom(), say=self.stdout.write)
        self.stdout.write(told())
