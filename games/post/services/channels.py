"""Channels: connect and remove them, note what reaches them, and turn off those that keep failing.

A device is a browser that gets pushes. What it does with them the site learns only from its answer:
a report of its worker, a click on a notification, or a visit with the same endpoint.
"""

import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, gettext_noop

from games.accounts.models import User
from games.accounts.sessions import is_live, is_signed_in
from games.post.errors import PostError
from games.post.models import SIGNED_OUT, Channel, ChannelKind, Letter, Schedule
from games.post.notifications.notices import ChannelOff
from games.post.services.orders import notify
from games.post.services.schedules import plan_anew, schedule_of
from games.post.transports import transports

MOST = 10
"""The most channels a user can have."""

TOO_MANY = format_lazy(
    gettext_lazy("You already have {most} devices and services. Remove one first."), most=MOST
)

GIVEN_UP = 20
"""How many failures in a row turn a channel off."""

GIVEN_UP_AFTER = timedelta(days=1)
"""For how long they last at least: whoever plays much has many failures in a short outage."""

LATER_MINUTES = 60
"""How long emails wait at first for those who connect a device."""

LONGEST_ERROR = 1000

NOTHING_ARRIVED = gettext_noop("This was turned off, because nothing arrived there any more.")


def add_channel(*, user: User, kind: str, url: str, label: str = "") -> Channel:
    """Add a channel for a user's notifications; raises PostError if its URL cannot be used."""
    transports()[kind].check(url)
    with transaction.atomic():
        _lock(user)
        if Channel.objects.filter(user=user, url=url).exists():
            raise PostError(gettext_lazy("This is connected already."))
        return _create(user, kind=kind, url=url, label=label)


def connect_ntfy(*, user: User) -> Channel:
    """Return a user's topic on the ntfy server, a new one if there is none; raises PostError.

    Nobody can guess it: whoever knows it reads what is sent there.
    """
    with transaction.atomic():
        _lock(user)
        known = ntfy_of(user)
        if known is not None:
            return known
        url = f"{settings.NTFY_URL}/{secrets.token_urlsafe(24)}"
        return _create(user, kind=ChannelKind.NTFY, url=url)


def ntfy_of(user: User) -> Channel | None:
    """Return a user's topic on the ntfy server that the host has chosen, or None."""
    own = Channel.objects.filter(
        user=user, kind=ChannelKind.NTFY, url__startswith=f"{settings.NTFY_URL}/"
    )
    return own.order_by("pk").first()


def connect_device(
    *, user: User, endpoint: str, keys: dict[str, str], session_key: str, label: str
) -> Channel:
    """Send pushes to a device, which is in a session; raises PostError if it cannot be.

    A device that is connected is one that answers. One that another person has used before no
    longer is theirs. After the first device, emails wait for an hour where they came at once.
    """
    transports()[ChannelKind.PUSH].check(endpoint)
    with transaction.atomic():
        _lock(user)
        _take_from_others(user, endpoint)
        known = Channel.objects.filter(user=user, url=endpoint).first()
        if known is None and session_key:
            # A browser that has renewed its subscription has a single one, with its settings.
            own = Channel.objects.filter(user=user, kind=ChannelKind.PUSH, session_key=session_key)
            known = own.order_by("-pk").first()
        if known is None:
            first = not has_device(user)
            _make_room(user)
            known = _create(user, kind=ChannelKind.PUSH, url=endpoint, label=label)
            if first:
                let_emails_wait(user)
        known.kind, known.url, known.keys = ChannelKind.PUSH, endpoint, keys
        known.session_key, known.label = session_key, label
        known.active, known.failures, known.failing_since, known.error = True, 0, None, ""
        known.answered_at, known.unanswered_since = timezone.now(), None
        known.save()
        note_trouble(user)
    return known


def remove_channel(*, channel: Channel) -> None:
    """Delete a channel and its letters; emails that waited because of it are sent soon."""
    with transaction.atomic():
        channel.delete()
        plan_anew(channel.user)
        note_trouble(channel.user)


def set_channel(*, channel: Channel, only_asks: bool, wait: int) -> None:
    """Set what a channel gets, and how many minutes later than it could."""
    with transaction.atomic():
        Channel.objects.filter(pk=channel.pk).update(only_asks=only_asks, wait=wait)
        plan_anew(channel.user)


def switch_on(*, channel: Channel) -> None:
    """Turn a channel on again after it was turned off for failing."""
    Channel.objects.filter(pk=channel.pk).update(
        active=True, failures=0, failing_since=None, error="", unanswered_since=None
    )
    note_trouble(channel.user)


def end_session(*, session_key: str) -> int:
    """Stop pushes to the device that was signed out of a session; return how many there were."""
    ended = 0
    for channel in Channel.objects.filter(session_key=session_key).exclude(session_key=""):
        remove_channel(channel=channel)
        ended += 1
    return ended


def ended(channel: Channel) -> bool:
    """End a device where its user is no longer signed in; return whether it was one.

    Sessions also end where nobody says so. One that ended with the password takes its device along.
    After one that expired, whoever plays only from notifications has to be told.
    """
    if _is_signed_in(channel):
        return False
    if is_live(channel.session_key):
        remove_channel(channel=channel)
    else:
        sign_out(channel)
    return True


def has_device(user: User) -> bool:
    """Return whether a user has a device, on or off."""
    return Channel.objects.filter(user=user, kind=ChannelKind.PUSH).exists()


