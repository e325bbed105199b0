"""How long ago something was, in the case that other languages have after 'ago' and 'since'."""

from datetime import datetime
from typing import Any, Final

from django.utils.timesince import timesince
from django.utils.translation import npgettext_lazy

# Django's own strings are in the nominative: German has 'seit 3 Tagen', but '3 Tage'.
_STRINGS: Final[dict[str, Any]] = {
    "year": npgettext_lazy("time ago", "%(num)d year", "%(num)d years", "num"),
    "month": npgettext_lazy("time ago", "%(num)d month", "%(num)d months", "num"),
    "week": npgettext_lazy("time ago", "%(num)d week", "%(num)d weeks", "num"),
    "day": npgettext_lazy("time ago", "%(num)d day", "%(num)d days", "num"),
    "hour": npgettext_lazy("time ago", "%(num)d hour", "%(num)d hours", "num"),
    "minute": npgettext_lazy("time ago", "%(num)d minute", "%(num)d minutes", "num"),
}


def ago(moment: datetime, now: datetime | None = None) -> str:
    """Return how long ago a moment was: '3 days, 2 hours'."""
    return timesince(moment, now, time_strings=_STRINGS)
