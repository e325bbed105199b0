"""What the notices of mail servers say about a mail that came back."""

import logging

import pytest

from games.post.inbound import bounce
from games.post.inbound.bounce import Bounce, bounce_of
from games.post.inbound.mime import part_of
from tests.post.inbound.conftest import dsn

POSTFIX = b"""From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status;
 boundary="AAA.1/mx.example.org"

This is a MIME-encapsulated message.

--AAA.1/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

This is the mail system at host mx.example.org.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<anna@example.org>: host mail.example.org[192.0.2.1] said: 550 5.1.1
    <anna@example.org>: Recipient address rejected: User unknown (in reply to
    RCPT TO command)

--AAA.1/mx.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: AAA
Arrival-Date: Fri, 20 Nov 2026 16:03:00 +0000 (UTC)

Final-Recipient: rfc822; anna@example.org
Original-Recipient: rfc822;anna@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.1.1 <anna@example.org>: Recipient address
    rejected: User unknown

--AAA.1/mx.example.org
Content-Description: Undelivered Message
Content-Type: message/rfc822

Message-ID: <1@example.com>

Your turn
--AAA.1/mx.example.org--
"""
EXIM = b"""X-Failed-Recipients: anna@example.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.org>
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  anna@example.org
    Unrouteable address
"""
QMAIL = b"""From: MAILER-DAEMON@mx.example.org
Subject: failure notice

Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<anna@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <hansa@example.com>
"""
EXCHANGE = b"""From: postmaster@example.org
Subject: Undeliverable: Your turn
Content-Type: multipart/report; report-type=delivery-status; boundary=e

--e
Content-Type: multipart/alternative; differences=Content-Type; boundary=f

--f
Content-Type: text/plain; charset="us-ascii"

Delivery has failed to these recipients or groups:

Anna<mailto:anna@example.org>
The email address you entered couldn't be found.
--f
Content-Type: text/html; charset="us-ascii"

<p>Delivery has failed</p>
--f--
--e
Content-Type: message/delivery-status

Reporting-MTA: dns;EX.example.org

Final-recipient: RFC822;anna@example.org
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found

--e
Content-Type: message/rfc822

Subject: Your turn

x
--e--
"""
WARNING = b"""From: Mail Delivery System <Mailer-Daemon@mx.example.org>
Subject: Warning: message delayed 24 hours

A message that you sent has not yet been delivered to one or more of its recipients.

  The address to which the message has not yet been delivered is:

    anna@example.org
      Delay reason: Connection timed out

No action is required on your part. Delivery attempts will continue.
"""
VACATION = b"""From: anna@example.org
Subject: Out of office: Your turn
Auto-Submitted: auto-replied

I am away until Monday and did not read your message:
> It is your move. Play at https://example.com/game/1/
"""


def said(raw: bytes) -> Bounce | None:
    part = part_of(raw)
    assert part is not None
    return bounce_of(part)


@pytest.mark.parametrize(
    ("raw", "permanent", "reason"),
    [
        (POSTFIX, True, "550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown"),
        (EXIM, True, "Mail delivery failed: returning message to sender"),
        (QMAIL, True, "failure notice"),
        (EXCHANGE, True, "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found"),
        (WARNING, False, "Warning: message delayed 24 hours"),
        (dsn("5.2.2"), False, "550 5.1.1 no such user"),
        (dsn("4.4.7"), False, "550 5.1.1 no such user"),
        (dsn("4.2.2", action="delayed"), False, "550 5.1.1 no such user"),
        (dsn().replace(b"Status: 5", b"X: 5"), True, "550 5.1.1 no such user"),
    ],
)
def test_notices_of_common_servers_are_read(raw: bytes, permanent: bool, reason: str):
    assert said(raw) == Bounce(permanent, reason)


def test_a_notice_without_a_diagnosis_has_its_code() -> None:
    raw = dsn("5.7.1").replace(b"Diagnostic-Code: smtp; 550 5.1.1 no", b"X:")
    assert said(raw) == Bounce(True, "5.7.1", of_site=True)


@pytest.mark.parametrize(
    "raw",
    [
        VACATION,
        dsn(action="delivered", status="2.0.0"),
        dsn(action="relayed", status="2.0.0"),
        dsn().replace(b"delivery-status", b"feedback-report"),
        b"Subject: x\n\nend\nconfirm\n",
        b"",
    ],
)
def test_other_mails_of_programs_are_no_notices(raw: bytes):
    assert said(raw) is None


def test_what_stands_in_the_returned_mail_is_not_read():
    """Its author is whoever wrote it, not the mail server."""
    inner = b"X-Failed-Recipients: anna@example.org\n\n" + QMAIL
    raw = dsn("2.0.0", action="delivered", kind="message/rfc822").replace(
        b"From: hansa@reply.example.org\n", inner
    )
    assert said(raw) is None


def test_a_mail_that_breaks_the_library_is_no_notice(monkeypatch, caplog):
    def broken(_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(bounce, "all_failures", broken)
    assert said(POSTFIX) is None
    (line,) = caplog.records
    assert line.levelno == logging.WARNING


def test_the_library_never_sees_more_than_its_bounds(monkeypatch):
    seen = []
    monkeypatch.setattr(bounce, "all_failures", lambda copy: seen.append(copy) or (set(), set()))
    many = b"Final-Recipient: rfc822; " + b"a" * 1_500 + b"@x.example\nAction: failed\n\n"
    text = b"\n".join([b"A" * 5_000] * 500)
    raw = dsn().replace(b"I am sorry.", text).replace(b"Final-Recipient", many * 200 + b"Final-R")
    said(raw)

    (copy,) = seen
    assert len(copy.as_bytes()) < 25_000
    assert "sent@x.example" not in copy.as_string()
