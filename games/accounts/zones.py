"""Time zones, and that of a browser, which a cookie of `zone.js` says until one is chosen."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.http import HttpRequest

COOKIE = "zone"

REGIONS = {
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
}


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones of places, and UTC.

    There are other files among them, such as those of the machine's own zone and of none.
    To find them takes long.
    """
    names = available_timezones()
    return frozenset({"UTC", *(name for name in names if name.partition("/")[0] in REGIONS)})


def zone_of(request: HttpRequest) -> str:
    """Return the name of a browser's time zone, the site's own if it says none that is known."""
    name = request.COOKIES.get(COOKIE, "")
    return name if name in known_zones() else settings.TIME_ZONE
