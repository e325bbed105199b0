"""Who runs the site is told of errors, and players are told so only when it is true."""

import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core import mail
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.test import Client
from django.urls import path

from hansa_site import reports, urls
from hansa_site.reports import MOST

SECRETS = ("anna@example.org", "k3y-of-a-letter", "place t hamburg", "c00kie", "of-this-test")


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


SENTRY = """
import json
def init(**options):
    event = {
        "request": {"url": "anna@example.org"}, "user": {"email": "anna@example.org"},
        "extra": {"args": "anna@example.org"}, "breadcrumbs": ["anna@example.org"],
        "logentry": {"message": "Bot %s", "params": ["anna@example.org"]},
        "exception": {"values": [{"type": "KeyError", "value": "anna@example.org"}]},
    }
    told = options.pop("before_send")(event, {})
    print(json.dumps([options, told]))
"""


def start_sentry(folder: Path) -> subprocess.CompletedProcess[str]:
    """Read the settings with the DSN of a Sentry, whose package may lie in a folder."""
    env = {"PYTHONPATH": str(folder), "SENTRY_DSN": "https://key@sentry.example.org/1"}
    return subprocess.run(
        [sys.executable, "-c", "from hansa_site import settings; print(settings.SENTRY)"],
        env={**os.environ, **env},
        cwd=urls.__file__.rpartition("/hansa_site/")[0],
        capture_output=True,
        text=True,
        check=True,
    )


def test_sentry_is_told_nothing_about_people(tmp_path: Path) -> None:
    (tmp_path / "sentry_sdk.py").write_text(SENTRY)
    told, works = start_sentry(tmp_path).stdout.splitlines()
    assert works == "True"
    options, event = json.loads(told)
    assert options["dsn"] == "https://key@sentry.example.org/1"
    assert options["send_default_pii"] is False
    assert options["include_local_variables"] is False
    assert "anna@" not in json.dumps(event)
    assert event["exception"]["values"][0]["type"] == "KeyError"


def test_without_its_package_sentry_is_not_believed_to_be_told(tmp_path: Path) -> None:
    done = start_sentry(tmp_path)
    assert done.stdout == "False\n"
    assert "sentry-sdk is not installed" in done.stderr
