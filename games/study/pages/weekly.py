"""The game of the week, as an invitation to guess its turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from games.play.models import Player, Status
from games.play.pages.thumbnails import board_of, preview_of
from games.play.weeks import monday_of
from games.rules.title import AnyTitle
from games.study.models import GameOfTheWeek


@dataclass(frozen=True)
class WeeklyGame:
    """A finished game to guess: the names of its players, a picture of its board, and addresses."""

    title: AnyTitle
    name: str
    players: Sequence[str]
    picture: str
    url: str
    table: str


def weekly_game(now: datetime | None = None) -> WeeklyGame | None:
    """Return the game of this week, None if there is none, or not any more."""
    found = GameOfTheWeek.objects.filter(
        week=monday_of(now or timezone.now()), game__private=False, game__status=Status.OVER
    )
    chosen = found.select_related("game").defer("game__state").first()
    if chosen is None:
        return None
    game, players = chosen.game, Player.objects.at_table(chosen.game)
    names = [player.name for player in players]
    return WeeklyGame(
        title=game.rules(),
        name=game.name,
        players=names,
        picture=preview_of(game.title, board_of(game.title, game.options, len(names))),
        url=reverse("study:guess", args=[game.pk]),
        table=game.get_absolute_url(),
    )
