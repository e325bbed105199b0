"""Tell ratings of finished games that it does not know."""

from django.db.models import Exists, OuterRef

from games.play.engine.telling import tell_ratings
from games.play.models import Game, Holder, Status
from games.ratings.models import Result

BATCH = 500


def record_results() -> int:
    """Tell ratings of every ended game it does not know, the oldest first; return how many.

    Each game is told in a transaction of its own, so that an interrupted run goes on where it
    stopped.
    """
    before = Result.objects.count()
    people = Holder.objects.filter(player__game=OuterRef("pk"), user__isnull=False).order_by()
    # A list of the known ones, which grows without end, would be searched for each game.
    unknown = Game.objects.filter(
        ~Exists(Result.objects.filter(game=OuterRef("pk"))),
        Exists(people),
        status__in=[Status.OVER, Status.CANCELLED],
        started__isnull=False,
        hot_seat=False,
    )
    numbers = list(unknown.order_by("ended", "pk").values_list("pk", flat=True))
    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        games = Game.objects.defer("state").in_bulk(batch)
        for number in batch:
            tell_ratings(games[number])
    return Result.objects.count() - before
