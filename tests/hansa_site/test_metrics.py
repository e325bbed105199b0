"""/metrics tells Prometheus, and nobody else, what all processes of a host measured."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from hansa_site import health, metrics, processes
from hansa_site.tasks import note_beat
from tests import parts
from tests.children import child
from tests.play.factories import game_of_people

TOKEN = "told-to-prometheus-alone"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def values(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Return each figure by its name and labels."""
    families = text_string_to_metric_families(text)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("token", "sent", "status"),
    [
        (TOKEN, f"Bearer {TOKEN}", 200),
        (TOKEN, f"Bearer {TOKEN}x", 404),
        (TOKEN, TOKEN, 404),
        (TOKEN, "", 404),
        ("", "Bearer ", 404),
        ("", "", 404),
        (TOKEN, "Bearer \N{SNOWMAN}", 404),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_only_the_token_opens_it(
    client: Client, settings, tmp_path: Path, token: str, sent: str, status: int
) -> None:
    settings.METRICS_TOKEN, settings.METRICS_FOLDER = token, tmp_path
    page = client.get("/metrics", headers={"Authorization": sent})
    assert page.status_code == status
    assert (b"site_healthy" in page.content) is (status == 200)
    assert TOKEN not in page.text


@pytest.mark.django_db(transaction=True)
def test_health_and_counts_are_among_the_figures(
    client: Client, settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A busy machine is no failure.
    monkeypatch.setattr(health, "PATIENCE", 30)
    settings.METRICS_TOKEN, settings.METRICS_FOLDER = TOKEN, tmp_path
    note_beat()
    game_of_people()
    page = client.get("/metrics", headers=HEADERS)
    found = values(page.text)
    working = {
        dict(labels)["part"]: value
        for (name, labels), value in found.items()
        if name == "site_part_healthy"
    }
    assert "database" in working
    assert working == dict.fromkeys(working, 1)
    assert found["site_healthy", frozenset()] == 1
    assert 0 <= found["site_beat_age_seconds", frozenset()] < 60
    assert found["site_letters_overdue", frozenset()] == 0
    assert found["site_count", frozenset({("what", "running_games")})] == 1
    assert ("site_queued_tasks", frozenset({("queue", "bots")})) in found


def wait_for(look: Callable[[], bool]) -> None:
    for _ in range(200):
        if look():
            return
        time.sleep(0.1)
    raise AssertionError("It did not happen within 20 seconds.")


def test_times_of_all_processes_are_summed(tmp_path: Path) -> None:
    port = parts.free_port()
    env = {
        **{name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}},
        "VAR": str(tmp_path),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "WEB_LISTEN": f"127.0.0.1:{port}",
        "WEB_PROCESSES": "2",
        "WORKER_PROCESSES": "1",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
        "SECRET_KEY": "of-this-test",
        "METRICS_TOKEN": TOKEN,
    }
    where = {"env": env, "cwd": site.ROOT, "stderr": subprocess.DEVNULL}

    def get(path: str, **headers: str) -> tuple[int, str]:
        with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
            try:
                connection.request("GET", path, headers=headers)
            except ConnectionRefusedError:
                return 0, ""
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def figure(name: str, **labels: str) -> float:
        return values(get("/metrics", **HEADERS)[1]).get((name, frozenset(labels.items())), 0)

    # The database has no tables: this page needs none, and the task fails.
    page = {"view": "account_login", "method": "GET", "status": "200"}
    with (
        child(processes.command("web", env), **where),
        child(processes.command("worker", env), **where),
    ):
        # The second process may come up later than the first one answers.
        wait_for(
            lambda: (
                get("/accounts/login/")[0] == 200
                and len(list((tmp_path / "metrics").glob("histogram_*.db"))) >= 2
            )
        )
        before = figure("site_page_seconds_count", **page)
        for _ in range(20):
            assert get("/accounts/login/")[0] == 200
        assert figure("site_page_seconds_count", **page) == before + 20
        send = (
            "import django; django.setup(); from hansa_site import tasks; tasks.note_beat.delay()"
        )
        named = {**env, "DJANGO_SETTINGS_MODULE": "hansa_site.settings"}
        subprocess.run([sys.executable, "-c", send], env=named, cwd=site.ROOT, check=True)
        task = {"task": "hansa_site.tasks.note_beat", "outcome": "failure"}
        wait_for(lambda: figure("site_task_seconds_count", **task) == 1)


@pytest.mark.django_db
def test_addresses_are_told_by_their_names_alone(client: Client, settings, monkeypatch) -> None:
    settings.METRICS_TOKEN = TOKEN
    noted = []
    monkeypatch.setattr(metrics.PAGES, "labels", lambda *labels: noted.append(labels) or Nobody())
    client.get("/accounts/password/reset/key/1-secret/")
    client.generic("ODD", "/no-such-page-secret/")
    assert [view for view, _, _ in noted] == ["account_reset_password_from_key", "none"]
    assert noted[1][1] == "other"
    assert not any("secret" in str(label) for labels in noted for label in labels)


class Nobody:
    def observe(self, seconds: float) -> None:
        assert seconds > 0


def test_files_of_many_ended_processes_are_removed(settings, tmp_path: Path) -> None:
    settings.METRICS_TOKEN, settings.METRICS_FOLDER = TOKEN, tmp_path
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    own = tmp_path / f"histogram_{os.getpid()}.db"
    own.touch()
    for number in range(metrics.MOST_ENDED):
        (tmp_path / f"histogram_{2**22 + number}.db").touch()
    metrics.forget_ended()
    assert len(list(tmp_path.iterdir())) == metrics.MOST_ENDED + 1
    (tmp_path / f"histogram_{ended.pid}.db").touch()
    metrics.forget_ended()
    assert list(tmp_path.iterdir()) == [own]
