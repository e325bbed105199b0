"""Delivery: send each letter once, and record the result.

A worker leases a letter, writes it, hands it over and records that it was sent. It may die between
any two of these steps; when the lease expires, another worker starts over. So nothing is lost, and
nothing is sent twice, with one exception: if a worker dies after the mail server has accepted an
email and before the row that says so is committed, the email is handed over again. It has the same
Message-ID, so that mailboxes can recognize it. The same can happen with channels; plain JSON has
the same `id` then.
"""

import logging
import random
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext_noop

from games.accounts import trace
from games.post import timing
from games.post.letters import Written
from games.post.models import SIGNED_OUT, BouncedAddress, Letter, Schedule
from games.post.notifications import kind_of, notification_of
from games.post.notifications.digest import Digest, Part, write_digest
from games.post.services import bundles, channels, tally
from games.post.services.queue import enqueue_on_commit
from games.post.services.schedules import UNWANTED, due_of, schedule_of, zone_of
from games.post.transports import transport_of
from games.post.transports.base import Gone, Rejected, Trouble

log = logging.getLogger(__name__)

# A leased letter is not due for this long: longer than a task can run, so that a letter is taken
# again if its worker died, and never while it is being sent.
LEASE = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 60)
SEEN = gettext_noop("You'd seen it on the site before it was due.")
# With these pauses, three days: a mail provider may refuse everything for a weekend.
MAX_ATTEMPTS = 80
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=1)
SHORTEST_SHARE = 0.8
# So long a mail server that has refused a letter for good is given to take another one.
SECOND_OPINION = 2 * tally.SPAN
SWEEP_TIME = timedelta(seconds=settings.SWEEP_SECONDS)


class NoWay(Exception):
    """There is no address to send a letter to; str() says why."""


def deliver(*, letter_id: int) -> None:
    """Send a letter if it is due and no other worker has leased it.

    Only one worker gets the lease. No lock is held while the letter is written and sent, so a slow
    mail server never blocks a move.
    """
    letter = _take(letter_id)
    if letter is not None:
        with trace.traced(letter.request_id):
            _send(letter)


def _send(letter: Letter) -> None:
    if letter.attempts > MAX_ATTEMPTS:
        _fail(letter, letter.error or gettext_noop("Each attempt to deliver it broke off."))
        return
    try:
        address = _address(letter)
        if _is_seen(letter):
            _keep(letter, state=Letter.State.SUPERSEDED, error=SEEN, sealed="")
            return
        written, parts = _write(letter)
    except NoWay as reason:
        _fail(letter, str(reason))
        return
    except Exception as error:  # a bug in one kind of letter must not stop others
        log.exception("Letter %s was not sent, attempt %s", letter.pk, letter.attempts)
        _retry(letter, _named(error))
        return
    if written is None:
        _keep(letter, state=Letter.State.SUPERSEDED, sealed="")
        return
    begun = timezone.now()
    if _hand_over(letter, written, address):
        _note_sent(letter, address, parts, begun)
        tally.note_taken(letter)


def _hand_over(letter: Letter, written: Written, address: str) -> bool:
    """Return whether a letter was accepted; whatever it failed for counts against its channel.

    It counts against its transport, too, unless the channel is gone.
    """
    gone = False
    try:
        transport_of(letter).send(letter, written, address)
    except Rejected as refusal:
        gone = isinstance(refusal, Gone)
        reason = str(refusal)
        if _may_refuse_all(letter):
            _retry(letter, reason, SECOND_OPINION)
        else:
            _fail(letter, reason)
    except Trouble as trouble:
        reason = str(trouble)
        _retry(letter, reason, trouble.pause)
    except Exception as error:  # a bug in one transport must not stop others
        log.exception("Letter %s was not sent, attempt %s", letter.pk, letter.attempts)
        reason = _named(error)
        _retry(letter, reason)
    else:
        return True
    if not gone:
        tally.note_refused(letter)
    channels.count_failure(letter.channel, reason, gone=gone)
    return False


