"""Figures of games that nobody played, for the statistics of many games."""

import random
from typing import Any

from django.utils import timezone

from games.club.figures import VERSION
from games.club.models import Crowd, GameFigures, SeatFigures, Variant
from games.play.models import Game, Status
from games.rules import TITLES
from tests.play.factories import FIRST


def counted_games(
    number: int,
    *,
    title: str = FIRST,
    players: int = 3,
    options: str = "",
    crowd: str = Crowd.PEOPLE,
    result: bool = True,
    seed: int = 1,
    holders: tuple[Any, ...] = (),
) -> list[GameFigures]:
    """Return finished games with random figures, to be counted; `holders` hold the first seats."""
    rng, rules = random.Random(seed), TITLES[title]
    start = rules.start(rules.complete({}, players), players)
    lines = [name for name in rules.figures(start)[0].points if name != "total"]
    variant, _ = Variant.objects.get_or_create(
        title=title, board=rules.boards[0], players=players, options=options, crowd=crowd
    )
    made = []
    for _ in range(number):
        game = Game.objects.create(
            title=title, name="Of old", rules_version=1, status=Status.OVER, ended=timezone.now()
        )
        ended_by = rng.choice(["prestige", "cities"]) if result else "agreement"
        figures = GameFigures.objects.create(
            game=game, version=VERSION, variant=variant, ended_by=ended_by
        )
        winner = rng.randrange(players)
        for seat in range(players):
            points = {line: rng.randrange(12) for line in lines}
            SeatFigures.objects.create(
                figures=figures,
                seat=seat,
                user=holders[seat] if seat < len(holders) else None,
                starts=seat,
                first=rng.choice(["", *rules.abilities]),
                won=float(seat == winner) if result else None,
                points=points | {"total": sum(points.values())},
            )
        made.append(figures)
    return made
