"""Figures for Prometheus: times of pages and tasks, the health of the site, and its key counts.

All processes of a host write their times into files of one folder (prometheus-client's mode for
several processes), so any web process can tell the sums. Without a METRICS_TOKEN nothing is
measured.
"""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from hansa_site import health

MOST_ENDED = 64
"""How many ended processes may have left files; after that, all of them are removed."""

SECONDS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""The upper ends of the ranges that times are counted in."""

CONTENT_TYPE = CONTENT_TYPE_LATEST

PAGES = Histogram(
    "site_page_seconds",
    "Times of pages by the name of their address.",
    ["view", "method", "status"],
    buckets=SECONDS,
)
TASKS = Histogram(
    "site_task_seconds",
    "Times of tasks by their name and outcome.",
    ["task", "outcome"],
    buckets=(*SECONDS, 60, 600),
)

_METHODS = {"GET", "HEAD", "POST"}
_FILE = re.compile(r"_(\d+)\.db")


def measure_page(request: HttpRequest, status: int, seconds: float) -> None:
    """Note how long a page took."""
    if settings.METRICS_TOKEN:
        match = request.resolver_match
        method = request.method if request.method in _METHODS else "other"
        PAGES.labels(match.view_name if match else "none", method, status).observe(seconds)


@task_prerun.connect
def _begin(task: Any, **_: object) -> None:
    task.request.begun = time.monotonic()


@task_postrun.connect
def _end(task: Any, state: str | None = None, **_: object) -> None:
    if settings.METRICS_TOKEN:
        seconds = time.monotonic() - task.request.begun
        TASKS.labels(task.name, (state or "unknown").lower()).observe(seconds)


def may_read(request: HttpRequest) -> bool:
    """Return whether a request has the token, as 'Authorization: Bearer ...'."""
    token = settings.METRICS_TOKEN
    sent = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(sent, f"Bearer {token}")


def page() -> bytes:
    """Return all figures in the text format of Prometheus."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(settings.METRICS_FOLDER))  # type: ignore[no-untyped-call]
    registry.register(_Site())
    return generate_latest(registry)


def forget_ended() -> None:
    """Remove the files of processes that have ended, if there are many."""
    if not settings.METRICS_TOKEN:
        return
    ended = [path for path in Path(settings.METRICS_FOLDER).glob("*.db") if _has_ended(path)]
    if len({_pid(path) for path in ended}) > MOST_ENDED:
        for path in ended:
            path.unlink(missing_ok=True)


class _Site(Collector):
    """The health and the key counts of the site, as they are now."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges."""
        found = health.look()
        good = GaugeMetricFamily("site_healthy", "1 if /healthz says 200, 0 if it says 503.")
        good.add_metric([], float(found.good))
        yield good
        states = GaugeMetricFamily("site_part_healthy", "1 if a part works.", labels=["part"])
        figures = {}
        for part in found.parts:
            if part.state in {health.OK, health.FAILING}:
                states.add_metric([part.name], float(part.state == health.OK))
            for name, figure in part.figures.items():
                if figure is not None:
                    figures[part.name, name] = figure
        yield states
        for (part_name, name), figure in figures.items():
            if part_name not in ("queue", "transports"):
                yield GaugeMetricFamily(f"site_{part_name}_{name}", _WORDS[name], value=figure)
        queued = GaugeMetricFamily("site_queued_tasks", "Tasks that wait.", labels=["queue"])
        for (part_name, name), figure in figures.items():
            if part_name == "queue":
                queued.add_metric([name], figure)
        yield queued
        for span, tried in (health.tallies.answer() or {}).items():
            letters = GaugeMetricFamily(
                f"site_letters_last_{span}",
                "Letters that were handed over, and attempts that failed.",
                labels=["transport", "outcome"],
            )
            for name, (taken, refused) in tried.items():
                letters.add_metric([name, "taken"], taken)
                letters.add_metric([name, "refused"], refused)
            yield letters
        counts = GaugeMetricFamily("site_count", "How many there are.", labels=["what"])
        for name, number in (health.count() or {}).items():
            counts.add_metric([name], number)
        yield counts


_WORDS = {
    "seconds": "Seconds until it answered.",
    "age_seconds": "Seconds since a worker did a task of beat's.",
    "free_mb": "MB of the disk that are free.",
    "days_left": "Days until it runs out.",
    "overdue": "How many are overdue, counted up to a limit.",
}


def _pid(path: Path) -> int:
    match = _FILE.search(path.name)
    return int(match[1]) if match else 0


def _has_ended(path: Path) -> bool:
    try:
        os.kill(_pid(path) or os.getpid(), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