def _may_refuse_all(letter: Letter) -> bool:
    """Return whether a mail server that refuses a letter for good may refuse all of them.

    It does if the site's account there is suspended, for one. Then it has taken no other letter
    since it refused this one before, or it has never refused this one yet.
    """
    if letter.channel is not None:
        return False
    if letter.attempts < 2:
        return True
    pause = max(_usual_pause(letter.attempts - 1) * SHORTEST_SHARE, SECOND_OPINION)
    return not tally.taken_by_mail(timezone.now() - pause)


def come_back(*, letter: Letter, reason: str) -> bool:
    """Send a letter again with its parts, as a server on its way refused the site, not its address.

    Returns False if it has been sent too often for that.
    """
    tally.note_refused(letter)
    if letter.attempts >= MAX_ATTEMPTS:
        return False
    Letter.objects.filter(Q(pk=letter.pk) | Q(bundle=letter), state=Letter.State.SENT).update(
        state=Letter.State.WAITING,
        due_at=timezone.now() + max(pause_after(letter.attempts), SECOND_OPINION),
        error=reason,
        sent_at=None,
    )
    return True


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def sweep() -> int:
    """Deliver letters that workers missed, for at most SWEEP_TIME; return how many were tried."""
    start = timezone.now()
    tried = 0
    due = Letter.objects.due(start).values_list("pk", flat=True)
    for letter_id in list(due):
        if timezone.now() - start > SWEEP_TIME:
            break
        deliver(letter_id=letter_id)
        tried += 1
    return tried


def reaches(letter: Letter) -> bool:
    """Return whether a letter has reached its reader or is on its way, by email or a channel.

    It is not if they turned it off, have no confirmed address, or their address bounced.
    """
    through_channels = Q(channel__isnull=False, key__startswith=f"{letter.key}@")
    return any(map(_on_its_way, Letter.objects.filter(Q(pk=letter.pk) | through_channels)))


def _on_its_way(letter: Letter) -> bool:
    if letter.state != Letter.State.WAITING:
        return letter.state == Letter.State.SENT
    try:
        _address(letter)
    except NoWay:
        return False
    return True


def send_again(*, letter_ids: list[int]) -> int:
    """Queue failed letters again with no attempts; return how many. Parts go with their digest."""
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
    """Return the pause after an attempt: three times longer each time, plus or minus 20 percent."""
    return _usual_pause(attempts) * random.uniform(SHORTEST_SHARE, 2 - SHORTEST_SHARE)


def _usual_pause(attempts: int) -> timedelta:
    # More would be too large a number.
    pause: timedelta = FIRST_PAUSE * 3 ** min(attempts - 1, 10)
    return min(pause, LONGEST_PAUSE)


def _take(letter_id: int) -> Letter | None:
    """Lease a letter that is due, or the digest that it goes into.

    Returns None if it is not due, was turned off, has to wait for the end of the quiet hours, or is
    leased by another worker.
    """
    now = timezone.now()
    due = Letter.objects.due(now).filter(pk=letter_id)
    letter = due.select_related("recipient", "channel").first()
    if letter is None:
        return None
    if not kind_of(letter).answers:
        schedule = schedule_of(letter.reader, letter.topic)
        if due_of(letter, schedule, now) is None:
            due.update(state=Letter.State.UNWANTED, error=UNWANTED)
            return None
        if timing.is_quiet(schedule, zone_of(letter), now):
            due.update(due_at=timing.after_quiet(schedule, zone_of(letter), now))
            return None
        if bundles.waits_for_digest(letter, schedule):
            with transaction.atomic():
                digest = bundles.bundle(letter, now)
                return digest if digest and _lease(digest, now) else None
    return letter if _lease(letter, now) else None


