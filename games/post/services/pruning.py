"""Delete what has been kept long enough: letters, notes of received emails, channels, bounces."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.accounts.models import User
from games.accounts.pruning import delete_in_batches
from games.post.models import Channel, Letter, Received, Tally
from games.post.notifications.account import AccountNotice
from games.post.services import bounces
from games.post.services.channels import note_trouble

KEPT_ACCOUNT_LETTERS = timedelta(days=7)
"""How long letters to addresses without an account are kept, so that staff can see them."""

KEPT_DEAD_CHANNELS = timedelta(days=90)
"""How long a channel that is off stays after its last letter, so that its owner can see why."""

KEPT_TALLIES = timedelta(days=30)
"""How long the counts of letters that each transport handed over are kept."""


def prune(until: float) -> dict[str, int]:
    """Delete old rows of this room until a moment of time.monotonic(); return how many of each.

    Letters that are still to be sent stay.
    """
    now = timezone.now()
    old = now - timedelta(days=settings.KEEP_LETTERS_DAYS)
    closed = Letter.objects.exclude(state=Letter.State.WAITING)
    # One kind after the other, because their index starts with it.
    of_kinds = [closed.filter(kind=kind, created_at__lt=old) for kind in _kinds()]
    to_addresses = Letter.objects.filter(
        kind=AccountNotice.kind, recipient=None, created_at__lt=now - KEPT_ACCOUNT_LETTERS
    )
    received = Received.objects.filter(
        received_at__lt=now - timedelta(days=settings.KEEP_RECEIVED_DAYS)
    )
    return {
        "letters": sum(delete_in_batches(rows, until) for rows in of_kinds),
        "letters about accounts": delete_in_batches(to_addresses, until),
        "received emails": delete_in_batches(received, until),
        "bounced addresses of nobody": delete_in_batches(bounces.of_nobody(), until),
        "counts of letters": delete_in_batches(
            Tally.objects.filter(since__lt=now - KEPT_TALLIES), until
        ),
        "dead devices and services": _delete_dead_channels(now - KEPT_DEAD_CHANNELS, until),
    }


def _delete_dead_channels(before: datetime, until: float) -> int:
    """Delete channels that were turned off before a moment; return how many.

    What is off gets no letters, so its newest one is about as old.
    """
    newer = Letter.objects.filter(channel=OuterRef("pk"), created_at__gte=before)
    dead = Channel.objects.filter(
        ~Exists(newer), Q(sent_at=None) | Q(sent_at__lt=before), active=False, created_at__lt=before
    )
    owners = list(User.objects.filter(pk__in=dead.values("user")))
    deleted = delete_in_batches(dead, until)
    for owner in owners:
        note_trouble(owner)
    return deleted


def _kinds() -> Iterator[str]:
    """Yield the kinds of all letters, also former ones, each with a look into the index."""
    by_kind = Letter.objects.order_by("kind").values_list("kind", flat=True)
    kind = by_kind.first()
    while kind is not None:
        yield kind
        kind = by_kind.filter(kind__gt=kind).first()
