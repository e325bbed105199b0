"""The settings of the soak: what was lost is taken up after a minute instead of several."""

from tests.running.settings import *  # noqa: F403 - these are settings

INSTALLED_APPS += ["tests.soak.apps.SoakConfig"]  # noqa: F405
# Long enough for a busy machine, as what takes longer is killed.
CELERY_TASK_TIME_LIMIT = 30
SWEEP_SECONDS = CELERY_TASK_TIME_LIMIT - EMAIL_TIMEOUT  # noqa: F405
UNSEEN_MINUTES = 0
LOGGING["root"]["level"] = "CRITICAL"  # noqa: F405
