"""Note what people have seen on the site."""

from django.utils import timezone

from games.accounts.models import User
from games.play.models import Wait


def note_seen(*, user: User, wait_id: int) -> None:
    """Note that a player has seen on the site what an open wait of theirs asks."""
    unseen = Wait.objects.open().filter(pk=wait_id, player__user=user, seen_at=None)
    unseen.update(seen_at=timezone.now())
