"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator

from django.db.models import F
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.ratings.models import Effect, Flag, Pool, Rating, Result, ResultSeat
from games.ratings.services import outdate

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


def move(old: User, kept: User) -> None:
    """Move a person's results, and have the ratings recomputed from all of them.

    Until then the kept account has its own ratings, and the old one's where it has none. What
    each game did to a rating stays as it was shown. Pairs that were marked stay marked.
    """
    seats = ResultSeat.objects.filter(person=old.pk)
    rated = Result.objects.filter(kind__in=Pool.values, seats__in=seats)
    pools = rated.order_by("title", "kind").values_list("title", "kind").distinct()
    if pools:
        outdate(list(pools))
    seats.update(user=kept, person=kept.pk)
    move_rows(Rating, "user", old, kept, once=["title", "pool"])
    move_rows(Effect, "user", old, kept, once=["title", "pool", "board"])
    for flag in old.flags.all():
        *scope, gains, other = flag.key.split(":")
        pair = [str(kept.pk) if each == str(old.pk) else each for each in (gains, other)]
        flag.key = ":".join([*scope, *pair])
        if Flag.objects.filter(key=flag.key).exists():
            flag.delete()
        else:
            flag.save(update_fields=["key"])
    move_rows(Flag.people.through, "user", old, kept)


ACCOUNTS = Contribution(
    files={
        "results.json": gettext_lazy(
            "How your games ended, and your rating before and after them."
        ),
        "ratings.json": gettext_lazy(
            "Your ratings, and how much better or worse you are on each board, on the scale of the"
            " computation."
        ),
    },
    write=write,
    move=move,
)
