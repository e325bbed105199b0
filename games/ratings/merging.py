"""Make the results of two accounts those of one person."""

import secrets
from functools import partial

from celery import current_app
from django.db import transaction

from games.accounts.merging import Room, move_rows
from games.accounts.models import User
from games.ratings.models import Effect, Flag, Pool, Rating, Result, ResultSeat
from games.ratings.services import locked_ladder

TASK = "games.ratings.tasks.recompute_ratings"


def move(old: User, kept: User) -> None:
    """Move a person's results, and have the ratings computed anew from all of them.

    Until then the kept account has its own ratings, and the old one's where it has none. What
    each game did to a rating stays as it was told. Pairs that were marked stay marked.
    """
    seats = ResultSeat.objects.filter(person=old.pk)
    rated = Result.objects.filter(kind__in=Pool.values, seats__in=seats)
    pools = rated.order_by("title", "kind").values_list("title", "kind").distinct()
    for title, pool in list(pools):
        ladder = locked_ladder(title, pool)
        # The number of results is the same as before, so only this tells of the change.
        ladder.computed_from = f"merged {secrets.token_hex(16)}"
        ladder.save(update_fields=["computed_from"])
        transaction.on_commit(partial(current_app.send_task, TASK, retry=False), robust=True)
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


ROOM = Room(move=move)
