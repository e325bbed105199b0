"""Who runs the site is told of errors, and players are told so only when it is true."""

import gzip
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.test import Client
from django.urls import path

from hansa_site import processes, reports, urls
from hansa_site.reports import MOST
from tests import parts
from tests.children import child

SECRETS = (
    "anna@example.org", "k3y-of-a-letter", "place t hamburg", "c00kie", "of-this-test", "hnsa_0",
)  # fmt: skip


def broken(request: HttpRequest, key: str) -> None:
    address, order = "anna@example.org", request.POST.get("order")
    try:
        {}[address]
    except KeyError as error:
        raise ValueError(f"{address} {order} {key}") from error


def denied(request: HttpRequest) -> None:
    raise DisallowedHost("nowhere")


urlpatterns = [path("broken/<str:key>/", broken), path("denied/", denied), *urls.urlpatterns]
handler500 = urls.handler500

pytestmark = [pytest.mark.urls(__name__)]


@pytest.fixture(autouse=True)
def _admins(settings) -> None:
    settings.ADMINS = [("Hansa", "admin@example.org")]
    settings.SECRET_KEY = "of-this-test"


def fail(client: Client) -> str:
    """Let a page fail, with all that nobody else may read."""
    client.raise_request_exception = False
    client.cookies["sessionid"] = "c00kie"
    page = client.post("/broken/k3y-of-a-letter/?k3y-of-a-letter", {"order": "place t hamburg"})
    assert page.status_code == 500
    wait()
    return page.text


def wait() -> None:
    """Wait until all mails have left."""
    for thread in threading.enumerate():
        if thread.name == "report":
            thread.join()


def test_admins_are_told_where_something_failed(client: Client) -> None:
    assert "we've been told" in fail(client)
    (told,) = mail.outbox
    assert told.to == ["admin@example.org"]
    assert told.subject.startswith("[Hansa] ERROR: ValueError at ")
    assert "test_reports.py" in told.subject
    assert "POST broken/<str:key>/" in told.body
    assert "KeyError\n" in told.body
    assert "in broken\n" in told.body


def test_nothing_that_is_secret_is_told(client: Client) -> None:
    fail(client)
    (told,) = mail.outbox
    whole = told.message().as_string()
    # A line of the code that failed is no secret; what stood in its variables is.
    said = [line for line in whole.splitlines() if 'address, order = "' not in line]
    assert [word for word in SECRETS if word in "\n".join(said)] == []


def test_the_same_error_is_told_once(client: Client) -> None:
    for _ in range(3):
        fail(client)
    assert len(mail.outbox) == 1


def test_no_flood_of_errors_is_a_flood_of_mails() -> None:
    for number in range(MOST + 5):
        code = "\n" * number + "raise ZeroDivisionError"
        try:
            exec(compile(code, "many.py", "exec"))
        except ZeroDivisionError:
            logging.getLogger("games").exception("One of many")
    wait()
    assert len(mail.outbox) == MOST


def test_errors_outside_of_pages_are_told() -> None:
    logging.getLogger("games").error("Bot %s failed", "anna@example.org")
    wait()
    (told,) = mail.outbox
    assert "test_reports.py" in told.subject
    assert "anna@" not in told.body


def test_what_is_refused_for_good_reason_is_not_told(client: Client) -> None:
    client.raise_request_exception = False
    assert client.get("/denied/").status_code == 400
    wait()
    assert not mail.outbox


def test_without_anybody_to_tell_the_page_does_not_say_so(client: Client, settings) -> None:
    settings.ADMINS = []
    page = fail(client)
    assert "we've been told" not in page
    assert "please tell the people who run this site" in page
    assert not mail.outbox


