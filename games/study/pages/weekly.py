"""The game of the week, as an invitation to guess its turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.urls import reverse

from games.play.models import Player, Status
from games.play.pages.thumbnails import board_of, preview_of
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


def monday_of(day: date) -> date:
    """Return the day on which a week begins."""
    return day - timedelta(days=day.weekday())


def weekly_game(day: date) -> WeeklyGame | None:
    """Return the game of the week of a day, None if there is none, or not any more."""
    found = GameOfTheWeek.objects.filter(
        week=monday_of(day), game__private=False, game__status=Status.OVER
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
