"""Begin the duplicate of a week, and close those whose time is up."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.duplicate.models import BotAnswer, Duplicate
from games.duplicate.models.duplicate import KIND
from games.duplicate.setups import setup_of
from games.play.models import Event, Game
from games.play.weeks import monday_of
from games.rules import TITLES


def turn_week(*, now: datetime | None = None) -> None:
    """Begin the duplicate of this week and close those that are due; safe to call at any time.

    What bots have answered in closed ones is deleted.
    """
    now = now or timezone.now()
    duplicate_at(now)
    for pk in list(Duplicate.objects.due(now).values_list("pk", flat=True)):
        close(pk, now)
    BotAnswer.objects.unneeded().delete()


def duplicate_at(now: datetime) -> Duplicate:
    """Return the duplicate of the week of a moment; make it if there is none yet."""
    monday = monday_of(now)
    made = Duplicate.objects.filter(monday=monday)
    if found := made.first():
        return found
    try:
        with transaction.atomic():
            duplicate = Duplicate(monday=monday, **setup_of(monday)._asdict())
            name = f"{TITLES[duplicate.title].name} {duplicate.week}"
            duplicate.event = Event.objects.create(name=name, kind=KIND)
            duplicate.save()
            return duplicate
    except IntegrityError:
        # Somebody else has made it at this moment.
        return made.get()


@transaction.atomic
def close(pk: int, now: datetime) -> None:
    """Make the results of a duplicate final, and its games with a result public."""
    duplicate = Duplicate.objects.select_for_update(no_key=True).get(pk=pk)
    if duplicate.closed_at is not None:
        return
    duplicate.closed_at = now
    duplicate.counted = duplicate.games.ranked().count()
    duplicate.save(update_fields=["closed_at", "counted"])
    counted = Game.objects.filter(
        duplicate_game__duplicate=duplicate, duplicate_game__place__isnull=False
    )
    counted.update(private=False, version=F("version") + 1)
