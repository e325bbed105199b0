"""Real conversations with the mail server for answers, on the loopback address."""

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.post.inbound import server
from games.post.inbound.address import bounce_address, reply_address
from games.post.inbound.mail import MAX_SIZE
from games.post.inbound.server import Listener
from games.post.models import Received
from tests.children import child
from tests.factories import UserFactory
from tests.parts import free_port
from tests.post.inbound.conftest import HOST, Handler, letter_from

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]


def listening(*, lmtp: bool) -> Iterator[int]:
    listener = Listener(HOST, free_port(), lmtp=lmtp)
    listener.start()
    yield listener.port
    listener.stop()


@pytest.fixture
def smtp() -> Iterator[smtplib.SMTP]:
    for port in listening(lmtp=False):
        with smtplib.SMTP(HOST, port, timeout=10) as client:
            yield client


@pytest.fixture
def lmtp() -> Iterator[smtplib.LMTP]:
    for port in listening(lmtp=True):
        with smtplib.LMTP(HOST, port) as client:
            client.ehlo_or_helo_if_needed()
            yield client


def send(client: smtplib.SMTP, sender: str, raw: bytes, *to: str) -> dict:
    raw = raw.replace(b"\n", b"\r\n")
    return client.sendmail(sender, to or [reply_address("test", "7")], raw)


def test_an_answer_comes_by_smtp(smtp: smtplib.SMTP, handler: Handler):
    user = UserFactory()
    assert send(smtp, user.email, letter_from(user.email, "end\n.\nconfirm\n")) == {}

    (reply,) = handler.replies
    assert (reply.user, reply.lines) == (user, ("end", "confirm"))
    assert Received.objects.get().outcome == "done"


def test_several_answers_come_in_one_conversation(smtp: smtplib.SMTP, handler: Handler):
    user = UserFactory()
    for number in range(3):
        send(smtp, user.email, letter_from(user.email, Message_ID=f"<{number}@x.example>"))

    assert len(handler.replies) == 3


def test_an_address_that_was_never_given_out_is_refused(smtp: smtplib.SMTP, handler: Handler):
    forged = reply_address("test", "7").replace("+test.7", "+test.8")
    for address in (
        forged,
        reply_address("pigeon", "7"),
        bounce_address(7).replace("bounce.7.", "bounce.8."),
        "anna@example.org",
        "hansa@example.org",
        "hansa@reply.example.org",
    ):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(smtp, "a@example.org", b"x", address)
        assert refused.value.recipients[address][0] == 550
    assert not handler.replies


def test_letters_may_come_back(smtp: smtplib.SMTP):
    assert send(smtp, "", b"From: x\n\nreturned", bounce_address(7)) == {}


