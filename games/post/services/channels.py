"""Webhooks: add and remove them, and turn off those that keep failing."""

from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, gettext_noop

from games.accounts.models import User
from games.post.errors import PostError
from games.post.models import Channel, Letter
from games.post.notifications.notices import WebhookOff
from games.post.services.orders import notify
from games.post.transports import transports

MOST = 5
"""The most webhooks a user can have."""

TOO_MANY = format_lazy(
    gettext_lazy("You already have {most} webhooks. Remove one first."), most=MOST
)

GIVEN_UP = 20
"""How many failures in a row turn a webhook off."""


def add_channel(*, user: User, kind: str, url: str) -> Channel:
    """Add a webhook for a user's notifications; raises PostError if its URL cannot be used."""
    transports()[kind].check(url)
    with transaction.atomic():
        # Lock the user's row, so that two requests at once cannot exceed the limit.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        own = Channel.objects.filter(user=user)
        if own.filter(url=url).exists():
            raise PostError(gettext_lazy("You already have this webhook."))
        if own.count() >= MOST:
            raise PostError(TOO_MANY)
        return Channel.objects.create(user=user, kind=kind, url=url)


def remove_channel(*, channel: Channel) -> None:
    """Delete a webhook and its letters."""
    channel.delete()


def switch_on(*, channel: Channel) -> None:
    """Turn a webhook on again after it was turned off for failing."""
    Channel.objects.filter(pk=channel.pk).update(active=True, failures=0, error="")


def count_success(channel: Channel | None) -> None:
    """Reset a channel's failures; letters by email have no channel."""
    if channel is not None:
        Channel.objects.filter(pk=channel.pk).update(failures=0, error="")


def count_failure(channel: Channel | None, reason: str) -> None:
    """Count a failure of a channel; after GIVEN_UP in a row turn it off, and tell its user."""
    if channel is None:
        return
    with transaction.atomic():
        this = Channel.objects.filter(pk=channel.pk)
        this.update(failures=F("failures") + 1, error=reason)
        if this.filter(active=True, failures__gte=GIVEN_UP).update(active=False):
            Letter.objects.waiting().filter(channel=channel).update(
                state=Letter.State.FAILED,
                error=gettext_noop("This webhook was turned off after many failures in a row."),
            )
            notify(WebhookOff(channel=channel.pk, which=uuid4().hex), user=channel.user)
