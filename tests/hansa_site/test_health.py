"""/healthz tells whether each part works, also while some of them hang."""

import json
import shutil
import socket
import time
import uuid
from datetime import timedelta
from threading import Event
from types import SimpleNamespace

import pytest
import redis
from celery import Celery
from celery.signals import beat_init
from django.conf import settings as site
from django.db import DatabaseError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.play.models import Wait
from games.post.models import Channel, Letter, Tally
from games.post.services import sweep, tally
from games.post.services.channels import count_failure
from games.post.transports import public_http
from hansa_site import celery, health
from hansa_site.certificate import Certificate
from hansa_site.health import LATE, LEAST_FREE, MOST_QUEUED, OLDEST_BEAT, PATIENCE
from hansa_site.models import Beat
from hansa_site.tasks import note_beat
from hansa_site.version import VERSION
from tests import parts
from tests.factories import LetterFactory, UserFactory, sign_in_staff
from tests.hansa_site import probes
from tests.play.factories import game_of_people
from tests.post.pushing import PushService

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

A_LITTLE = timedelta(seconds=5)


@pytest.fixture(autouse=True)
def _beat(monkeypatch: pytest.MonkeyPatch) -> None:
    note_beat()
    # A busy machine is no failure, but for those who look how long that takes.
    monkeypatch.setattr(health, "PATIENCE", 30)


def told(status: int = 200) -> dict[str, dict[str, object]]:
    """Return what /healthz says now."""
    probes.forget()
    page = Client().get("/healthz")
    assert page.status_code == status, page.text
    found = json.loads(page.text)
    assert found.pop("healthy") is (status == 200)
    return found


def failing(found: dict[str, dict[str, object]]) -> set[str]:
    return {name for name, part in found.items() if part["state"] == "failing"}


def test_a_site_that_works() -> None:
    game_of_people()
    LetterFactory()
    found = told()
    assert found["database"]["state"] == "ok"
    assert found["beat"]["age_seconds"] < 60
    assert found["letters"]["overdue"] == found["clocks"]["overdue"] == 0
    assert found["queue"].keys() == {"state", "celery", "bots"}


@pytest.mark.parametrize(("age", "status"), [(-A_LITTLE, 200), (A_LITTLE, 503)])
def test_the_age_of_the_beat_counts(age: timedelta, status: int) -> None:
    Beat.objects.update(at=timezone.now() - OLDEST_BEAT - age)
    assert failing(told(status)) == ({"beat"} if status == 503 else set())