def _lease(letter: Letter, now: datetime) -> bool:
    """Lease a letter that is due; return whether no other worker was faster, or holds its row."""
    letter.due_at = now + LEASE
    letter.attempts += 1
    free = Letter.objects.due(now).filter(pk=letter.pk).select_for_update(skip_locked=True)
    with transaction.atomic():
        leased = Letter.objects.filter(pk__in=free.values("pk"))
        return bool(leased.update(due_at=letter.due_at, attempts=letter.attempts))


def _is_seen(letter: Letter) -> bool:
    """Return whether a letter may stay, because its reader has seen on the site what it tells."""
    if letter.channel is not None or letter.urgent or not kind_of(letter).seeable:
        return False
    mode = schedule_of(letter.reader, letter.topic).mode
    return mode == Schedule.Mode.UNSEEN and notification_of(letter).seen()


def _address(letter: Letter) -> str:
    """Return the address of a letter; raises NoWay."""
    if letter.address:
        return letter.address
    person = letter.reader
    if not person.is_active:
        raise NoWay(gettext_noop("This account is closed."))
    if letter.channel is not None:
        if not letter.channel.active:
            raise NoWay(gettext_noop("This is turned off."))
        if channels.ended(letter.channel):
            raise NoWay(SIGNED_OUT)
        return letter.channel.url
    address = person.confirmed_address()
    if address is None:
        raise NoWay(gettext_noop("This person has no confirmed address."))
    if BouncedAddress.objects.filter(address__iexact=address).exists():
        raise NoWay(
            gettext_noop(
                "Our email to your address bounced. We've stopped sending until you tell us it "
                "works."
            )
        )
    return address


def _write(letter: Letter) -> tuple[Written | None, list[Part]]:
    """Return a letter's text, None if nothing is left to say, and all letters sent with it.

    It is written in its reader's language: no letter says anything before it is here.
    """
    notification = notification_of(letter)
    with translation.override(notification.language_for(letter)):
        if kind_of(letter) is Digest:
            written, parts = write_digest(letter)
        else:
            written, parts = notification.write(letter), []
        if written is not None:
            written.body.render(transport_of(letter).forms(letter))
    return written, [*parts, Part(letter, written)] if written else []


def _note_sent(whole: Letter, address: str, parts: list[Part], begun: datetime) -> None:
    """Record a letter and its parts as sent, even if they were superseded in the meantime."""
    with transaction.atomic():
        # Letters come last, as with moves and failures of channels, which lock the other rows
        # first: in a deadlock this may be what fails, and the letter would be sent again.
        for letter, written in parts:
            channels.count_success(letter.channel, begun)
            if letter.channel is None:
                notification_of(letter).note_sent(letter, written)
        for letter, written in parts:
            by_mail = letter.pk == whole.pk and whole.channel is None
            Letter.objects.filter(pk=letter.pk).update(
                **({"sent_to": address} if by_mail else {}),
                state=Letter.State.SENT,
                sent_at=timezone.now(),
                subject=written.subject[:200],
                sealed="",
                error="",
            )
    for letter, _ in parts:
        with trace.traced(letter.request_id):
            log.info("Letter %s (%s) was sent", letter.pk, letter.kind)


def _keep(letter: Letter, **fields: object) -> None:
    """Update a letter, unless it was superseded in the meantime."""
    Letter.objects.waiting().filter(pk=letter.pk).update(**fields)


def _fail(letter: Letter, reason: str) -> None:
    """Mark a letter as failed, and with a digest its parts."""
    Letter.objects.waiting().filter(Q(pk=letter.pk) | Q(bundle=letter)).update(
        state=Letter.State.FAILED, sealed="", error=reason
    )


def _retry(letter: Letter, reason: str, least: timedelta = timedelta()) -> None:
    """Try a letter again after the pause of its attempt, or at `least` one that is longer."""
    if letter.attempts >= MAX_ATTEMPTS:
        _fail(letter, reason)
    else:
        pause = max(pause_after(letter.attempts), least)
        _keep(letter, due_at=timezone.now() + pause, error=reason)
