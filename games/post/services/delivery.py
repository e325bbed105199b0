"""Delivery: each letter once, and what became of it.

A worker takes a letter on a lease, writes it, hands it over and notes that it is sent. It may die
between any two of these steps; when the lease runs out, another begins again. So nothing is lost,
and nothing is sent twice, but for one window: between the mail server's answer that it has taken
a mail and the commit of the row that says so. A mail whose worker dies right there is handed over
again, under the same Message-ID, by which mailboxes know it as the same. For webhooks the window is
the same, and the `id` in their JSON.
"""

import logging
import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.post import cadence, envelope, letters, webhooks
from games.post.cadence import DIGEST
from games.post.letters import Written
from games.post.models import BouncedAddress, Letter
from games.post.services import bundles, channels
from games.post.services.account import forget_account_letters
from games.post.services.bundles import Told
from games.post.services.hurry import hasten_after_commit
from games.post.services.wishes import UNWANTED, cadence_of, due_of, zone_of

log = logging.getLogger(__name__)

# A letter in somebody's hands is not due for this long; longer than a task may live, so that one
# whose worker died is taken up again and one that is just being sent is not.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
MAX_ATTEMPTS = 10
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=6)
# A sweep ends before the next begins, however slow the mail server is.
SWEEP_TIME = timedelta(seconds=50)


class NoWay(Exception):
    """There is nowhere to send a letter to; str() says why."""


def deliver(*, letter_id: int) -> None:
    """Send a letter that is due; do nothing if it is not, or is in other hands.

    Of any number of workers one gets the letter, on a lease. No lock is held while it is written
    and sent, so a slow mail server never holds up a move.
    """
    letter = _take(letter_id)
    if letter is None:
        return
    if letter.attempts > MAX_ATTEMPTS:
        _fail(letter, letter.error or "Its delivery broke off each time it was tried.")
        return
    try:
        way = _way(letter)
        written, told = _write(letter)
        if written is None:
            _keep(letter, state=Letter.State.SUPERSEDED, sealed="")
            return
        way(written)
    except NoWay as reason:
        _fail(letter, str(reason))
    except envelope.Refused as refusal:
        _fail(letter, f"The mail server refused it for good: {refusal}")
    except webhooks.Refused as refusal:
        _fail(letter, str(refusal))
        channels.count_failure(letter.channel, str(refusal))
    except webhooks.Trouble as trouble:
        _retry(letter, str(trouble))
        channels.count_failure(letter.channel, str(trouble))
    except Exception as error:  # a broken writer must not stop the letters of others
        log.exception("Letter %s was not sent, attempt %s", letter.pk, letter.attempts)
        _retry(letter, f"{type(error).__name__}: {error}")
    else:
        _note_sent(told)


def sweep() -> int:
    """Deliver all that is due and was missed, as far as time allows; return how many were tried.

    What the outbox need not keep any longer is forgotten.
    """
    start = timezone.now()
    forget_account_letters()
    tried = 0
    due = Letter.objects.due(start).values_list("pk", flat=True)
    for letter_id in list(due):
        if timezone.now() - start > SWEEP_TIME:
            break
        deliver(letter_id=letter_id)
        tried += 1
    return tried


def reaches(letter: Letter) -> bool:
    """Return whether a letter has come to its reader, or will as things stand: by mail or webhook.

    None does if they want no letters, have no confirmed address, or mail to it came back.
    """
    webhooks_too = Q(channel__isnull=False, key__startswith=f"{letter.key}@")
    return any(map(_on_its_way, Letter.objects.filter(Q(pk=letter.pk) | webhooks_too)))


def _on_its_way(letter: Letter) -> bool:
    if letter.state != Letter.State.WAITING:
        return letter.state == Letter.State.SENT
    try:
        _way(letter)
    except NoWay:
        return False
    return True


