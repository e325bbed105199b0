"""Webhooks: adding and removing them, and giving up those that do not work."""

from django.db import transaction
from django.db.models import F

from games.accounts.models import User
from games.post import webhooks
from games.post.errors import PostError
from games.post.models import Channel, Letter

MOST = 5
"""Webhooks that a person may have."""

TOO_MANY = f"You have {MOST} webhooks already; remove one first."

GIVEN_UP = 20
"""Failures in a row after which a webhook is switched off."""


def add_channel(*, user: User, kind: str, url: str) -> Channel:
    """Tell a person through a webhook too; raise PostError if its address cannot be used."""
    webhooks.check(url)
    with transaction.atomic():
        # His row is held, so that no two requests add the last one.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        own = Channel.objects.filter(user=user)
        if own.filter(url=url).exists():
            raise PostError("You have this webhook already.")
        if own.count() >= MOST:
            raise PostError(TOO_MANY)
        return Channel.objects.create(user=user, kind=kind, url=url)


def remove_channel(*, channel: Channel) -> None:
    """Forget a webhook and what was to go there."""
    channel.delete()


def switch_on(*, channel: Channel) -> None:
    """Let a webhook that was given up begin afresh."""
    Channel.objects.filter(pk=channel.pk).update(active=True, failures=0, error="")


def count_success(channel: Channel) -> None:
    """Keep that a webhook works."""
    Channel.objects.filter(pk=channel.pk).update(failures=0, error="")


def count_failure(channel: Channel, reason: str) -> None:
    """Keep that a webhook failed; after too many times in a row, switch it off."""
    with transaction.atomic():
        this = Channel.objects.filter(pk=channel.pk)
        this.update(failures=F("failures") + 1, error=reason)
        if this.filter(active=True, failures__gte=GIVEN_UP).update(active=False):
            Letter.objects.waiting().filter(channel=channel).update(
                state=Letter.State.FAILED,
                error=f"This webhook was switched off after {GIVEN_UP} failures in a row.",
            )
