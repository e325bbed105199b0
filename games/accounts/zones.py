"""The time zone of a browser, which a cookie of `zone.js` says, until a person has chosen one."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.http import HttpRequest

COOKIE = "zone"


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones. To find them takes long: they are files."""
    return frozenset(available_timezones())


def zone_of(request: HttpRequest) -> str:
    """Return the name of a browser's time zone, the site's own if it says none that is known."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in known_zones() else settings.TIME_ZONE