def test_while_no_mail_can_be_sent_the_page_does_not_say_so(
    client: Client, settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    fail(client)
    assert "could not be emailed" in caplog.text
    assert "we've been told" not in fail(client)


def test_a_mail_server_that_hangs_holds_nobody(client: Client, monkeypatch) -> None:
    hangs = threading.Event()
    monkeypatch.setattr(reports, "mail_admins", lambda *_: hangs.wait(60))
    client.raise_request_exception = False
    assert client.get("/broken/x/").status_code == 500
    assert any(thread.name == "report" for thread in threading.enumerate())
    hangs.set()
    wait()


SETTINGS = """
from hansa_site.settings import *
ROOT_URLCONF = "broken.urls"
INSTALLED_APPS += ["broken"]
"""
PAGES = """
from django.urls import path
from hansa_site import urls

def view(request, key):
    address, order = request.META["HTTP_X_TOLD"], request.GET["order"]
    raise ValueError(f"{address} {order} {key}")

urlpatterns = [path("broken/<str:key>/", view), *urls.urlpatterns]
handler500 = urls.handler500
"""
TASKS = """
from celery import shared_task

@shared_task
def task(address, key):
    raise LookupError(f"{address} {key}")
"""
SEND = """
import django, sys
django.setup()
from broken.tasks import task
task.delay(*sys.argv[1:])
"""


class Sentry(ThreadingHTTPServer):
    """Takes what the site reports."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), SentryHandler)
        self.told: list[str] = []
        self.dsn = f"http://key@127.0.0.1:{self.server_port}/1"

    def events(self) -> list[dict[str, Any]]:
        """Return the errors among the lines of what was sent."""
        lines = [line for text in self.told for line in text.splitlines() if line]
        return [event for event in map(json.loads, lines) if "exception" in event]


class SentryHandler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        packed = self.headers.get("Content-Encoding") == "gzip"
        self.server.told.append((gzip.decompress(body) if packed else body).decode())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing on standard error."""


@pytest.fixture
def sentry() -> Iterator[Sentry]:
    with Sentry() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(happened: Callable[[], bool]) -> None:
    for _ in range(200):
        if happened():
            return
        time.sleep(0.1)
    raise AssertionError("It did not happen within 20 seconds.")


def test_web_and_worker_tell_admins_and_sentry_without_secrets(
    tmp_path: Path, sentry: Sentry
) -> None:
    package = tmp_path / "broken"
    package.mkdir()
    (tmp_path / "here.py").write_text(SETTINGS)
    (package / "__init__.py").touch()
    (package / "urls.py").write_text(PAGES)
    (package / "tasks.py").write_text(TASKS)
    port = parts.free_port()
    env = {
        **{name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}},
        "PYTHONPATH": os.pathsep.join([str(settings.ROOT), str(tmp_path)]),
        "DJANGO_SETTINGS_MODULE": "here",
        "VAR": str(tmp_path),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "WEB_LISTEN": f"127.0.0.1:{port}",
        "WEB_PROCESSES": "1",
        "WORKER_PROCESSES": "1",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
        "SECRET_KEY": "of-this-test",
        "ADMINS": "admin@example.org",
        "SENTRY_DSN": sentry.dsn,
    }
    where = {"env": env, "cwd": settings.ROOT, "stderr": subprocess.DEVNULL}
    mails = tmp_path / "mail"

    def mailed() -> str:
        return "".join(path.read_text() for path in mails.glob("*"))

    path = "/broken/k3y-of-a-letter/?order=place+t+hamburg"
    headers = {"X-Told": SECRETS[0], "Cookie": "other=c00kie", "Authorization": "Bearer hnsa_0"}
    with (
        child(processes.command("web", env), **where),
        child(processes.command("worker", env), **where),
    ):
        until(lambda: is_open(port))
        with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as page:
            page.request("GET", path, headers=headers)
            assert page.getresponse().status == 500
        until(lambda: "ValueError" in mailed() and len(sentry.events()) == 1)
        told = sentry.events()[0]
        assert told["exception"]["values"][-1]["type"] == "ValueError"
        assert told["transaction"] == "/broken/{key}/"
        send = [sys.executable, "-c", SEND, SECRETS[0], SECRETS[1]]
        subprocess.run(send, env=env, cwd=settings.ROOT, check=True)
        until(lambda: "LookupError" in mailed() and len(sentry.events()) == 2)
        told = sentry.events()[1]
        assert told["exception"]["values"][-1]["type"] == "LookupError"
        assert told["transaction"] == "broken.tasks.task"
    for text in (mailed(), *sentry.told):
        assert [word for word in SECRETS if word in text] == []
