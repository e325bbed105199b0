"""The Celery application."""

import os
from contextlib import suppress
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
)
from django.conf import settings
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

from games.accounts import trace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hansa_site.settings")

TRANSPORT_ALIASES["filesystem"] = "hansa_site.broker:Transport"

app = Celery("hansa")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_like_the_site(**_: object) -> None:
    """Use the logging of the site in workers, instead of Celery's own."""
    dictConfig(settings.LOGGING)


@beat_init.connect
def note_at_once(**_: object) -> None:
    """Let the site know that beat runs as soon as it does, not a minute later."""
    with suppress(OperationalError):
        app.send_task("hansa_site.tasks.note_beat", expires=60, retry=False)


@before_task_publish.connect
def send_request_id(headers: dict[str, Any], **_: object) -> None:
    """Send the id of the request that causes a task along with it."""
    if trace.current():
        headers["request_id"] = trace.current()


@task_prerun.connect
def begin_trace(task: Any, task_id: str, **_: object) -> None:
    """Let a task have the id of the request that caused it, or its own."""
    task.request.trace = trace.begin(getattr(task.request, "request_id", "") or task_id)


@task_postrun.connect
def end_trace(task: Any, **_: object) -> None:
    """Forget a task's id before its thread takes the next."""
    trace.end(task.request.trace)
