"""Test notifications, and writing again to an address that mail bounced from."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post.errors import PostError
from games.post.models import BouncedAddress, Channel, Letter
from games.post.notifications.trial import Trial
from games.post.services.bounces import wake
from games.post.services.delivery import send_again
from games.post.services.queue import enqueue_on_commit

AN_HOUR = 5
"""Tests that a person can send within an hour, by email and webhook together."""

ENOUGH = f"You've sent {AN_HOUR} tests within the hour. Try again later."


def try_mail(*, user: User) -> Letter:
    """Send a test to a person's address; raise PostError if they sent many of late."""
    return _order_trial(user, None)


def try_channel(*, channel: Channel) -> Letter:
    """Send a test through a webhook; raise PostError if its owner sent many of late."""
    return _order_trial(channel.user, channel)


def works_again(*, user: User) -> int:
    """Send to an address again that mail bounced from, and again what failed since then.

    Returns how many letters wait to be sent again.
    """
    with transaction.atomic():
        bounced = BouncedAddress.objects.filter(address__iexact=user.confirmed_address() or "")
        since = bounced.values_list("bounced_at", flat=True).first()
        if since is None:
            return 0
        bounced.delete()
        wake(user)
        failed = Letter.objects.filter(
            recipient=user, channel=None, state=Letter.State.FAILED, created_at__gte=since
        )
        return send_again(letter_ids=list(failed.values_list("pk", flat=True)))


def _order_trial(user: User, channel: Channel | None) -> Letter:
    now = timezone.now()
    with transaction.atomic():
        # Their row is held, so that many requests at once are counted too.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        late = Letter.objects.filter(
            recipient=user, kind=Trial.kind, created_at__gt=now - timedelta(hours=1)
        )
        if late.count() >= AN_HOUR:
            raise PostError(ENOUGH)
        letter = Letter.objects.create(
            **Trial().row(user), channel=channel, created_at=now, due_at=now
        )
        enqueue_on_commit(letter)
    return letter
