"""Orders to the mail room. Every function owns its transaction or joins the caller's."""

import logging
import random
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post import envelope, letters
from games.post.models import Letter

log = logging.getLogger(__name__)

# A letter in somebody's hands is not due for this long; longer than a task may live, so that one
# whose worker died is taken up again and one that is just being sent is not.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
MAX_ATTEMPTS = 10
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=6)
# A sweep ends before the next begins, however slow the mail server is.
SWEEP_TIME = timedelta(seconds=50)


def notify(
    *, kind: str, user: User, key: str, subject_of: str, payload: dict[str, Any] | None = None
) -> Letter:
    """Order one letter; the same key again is the same letter and orders nothing.

    The row belongs to the caller's transaction: it is there if and only if what it tells of is.
    Delivery is hastened after the commit and does not depend on that.
    """
    letters.writer_of(kind)
    with transaction.atomic():
        letter, new = Letter.objects.get_or_create(
            key=key,
            defaults={
                "kind": kind,
                "recipient": user,
                "subject_of": subject_of,
                "payload": payload or {},
            },
        )
        if new:
            transaction.on_commit(partial(hasten, letter.pk), robust=True)
    return letter


def hasten(letter_id: int) -> None:
    """Ask a worker to deliver a letter now; without a broker the next sweep does."""
    try:
        current_app.send_task("games.post.tasks.deliver_letter", args=[letter_id], retry=False)
    except Exception as error:  # noqa: BLE001 - each broker has its own; none may reach a player
        log.warning("The broker took no task for letter %s: %s", letter_id, error)


def supersede(*, subject_of: str, user: User | None = None) -> int:
    """Put aside what waits about a subject, for one person or for all; return how many."""
    waiting = Letter.objects.waiting().filter(subject_of=subject_of)
    if user is not None:
        waiting = waiting.filter(recipient=user)
    return waiting.update(state=Letter.State.SUPERSEDED)


def deliver(*, letter_id: int) -> None:
    """Send a letter that is due; do nothing if it is not, or is in other hands.

    Of any number of workers one gets the letter, on a lease. No lock is held while it is written
    and sent, so a slow mail server never holds up a move. Dying in between loses nothing, as the
    lease runs out.
    """
    letter = _take(letter_id)
    if letter is None:
        return
    if letter.attempts > MAX_ATTEMPTS:
        _fail(letter, letter.error or "Its delivery broke off each time it was tried.")
        return
    address = letter.recipient.confirmed_address() if letter.recipient.is_active else None
    if address is None:
        _fail(
            letter,
            "This person has no confirmed address."
            if letter.recipient.is_active
            else "This account is closed.",
        )
        return
    try:
        written = letters.writer_of(letter.kind)(letter)
        if written is None:
            _keep(letter, state=Letter.State.SUPERSEDED)
            return
        envelope.send(letter, written, address)
    except envelope.Refused as refusal:
        _fail(letter, f"The mail server refused it for good: {refusal}")
    except Exception as error:  # a broken writer must not stop the letters of others
        log.exception("Letter %s was not sent, attempt %s", letter.pk, letter.attempts)
        _retry(letter, f"{type(error).__name__}: {error}")
    else:
        # Sent is sent, even if it was put aside in that moment.
        Letter.objects.filter(pk=letter.pk).update(
            state=Letter.State.SENT, sent_at=timezone.now(), subject=written.subject[:200], error=""
        )


def sweep() -> int:
    """Deliver all that is due and was missed, as far as time allows; return how many were tried."""
    start = timezone.now()
    tried = 0
    due = Letter.objects.due(start).values_list("pk", flat=True)
    for letter_id in list(due):
        if timezone.now() - start > SWEEP_TIME:
            break
        deliver(letter_id=letter_id)
        tried += 1
    return tried


def send_again(*, letter_ids: list[int]) -> int:
    """Give letters that failed a fresh start; return how many did."""
    with transaction.atomic():
        failed = list(
            Letter.objects.filter(pk__in=letter_ids, state=Letter.State.FAILED).values_list(
                "pk", flat=True
            )
        )
        Letter.objects.filter(pk__in=failed).update(
            state=Letter.State.WAITING, attempts=0, due_at=timezone.now(), error=""
        )
        for letter_id in failed:
            transaction.on_commit(partial(hasten, letter_id), robust=True)
    return len(failed)


def pause_after(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts: three times longer each, give or take."""
    pause = min(FIRST_PAUSE * 3 ** (attempts - 1), LONGEST_PAUSE)
    return pause * random.uniform(0.8, 1.2)


def _take(letter_id: int) -> Letter | None:
    """Lease a letter that is due, or return None if it is not or somebody else just holds it."""
    now = timezone.now()
    with transaction.atomic():
        letter = (
            Letter.objects.due(now)
            .select_related("recipient")
            .select_for_update(skip_locked=True, of=("self",))
            .filter(pk=letter_id)
            .first()
        )
        if letter is not None:
            letter.due_at = now + LEASE
            letter.attempts += 1
            letter.save(update_fields=["due_at", "attempts"])
    return letter


def _keep(letter: Letter, **fields: object) -> None:
    """Write what became of a letter, unless it was put aside in the meantime."""
    Letter.objects.waiting().filter(pk=letter.pk).update(**fields)


def _fail(letter: Letter, reason: str) -> None:
    _keep(letter, state=Letter.State.FAILED, error=reason)


def _retry(letter: Letter, reason: str) -> None:
    if letter.attempts >= MAX_ATTEMPTS:
        _fail(letter, reason)
    else:
        _keep(letter, due_at=timezone.now() + pause_after(letter.attempts), error=reason)
