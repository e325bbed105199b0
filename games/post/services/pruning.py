"""Delete letters and notes of received emails that have been kept long enough."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.accounts.pruning import delete_in_batches
from games.post.models import Letter, Received
from games.post.notifications.account import AccountNotice

KEPT_ACCOUNT_LETTERS = timedelta(days=7)
"""How long letters to addresses without an account are kept, so that staff can see them."""


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
    }


def _kinds() -> Iterator[str]:
    """Yield the kinds of all letters, also former ones, each with a look into the index."""
    by_kind = Letter.objects.order_by("kind").values_list("kind", flat=True)
    kind = by_kind.first()
    while kind is not None:
        yield kind
        kind = by_kind.filter(kind__gt=kind).first()
