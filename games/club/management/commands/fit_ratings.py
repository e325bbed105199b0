"""The command that fits what ratings assume to games."""

import json
import random
from dataclasses import asdict, replace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.club.bot_games import bot_games
from games.ratings import store
from games.ratings.fitting import fit_hyper
from games.ratings.hyper import REFERENCE, REFERENCE_BOT, hyper_of
from games.ratings.models import Pool
from games.ratings.skill import FIXED, Hyper, Played
from games.rules import TITLES
from games.rules.title import AnyTitle

ENOUGH = 500
"""Rated games from which all numbers are fitted to people's games."""

OF_PEOPLE = ("skill", "drift", "seat", "affinity", "draw")
OF_BOTS = ("seat", "draw")


class Command(BaseCommand):
    """Prints the numbers for games/ratings/fitted.json; it changes nothing."""

    help = (
        "Fit what ratings assume to this site's rated games, or where these are few, the effects "
        "of seats and the frequency of ties to games among equal bots. Print the numbers for "
        "games/ratings/fitted.json."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of games among bots, a title, and the seed of chance."""
        parser.add_argument("--games", type=int, default=600, help="games among bots")
        parser.add_argument("--title", choices=TITLES, help="only this title")
        parser.add_argument("--seed", type=int, default=1, help="the seed of chance")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fit and print, one title after the other."""
        for title in TITLES.values():
            if options["title"] in (None, title.id):
                hyper, games = self._fitted(title, options["games"], options["seed"])
                self.stdout.write(f"{title.id}, from {games}:")
                self.stdout.write(f'"assumed": {json.dumps(asdict(hyper))}')

    def _fitted(self, title: AnyTitle, count: int, seed: int) -> tuple[Hyper, str]:
        hyper = hyper_of(title.id)
        model = store.model_of(title.id)
        _, newest = store.newest(title.id, Pool.PEOPLE)
        games = list(store.history(title.id, Pool.PEOPLE, model, newest))
        if len(games) >= ENOUGH:
            fitted, _ = fit_hyper(games, hyper, OF_PEOPLE, model.anchors)
            return fitted, f"{len(games)} games of people"
        played: list[Played] = list(bot_games(title, count, _equal, seed))
        equal = replace(hyper, skill=FIXED, affinity=FIXED)
        days = [replace(game, day=number // 20) for number, game in enumerate(played)]
        fitted, _ = fit_hyper(days, equal, OF_BOTS, {REFERENCE_BOT: REFERENCE})
        shown = replace(hyper, seat=fitted.seat, draw=fitted.draw)
        return shown, f"{count} games among equal bots, seat and draw alone"


def _equal(_: random.Random, size: int) -> list[str]:
    return [REFERENCE_BOT] * size
