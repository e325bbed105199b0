"""The Celery application."""

import os
from logging.config import dictConfig

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansa_site.settings")

app = Celery("hansa")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_like_the_site(**_: object) -> None:
    """Use the logging of the site in workers, instead of Celery's own."""
    dictConfig(settings.LOGGING)
