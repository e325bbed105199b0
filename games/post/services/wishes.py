"""How a person wants to be written to, and what a change of that does to letters that wait."""

from collections.abc import Collection, Sequence
from copy import copy
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games.accounts.models import LONGEST_SLEEP, User
from games.accounts.services import change_rest
from games.post import cadence
from games.post.errors import PostError
from games.post.models import Cadence, Letter
from games.post.services.hurry import hasten_after_commit

UNWANTED = "You chose to get no letters about this."

SECOND_THOUGHTS = timedelta(days=1)
"""A letter that was not wanted comes after all if its reader thinks again within this time."""


def cadence_of(user: User, subject_of: str = "") -> Cadence:
    """Return how a person wants to be told of a subject: what counts, not a row to be changed.

    What he chose for the subject, else for all, else the usual. Quiet hours are always those for
    all.
    """
    return cadences_of({user.pk}, subject_of)[user.pk]


def cadences_of(user_ids: Collection[int], subject_of: str) -> dict[int, Cadence]:
    """Return how each of these people, by id, wants to be told of a subject."""
    if not user_ids:
        return {}
    rows = Cadence.objects.filter(user__in=user_ids, subject_of__in={"", subject_of})
    chosen = {(row.user_id, row.subject_of): row for row in rows}
    return {
        user_id: _merged(
            chosen.get((user_id, ""), Cadence(user_id=user_id)), chosen.get((user_id, subject_of))
        )
        for user_id in user_ids
    }


def _merged(usual: Cadence, own: Cadence | None) -> Cadence:
    merged = copy(own or usual)
    merged.quiet_from, merged.quiet_to = usual.quiet_from, usual.quiet_to
    return merged


def zone_of(letter: Letter) -> ZoneInfo:
    """Return the time zone of a letter's reader."""
    return ZoneInfo(letter.recipient.time_zone)


def due_of(letter: Letter, wish: Cadence, now: datetime) -> datetime | None:
    """Return when a letter is due if it is ordered now, or None if it is not wanted."""
    now = max(now, letter.not_before or now)
    if letter.kind in cadence.ANSWERS or letter.kind == cadence.DIGEST:
        return now
    webhook = letter.channel_id is not None
    return cadence.planned(
        wish, zone_of(letter), now, urgent=letter.urgent, webhook=webhook, until=letter.until
    )


def set_cadence(
    *,
    user: User,
    subject_of: str = "",
    mode: str,
    minutes: int,
    hour: int,
    reminders: Sequence[int],
    quiet_from: int | None = None,
    quiet_to: int | None = None,
) -> None:
    """Keep how a person wants to be told of a subject, '' for all that have no wish of their own.

    What waits for him is planned anew. Quiet hours can be set only for all.
    """
    fields = {"mode": mode, "minutes": minutes, "hour": hour, "reminders": list(reminders)}
    if not subject_of:
        fields |= {"quiet_from": quiet_from, "quiet_to": quiet_to}
    with transaction.atomic():
        Cadence.objects.update_or_create(user=user, subject_of=subject_of, defaults=fields)
        _plan_anew(user)


def drop_cadence(*, user: User, subject_of: str) -> None:
    """Tell a person of a subject as of all others from now on."""
    with transaction.atomic():
        Cadence.objects.filter(user=user, subject_of=subject_of).delete()
        _plan_anew(user)


def hours_apart(user: User) -> tuple[str, list[str]] | None:
    """Return how a person's quiet hours and sleep differ, in a sentence, and which they may keep.

    Those are to be given to `make_one`: 'quiet' and 'sleep'. None if both are the same.
    """
    quiet, sleep = _hours_of(user)
    if quiet == sleep:
        return None
    if None in quiet:
        told = f"Your clocks stand still {_in_words(sleep)}, and emails come then too."
    else:
        clocks = "run then too" if None in sleep else f"stand still {_in_words(sleep)}"
        told = (
            f"No emails come {_in_words(quiet)}, and your clocks {clocks}. "
            "Your time can run out before you can read that it is your turn."
        )
    may = {"quiet": quiet, "sleep": sleep}
    return told, [which for which, hours in may.items() if _may_rest(hours)]


def make_one(*, user: User, keep: str) -> None:
    """Let a person's clocks stand still in the quiet hours, or be quiet in those of sleep.

    `keep` is 'quiet' or 'sleep': which of them the other becomes. Raises PostError.
    """
    quiet, sleep = _hours_of(user)
    begin, end = quiet if keep == "quiet" else sleep
    if not _may_rest((begin, end)):
        raise PostError(f"Choose hours first, at most {LONGEST_SLEEP} of them.")
    if keep == "quiet":
        change_rest(user=user, sleeps_from=begin, sleeps_to=end, weekends_off=user.weekends_off)
        return
    now = cadence_of(user)
    set_cadence(
        user=user,
        mode=now.mode,
        minutes=now.minutes,
        hour=now.hour,
        reminders=now.reminders,
        quiet_from=begin,
        quiet_to=end,
    )


Hours = tuple[int | None, int | None]


def _hours_of(user: User) -> tuple[Hours, Hours]:
    now = cadence_of(user)
    return (now.quiet_from, now.quiet_to), (user.sleeps_from, user.sleeps_to)


def _may_rest(hours: Hours) -> bool:
    begin, end = hours
    return begin is not None and end is not None and 0 < (end - begin) % 24 <= LONGEST_SLEEP


def _in_words(hours: Hours) -> str:
    begin, end = hours
    return f"from {begin:02}:00 to {end:02}:00"


def unsubscribe(*, user: User, subject_of: str) -> None:
    """Write to a person about a subject no more, or about nothing with ''."""
    with transaction.atomic():
        Cadence.objects.update_or_create(
            user=user, subject_of=subject_of, defaults={"mode": Cadence.Mode.NONE}
        )
        _plan_anew(user)


def subscribe_again(*, user: User, subject_of: str) -> None:
    """Undo that: tell a person of a subject as of all others, or of all at once with ''."""
    if subject_of:
        drop_cadence(user=user, subject_of=subject_of)
        return
    with transaction.atomic():
        Cadence.objects.filter(user=user, subject_of="", mode=Cadence.Mode.NONE).update(
            mode=Cadence.Mode.NOW
        )
        _plan_anew(user)


def _plan_anew(user: User) -> None:
    """Plan what waits for a person, and what he did not want until a moment ago.

    Letters in somebody's hands keep their time, and are put aside if no longer wanted. A digest
    goes by what it tells.
    """
    now = timezone.now()
    rows = Letter.objects.filter(recipient=user)
    unwanted = rows.filter(
        state=Letter.State.UNWANTED, created_at__gt=now - SECOND_THOUGHTS, attempts=0, bundle=None
    ).select_related("recipient")
    letters = [*rows.waiting().select_related("recipient"), *unwanted]
    wishes = {about: cadence_of(user, about) for about in {each.subject_of for each in letters}}
    for letter in sorted(letters, key=lambda each: each.pk):
        due_at = due_of(letter, wishes[letter.subject_of], now)
        same = Letter.objects.filter(pk=letter.pk, state=letter.state)
        if due_at is None:
            same.update(state=Letter.State.UNWANTED, error=UNWANTED)
        else:
            letter.due_at = due_at
            if same.filter(attempts=0, bundle=None).update(
                state=Letter.State.WAITING, due_at=due_at, error=""
            ):
                hasten_after_commit(letter)
