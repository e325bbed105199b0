"""A real Postfix with the settings of docs/mail-in.md, on the loopback address."""

import email
import email.policy
import os
import re
import shutil
import smtplib
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError

from games.post.inbound.address import bounce_address, reply_address
from games.post.inbound.mail import MAX_SIZE
from games.post.inbound.server import Listener
from games.post.models import Received
from tests import parts
from tests.children import child
from tests.factories import UserFactory
from tests.post.inbound.conftest import HOST, Handler, letter_from

pytestmark = [pytest.mark.postfix, pytest.mark.django_db(transaction=True)]

PAGE = (settings.ROOT / "docs" / "mail-in.md").read_text()
BY_NET, BY_PIPE = re.findall(r"```\n(relay_domains.*?)```", PAGE, re.DOTALL)
(RECIPIENTS,) = re.findall(r"```\n(/\^hansa.*?)```", PAGE, re.DOTALL)
(PIPE,) = re.findall(r"```\n(hansa unix.*?)```", PAGE, re.DOTALL)

MAIN = """
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
maillog_file = {home}/log
maillog_file_prefixes = {home}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
myhostname = mx.example.org
mydestination =
alias_maps =
alias_database =
smtpd_peername_lookup = no
address_verify_poll_delay = 1s
"""
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
showq unix n - n - - showq
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A Postfix of its own; `log` is what it has noted, `home` open to its own user."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.port = port

    def log(self) -> str:
        path = self.home / "log"
        return path.read_text() if path.exists() else ""

    def hand_over(self, raw: bytes, to: str, sender: str = "anna@example.org") -> None:
        """Send a mail from outside; raise what smtplib does if it is refused."""
        with smtplib.SMTP(HOST, self.port, timeout=60) as client:
            client.sendmail(sender, [to], raw.replace(b"\n", b"\r\n"))

    def tries_again(self) -> bool:
        """Ask for another attempt at what is kept; what is just being put aside misses it."""
        subprocess.run(["postqueue", "-c", self.home / "conf", "-f"], env=ENV, check=True)
        return True

    def wait_for(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not happened():
            assert time.monotonic() < deadline, self.log()
            time.sleep(0.1)


ENV = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"}


@contextmanager
def postfix(main: str, master: str = "") -> Iterator[Postfix]:
    # Not under pytest's folder, which only its owner may enter.
    home = Path(tempfile.mkdtemp(prefix="hansa-postfix-"))
    home.chmod(0o755)
    running = Postfix(home, parts.free_port())
    try:
        for name in ("conf", "queue", "data"):
            (home / name).mkdir()
        shutil.chown(home / "data", "postfix")
        main = main.replace("/etc/postfix", f"{home}/conf")
        (home / "conf" / "main.cf").write_text(MAIN.format(home=home) + main)
        master = MASTER.format(port=running.port) + master.replace("/srv/hansa", f"{home}/site")
        (home / "conf" / "master.cf").write_text(master)
        (home / "conf" / "hansa-recipients").write_text(RECIPIENTS)
        with child([parts.postfix(), "-c", home / "conf", "start-fg"], env=ENV):
            running.wait_for(lambda: "daemon started" in running.log())
            yield running
    finally:
        shutil.rmtree(home)


@pytest.fixture(params=["smtp", "lmtp"])
def by_net(request: pytest.FixtureRequest) -> Iterator[Postfix]:
    """Postfix before `receive_mail --listen`, as the page has it for each protocol."""
    listener = Listener(HOST, parts.free_port(), lmtp=request.param == "lmtp")
    main = BY_NET
    if request.param == "lmtp":
        (lmtp,) = re.findall(r"`(lmtp:inet:.*?)`", PAGE)
        main = main.replace("smtp:[127.0.0.1]:2525", lmtp)
    listener.start()
    with postfix(main.replace(":2525", f":{listener.port}")) as running:
        yield running
    listener.stop()


def test_postfix_hands_over_answers_and_refuses_the_rest(by_net: Postfix, handler: Handler) -> None:
    user = UserFactory()
    by_net.hand_over(letter_from(user.email), reply_address("test", "7"), user.email)
    by_net.wait_for(lambda: bool(handler.replies))
    assert handler.replies[0].user == user

    forged = reply_address("test", "7").replace("+test.7", "+test.8")
    for wrong in (forged, "anna@reply.example.org", "hansa@reply.example.org"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            by_net.hand_over(letter_from(user.email), wrong)
        assert refused.value.recipients[wrong][0] == 550

    by_net.hand_over(b"From: x\n\nreturned", bounce_address(7), "")

    with pytest.raises(smtplib.SMTPSenderRefused) as too_long:
        by_net.hand_over(b"x" * MAX_SIZE, reply_address("test", "7"))
    assert too_long.value.smtp_code == 552

    # What is within Postfix's limit is within the site's, with all that Postfix adds.
    raw = letter_from(user.email, "end\n", Message_ID="<long@x.example>")
    almost = email.message_from_bytes(raw, policy=email.policy.default)
    almost.add_attachment(bytes(175_000), maintype="image", subtype="png")
    by_net.hand_over(almost.as_bytes(), reply_address("test", "7"), user.email)
    by_net.wait_for(lambda: len(handler.replies) == 2)
    assert handler.replies[1].lines == ("end",)
    assert "status=bounced" not in by_net.log()


def test_postfix_keeps_what_cannot_be_taken_now(by_net: Postfix, handler: Handler) -> None:
    user = UserFactory()
    handler.failing = OperationalError("down")
    by_net.hand_over(letter_from(user.email), reply_address("test", "7"), user.email)
    by_net.wait_for(lambda: "status=deferred" in by_net.log())
    assert not Received.objects.exists()

    handler.failing = None
    by_net.wait_for(lambda: by_net.tries_again() and bool(handler.replies))
    assert "status=bounced" not in by_net.log()


def test_postfix_says_later_while_the_site_is_away(handler: Handler) -> None:
    with postfix(BY_NET.replace(":2525", f":{parts.free_port()}")) as running:
        to = reply_address("test", "7")
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            running.hand_over(letter_from("anna@example.org"), to)
        assert refused.value.recipients[to][0] == 450


# What stands where the site's Python is, and what becomes of a mail with it.
PYTHONS = {
    "fails": ("exit 1", "deferred"),
    "is killed": ("kill -9 $$", "deferred"),
    "is missing": (None, "deferred"),
    "takes it": ('cat > "$(dirname "$0")/mail"', "sent"),
}


def test_postfix_with_a_pipe_keeps_every_mail_that_fails() -> None:
    pipe = PIPE.replace("user=hansa", "user=nobody")
    to = reply_address("test", "7")
    with postfix(BY_PIPE, pipe) as running:
        site = running.home / "site"
        wrapper = site / "hansa_site" / "deploy" / "receive-mail"
        python = site / ".venv" / "bin" / "python"
        wrapper.parent.mkdir(parents=True)
        python.parent.mkdir(parents=True)
        python.parent.chmod(0o777)
        for name in ("hansa", "receive-mail"):
            shutil.copy(settings.ROOT / "hansa_site" / "deploy" / name, wrapper.parent)

        for number, (script, status) in enumerate(PYTHONS.values()):
            python.unlink(missing_ok=True)
            if script:
                python.write_text(f"#!/bin/sh\n{script}\n")
                python.chmod(0o755)
            running.hand_over(letter_from("anna@example.org", to=to), to)
            running.wait_for(lambda: running.log().count(" status=") > number)  # noqa: B023
            assert re.findall(r" status=(\w+)", running.log())[number] == status
        mail = (python.parent / "mail").read_text()
        assert f"X-Original-To: {to}" in mail
        assert "Return-Path: <anna@example.org>" in mail

        for wrong in (
            "anna@reply.example.org",
            "hansa@reply.example.org",
            "hansa+turn.1.short@reply.example.org",
        ):
            with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
                running.hand_over(b"x", wrong)
            assert refused.value.recipients[wrong][0] == 550
        with pytest.raises(smtplib.SMTPSenderRefused) as too_long:
            running.hand_over(b"x" * MAX_SIZE, to)
        assert too_long.value.smtp_code == 552
