"""Delete what has been kept long enough: lists of substitutes, and cups that never began."""

from datetime import timedelta

from django.utils import timezone

from games.accounts.pruning import delete_in_batches
from games.league.models import Kind, League, SeasonStatus, Substitute

KEPT = timedelta(days=30)
"""How long lists of substitutes stay after the season, and cups that were stopped before it."""


def prune(until: float) -> dict[str, int]:
    """Delete old rows of this room until a moment of time.monotonic(); return how many of each."""
    old = timezone.now() - KEPT
    unwanted = League.objects.filter(
        kind=Kind.CUP,
        seasons__status=SeasonStatus.STOPPED,
        seasons__started_at=None,
        seasons__ended_at__lt=old,
    )
    return {
        "substitutes of past seasons": delete_in_batches(
            Substitute.objects.filter(season__ended_at__lt=old), until
        ),
        "cups that never began": delete_in_batches(unwanted, until),
    }
