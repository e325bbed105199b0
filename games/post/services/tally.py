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

LATELY = timedelta(hours=1)
"""Letters that were tried within this time tell whether a transport fails now."""

FEWEST_TRIED = 10
"""A transport fails only if it tried so many letters."""

FEWEST_TAKEN = 0.5
"""It fails if a smaller share of them was taken."""

FEWEST_READERS = 3
"""A mail server that refuses letters to fewer people may have nothing against the site."""

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


def fails(taken: int, refused: int) -> bool:
    """Return whether a transport that took and refused so many letters is failing."""
    tried = taken + refused
    return tried >= FEWEST_TRIED and taken < FEWEST_TAKEN * tried


def taken_by_mail(since: datetime) -> bool:
    """Return whether the mail server has taken a letter in a span that began after a moment."""
    return Tally.objects.filter(transport=MAIL, since__gte=since, taken__gt=0).exists()


def mail_is_late() -> bool:
    """Return whether the mail server takes nothing, so that emails are late.

    It has taken no letter lately, and refused those to several people.
    """
    refused = Letter.objects.waiting().filter(channel=None, attempts__gt=0).exclude(error="")
    readers = refused.order_by().values("recipient", "address").distinct()[:FEWEST_READERS]
    return len(readers) == FEWEST_READERS and not taken_by_mail(timezone.now() - LATELY)


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
