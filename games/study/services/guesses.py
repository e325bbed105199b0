"""Guesses at turns of games: kept, and the master asked for its own."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.accounts.models import User
from games.play.models import Game
from games.study.analysing import can_be_analysed
from games.study.models import Analysis, Guess
from games.study.services.analysis import begin_patient_analysis

MOST_GAMES: Final = 10
"""The most games of which a person's guesses make the master look at them in a day."""


def keep_guess(*, user: User, game: Game, number: int, seat: int, orders: Sequence[str]) -> bool:
    """Keep a person's first guess at a turn; return whether it was the first."""
    _, first = Guess.objects.get_or_create(
        user=user, game=game, number=number, defaults={"seat": seat, "orders": list(orders)}
    )
    return first


def ask_master(*, user: User, game: Game) -> None:
    """Have a finished game analysed whose turns a person guesses, after all that others wait for.

    Nothing is begun if it has an analysis, or if they have guessed in too many games today.
    """
    if not can_be_analysed(game) or Analysis.objects.filter(game=game).exists():
        return
    since = timezone.now() - timedelta(days=1)
    games = Guess.objects.filter(user=user, at__gt=since).order_by().values("game").distinct()
    if games.count() <= MOST_GAMES:
        begin_patient_analysis(game=game)
