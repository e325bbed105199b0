"""What this room knows about a person: how their games ended, and how good they are."""

from collections.abc import Iterator

from django.db.models import F

from games.accounts.export.register import File, Part
from games.accounts.models import User
from games.ratings.models import Effect, Rating, ResultSeat

RATED = (
    "title", "pool", "mean", "deviation", "strength", "strength_deviation", "games", "last",
)  # fmt: skip


def write(user: User) -> Iterator[File]:
    """Yield the files of a person's results and ratings."""
    seats = ResultSeat.objects.filter(user=user).order_by("result__ended", "result__game")
    yield (
        "results.json",
        list(
            seats.values(
                "starts", "place", "score", "part", "gave_up", "mean_before", "deviation_before",
                "mean_after", "deviation_after", game=F("result__game"), title=F("result__title"),
                board=F("result__board"), players=F("result__players"), ended=F("result__ended"),
                counts_for=F("result__kind"), not_rated_as=F("result__reason"),
            )
        ),
    )  # fmt: skip
    rated = Rating.objects.filter(user=user).order_by("title", "pool")
    liked = Effect.objects.filter(user=user).order_by("title", "pool", "board")
    yield (
        "ratings.json",
        {
            "ratings": list(rated.values(*RATED)),
            "boards": list(liked.values("title", "pool", "board", "mean", "deviation")),
        },
    )


PART = Part(
    files={
        "results.json": "How your games ended, and your rating before and after them.",
        "ratings.json": "Your ratings, and how much better or worse you are on each board, on the "
        "scale of the computation.",
    },
    write=write,
)