def test_what_is_too_long_is_refused_with_552(smtp: smtplib.SMTP, handler: Handler):
    user = UserFactory()
    raw = letter_from(user.email, "end\n" * (MAX_SIZE // 4))
    with pytest.raises(smtplib.SMTPSenderRefused) as announced:
        send(smtp, user.email, raw)
    assert announced.value.smtp_code == 552

    smtp.does_esmtp = False
    smtp.esmtp_features = {}
    with pytest.raises(smtplib.SMTPDataError) as sent:
        send(smtp, user.email, raw)
    assert sent.value.smtp_code == 552
    assert not handler.replies


@pytest.mark.parametrize("failing", [OperationalError("down"), ZeroDivisionError("a bug")])
def test_what_goes_wrong_is_tried_again(smtp: smtplib.SMTP, handler: Handler, caplog, failing):
    user = UserFactory()
    handler.failing = failing
    with pytest.raises(smtplib.SMTPDataError) as later:
        send(smtp, user.email, letter_from(user.email))
    assert later.value.smtp_code == 451
    assert not Received.objects.exists()

    handler.failing = None
    assert send(smtp, user.email, letter_from(user.email)) == {}
    assert len(handler.replies) == 1


def test_a_mail_that_is_delivered_again_counts_once(smtp: smtplib.SMTP, handler: Handler):
    user = UserFactory()
    for _ in range(2):
        assert send(smtp, user.email, letter_from(user.email)) == {}

    assert len(handler.replies) == 1


def test_a_mail_that_comes_several_times_at_once_counts_once(smtp: smtplib.SMTP, handler: Handler):
    user = UserFactory()
    raw = letter_from(user.email)
    port = smtp.sock.getpeername()[1]

    def deliver(_: int) -> None:
        with smtplib.SMTP(HOST, port, timeout=30) as client:
            send(client, user.email, raw)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(deliver, range(8)))
    assert len(handler.replies) == 1
    assert Received.objects.count() == 1


def test_an_answer_comes_by_lmtp(lmtp: smtplib.LMTP, handler: Handler):
    user = UserFactory()
    assert send(lmtp, user.email, letter_from(user.email)) == {}

    assert len(handler.replies) == 1


def test_lmtp_answers_for_each_recipient(lmtp: smtplib.LMTP, handler: Handler):
    user = UserFactory()
    both = [reply_address("test", number) for number in "78"]
    lmtp.mail(user.email)
    for address in both:
        assert lmtp.rcpt(address)[0] == 250
    assert lmtp.data(letter_from(user.email).replace(b"\n", b"\r\n"))[0] == 250
    assert lmtp.getreply()[0] == 250
    assert lmtp.noop()[0] == 250

    assert [reply.address.payload for reply in handler.replies] == ["7", "8"]


def test_nobody_brings_endless_recipients(smtp: smtplib.SMTP, handler: Handler):
    smtp.ehlo()
    smtp.mail("a@example.org")
    codes = [smtp.rcpt(reply_address("test", str(number)))[0] for number in range(server.MOST + 1)]
    assert codes == [250] * server.MOST + [452]


def test_mail_through_a_pipe(handler: Handler, monkeypatch, tmp_path, capsys):
    user = UserFactory()
    raw = tmp_path / "mail"
    raw.write_bytes(letter_from(user.email))
    for word in ("done", "again"):
        with raw.open() as mail:
            monkeypatch.setattr(sys, "stdin", mail)
            call_command("receive_mail")
        assert capsys.readouterr().out.strip() == word
    assert len(handler.replies) == 1


def test_a_pipe_names_whom_the_mail_is_for(handler: Handler, monkeypatch, tmp_path):
    user = UserFactory()
    raw = tmp_path / "mail"
    raw.write_bytes(letter_from(user.email, to="undisclosed@x.example"))
    with raw.open() as mail:
        monkeypatch.setattr(sys, "stdin", mail)
        call_command("receive_mail", to=[reply_address("test", "9")], sender=user.email)
    assert handler.replies[0].address.payload == "9"


@pytest.mark.parametrize("trouble", ["database", "settings"])
def test_a_pipe_is_to_try_again(handler, monkeypatch, tmp_path, settings, caplog, trouble):
    user = UserFactory()
    if trouble == "database":
        handler.failing = OperationalError("down")
    raw = tmp_path / "mail"
    raw.write_bytes(letter_from(user.email))
    if trouble == "settings":
        settings.REPLY_DOMAIN = ""
    with raw.open() as mail:
        monkeypatch.setattr(sys, "stdin", mail)
        with pytest.raises(SystemExit) as ended:
            call_command("receive_mail")
    assert ended.value.code == os.EX_TEMPFAIL


@pytest.mark.parametrize("where", ["2525", "127.0.0.1:", "127.0.0.1:smtp", "127.0.0.1:70000"])
def test_where_to_listen_must_be_a_host_and_a_port(where: str):
    with pytest.raises(CommandError, match="such as"):
        call_command("receive_mail", listen=where)


def test_a_port_that_is_taken_is_said(smtp: smtplib.SMTP):
    with socket.create_server((HOST, 0)) as taken:
        where = f"{HOST}:{taken.getsockname()[1]}"
        with pytest.raises(CommandError, match="Cannot listen at"):
            call_command("receive_mail", listen=where)


def test_the_command_listens_until_it_is_stopped(tmp_path, settings):
    """As a process of its own, with an empty database: the mail waits at its sender's."""
    port = free_port()
    settings.SECRET_KEY = "of-this-test"
    env = {
        **os.environ,
        "VAR": str(tmp_path),
        "SECRET_KEY": settings.SECRET_KEY,
        "REPLY_DOMAIN": settings.REPLY_DOMAIN,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}",
        "PYTHONDEVMODE": "",
    }
    to = reply_address("turn", "1.0.1")
    command = [sys.executable, "manage.py", "receive_mail", "--listen", f"{HOST}:{port}"]
    with child(command, cwd=ROOT, env=env, stdout=subprocess.PIPE) as process:
        assert "Listening for SMTP" in process.stdout.readline()
        with smtplib.SMTP(HOST, port, timeout=10) as client:
            with pytest.raises(smtplib.SMTPDataError) as later:
                send(client, "a@example.org", letter_from("a@example.org", to=to), to)
            assert later.value.smtp_code == 451
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
        assert time.monotonic() - begin < 5
