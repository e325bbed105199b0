"""The site's settings with a clock that leaps, and with sweeps every 2 seconds instead of 60."""

from hansa_site.settings import *  # noqa: F403 - these are settings
from tests.running import clock

clock.install()
INSTALLED_APPS = [*INSTALLED_APPS, "tests.running"]  # noqa: F405
CELERY_BEAT_SCHEDULE = {  # the same tasks, more often, but for those of the night
    name: entry | {"schedule": 2.0} if isinstance(entry["schedule"], float) else entry
    for name, entry in CELERY_BEAT_SCHEDULE.items()  # noqa: F405
}
