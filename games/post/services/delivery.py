"""Delivery: send each letter once, and note what became of it.

A worker takes a letter on a lease, writes it, hands it over and notes that it is sent. It may die
between any two of these steps; when the lease runs out, another begins again. So nothing is lost,
and nothing is sent twice, but for one window: between the mail server's answer that it has taken
an email and the commit of the row that says so. An email whose worker dies right there is handed
over again, under the same Message-ID, by which mailboxes know it as the same. Webhooks have the
same window, and the same `id` in their JSON.
"""

import logging
import random
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.post import timing
from games.post.letters import Written
from games.post.models import BouncedAddress, Letter
from games.post.notifications import kind_of, notification_of
from games.post.notifications.digest import Digest, Told, write_digest
from games.post.services import bundles, channels
from games.post.services.account import forget_account_letters
from games.post.services.queue import enqueue_on_commit
from games.post.services.schedules import UNWANTED, due_of, schedule_of, zone_of
from games.post.transports import transport_of
from games.post.transports.base import Refused, Trouble

log = logging.getLogger(__name__)

# A letter that a worker holds is not due for this long: longer than a task may live, so that one
# whose worker died is taken up again and one that is just being sent is not.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
MAX_ATTEMPTS = 10
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=6)
# A sweep ends before the next begins, however slow the mail server is.
SWEEP_TIME = timedelta(seconds=50)


class NoWay(Exception):
    """There is nowhere to send a letter; str() says why."""


def deliver(*, letter_id: int) -> None:
    """Send a letter that is due; do nothing if it is not, or if another worker holds it.

    Of any number of workers one gets the letter, on a lease. No lock is held while it is written
    and sent, so a slow mail server never holds up a move.
    """
    letter = _take(letter_id)
    if letter is None:
        return
    if letter.attempts > MAX_ATTEMPTS:
        _fail(letter, letter.error or "Each attempt to deliver it broke off.")
        return
    try:
        address = _address(letter)
        written, told = _write(letter)
        if written is None:
            _keep(letter, state=Letter.State.SUPERSEDED, sealed="")
            return
        transport_of(letter).send(letter, written, address)
    except NoWay as reason:
        _fail(letter, str(reason))
    except Refused as refusal:
        _fail(letter, str(refusal))
        channels.count_failure(letter.channel, str(refusal))
    except Trouble as trouble:
        _retry(letter, str(trouble))
        channels.count_failure(letter.channel, str(trouble))
    except Exception as error:  # a broken writer must not stop the letters of others
        log.exception("Letter %s was not sent, attempt %s", letter.pk, letter.attempts)
        _retry(letter, f"{type(error).__name__}: {error}")
    else:
        _note_sent(letter, address, told)


def sweep() -> int:
    """Deliver what is due and was missed, as far as time allows; return how many were tried.

    Old letters about accounts are deleted.
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
    """Return whether a letter has reached its reader, or will as things stand: by email or webhook.

    It will not if they turned it off, have no confirmed address, or mail to it bounced.
    """
    webhooks_too = Q(channel__isnull=False, key__startswith=f"{letter.key}@")
    return any(map(_on_its_way, Letter.objects.filter(Q(pk=letter.pk) | webhooks_too)))


def _on_its_way(letter: Letter) -> bool:
    if letter.state != Letter.State.WAITING:
        return letter.state == Letter.State.SENT
    try:
        _address(letter)
    except NoWay:
        return False
    return True


def send_again(*, letter_ids: list[int]) -> int:
    """Let letters that failed start afresh; return how many did. Parts go with their digest."""
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
            enqueue_on_commit(letter)
    return len(again)


def pause_after(attempts: int) -> timedelta:
    """Return the pause after so many attempts: three times longer each, give or take a fifth."""
    pause = min(FIRST_PAUSE * 3 ** (attempts - 1), LONGEST_PAUSE)
    return timedelta(seconds=pause.total_seconds() * random.uniform(0.8, 1.2))


def _take(letter_id: int) -> Letter | None:
    """Lease a letter that is due, or the digest that it goes into.

    None if it is not due, was turned off, has to wait for the end of the quiet hours, or another
    worker holds it.
    """
    now = timezone.now()
    due = Letter.objects.due(now).filter(pk=letter_id)
    with transaction.atomic():
        letter = due.select_related("recipient").first()
        if letter is None:
            return None
        together = False
        if not kind_of(letter).answers:
            schedule = schedule_of(letter.reader, letter.topic)
            if due_of(letter, schedule, now) is None:
                due.update(state=Letter.State.UNWANTED, error=UNWANTED)
                return None
            if timing.is_quiet(schedule, zone_of(letter), now):
                due.update(due_at=timing.after_quiet(schedule, zone_of(letter), now))
                return None
            together = bundles.waits_for_digest(letter, schedule)
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


def _address(letter: Letter) -> str:
    """Return where a letter goes, by mail or through its channel, or raise NoWay."""
    if letter.address:
        return letter.address
    person = letter.reader
    if not person.is_active:
        raise NoWay("This account is closed.")
    if letter.channel is not None:
        if not letter.channel.active:
            raise NoWay("This webhook is turned off.")
        return letter.channel.url
    address = person.confirmed_address()
    if address is None:
        raise NoWay("This person has no confirmed address.")
    if BouncedAddress.objects.filter(address__iexact=address).exists():
        raise NoWay(
            f"Our email to {address} bounced. We've stopped sending until you tell us it works."
        )
    return address


def _write(letter: Letter) -> tuple[Written | None, list[Told]]:
    """Return what a letter says, None if nothing is left to say, and the letters that it tells."""
    if kind_of(letter) is Digest:
        written, told = write_digest(letter)
    else:
        written, told = notification_of(letter).write(letter), []
    return written, [*told, Told(letter, written)] if written else []


def _note_sent(whole: Letter, address: str, told: list[Told]) -> None:
    """Note that a letter and those it told were sent, even if they were superseded meanwhile."""
    with transaction.atomic():
        if whole.channel is None:
            Letter.objects.filter(pk=whole.pk).update(sent_to=address)
        for letter, written in told:
            Letter.objects.filter(pk=letter.pk).update(
                state=Letter.State.SENT,
                sent_at=timezone.now(),
                subject=written.subject[:200],
                sealed="",
                error="",
            )
            channels.count_success(letter.channel)


def _keep(letter: Letter, **fields: object) -> None:
    """Note what became of a letter, unless it was superseded meanwhile."""
    Letter.objects.waiting().filter(pk=letter.pk).update(**fields)


def _fail(letter: Letter, reason: str) -> None:
    """Give a letter up, and with a digest its parts."""
    Letter.objects.waiting().filter(Q(pk=letter.pk) | Q(bundle=letter)).update(
        state=Letter.State.FAILED, sealed="", error=reason
    )


def _retry(letter: Letter, reason: str) -> None:
    if letter.attempts >= MAX_ATTEMPTS:
        _fail(letter, reason)
    else:
        _keep(letter, due_at=timezone.now() + pause_after(letter.attempts), error=reason)
