"""Answers to puzzles, and the puzzle of the day by email."""

from collections.abc import Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.bots.puzzles import Puzzle
from games.post import services as post
from games.post.models import Schedule
from games.study.letters import PUZZLES, PuzzleOfTheDay
from games.study.models import DailyPuzzle, PuzzleAnswer
from games.study.pages.daily import puzzle_of


def keep_answer(
    *, user: User, puzzle: Puzzle, orders: Sequence[str], end: str, chance: float
) -> bool:
    """Keep a person's first answer to a puzzle, `end` and `chance` being as in PuzzleAnswer.

    Return whether it was the first.
    """
    _, first = PuzzleAnswer.objects.get_or_create(
        user=user,
        title=puzzle.title.id,
        number=puzzle.number,
        defaults={
            "orders": list(orders),
            "end": end,
            "chance": chance,
            "right": puzzle.is_right(chance),
        },
    )
    return first


@transaction.atomic
def send_daily(*, user: User, on: bool) -> None:
    """Begin or stop to email a person the puzzle of the day; the first comes tomorrow."""
    if not on:
        DailyPuzzle.objects.filter(user=user).delete()
        return
    today = timezone.localdate(timezone=ZoneInfo(user.time_zone))
    DailyPuzzle.objects.get_or_create(user=user, defaults={"last_day": today})
    if _has_turned_off(user):
        post.subscribe_again(user=user, topic=PUZZLES)


def gets_daily(user: User) -> bool:
    """Return whether a person gets the puzzle of the day by email."""
    return DailyPuzzle.objects.filter(user=user).exists() and not _has_turned_off(user)


def _has_turned_off(user: User) -> bool:
    """Return whether a person turned these emails off by the link in one."""
    return Schedule.objects.filter(user=user, topic=PUZZLES, mode=Schedule.Mode.NONE).exists()


def queue_daily(*, now: datetime | None = None) -> int:
    """Queue today's puzzle for everyone who gets it; return for how many.

    It comes at the hour that they chose for daily emails, in their time zone.
    """
    now = now or timezone.now()
    numbers = list(DailyPuzzle.objects.order_by("pk").values_list("pk", flat=True))
    return sum(_queue(number, now) for number in numbers)


@transaction.atomic
def _queue(number: int, now: datetime) -> bool:
    daily = (
        DailyPuzzle.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        .select_related("user")
        .filter(pk=number, user__is_active=True)
        .first()
    )
    if daily is None:
        return False
    zone = ZoneInfo(daily.user.time_zone)
    today = timezone.localdate(now, timezone=zone)
    puzzle = puzzle_of(today)
    if puzzle is None or daily.last_day >= today:
        return False
    daily.last_day = today
    daily.save(update_fields=["last_day"])
    hour = post.schedule_of(daily.user, PUZZLES).hour
    post.notify(
        PuzzleOfTheDay(title=puzzle.title.id, number=puzzle.number, day=today.isoformat()),
        user=daily.user,
        not_before=datetime.combine(today, time(hour), tzinfo=zone),
    )
    return True
