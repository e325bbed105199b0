"""Tell ratings of finished games that it does not know."""

from games.play.engine.telling import tell_ratings
from games.play.models import Game, Status
from games.ratings.models import Result

BATCH = 500


def record_results() -> int:
    """Tell ratings of every ended game it does not know, the oldest first; return how many.

    Each game is told in a transaction of its own, so that an interrupted run goes on where it
    stopped.
    """
    before = Result.objects.count()
    ended = Game.objects.filter(
        status__in=[Status.OVER, Status.CANCELLED],
        started__isnull=False,
        players__holders__user__isnull=False,
        hot_seat=False,
    ).distinct()
    unknown = ended.exclude(pk__in=Result.objects.values("game")).order_by("ended", "pk")
    numbers = list(unknown.values_list("pk", flat=True))
    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        games = Game.objects.defer("state").in_bulk(batch)
        for number in batch:
            tell_ratings(games[number])
    return Result.objects.count() - before
