"""Note the primers that people have read."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.accounts.models import User
from games.drawing import DRAWINGS
from games.drawing.primers import Primer
from games.play.models import ReadPrimer
from games.rules.title import AnyTitle


def primers_of(title: AnyTitle, state: Any, seat: int) -> Sequence[Primer]:
    """Return the primers that matter to a seat in a position, none if it is not asked."""
    if seat not in title.to_move(state):
        return ()
    return DRAWINGS[title.id].primers(title.view(state, seat), title.orders(state, seat))


def read_primers(*, user: User, title: str, primers: Iterable[Primer]) -> None:
    """Note that a person has read a title's primers."""
    unread = ReadPrimer.objects.unread(user, title, (primer.name for primer in primers))
    ReadPrimer.objects.bulk_create(
        [ReadPrimer(user=user, title=title, name=name) for name in sorted(unread)],
        ignore_conflicts=True,
    )
