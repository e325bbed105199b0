"""Compute the leaderboards from ratings and rated games."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product

from django.db import transaction
from django.db.models import Case, Count, F, QuerySet, Sum, When
from django.db.models.functions import TruncMonth
from django.utils import timezone

from games.club.models import GAMES_IN_MONTH, Standing, months
from games.ratings.models import Part, Pool, Rating, ResultSeat
from games.ratings.scale import LISTED_GAMES, POINTS
from games.rules import TITLES

BATCH = 2000

Board = tuple[str, int, str]
"""The board, the number of players and the month of a leaderboard, each '' or 0 for all."""


def rank_everyone() -> None:
    """Compute all leaderboards anew."""
    for title, pool in product(TITLES, Pool.values):
        rank(title, pool)


@transaction.atomic
def rank(title: str, pool: str) -> None:
    """Compute the leaderboards of a title anew: a reader sees the old ones or the new ones."""
    standings = [*_by_rating(title, pool), *_by_gains(title, pool)]
    Standing.objects.filter(title=title, pool=pool).delete()
    Standing.objects.bulk_create(standings, batch_size=BATCH)


def _by_rating(title: str, pool: str) -> Iterable[Standing]:
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
    return ResultSeat.objects.filter(
        result__title=title,
        result__kind=pool,
        part=Part.WHOLE,
        user__is_active=True,
        mean_after__isnull=False,
    ).order_by()


def _by_gains(title: str, pool: str) -> Iterator[Standing]:
    """Yield the leaderboards of boards, numbers of players and months."""
    played = (
        _rated(title, pool)
        .annotate(month=TruncMonth("result__ended"))
        .values_list("result__board", "result__players", "month", "user")
        .annotate(
            number=Count("pk"),
            won=Count(Case(When(place=1, then=1))),
            gained=Sum(F("mean_after") - F("mean_before")),
        )
    )
    oldest = months(timezone.now().date())[-1]
    sums: dict[Board, dict[int, list[float]]] = defaultdict(
        lambda: defaultdict(lambda: [0.0, 0.0, 0.0])
    )
    for board, players, month, user, *numbers in played.iterator(chunk_size=BATCH):
        times = {"", f"{month:%Y-%m}"} if month.date() >= oldest else {""}
        for at in product({"", board}, (0, players), times):
            if at != ("", 0, ""):
                row = sums[at][user]
                row[:] = [one + two for one, two in zip(row, numbers, strict=True)]
    for (board, players, month), people in sums.items():
        least = GAMES_IN_MONTH if month else LISTED_GAMES
        yield from _placed(
            Standing(
                title=title,
                pool=pool,
                board=board,
                players=players,
                month=month,
                user_id=user,
                value=round(POINTS * gained),
                games=int(games),
                won=int(won),
            )
            for user, (games, won, gained) in people.items()
            if games >= least
        )


def _placed(standings: Iterable[Standing]) -> list[Standing]:
    """Give places to the standings of one leaderboard; equal values share a place."""
    ordered = sorted(standings, key=lambda each: (-each.value, each.user_id))
    for number, standing in enumerate(ordered, 1):
        level = number > 1 and ordered[number - 2].value == standing.value
        standing.place = ordered[number - 2].place if level else number
    return ordered