def send_again(*, letter_ids: list[int]) -> int:
    """Give letters that failed a fresh start; return how many did. Parts go with their digest."""
    failed = Letter.objects.filter(state=Letter.State.FAILED)
    with transaction.atomic():
        chosen = failed.filter(pk__in=letter_ids)
        wholes = {bundle or pk for pk, bundle in chosen.values_list("pk", "bundle")}
        again = list(failed.filter(pk__in=wholes))
        failed.filter(bundle__in=wholes).update(state=Letter.State.WAITING, error="")
        for letter in again:
            letter.state, letter.attempts, letter.error = Letter.State.WAITING, 0, ""
            letter.due_at = timezone.now()
            letter.save(update_fields=["state", "attempts", "error", "due_at"])
            hasten_after_commit(letter)
    return len(again)


def pause_after(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts: three times longer each, give or take."""
    pause = min(FIRST_PAUSE * 3 ** (attempts - 1), LONGEST_PAUSE)
    return pause * random.uniform(0.8, 1.2)


def _take(letter_id: int) -> Letter | None:
    """Lease a letter that is due, or the digest that it goes into.

    None if it is not due, is no longer wanted, has to wait for the end of the quiet hours, or is
    in other hands.
    """
    now = timezone.now()
    due = Letter.objects.due(now).filter(pk=letter_id)
    with transaction.atomic():
        letter = due.select_related("recipient").first()
        if letter is None:
            return None
        together = False
        if letter.kind not in cadence.ANSWERS:
            wish = cadence_of(letter.recipient, letter.subject_of)
            if due_of(letter, wish, now) is None:
                due.update(state=Letter.State.UNWANTED, error=UNWANTED)
                return None
            if cadence.is_quiet(wish, zone_of(letter), now):
                due.update(due_at=cadence.after_quiet(wish, zone_of(letter), now))
                return None
            together = bundles.waits_for_digest(letter, wish)
        letter = (
            bundles.bundle(letter, now)
            if together
            else due.select_related("recipient", "channel")
            .select_for_update(skip_locked=True, of=("self",))
            .first()
        )
        if letter is not None:
            letter.due_at = now + LEASE
            letter.attempts += 1
            letter.save(update_fields=["due_at", "attempts"])
    return letter


def _way(letter: Letter) -> Callable[[Written], None]:
    """Return what hands a letter over, or raise NoWay."""
    if letter.address:
        return lambda written: envelope.send(letter, written, letter.address)
    person = letter.recipient
    if not person.is_active:
        raise NoWay("This account is closed.")
    if letter.channel is not None:
        if not letter.channel.active:
            raise NoWay("This webhook is switched off.")
        return partial(webhooks.send, letter)
    address = person.confirmed_address()
    if address is None:
        raise NoWay("This person has no confirmed address.")
    if BouncedAddress.objects.filter(address__iexact=address).exists():
        raise NoWay(f"Mail to {address} came back; it is not tried again until you say so.")
    return lambda written: envelope.send(letter, written, address)


def _write(letter: Letter) -> tuple[Written | None, list[Told]]:
    """Return what a letter says, if anything is left to say, and the letters that this tells."""
    if letter.kind == DIGEST:
        written, told = bundles.write_digest(letter)
    else:
        written, told = letters.writer_of(letter.kind)(letter), []
    return written, [*told, Told(letter, written)] if written else []


def _note_sent(told: list[Told]) -> None:
    """Keep that letters were sent, whatever has happened to them in that moment."""
    with transaction.atomic():
        for letter, written in told:
            Letter.objects.filter(pk=letter.pk).update(
                state=Letter.State.SENT,
                sent_at=timezone.now(),
                subject=written.subject[:200],
                sealed="",
                error="",
            )
            if letter.channel is not None:
                channels.count_success(letter.channel)


def _keep(letter: Letter, **fields: object) -> None:
    """Write what became of a letter, unless it was put aside in the meantime."""
    Letter.objects.waiting().filter(pk=letter.pk).update(**fields)


def _fail(letter: Letter, reason: str) -> None:
    """Give a letter up, and with a digest what it was to tell."""
    Letter.objects.waiting().filter(Q(pk=letter.pk) | Q(bundle=letter)).update(
        state=Letter.State.FAILED, sealed="", error=reason
    )


def _retry(letter: Letter, reason: str) -> None:
    if letter.attempts >= MAX_ATTEMPTS:
        _fail(letter, reason)
    else:
        _keep(letter, due_at=timezone.now() + pause_after(letter.attempts), error=reason)
