"""One id goes from a page into its tasks and letters, so that one grep finds all of it."""

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from celery import shared_task
from django.test import Client
from django.urls import reverse

from games.accounts import trace
from games.post import services
from games.post.models import Letter
from hansa_site.logs import JsonFormatter
from tests.factories import UserFactory
from tests.post.test_workers import wait_for, worker

pytestmark = pytest.mark.django_db


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """What standard error gets meanwhile; a worker that starts sets logging up anew."""
    (stderr,) = (each for each in logging.root.handlers if type(each) is logging.StreamHandler)
    copy = logging.StreamHandler(io.StringIO())
    copy.setFormatter(stderr.formatter)
    level = logging.root.level
    logging.root.addHandler(copy)
    logging.root.setLevel(logging.INFO)
    yield copy.stream
    logging.root.removeHandler(copy)
    logging.root.setLevel(level)


def found(lines: io.StringIO, request_id: str) -> str:
    """Return the lines that grep finds for an id."""
    return "\n".join(line for line in lines.getvalue().splitlines() if request_id in line)


def ask_for_email(**headers: str) -> str:
    """Ask for a test email on a page; return the id of the request."""
    client = Client(headers=headers)
    client.force_login(UserFactory())
    return client.post(reverse("post:try"))["X-Request-ID"]


@shared_task
def fail() -> None:
    raise LookupError("on purpose")


def test_each_request_has_another_id(client: Client) -> None:
    ids = {client.get("/accounts/login/")["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3
    assert all(map(trace.is_id, ids))
    assert trace.current() == ""


@pytest.mark.parametrize(
    ("proxies", "sent", "kept"),
    [
        (1, "proxy-made.this_1", True),
        (0, "proxy-made.this_1", False),
        (1, "short", False),
        (1, "x" * 65, False),
        (1, "two words", False),
        (1, "<script>alert(1)</script>", False),
    ],
)
def test_only_a_trusted_proxy_names_a_request(
    client: Client, settings, proxies: int, sent: str, kept: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    page = client.get("/accounts/login/", headers={"X-Request-ID": sent})
    assert (page["X-Request-ID"] == sent) is kept


@pytest.mark.django_db(transaction=True)
def test_one_grep_finds_page_task_and_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mailoutbox
) -> None:
    folder = str(tmp_path)
    folders = dict.fromkeys(("data_folder_in", "data_folder_out", "control_folder"), folder)
    with worker(monkeypatch, "filesystem://", **folders), logged() as lines:
        request_id = ask_for_email()
        letter = Letter.objects.get()
        wait_for(lambda: Letter.objects.get().state == Letter.State.SENT)
        wait_for(lambda: "was sent" in lines.getvalue())
    assert letter.request_id == request_id
    told = found(lines, request_id)
    assert re.search(r"POST post:try: 302 in \d+ ms", told)
    assert f"Letter {letter.pk} (trial) was sent" in told
    assert trace.current() == ""
    (mail,) = mailoutbox
    assert request_id not in mail.message().as_string()


def test_a_letter_that_waits_keeps_the_id_of_its_request(mailoutbox) -> None:
    request_id = ask_for_email()
    with logged() as lines, trace.traced("the-sweep-later"):
        services.sweep()
    assert len(mailoutbox) == 1
    assert "was sent" in found(lines, request_id)
    assert "was sent" not in found(lines, "the-sweep-later")


@pytest.mark.django_db(transaction=True)
def test_a_task_has_the_id_of_what_caused_it_or_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path)
    folders = dict.fromkeys(("data_folder_in", "data_folder_out", "control_folder"), folder)
    with worker(monkeypatch, "filesystem://", **folders), logged() as lines:
        with trace.traced("caused-by-this"):
            services.send_task(fail.name, [])
        wait_for(lambda: "on purpose" in lines.getvalue())
        assert "raised unexpected: LookupError" in found(lines, "[caused-by-this]")
        services.send_task(fail.name, [])
        wait_for(lambda: lines.getvalue().count("raised unexpected") == 2)
    (own,) = set(re.findall(r"\[([0-9a-f-]{36})\]: Task", lines.getvalue())) - {"caused-by-this"}
    assert own in lines.getvalue().rpartition("raised unexpected")[0]


def test_as_json_each_record_is_one_line() -> None:
    record = logging.makeLogRecord({"name": "games", "levelname": "ERROR", "msg": "a\n%s"})
    record.args = ("b",)
    try:
        int("on purpose")
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)
    with trace.traced("of-this-request"):
        line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "games", "a\nb")
    assert told["request_id"] == "of-this-request"
    assert "ValueError: invalid literal" in told["traceback"]
    assert told["time"].endswith("+00:00")
