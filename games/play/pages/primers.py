"""The primers that a page or email shows: rules that its reader has not met before."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.play.language import spoken
from games.play.models import ReadPrimer
from games.rules.playthrough import Step
from games.rules.title import AnyTitle
from games.wording import WORDINGS
from games.wording.primers import Primer


def primers_of(title: AnyTitle, state: Any, seat: int) -> Sequence[Primer]:
    """Return the primers that matter to a seat in a position, none if it is not asked."""
    if seat not in title.to_move(state):
        return ()
    view, orders = title.view(state, seat), title.orders(state, seat)
    return WORDINGS[title.id].primers(view, orders, spoken())


def primers_met(steps: Iterable[Step]) -> Iterator[Primer]:
    """Yield the primers that mattered to those who played the steps, before each of them."""
    for step in steps:
        yield from primers_of(step.title, step.before, step.seat)


def new_primers(title: AnyTitle, before: Any, after: Any, seat: int) -> Sequence[Primer]:
    """Return the primers that matter to a seat after its draft, without those that did before it.

    Without a draft, `after` is `before`, and all that matter are new.
    """
    primers = primers_of(title, after, seat)
    if after is before or not primers:
        return primers
    shown = primers_of(title, before, seat)
    return [primer for primer in primers if primer not in shown]


def unread_primers(user: Any, title: str, primers: Sequence[Primer]) -> list[Primer]:
    """Return those of a title's primers that a person, who is asked, has not read."""
    unread = ReadPrimer.objects.unread(user, title, (primer.name for primer in primers))
    return [primer for primer in primers if primer.name in unread]
