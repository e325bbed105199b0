"""How many letters each transport handed over lately, so that staff notice when one fails.

A channel that fails counts once in a span, so that a single one raises no alarm.
"""

from datetime import datetime, timedelta

from django.db.models import F, Sum
from django.utils import timezone

from games.post.models import Letter, Tally
from games.post.transports import MAIL, transports

SPAN = timedelta(minutes=10)
"""What one row counts."""

Counts = dict[str, tuple[int, int]]
"""How many letters were taken and how many refused, by the name of the transport."""


def note_taken(letter: Letter) -> None:
    """Note that a letter was handed over."""
    _note(letter, "taken")


def note_refused(letter: Letter) -> None:
    """Note that an attempt to hand over a letter failed."""
    last = letter.channel.failed_at if letter.channel else None
    if last is None or _span(last) != _span(timezone.now()):
        _note(letter, "refused")


def counts(since: datetime) -> Counts:
    """Return what each transport did since a moment, to the span."""
    rows = Tally.objects.filter(since__gt=since - SPAN).values_list("transport")
    sums = rows.annotate(Sum("taken"), Sum("refused")).order_by()
    found = {name: (taken, refused) for name, taken, refused in sums}
    return {name: found.get(name, (0, 0)) for name in transports()}


def _note(letter: Letter, column: str) -> None:
    name = letter.channel.kind if letter.channel else MAIL
    since = _span(timezone.now())
    this = Tally.objects.filter(transport=name, since=since)
    if not this.update(**{column: F(column) + 1}):
        Tally.objects.get_or_create(transport=name, since=since)
        this.update(**{column: F(column) + 1})


def _span(moment: datetime) -> datetime:
    """Return the beginning of the span of a moment."""
    return moment.replace(minute=moment.minute // 10 * 10, second=0, microsecond=0)
