"""Test notifications, and sending again to an address that bounced."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.post.errors import PostError
from games.post.models import BouncedAddress, Channel, Letter
from games.post.notifications.notices import Trial
from games.post.services.bounces import forget_bounce
from games.post.services.delivery import send_again
from games.post.services.queue import enqueue_on_commit

AN_HOUR = 5
"""The most tests that a user can send within an hour, in all ways together."""

ENOUGH = format_lazy(
    gettext_lazy("You've sent {number} tests within the hour. Try again later."), number=AN_HOUR
)


def try_mail(*, user: User) -> Letter:
    """Send a test email to a user; raises PostError after AN_HOUR tests."""
    return _order_trial(user, None)


def try_channel(*, channel: Channel) -> Letter:
    """Send a test to a device or service; raises PostError after AN_HOUR tests of its owner."""
    return _order_trial(channel.user, channel)


def works_again(*, user: User) -> int:
    """Start sending to a bounced address again, and resend what has failed since it bounced.

    Returns how many letters are queued again.
    """
    with transaction.atomic():
        own = user.confirmed_address() or ""
        bounced = BouncedAddress.objects.filter(address__iexact=own).first()
        if bounced is None:
            return 0
        forget_bounce(address=bounced.address)
        # The last attempt moved `due_at`; a letter may have been queued long before it.
        failed = Letter.objects.filter(
            recipient=user, channel=None, state=Letter.State.FAILED, due_at__gte=bounced.bounced_at
        )
        return send_again(letter_ids=list(failed.values_list("pk", flat=True)))


def _order_trial(user: User, channel: Channel | None) -> Letter:
    now = timezone.now()
    with transaction.atomic():
        # Lock the user's row, so that the limit holds for requests at the same time.
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
