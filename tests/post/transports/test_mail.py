"""Mails as they are handed over, and what mail servers answer."""

import smtplib
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.post import services
from games.post.inbound.address import bounce_address
from games.post.letters import Attachment, compose
from games.post.models import Letter, Tally
from games.post.transports import MAIL
from games.post.transports.mail import message_id
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk, said

pytestmark = pytest.mark.django_db


def test_a_mail_has_both_bodies_and_says_what_it_is(
    writer: Desk, mailoutbox: list[EmailMultiAlternatives], settings
) -> None:
    settings.DEFAULT_FROM_EMAIL = "Hansa <hansa@example.com>"
    letter = LetterFactory(topic="game:12")
    services.deliver(letter_id=letter.pk)
    (sent,) = mailoutbox
    assert sent.to == [letter.recipient.email]
    assert sent.subject == "Your turn"
    assert sent.body == "t"
    assert [(part.content, part.mimetype) for part in sent.alternatives] == [
        ("<p>h</p>", "text/html")
    ]
    message = sent.message()
    assert message["Message-ID"] == message_id(letter)
    assert message["References"] == "<game-12@example.com>"
    assert message["In-Reply-To"] == "<game-12@example.com>"
    assert message["List-Id"] == "Hansa <letters.example.com>"
    assert message["From"] == "Hansa <hansa@example.com>"
    assert message["Reply-To"] is None
    assert message["Auto-Submitted"] == "auto-generated"
    letter.refresh_from_db()
    assert letter.state == Letter.State.SENT
    assert letter.subject == "Your turn"
    assert letter.sent_at


def test_answers_and_what_comes_back_have_their_own_addresses(
    writer: Desk, mailoutbox: list[EmailMultiAlternatives], settings
) -> None:
    settings.DEFAULT_FROM_EMAIL = "Hansa <hansa@example.com>"
    settings.REPLY_DOMAIN = "reply.example.com"
    writer.written = said("s", "t", "h", reply_to="hansa+turn.1@reply.example.com")
    letter = LetterFactory()
    services.deliver(letter_id=letter.pk)
    (sent,) = mailoutbox
    assert sent.from_email == bounce_address(letter.pk), "the envelope's: it names the letter"
    letter.refresh_from_db()
    assert letter.sent_to == letter.recipient.email
    message = sent.message()
    assert message["From"] == "Hansa <hansa@example.com>"
    assert message["Reply-To"] == "hansa+turn.1@reply.example.com"


@pytest.mark.parametrize(
    "subject",
    [
        "=?utf-8?q?Your_account_is_closed?=",
        "Your turn in =?utf-8?b?RXZpbA==?= and elsewhere",
        "=?utf-8?q?a?= =?utf-8?q?b?=",
        "Grüße aus =?utf-8?q?Stade?=",
        "=? who knows ?=",
        f"=?utf-8?q?{'long' * 40}?=",
    ],
)
def test_a_subject_that_looks_encoded_says_what_it_says(
    writer: Desk, mailoutbox: list[EmailMultiAlternatives], subject: str
) -> None:
    writer.written = said(subject, "t", "h")
    services.deliver(letter_id=LetterFactory().pk)
    (sent,) = mailoutbox
    read = message_from_bytes(sent.message().as_bytes(), policy=policy.default)
    assert read["Subject"] == subject


def test_all_letters_about_one_thing_are_one_thread_and_no_others(writer: Desk, mailoutbox) -> None:
    for topic in ("game:1", "game:1", "game:2", ""):
        services.deliver(letter_id=LetterFactory(topic=topic).pk)
    headers = [mail.message() for mail in mailoutbox]
    roots = [message["References"] for message in headers]
    assert roots[0] == roots[1] != roots[2]
    assert roots[3] is None
    assert [message["In-Reply-To"] for message in headers] == roots
    assert len({message["Message-ID"] for message in headers}) == 4


def test_a_test_letter_is_no_list(mailoutbox) -> None:
    services.try_mail(user=UserFactory())
    services.sweep()
    message = mailoutbox[0].message()
    assert message["Subject"] == "Your emails arrive"
    assert message["List-Unsubscribe"] is None


def test_a_subject_of_many_lines_becomes_one(writer: Desk, mailoutbox) -> None:
    writer.written = said("Your\n turn", "t", "h")
    services.deliver(letter_id=LetterFactory().pk)
    assert mailoutbox[0].subject == "Your turn"


def test_pictures_travel_inside_files_beside(writer: Desk, mailoutbox) -> None:
    writer.written = said(
        "s", "t", '<img src="cid:board">',
        attachments=(
            Attachment("board.png", b"png", "image/png", content_id="board"),
            Attachment("game.txt", b"record", "text/plain"),
        ),
    )  # fmt: skip
    services.deliver(letter_id=LetterFactory().pk)
    parts = {part.get_filename(): part for part in mailoutbox[0].message().walk()}
    assert parts["board.png"]["Content-ID"] == "<board>"
    assert parts["board.png"].get_content_type() == "image/png"
    assert parts["game.txt"].get_content_disposition() == "attachment"


def test_letters_on_the_paper_of_the_house(settings) -> None:
    settings.SITE_URL = "https://hansa.example"
    letter = LetterFactory()
    context = {"button_url": "https://hansa.example/game/1/", "button_label": "Open game"}
    written = compose(
        letter, subject="Your <turn>", template="post/letter", context=lambda: context
    )
    assert "Open game: https://hansa.example/game/1/" in written.text
    assert "Your <turn>" in written.text
    assert "Your &lt;turn&gt;" in written.html
    assert 'href="https://hansa.example/game/1/"' in written.html
    assert 'href="https://hansa.example/post/letters/"' in written.html
    assert "prefers-color-scheme: dark" in written.html


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (smtplib.SMTPRecipientsRefused({"a": (550, b"no such person")}), Letter.State.FAILED),
        (smtplib.SMTPRecipientsRefused({"a": (450, b"greylisted")}), Letter.State.WAITING),
        (smtplib.SMTPDataError(554, b"spam"), Letter.State.FAILED),
        (smtplib.SMTPDataError(451, b"later"), Letter.State.WAITING),
        # Ours to mend, so worth another try.
        (smtplib.SMTPAuthenticationError(535, b"who are you"), Letter.State.WAITING),
        (smtplib.SMTPRecipientsRefused({"a": (552, b"mailbox full")}), Letter.State.WAITING),
        (smtplib.SMTPDataError(552, b"mailbox full"), Letter.State.WAITING),
        (smtplib.SMTPSenderRefused(550, b"not you", "hansa@x"), Letter.State.WAITING),
        (ConnectionRefusedError("down"), Letter.State.WAITING),
        (TimeoutError("slow"), Letter.State.WAITING),
    ],
)
def test_only_what_is_refused_for_good_is_given_up(
    writer: Desk, monkeypatch: pytest.MonkeyPatch, caplog, answer: Exception, state: str
) -> None:
    def refuse(*_: object) -> None:
        raise answer

    monkeypatch.setattr(mail.get_connection().__class__, "send_messages", refuse)
    letter = LetterFactory(attempts=1)
    Tally.objects.create(transport=MAIL, since=timezone.now(), taken=1)
    services.deliver(letter_id=letter.pk)
    letter.refresh_from_db()
    assert letter.state == state
    assert letter.error
