"""Who is heard, how often, and what marks an address."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from games.post import services
from games.post.envelope import message_id
from games.post.inbound import reception
from games.post.inbound.address import reply_address
from games.post.inbound.reception import receive
from games.post.letters import Written
from games.post.models import BouncedAddress, Letter, Received
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk
from tests.post.inbound.conftest import Taker, letter_from
from tests.post.inbound.test_mail import dsn

pytestmark = pytest.mark.django_db


def test_an_answer_is_taken_once(taker: Taker):
    user = UserFactory()
    raw = letter_from(user.email, "end\nconfirm\n")

    assert receive(raw) == ["done"]
    assert receive(raw) == ["again"]
    (taken,) = taker.taken
    assert (taken.user, taken.payload, taken.subject) == (user, "7", "Re: Lübeck")
    assert taken.lines == ("end", "confirm")
    received = Received.objects.get()
    assert (received.pk, received.outcome) == (taken.number, "done")
    assert (received.user, received.subject_of) == (user, "test:1")


def test_what_fails_is_as_if_it_had_never_come(taker: Taker):
    raw = letter_from(UserFactory().email)
    taker.failing = RuntimeError("a torn page")
    with pytest.raises(RuntimeError), transaction.atomic():
        receive(raw)
    assert not Received.objects.exists()

    taker.failing = None
    assert receive(raw) == ["done"]


def test_each_address_of_a_mail_is_answered_for_itself(taker: Taker):
    both = ", ".join(reply_address("test", number) for number in "78")
    raw = letter_from(UserFactory().email, to=both)

    assert receive(raw) == ["done", "done"]
    assert [taken.payload for taken in taker.taken] == ["7", "8"]
    assert receive(raw, recipients=[reply_address("test", "8")]) == ["again"]


@pytest.mark.parametrize("where", ["X-Original-To", "Delivered-To", "Cc"])
def test_the_address_is_found_where_servers_note_it(taker: Taker, where: str):
    raw = letter_from(
        UserFactory().email, to="list@x.example", **{where: reply_address("test", "9")}
    )

    assert receive(raw) == ["done"]


def test_an_address_is_written_in_any_case(taker: Taker):
    user = UserFactory()
    raw = letter_from(user.email.upper(), to=reply_address("test", "7").upper())

    assert receive(raw) == ["done"]


def test_only_confirmed_addresses_of_people_who_are_here_are_heard(taker: Taker):
    closed = UserFactory(is_active=False)
    unsure = UserFactory(confirmed=False)
    EmailAddress.objects.create(user=unsure, email=unsure.email, verified=False)

    for sender in (closed.email, unsure.email, "stranger@example.org", "", "a@b, c@d"):
        assert receive(letter_from(sender)) == ["foreign"]
    assert not taker.taken
    assert not Received.objects.exists()


def test_a_second_confirmed_address_is_as_good(taker: Taker):
    user = UserFactory()
    EmailAddress.objects.create(user=user, email="second@example.org", verified=True)

    assert receive(letter_from("second@example.org")) == ["done"]


def test_what_programs_send_is_dropped(taker: Taker):
    user = UserFactory()

    assert receive(letter_from(user.email, Auto_Submitted="auto-replied")) == ["automatic"]
    assert receive(letter_from(user.email), envelope_sender="") == ["automatic"]
    assert receive(letter_from(user.email), envelope_sender=user.email) == ["done"]
    assert len(taker.taken) == 1


def test_the_letters_of_this_house_are_no_answers_to_it(taker: Taker, writer: Desk, mailoutbox):
    """A letter that is sent back to where answers go starts no talk with itself."""
    writer.written = Written("Your turn", "end\nconfirm\n", "<p>end</p>")
    letter = LetterFactory()
    services.deliver(letter_id=letter.pk)
    own = mailoutbox[0].message()
    own.replace_header("From", letter.recipient.email)

    assert receive(own.as_bytes(), recipients=[reply_address("test", "7")]) == ["automatic"]


@pytest.mark.parametrize(
    "to", ["hansa@reply.example.org", "hansa+test.7.aaaaaaaaaaaaaaaaaaaa@reply.example.org"]
)
def test_mail_to_no_address_of_ours_is_dropped(taker: Taker, to: str):
    assert receive(letter_from(UserFactory().email, to=to)) == ["nowhere"]


def test_a_kind_that_nobody_takes_is_dropped():
    assert receive(letter_from(UserFactory().email, to=reply_address("pigeon", "1"))) == ["nowhere"]
    assert not Received.objects.exists()


def test_malformed_mail_is_dropped(taker: Taker):
    assert receive(b"Content-Type: text/plain; " + b"a=b; " * 5000) == ["unreadable"]


def test_an_endless_mail_is_handed_over_as_such(taker: Taker):
    assert receive(letter_from(UserFactory().email, "end\n" * 100_000)) == ["done"]
    assert taker.taken[0].complete is False
    assert taker.taken[0].lines == ()


def test_who_writes_too_much_is_not_heard_for_a_day(taker: Taker, monkeypatch):
    monkeypatch.setattr(reception, "ANSWERS_A_DAY", 2)
    user = UserFactory()
    outcomes = [
        receive(letter_from(user.email, Message_ID=f"<{number}@x.example>"))[0]
        for number in range(4)
    ]
    assert outcomes == ["done", "done", "too many", "too many"]

    Received.objects.update(received_at=timezone.now() - timedelta(hours=25))
    assert receive(letter_from(user.email, Message_ID="<5@x.example>")) == ["done"]


@pytest.mark.parametrize(
    ("results", "word"),
    [
        ("mx.house.example; dmarc=pass header.from=example.org", "done"),
        ("mx.house.example; spf=fail; dkim=pass (2048-bit) header.d=example.org", "done"),
        ("mx.house.example 1; spf=pass smtp.mailfrom=merchant@example.org", "done"),
        ("MX.House.Example; DMARC=PASS header.from=Example.org", "done"),
        ("mx.house.example; dkim=pass header.d=evil.example", "unproven"),
        ("mx.house.example; spf=pass smtp.mailfrom=x@evil.example; dmarc=fail", "unproven"),
        ("mx.house.example; dmarc=fail (dmarc=pass) header.from=example.org", "unproven"),
        ("mx.house.example; none", "unproven"),
        ("mx.evil.example; dmarc=pass header.from=example.org", "unproven"),
        ("", "unproven"),
    ],
)
def test_only_mail_that_the_own_server_vouches_for(taker: Taker, settings, results, word):
    settings.AUTHSERV_ID = "mx.house.example"
    lines = {"Authentication_Results": results} if results else {}

    assert receive(letter_from(UserFactory().email, **lines)) == [word]


def test_a_line_that_the_sender_wrote_below_the_servers_does_not_count(taker: Taker, settings):
    settings.AUTHSERV_ID = "mx.house.example"
    forged = b"Authentication-Results: mx.house.example; dmarc=pass header.from=example.org\n"
    true = b"Authentication-Results: mx.house.example; dmarc=fail header.from=example.org\n"

    assert receive(true + forged + letter_from(UserFactory().email)) == ["unproven"]


@pytest.fixture
def sent() -> Letter:
    """A letter that was sent to an address that is marked in no way."""
    user = UserFactory(email="anna@example.org")
    return LetterFactory(recipient=user, state=Letter.State.SENT, sent_at=timezone.now())


def test_a_letter_that_came_back_marks_its_address(sent: Letter):
    assert receive(dsn(sent=message_id(sent)), envelope_sender="") == ["bounced"]
    assert receive(dsn(sent=message_id(sent))) == ["bounced"]

    bounced = BouncedAddress.objects.get()
    assert bounced.address == "anna@example.org"
    assert bounced.reason == "550 5.1.1 no such user"


def test_nobody_marks_the_address_of_another(sent: Letter):
    other = LetterFactory(state=Letter.State.SENT, sent_at=timezone.now())
    waiting = LetterFactory(recipient=sent.recipient)

    for raw in (
        dsn(),
        dsn(sent=message_id(other)),
        dsn(sent=message_id(waiting)),
        dsn("4.4.1", sent=message_id(sent)),
    ):
        receive(raw)
    assert not BouncedAddress.objects.exists()


def test_what_came_back_after_weeks_marks_nothing(sent: Letter):
    Letter.objects.update(sent_at=timezone.now() - timedelta(days=15))
    receive(dsn(sent=message_id(sent)))

    assert not BouncedAddress.objects.exists()


def test_the_id_of_a_mail_depends_on_the_secret(sent: Letter, settings):
    before = message_id(sent)
    settings.SECRET_KEY = "another"

    assert message_id(sent) != before