@pytest.mark.parametrize("broker_works", [True, False])
def test_beat_is_known_as_soon_as_it_starts(
    broker_works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = []

    def send(name: str, **how: object) -> None:
        if not broker_works:
            raise OperationalError
        sent.append(name)

    monkeypatch.setattr(celery.app, "send_task", send)
    beat_init.send(sender=None)
    assert sent == [site.CELERY_BEAT_SCHEDULE["note-beat"]["task"]] * broker_works


def test_no_beat_yet_is_told() -> None:
    Beat.objects.all().delete()
    found = told(503)
    assert found["beat"] == {"state": "failing", "age_seconds": None}


@pytest.mark.parametrize(("age", "status"), [(-A_LITTLE, 200), (A_LITTLE, 503)])
def test_letters_that_are_overdue_count(age: timedelta, status: int) -> None:
    due = timezone.now() - LATE - age
    LetterFactory.create_batch(2, due_at=due)
    LetterFactory(due_at=due, state=Letter.State.SENT)
    found = told(status)
    assert found["letters"]["overdue"] == (2 if status == 503 else 0)


@pytest.mark.parametrize(("age", "status"), [(-A_LITTLE, 200), (A_LITTLE, 503)])
def test_clocks_that_are_overdue_count(age: timedelta, status: int) -> None:
    game_of_people()
    assert Wait.objects.open().update(next_check_at=timezone.now() - LATE - age)
    found = told(status)
    assert failing(found) == ({"clocks"} if status == 503 else set())


@pytest.mark.parametrize(
    ("taken", "refused", "status"), [(5, 5, 200), (4, 6, 503), (4, 5, 200), (0, 0, 200)]
)
def test_a_transport_that_is_mostly_refused_counts(taken: int, refused: int, status: int) -> None:
    for number in range(taken + refused):
        phone = Channel.objects.create(user=UserFactory(), kind="push", url=f"phone:{number}")
        letter = LetterFactory(recipient=phone.user, channel=phone, state=Letter.State.SENT)
        (tally.note_taken if number < taken else tally.note_refused)(letter)
    found = told(status)
    assert failing(found) == ({"transports"} if status == 503 else set())
    assert found["transports"]["push"] == (taken / (taken + refused) if taken else None)
    assert found["transports"]["mail"] is None


@pytest.mark.parametrize(
    ("answer", "failing_parts"),
    [(201, set()), (500, {"transports"}), (403, {"transports"}), (410, set())],
)
def test_when_a_push_service_refuses_the_alarm_is_raised_until_it_takes_pushes_again(
    answer: int, failing_parts: set[str], settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CONTACT = "host@hansa.example"
    service = PushService()
    monkeypatch.setattr(public_http, "post", service.post)
    phones = [
        service.device(f"phone{number}").connect(UserFactory())
        for number in range(tally.FEWEST_TRIED)
    ]

    def pushed() -> set[str]:
        for phone in phones:
            LetterFactory(recipient=phone.user, channel=phone, kind="trial", topic="")
        sweep()
        return failing(told(503 if failing_parts and service.status != 201 else 200))

    service.status = answer
    assert pushed() == failing_parts
    service.status = 201
    Channel.objects.update(active=True)
    assert pushed() == set()


def test_a_mail_server_that_takes_nothing_is_noticed_in_a_small_club() -> None:
    LetterFactory.create_batch(2, attempts=1, error="535 who are you")
    told(200)
    LetterFactory(attempts=1, error="535 who are you")
    health.database.forget()
    assert failing(told(503)) == {"transports"}


def test_one_device_that_fails_is_no_failing_transport() -> None:
    phone = Channel.objects.create(user=UserFactory(), kind="push", url="phone:1")
    letter = LetterFactory(recipient=phone.user, channel=phone, state=Letter.State.SENT)
    for _ in range(20):
        tally.note_refused(letter)
        count_failure(phone, "away")
        phone.refresh_from_db()
    hours = health.tried(tally.LATELY), health.tried(health.A_DAY)
    assert all(tried["push"][1] <= 2 for tried in hours)
    Tally.objects.update(since=timezone.now() - tally.LATELY - tally.SPAN)
    assert health.tried(tally.LATELY)["push"] == (0, 0)


@pytest.mark.parametrize(
    ("free", "has_room", "status"),
    [(LEAST_FREE, True, 200), (LEAST_FREE - 1, True, 503), (LEAST_FREE, False, 503)],
)
def test_a_disk_that_is_nearly_full_counts_and_a_database_without_room(
    free: int, has_room: bool, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SimpleNamespace(free=free * 10**6)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: disk)
    monkeypatch.setattr(health.room, "_ask", lambda: has_room)
    found = told(status)
    assert failing(found) == ({"disk"} if status == 503 else set())
    assert found["disk"]["free_mb"] == free


@pytest.mark.postgres
def test_the_database_is_asked_for_some_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert health._ask_room()
    execute = CursorWrapper.execute

    def full(self: CursorWrapper, sql: str, *args: object) -> object:
        if sql == health._SORTED:
            execute(self, "SET LOCAL temp_file_limit = '1MB'")
        return execute(self, sql, *args)

    # PostgreSQL can't be given a full disk here, but a limit shows that it writes to one.
    monkeypatch.setattr(CursorWrapper, "execute", full)
    with pytest.raises(DatabaseError, match="temporary file"):
        health._ask_room()


@pytest.mark.parametrize(
    ("begun", "left", "state"),
    [(30, 60, "ok"), (76, 14.1, "ok"), (76, 13.9, "failing"), (351, 14.1, "ok"),
     (351, 13.9, "failing"), (4, 1.3, "ok"), (5, 0.9, "failing"), (90, -1, "failing")],
)  # fmt: skip
def test_a_certificate_that_runs_out_counts_two_weeks_before(
    begun: float, left: float, state: str, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SITE_URL = "https://hansa.example"
    now = timezone.now()
    found = Certificate(now - timedelta(days=begun), now + timedelta(days=left))
    monkeypatch.setattr(health.certificate, "_ask", lambda: found)
    part = told(503 if state == "failing" else 200)["certificate"]
    assert part["state"] == state
    assert abs(part["days_left"] - left) < 0.01


def test_a_certificate_that_cannot_be_seen_from_here_is_no_failure(settings) -> None:
    settings.SITE_URL = f"https://127.0.0.1:{parts.free_port()}"
    assert told(200)["certificate"] == {"state": "unknown", "days_left": None}


def test_tasks_that_pile_up_count(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = {"celery": MOST_QUEUED, "bots": 0}
    monkeypatch.setattr(health, "_length", lambda channel, queue: lengths[queue])
    assert told()["queue"]["celery"] == MOST_QUEUED
    lengths["celery"] += 1
    assert failing(told(503)) == {"queue"}


@pytest.mark.redis
def test_tasks_in_redis_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Celery("test", broker=parts.REDIS_URL, set_as_current=False)
    name = app.conf.task_default_queue = f"test-{uuid.uuid4().hex}"
    monkeypatch.setattr(health, "current_app", app)
    assert told()["queue"][name] == 0
    for _ in range(3):
        app.send_task("no.such.task")
    assert told()["queue"][name] == 3
    with redis.Redis.from_url(parts.REDIS_URL) as client:
        client.delete(name, *client.keys(f"_kombu.*.{name}"))


@pytest.mark.parametrize("way", ["refuses", "hangs"])
def test_redis_that_is_away_is_told_in_time(
    settings, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(health, "PATIENCE", PATIENCE)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1] if way == "hangs" else parts.free_port()
        settings.CACHES = {"default": {"BACKEND": "x", "LOCATION": f"redis://127.0.0.1:{port}/0"}}
        start = time.monotonic()
        assert failing(told(503)) == {"redis"}
        assert time.monotonic() - start < 2 * PATIENCE + 2


def test_a_database_that_hangs_is_told_in_time_and_asked_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, asked = Event(), []

    def hang(*args: object) -> None:
        asked.append(args)
        hangs.wait(30)
        raise ConnectionError

    monkeypatch.setattr(CursorWrapper, "execute", hang)
    monkeypatch.setattr(health, "PATIENCE", PATIENCE)
    # A browser in which someone is signed in must not ask the database for its session either.
    client.cookies[site.SESSION_COOKIE_NAME] = "abcdefghijklmnop"
    start = time.monotonic()
    page = client.get("/healthz")
    assert time.monotonic() - start < PATIENCE + 2
    found = json.loads(page.text)
    assert page.status_code == 503
    assert found["database"]["state"] == "failing"
    assert {found[name]["state"] for name in ("beat", "letters", "clocks")} == {"unknown"}
    client.get("/healthz")
    assert len(asked) == 1
    hangs.set()
    health.database.start().exception(timeout=10)


def test_answers_are_kept_for_a_few_seconds(
    client: Client, django_assert_num_queries, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(health.database, "_ask", lambda: asked.append(1))
    for _ in range(5):
        client.get("/healthz")
    assert len(asked) == 1


def test_nothing_secret_is_told_and_no_host_or_scheme_asked_for(settings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["hansa.example.org"], True
    settings.CELERY_BROKER_URL = "redis://:pass-word@127.0.0.1:1/0"
    UserFactory(username="Merchant")
    page = Client(headers={"Host": "10.0.0.7"}).get("/healthz")
    assert page.status_code == 503
    assert page["Cache-Control"] == "no-store"
    assert "set-cookie" not in {name.lower() for name in page.headers}
    for word in ("pass-word", "127.0.0.1", "Merchant", site.SECRET_KEY, "hansa.example"):
        assert word not in page.text


def test_staff_see_the_same_on_a_page(client: Client) -> None:
    sign_in_staff(client)
    game_of_people()
    page = client.get("/staff/health/")
    assert f"Everything works. This is version {VERSION}." in page.text
    assert page.context["counts"]["running_games"] == 1
    Beat.objects.all().delete()
    health.database.forget()
    assert "Something needs a look." in client.get("/staff/health/").text
