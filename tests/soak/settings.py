"""The site's settings, with what was lost taken up after a minute instead of several."""

from hansa_site.settings import *  # noqa: F403 - these are settings

CELERY_TASK_TIME_LIMIT = 5
BOT_SECONDS = 3
UNSEEN_MINUTES = 0
CELERY_BEAT_SCHEDULE = {  # the same tasks, more often, but for those of the night
    name: entry | {"schedule": 2.0} if isinstance(entry["schedule"], float) else entry
    for name, entry in CELERY_BEAT_SCHEDULE.items()  # noqa: F405
}
LOGGING["root"]["level"] = "ERROR"  # noqa: F405
