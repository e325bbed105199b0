"""The clock of a site under test: real time, moved by an offset that all its processes read."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone

FILE = "SITE_CLOCK"
"""The environment variable that names the file with the offset in seconds."""


def now() -> datetime:
    """Return what time it is for the site."""
    return datetime.now(UTC) + _offset()


def move(span: timedelta) -> None:
    """Let the clocks of all processes leap, in the same moment."""
    path = Path(os.environ[FILE])
    new = path.with_suffix(".new")
    new.write_text(str((_offset() + span).total_seconds()))
    new.replace(path)


def set_to(moment: datetime) -> None:
    """Let the clocks of all processes show a moment."""
    move(moment - now())


def install() -> None:
    """Let Django's time be this clock's; call it before models are loaded, which keep it."""
    timezone.now = now


def _offset() -> timedelta:
    path = Path(os.environ[FILE])
    return timedelta(seconds=float(path.read_text()) if path.exists() else 0)
