"""What all tests share: a quick and quiet site, without what needs parts that are not here."""

import gc
import os
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import RequestFactory
from django.test.client import MULTIPART_CONTENT
from django.utils.http import urlencode

from games.club.services import seating
from games.play.engine import bots, session
from games.post.services import queue
from hansa_site.cache import RedisOrProcess
from hansa_site.celery import app
from hansa_site.storage import without_comments
from tests import parts
from tests.hansa_site import probes

SCRIPTS = Path(__file__).resolve().parent.parent / "hansa_site" / "static"
LONG = ("long", "journey")
"""The marks of tests that run only where -m names them."""

collected = TemporaryDirectory(prefix="hansa-scripts-")

# A busy machine is no failure.
hypothesis.settings.register_profile("house", deadline=None)
hypothesis.settings.load_profile("house")


def pytest_configure() -> None:
    # All that tests keep for one another would be looked through again and again.
    gc.set_threshold(100_000, 20, 20)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.SITE_URL = "http://testserver"
    # Without one, Apple would take no pushes.
    settings.CONTACT = "boss@example.org"
    # Static files as they lie, whatever was collected here once.
    settings.WHITENOISE_USE_FINDERS = True
    # But scripts as they are once collected: that is what people run.
    for script in SCRIPTS.glob("*.js"):
        Path(collected.name, script.name).write_text(without_comments(script.read_text()))
    settings.STATICFILES_DIRS = [collected.name]
    # Each client of a test would list all of them first, which takes longer than most requests.
    settings.WHITENOISE_AUTOREFRESH = True
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    # Sessions are noted in the tests about them; elsewhere this would add to counts of queries.
    settings.USERSESSIONS_TRACK_ACTIVITY = False
    # Emails about turns wait only in the tests about that.
    settings.UNSEEN_MINUTES = 0
    # Nothing reaches a broker unless a test brings one.
    app.conf.broker_url = "memory://"
    app.conf.broker_transport_options = {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that need missing parts, and long ones that -m does not ask for."""
    missing = [*parts.missing(), *(mark for mark in LONG if mark not in config.option.markexpr)]
    kept, left_out = [], []
    for item in items:
        lacking = any(item.get_closest_marker(part) for part in missing)
        (left_out if lacking else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Let SQLite use a file, as the site does: threads share one as they share no memory."""
    if connection.vendor == "sqlite":
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        connection.settings_dict["TEST"]["NAME"] = name


@pytest.fixture(scope="session", autouse=True)
def _emptied_row_by_row() -> Iterator[None]:
    """Empty a database by deleting rows: tests write few, and PostgreSQL truncates for a second."""

    def deletes(ops: Any, _style: Any, tables: list[str], **_: Any) -> list[str]:
        return [f"DELETE FROM {ops.quote_name(table)}" for table in tables]

    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "postgresql":
            patch.setattr(type(connection.ops), "sql_flush", deletes)
        yield


@pytest.fixture(scope="session", autouse=True)
def _forms_as_browsers_send_them() -> Iterator[None]:
    """Encode forms in one piece, as browsers do. Django's clients send all of them in parts."""
    post = RequestFactory.post

    def sent(
        factory: RequestFactory,
        path: str,
        data: Any = None,
        content_type: str = MULTIPART_CONTENT,
        **options: Any,
    ) -> Any:
        files = isinstance(data, Mapping) and any(hasattr(each, "read") for each in data.values())
        if content_type is MULTIPART_CONTENT and not files:
            content_type, data = "application/x-www-form-urlencoded", urlencode(data or {}, True)
        return post(factory, path, data, content_type, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RequestFactory, "post", sent)
        yield


@pytest.fixture(autouse=True)
def _by_itself(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test uses a broker that it does not bring, nor what the one before found of the site."""
    # Celery believes this variable before any setting.
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)
    # A broker or cache that failed in another test may work in this one.
    for place in (queue, RedisOrProcess):
        monkeypatch.setattr(place, "_away_until", float("-inf"))
    probes.forget()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test draws the same each time, and others only where DICE_SEED says so."""
    dice = random.Random(f"{os.environ.get('DICE_SEED', '')} {request.node.name}")
    for place in (bots, session, seating):
        monkeypatch.setattr(place, "dice", dice)
