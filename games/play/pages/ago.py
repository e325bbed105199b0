"""How long ago something was, in the case that other languages have after 'ago' and 'since'."""

from datetime import datetime
from typing import Any, Final

from django.utils.timesince import timesince
from django.utils.translation import npgettext_lazy

# Django's own strings are in the nominative: German has 'seit 3 Tagen', but '3 Tage'.
_STRINGS: Final[dict[str, Any]] = {
    "year": npgettext_lazy("time ago", "%(num)s year", "%(num)s years", "num"),
    "month": npgettext_lazy("time ago", "%(num)s month", "%(num)s months", "num"),
    "week": npgettext_lazy("time ago", "%(num)s week", "%(num)s weeks", "num"),
    "day": npgettext_lazy("time ago", "%(num)s day", "%(num)s days", "num"),
    "hour": npgettext_lazy("time ago", "%(num)s hour", "%(num)s hours", "num"),
    "minute": npgettext_lazy("time ago", "%(num)s minute", "%(num)s minutes", "num"),
}


def ago(moment: datetime, now: datetime | None = None) -> str:
    """Return how long ago a moment was: '3 days, 2 hours'."""
    return timesince(moment, now, time_strings=_STRINGS)
