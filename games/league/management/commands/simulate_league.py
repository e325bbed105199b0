"""The command that simulates seasons of a league."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.league.answering import TURNS
from games.league.simulation import RATED, simulate
from games.league.terms import PACE


class Command(BaseCommand):
    """Simulates seasons of a league, and prints their figures as JSON."""

    help = (
        "Simulate seasons of a league and print as JSON how well divisions sort people by skill, "
        "how many lose a seat or move, how long games take, and whether the ranks that could still "
        "be reached were right."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of the league, what is played, its clock, and the seed of chance."""
        parser.add_argument("--seasons", type=int, default=20)
        parser.add_argument("--people", type=int, default=200, help="entries of a season")
        parser.add_argument(
            "--leaving", type=float, default=0.05, help="the share who vanish in a season"
        )
        parser.add_argument(
            "--rated", type=float, default=RATED, help="the share of newcomers with a listed rating"
        )
        parser.add_argument("--title", choices=TURNS, default=next(iter(TURNS)))
        parser.add_argument("--seats", type=int, choices=(3, 4, 5), default=4)
        parser.add_argument("--weeks", type=int, help="how long a season is")
        parser.add_argument("--bank-hours", type=int, default=PACE["bank_hours"])
        parser.add_argument("--hours", type=int, default=PACE["hours"], help="added by each turn")
        parser.add_argument("--seed", type=int, default=1, help="the seed of chance")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate and print."""
        clock = {name: options[name] for name in ("bank_hours", "hours")}
        figures = simulate(
            options["seasons"],
            options["people"],
            options["leaving"],
            options["seed"],
            rated=options["rated"],
            title=options["title"],
            seats=options["seats"],
            terms={**PACE, **clock},
            weeks=options["weeks"],
        )
        self.stdout.write(json.dumps(figures, indent=2))