def sign_out(channel: Channel) -> None:
    """Turn a device off until its user is signed in there again, and tell them."""
    with transaction.atomic():
        if Channel.objects.filter(pk=channel.pk, active=True).update(
            active=False, error=SIGNED_OUT
        ):
            _tell_off(channel, SIGNED_OUT)
            plan_anew(channel.user)
            note_trouble(channel.user)


def is_connected(*, number: int, user: User) -> bool:
    """Return whether a device or service, by its id, is a user's, who is signed in at a device."""
    channel = Channel.objects.select_related("user").filter(pk=number, user=user).first()
    return channel is not None and _is_signed_in(channel)


def arrived(*, channel: Channel) -> None:
    """Note that a device has got a message: what would be mailed in its stead waits again."""
    now = timezone.now()
    Channel.objects.filter(pk=channel.pk).update(
        reported_at=now, answered_at=now, unanswered_since=None
    )
    if channel.is_silent:
        plan_anew(channel.user)
    note_trouble(channel.user)


def visited(*, user: User, endpoint: str, session_key: str) -> Channel | None:
    """Note that a user is at the site with a device; return it if it is theirs.

    It is in a session, which may be another than the one in which it was connected. Whoever used
    the same browser before gets nothing there any more, even if they have not signed out.
    """
    with transaction.atomic():
        _take_from_others(user, endpoint)
        own = Channel.objects.filter(user=user, kind=ChannelKind.PUSH, url=endpoint)
        if own.update(session_key=session_key, answered_at=timezone.now(), unanswered_since=None):
            note_trouble(user)
        return own.first()


def count_success(channel: Channel | None, begun: datetime) -> None:
    """Note that a channel's service took a letter, which a worker has begun to send at a moment.

    Only devices answer: what other services take has arrived. A device may answer before its
    service does. Letters by email have no channel.
    """
    if channel is None:
        return
    now = timezone.now()
    taken = Channel.objects.filter(pk=channel.pk)
    taken.update(failures=0, failing_since=None, error="", sent_at=now)
    if channel.kind == ChannelKind.PUSH:
        unanswered = taken.filter(Q(answered_at=None) | Q(answered_at__lt=begun))
        unanswered.update(unanswered_since=Coalesce(F("unanswered_since"), Value(now)))
    if channel.failures:
        # Emails that would come in its stead wait again, as it works again.
        plan_anew(channel.user)
    if channel.failures or channel.is_silent:
        note_trouble(channel.user)


def count_failure(channel: Channel | None, reason: str, *, gone: bool = False) -> None:
    """Count a failure of a channel; turn it off after GIVEN_UP in a row, and tell its user.

    These have to span GIVEN_UP_AFTER. One that is `gone`, as its service says, is turned off at
    once. Emails that waited because of a channel that fails are sent soon.
    """
    if channel is None:
        return
    now = timezone.now()
    with transaction.atomic():
        this = Channel.objects.filter(pk=channel.pk)
        first = this.filter(failures=0).exists()
        this.update(
            failures=F("failures") + 1,
            failing_since=Coalesce(F("failing_since"), Value(now)),
            error=reason[:LONGEST_ERROR],
            failed_at=now,
        )
        off = this.filter(active=True)
        if not gone:
            off = off.filter(failures__gte=GIVEN_UP, failing_since__lte=now - GIVEN_UP_AFTER)
        if off.update(active=False):
            _tell_off(channel, NOTHING_ARRIVED)
        if first:
            plan_anew(channel.user)
        note_trouble(channel.user)


def _tell_off(channel: Channel, why: str) -> None:
    """Give up what waits for a channel that was turned off, and tell its user."""
    waiting = Letter.objects.waiting().filter(channel=channel)
    waiting.update(state=Letter.State.FAILED, sealed="", error=why)
    notify(ChannelOff(channel=channel.pk, which=uuid4().hex), user=channel.user)


def note_trouble(user: User) -> None:
    """Update whether one of a user's channels fails, which each page tells them."""
    trouble = any(channel.fails for channel in Channel.objects.filter(user=user))
    User.objects.filter(pk=user.pk).exclude(channel_fails=trouble).update(channel_fails=trouble)


def _is_signed_in(channel: Channel) -> bool:
    """Return whether a device's user is signed in there; a service needs no session."""
    key = channel.session_key
    return channel.kind != ChannelKind.PUSH or not key or is_signed_in(channel.user, key)


def _take_from_others(user: User, endpoint: str) -> None:
    """Remove the devices of others that are the browser that a user uses now."""
    for other in Channel.objects.filter(kind=ChannelKind.PUSH, url=endpoint).exclude(user=user):
        remove_channel(channel=other)


def _make_room(user: User) -> None:
    """Remove the devices that get nothing any more, if a user can have no other beside them."""
    if Channel.objects.filter(user=user).count() < MOST:
        return
    for device in Channel.objects.filter(user=user, kind=ChannelKind.PUSH):
        if not (device.active and _is_signed_in(device)):
            remove_channel(channel=device)


def _lock(user: User) -> None:
    """Lock the user's row, so that two requests at once cannot exceed the limit."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _create(user: User, **fields: str) -> Channel:
    if Channel.objects.filter(user=user).count() >= MOST:
        raise PostError(TOO_MANY)
    return Channel.objects.create(user=user, **fields)


def let_emails_wait(user: User) -> None:
    """Let emails wait for LATER_MINUTES if they came soon, as they do until a user chooses."""
    if schedule_of(user).mode == Schedule.Mode.UNSEEN:
        Schedule.objects.update_or_create(
            user=user,
            topic="",
            defaults={"mode": Schedule.Mode.LATER, "minutes": LATER_MINUTES},
        )
