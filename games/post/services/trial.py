"""A letter that only says that letters arrive."""

from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post.errors import PostError
from games.post.models import BouncedAddress, Channel, Letter
from games.post.services.bounces import wake
from games.post.services.delivery import send_again
from games.post.services.hurry import hasten_after_commit

AN_HOUR = 5
"""Trials that a person may order within an hour, by mail and webhook together."""

ENOUGH = f"You have had {AN_HOUR} test letters within the hour; try again later."


def try_mail(*, user: User) -> Letter:
    """Order a test letter to a person's address; raise PostError if they had many of late."""
    return _order_trial(user, None)


def try_channel(*, channel: Channel) -> Letter:
    """Order a test letter through a webhook; raise PostError if its owner had many of late."""
    return _order_trial(channel.user, channel)


def works_again(*, user: User) -> int:
    """Write to an address again that mail came back from, what failed since then first.

    Returns how many letters are on their way again.
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
            recipient=user, kind="trial", created_at__gt=now - timedelta(hours=1)
        )
        if late.count() >= AN_HOUR:
            raise PostError(ENOUGH)
        letter = Letter.objects.create(
            kind="trial",
            recipient=user,
            key=f"trial:{uuid4().hex}",
            channel=channel,
            created_at=now,
            due_at=now,
        )
        hasten_after_commit(letter)
    return letter
