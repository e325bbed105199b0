"""Note the primers that people have read."""

from collections.abc import Iterable

from games.accounts.models import User
from games.drawing.primers import Primer
from games.play.models import ReadPrimer


def read_primers(*, user: User, title: str, primers: Iterable[Primer]) -> None:
    """Note that a person has read a title's primers."""
    unread = ReadPrimer.objects.unread(user, title, (primer.name for primer in primers))
    ReadPrimer.objects.bulk_create(
        [ReadPrimer(user=user, title=title, name=name) for name in sorted(unread)],
        ignore_conflicts=True,
    )
