"""Compute the leaderboards from ratings and rated games."""

from collections.abc import Iterable, Iterator
from datetime import datetime, time
from itertools import groupby, product
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, F, QuerySet, Sum, Value, When
from django.db.models.functions import TruncMonth
from django.utils import timezone

from games.club.models import GAMES_IN_MONTH, Standing, months
from games.ratings.models import Pool, Rating, Result, ResultSeat
from games.ratings.scale import LISTED_GAMES, POINTS
from games.rules import TITLES

BATCH = 2000


def rank_everyone() -> None:
    """Recompute all leaderboards."""
    for title, pool in product(TITLES, Pool.values):
        rank(title, pool)


@transaction.atomic
def rank(title: str, pool: str) -> None:
    """Recompute the leaderboards of a title: a reader sees the old ones or the new ones."""
    Standing.objects.filter(title=title, pool=pool).delete()
    Standing.objects.bulk_create(_by_rating(title, pool), BATCH)
    for standings in _by_gains(title, pool):
        Standing.objects.bulk_create(standings, BATCH)


def _by_rating(title: str, pool: str) -> list[Standing]:
    """Return the leaderboard of all games."""
    listed = Rating.objects.listed(title, pool).filter(user__is_active=True)
    won = dict(
        _rated(title, pool)
        .values("user")
        .annotate(won=Count(Case(When(place=1, then=1))))
        .values_list("user", "won")
    )
    today = timezone.now().date()
    shown = [(rating, rating.on(today)) for rating in listed]
    return _placed(
        Standing(
            title=title,
            pool=pool,
            user_id=rating.user_id,
            value=now.rating,
            deviation=now.deviation,
            games=rating.games,
            won=won.get(rating.user_id, 0),
        )
        for rating, now in shown
        if now.is_listed(rating.games)
    )


def _rated(title: str, pool: str) -> QuerySet[ResultSeat]:
    """Return who was rated in which game, also in games that they gave up."""
    return ResultSeat.objects.filter(
        result__title=title,
        result__kind=pool,
        user__is_active=True,
        mean_after__isnull=False,
    ).order_by()


def _by_gains(title: str, pool: str) -> Iterator[list[Standing]]:
    """Yield the leaderboards of boards, numbers of players and months, one after the other.

    The database counts, so that no more than one of them is in memory.
    """
    sizes = Result.objects.filter(title=title, kind=pool).order_by("players")
    for players in (0, *sizes.values_list("players", flat=True).distinct()):
        for by_board, by_month in product((False, True), repeat=2):
            if players or by_board or by_month:
                yield from _gained(title, pool, players, by_board=by_board, by_month=by_month)


def _gained(
    title: str, pool: str, players: int, *, by_board: bool, by_month: bool
) -> Iterator[list[Standing]]:
    """Yield the leaderboards of a number of players, 0 for any: of each board, month, or both."""
    seats = _rated(title, pool)
    month: Any = Value("")
    if players:
        seats = seats.filter(result__players=players)
    if by_board:
        seats = seats.exclude(result__board="")
    if by_month:
        oldest = datetime.combine(months(timezone.now().date())[-1], time.min)
        seats = seats.filter(result__ended__gte=timezone.make_aware(oldest))
        month = TruncMonth("result__ended")
    gains = (
        seats.annotate(board=F("result__board") if by_board else Value(""), month=month)
        .values_list("board", "month", "user")
        .annotate(
            number=Count("pk"),
            won=Count(Case(When(place=1, then=1))),
            gained=Sum(F("mean_after") - F("mean_before")),
        )
        .filter(number__gte=GAMES_IN_MONTH if by_month else LISTED_GAMES)
        .order_by("board", "month")
    )
    for (board, begun), people in groupby(gains.iterator(BATCH), lambda row: row[:2]):
        yield _placed(
            Standing(
                title=title,
                pool=pool,
                board=board,
                players=players,
                month=f"{begun:%Y-%m}" if begun else "",
                user_id=user,
                value=round(POINTS * gained),
                games=number,
                won=won,
            )
            for _, _, user, number, won, gained in people
        )


def _placed(standings: Iterable[Standing]) -> list[Standing]:
    """Give places to the standings of one leaderboard; equal values share a place."""
    ordered = sorted(standings, key=lambda each: (-each.value, each.user_id))
    for number, standing in enumerate(ordered, 1):
        level = number > 1 and ordered[number - 2].value == standing.value
        standing.place = ordered[number - 2].place if level else number
    return ordered
