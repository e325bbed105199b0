"""The command that computes bots' strengths from games against each other."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.bots import BOTS
from games.club.bot_games import bot_games
from games.ratings.anchors import set_anchors
from games.ratings.hyper import REFERENCE, REFERENCE_BOT, hyper_of
from games.ratings.skill import Entrant, Estimate, Model, Played, person_key
from games.rules import TITLES
from games.rules.title import AnyTitle

GAMES = 400
WIDE = 3.0
"""How much bots may differ: more than people, since one of them plays at random."""


class Command(BaseCommand):
    """Lets bots play against each other, and stores how strong they are."""

    help = (
        "Compute the strengths of bots from games against each other, store them, and print them "
        "for games/ratings/fitted.json."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of games, a title, the bots, and the seed of chance."""
        parser.add_argument("--games", type=int, default=GAMES, help="games of each title")
        parser.add_argument("--title", choices=TITLES, help="only this title")
        parser.add_argument("--bot", choices=BOTS, action="append", help="only this bot and others")
        parser.add_argument("--seed", type=int, default=1, help="the seed of chance")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, compute, store and tell, one title after the other."""
        mixed = partial(_mixed, options["bot"] or list(BOTS))
        for title in TITLES.values():
            if options["title"] in (None, title.id):
                games = list(bot_games(title, options["games"], mixed, options["seed"]))
                strengths, counted = rated(title, games)
                for anchor in set_anchors(title.id, strengths, counted):
                    numbers = f"[{anchor.mean:.2f}, {anchor.deviation:.2f}]"
                    self.stdout.write(f'{anchor}, {anchor.games} games; "{anchor.bot}": {numbers}')


def _mixed(bots: Sequence[str], rng: random.Random, size: int) -> list[str]:
    """Seat bots at random, not all of them the same."""
    while True:
        names = rng.choices(bots, k=size)
        if len(set(names)) > 1 or len(bots) == 1:
            return names


def rated(title: AnyTitle, games: list[Played]) -> tuple[dict[str, Estimate], dict[str, int]]:
    """Return the strength of each bot, and in how many games it played.

    All strengths are moved so that the reference bot has its fixed one: games among bots say how
    much they differ, and not how they compare with people.
    """
    played = {str(each.who) for game in games for each in game.entrants}
    numbers = {bot: number for number, bot in enumerate(BOTS) if bot in played}
    numbered = [
        replace(
            game,
            entrants=tuple(
                Entrant(numbers[str(each.who)], each.starts, each.place) for each in game.entrants
            ),
        )
        for game in games
    ]
    fit = Model(replace(hyper_of(title.id), skill=WIDE, drift=0.0)).fit(numbered)
    found = {bot: fit.estimates[person_key(number)] for bot, number in numbers.items()}
    moved = REFERENCE - found[REFERENCE_BOT].mean
    strengths = {bot: Estimate(each.mean + moved, each.deviation) for bot, each in found.items()}
    return strengths, {bot: fit.games[number] for bot, number in numbers.items()}
