"""The one command that lays the table, as a new player runs it."""

import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.conf import settings

from hansa_site.management.commands.play import MAIL_PORT
from tests.children import alive, child, descendants
from tests.parts import free_port


@pytest.fixture
def port() -> int:
    return free_port(MAIL_PORT)


def play(var: Path, port: int | str) -> AbstractContextManager[subprocess.Popen[str]]:
    kept = ("PATH", "HOME", "LANG")
    env = {name: os.environ[name] for name in kept if name in os.environ}
    return child(
        [sys.executable, "manage.py", "play"],
        env={**env, "VAR": str(var), "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=settings.ROOT,
    )


@pytest.fixture
def table(tmp_path: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with play(tmp_path, port) as process:
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield process, said


def mail_server_at(port: int) -> smtplib.SMTP:
    """Connect to the mail server, which may listen a moment after the web server answers."""
    deadline = time.monotonic() + 10
    while True:
        try:
            return smtplib.SMTP("127.0.0.1", port, timeout=10)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_it_says_where_it_is_answers_there_and_leaves_nobody_behind(
    table: tuple[subprocess.Popen[str], str], port: int, tmp_path: Path
) -> None:
    process, said = table
    assert f"http://127.0.0.1:{port}/" in said
    assert re.search(r"(?i)password", said), "it names the account of the demo"
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/") as page:
        assert "Sign in" in page.read().decode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/post/mailbox/") as page:
        assert "Test mailbox" in page.read().decode()
    answers = re.search(r"smtp://127\.0\.0\.1:(\d+)", said)
    with mail_server_at(int(answers[1])) as mail_server:
        assert mail_server.noop()[0] == 250
    everybody = descendants(process.pid)
    assert len(everybody) >= 4
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    deadline = time.monotonic() + 10
    while (left := set(filter(alive, everybody))) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left
    assert (tmp_path / "db.sqlite3").exists()


def test_a_port_that_is_taken_is_said_with_a_way_out(tmp_path: Path, port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        with play(tmp_path, port) as process:
            said = process.stdout.read()
    assert process.returncode
    assert f"Port {port} on 127.0.0.1 is not available" in said
    assert f"make play PORT={port + 1}" in said


def test_a_port_that_is_none_is_said(tmp_path: Path) -> None:
    with play(tmp_path, "eight") as process:
        said = process.stdout.read()
    assert process.returncode
    assert "Use a number from 1 to 65535" in said
