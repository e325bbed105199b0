"""Delete what has been kept long enough: answers to requests that may be sent twice."""

from django.utils import timezone

from games.accounts.pruning import delete_in_batches
from games.api.kept import LASTS
from games.api.models import KeptAnswer


def prune(until: float) -> dict[str, int]:
    """Delete old rows of this room until a moment of time.monotonic(); return how many of each."""
    old = KeptAnswer.objects.filter(at__lt=timezone.now() - LASTS)
    return {"answers to programs": delete_in_batches(old, until)}
