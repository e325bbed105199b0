"""Guesses at turns of games: kept, and the master asked for its own. The game of the week."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.bots import STRATEGIES
from games.play.models import Game, Status
from games.play.weeks import monday_of
from games.ratings.models import Result, ResultSeat
from games.study.analysing import can_be_analysed
from games.study.models import Analysis, GameOfTheWeek, Guess
from games.study.services.analysis import begin_patient_analysis

MOST_GAMES: Final = 10
"""The most games that are analysed within a day because one person guesses their turns."""
LATEST: Final = timedelta(days=90)
MOST_RESULTS: Final = 200
"""The game of the week is one of so many that ended last, and not longer ago."""
MOST_MOVES: Final = 500
"""It has at most so many moves."""


@transaction.atomic
def keep_guess(*, user: User, game: Game, number: int, seat: int, orders: Sequence[str]) -> bool:
    """Keep a person's first guess at a turn; return whether it was the first.

    It takes the place of one at a move with this number that was undone.
    """
    Guess.objects.undone().filter(user=user, game=game, number=number).delete()
    _, first = Guess.objects.get_or_create(
        user=user, game=game, number=number, defaults={"seat": seat, "orders": list(orders)}
    )
    return first


def ask_master(*, user: User, game: Game) -> None:
    """Have a finished game analysed whose turns a person guesses, after all that others wait for.

    Nothing is begun if it has an analysis, or if too many games of their guesses got one today.
    """
    if not can_be_analysed(game) or Analysis.objects.filter(game=game).exists():
        return
    since = timezone.now() - timedelta(days=1)
    guessed = Guess.objects.filter(user=user, at__gt=since).values("game")
    begun = Analysis.objects.filter(game__in=guessed, asked_by=None, asked_at__gt=since)
    if begun.count() < MOST_GAMES:
        begin_patient_analysis(game=game)


def choose_game_of_the_week(*, now: datetime | None = None) -> None:
    """Choose the game of this week, unless that has been done: titles take turns.

    It is public, was rated, and people played it from beginning to end: of those that ended last
    the one whose players had the highest ratings. If none of the title fits, another title has its
    turn.
    """
    now = now or timezone.now()
    week = monday_of(now)
    if GameOfTheWeek.objects.filter(week=week).exists():
        return
    titles = sorted(STRATEGIES)
    turn = week.toordinal() // 7
    for number in range(len(titles)):
        game = _best_rated(titles[(turn + number) % len(titles)], now - LATEST)
        if game is not None:
            GameOfTheWeek.objects.get_or_create(week=week, defaults={"game_id": game})
            return


def _best_rated(title: str, since: datetime) -> int | None:
    """Return the id of the game that fits best as that of a week, None if none fits."""
    newest = (
        Result.objects.rated().filter(title=title, ended__gte=since).order_by("-ended", "-game")
    )
    results = dict(newest.values_list("pk", "game")[:MOST_RESULTS])
    fitting = set(
        Game.objects.filter(
            pk__in=results.values(),
            status=Status.OVER,
            private=False,
            handovers=0,
            result__isnull=False,
            moves_made__lte=MOST_MOVES,
        ).values_list("pk", flat=True)
    )
    fitting -= set(GameOfTheWeek.objects.filter(game__in=fitting).values_list("game", flat=True))
    means = defaultdict[int, list[float | None]](list)
    seats = ResultSeat.objects.filter(result__in=results)
    for result, mean, owner in seats.values_list("result", "mean_before", "user__owner"):
        means[results[result]].append(mean if owner is None else None)
    rated = {
        game: fmean(mean for mean in found if mean is not None)
        for game, found in means.items()
        if game in fitting and None not in found
    }
    return max(rated, key=lambda game: (rated[game], game), default=None)
