"""Note what people have seen on the site."""

from collections.abc import Iterable

from django.utils import timezone

from games.accounts.models import User
from games.play.models import ReadPrimer, Wait
from games.wording.primers import Primer


def note_seen(*, user: User, wait_id: int) -> None:
    """Note that a player has seen on the site what an open wait of theirs asks."""
    unseen = Wait.objects.open().filter(pk=wait_id, player__user=user, seen_at=None)
    unseen.update(seen_at=timezone.now())


def read_primers(*, user: User, title: str, primers: Iterable[Primer]) -> None:
    """Note that a person has read a title's primers."""
    unread = ReadPrimer.objects.unread(user, title, (primer.name for primer in primers))
    ReadPrimer.objects.bulk_create(
        [ReadPrimer(user=user, title=title, name=name) for name in sorted(unread)],
        ignore_conflicts=True,
    )
