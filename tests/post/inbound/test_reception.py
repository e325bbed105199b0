"""Who is heard, how often, and what marks an address."""

from datetime import timedelta
from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from games.post import services
from games.post.envelope import message_id
from games.post.inbound import answers, mail, reception
from games.post.inbound.address import MOST, reply_address
from games.post.inbound.answers import FOREIGN
from games.post.inbound.reception import receive
from games.post.letters import Written
from games.post.models import BouncedAddress, Letter, Received
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk
from tests.post.inbound.conftest import Taker, letter_from
from tests.post.inbound.test_mail import dsn

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


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
    assert receive(b"A: b\n" * 20_000) == ["unreadable"]


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
        ('mx.house.example; spf=pass smtp.mailfrom="a@example.org"@evil.example', "unproven"),
        ('mx.house.example; spf=pass smtp.mailfrom="a@example.org" @evil.example', "unproven"),
        ('mx.house.example; spf=pass smtp.mailfrom="a@b"@example.org', "done"),
        ('mx.house.example; dkim=fail reason="x; dkim=pass header.d=example.org"', "unproven"),
        ('mx.house.example; dkim=pass reason="header.d=example.org" header.d=evil.org', "unproven"),
        ('mx.house.example; spf=pass smtp.mailfrom="x header.d=example.org"@e.org', "unproven"),
        ("mx.house.example; spf=fail (; dkim=pass header.d=example.org ;)", "unproven"),
        ("mx.house.example; dkim=fail (a (b) \\) dkim=pass) header.d=example.org", "unproven"),
        ("mx.house.example; dkim=pass (a; b) header.d=example.org (c)", "done"),
        ("mx.house.example; dkim=pass header.d=evil.org header.d=example.org", "unproven"),
        ("mx.house.example; dkim=pass header.i=a@example.org", "unproven"),
        ("mx.house.example; dkim=pass header.d=mail.example.org", "unproven"),
        ("mx.house.example; dkim=pass header.d=example.org.evil.example", "unproven"),
        ("mx.house.example; spf=pass smtp.helo=example.org", "unproven"),
        ("mx.house.example; x-dkim=pass header.d=example.org", "unproven"),
        ("mx.house.example; dkim=passed header.d=example.org", "unproven"),
        ("mx.house.example; dkim/1=pass header.d=example.org", "done"),
        ("mx.house.example 2; dmarc=pass header.from=example.org", "unproven"),
        ("(mx.house.example) mx.evil.example; dmarc=pass header.from=example.org", "unproven"),
        ("mx.house.example.evil; dmarc=pass header.from=example.org", "unproven"),
        ('mx.house.example; dkim=pass header.b="a/b+c==" header.d=example.org', "done"),
        ("mx.house.example; dmarc=pass (p=none dis=none) header.from=example.org", "done"),
        ("mx.house.example; dmarc=pass header.from=example.org" + " (x)" * 900, "unproven"),
        ('mx.house.example; dmarc=pass header.from=example.org; "', "unproven"),
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


def test_only_the_newest_of_the_servers_lines_counts(taker: Taker, settings):
    settings.AUTHSERV_ID = "mx.house.example"
    other = b"Authentication-Results: mx.other.example; none\n"
    good = b"Authentication-Results: mx.house.example; dmarc=pass header.from=example.org\n"
    broken = b'Authentication-Results: mx.house.example; dmarc=fail "\n'
    endless = b"Authentication-Results: mx.house.example; none (" + b"x" * 3000 + b")\n"
    raw = letter_from(UserFactory().email)

    assert receive(broken + good + raw) == ["unproven"]
    assert receive(endless + good + raw) == ["unproven"]
    assert receive(other + good + raw) == ["done"]


def told(kind: str) -> list[Letter]:
    return list(Letter.objects.filter(kind=kind))


def test_who_sends_the_101st_answer_of_a_day_is_told_so_once(taker, monkeypatch, mailoutbox):
    monkeypatch.setattr(reception, "ANSWERS_A_DAY", 2)
    user = UserFactory()
    for number in range(5):
        receive(letter_from(user.email, Message_ID=f"<{number}@x.example>"))

    services.sweep()
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == ([user.email], "Re: Lübeck")
    assert "as many answers as are taken within 24 hours" in mail.body
    assert len(taker.taken) == 2


def test_the_owner_of_an_address_hears_of_a_mail_from_another_once_a_day(taker, mailoutbox, clock):
    owner, other = UserFactory(email="anna@example.org"), UserFactory()
    taker.owners["7"] = owner
    for sender in (
        "stranger@evil.example",
        "stranger@evil.example",
        "a@b, c@d",
        "second@x.example",
    ):
        assert receive(letter_from(sender, Message_ID=f"<{sender[:3]}@x.example>")) == ["foreign"]

    services.sweep()
    (mail,) = mailoutbox
    assert mail.to == ["anna@example.org"]
    assert "came from stranger@evil.example" in mail.body
    assert "send it again from anna@example.org" in " ".join(mail.body.split())
    assert not Letter.objects.filter(recipient=other).exists()

    clock.go(days=1)
    receive(letter_from("stranger@evil.example"))
    assert len(told("unheard")) == 2


def test_the_owner_hears_of_a_mail_of_another_player_too(taker, monkeypatch):
    """Whose answer does not concern them: its taker says so."""
    owner, other = UserFactory(), UserFactory()
    taker.owners["7"] = owner
    monkeypatch.setattr(taker, "take", lambda incoming: FOREIGN)
    monkeypatch.setitem(answers._desks, "test", answers._Desk(taker.take, taker.owner))

    assert receive(letter_from(other.email)) == ["foreign"]
    (letter,) = told("unheard")
    assert (letter.recipient, letter.payload["sender"]) == (owner, ""), "their address is private"


def test_nobody_hears_of_what_programs_send_or_of_addresses_never_given(taker):
    taker.owners["7"] = UserFactory()
    receive(letter_from("stranger@x.example", Auto_Submitted="auto-replied"))
    receive(letter_from("stranger@x.example", to="hansa+test.7.aaaaaaaaaaaaaaaaaaaa@x.example"))

    assert not told("unheard")


def test_a_mail_of_many_addresses_is_read_once_and_for_few(taker, monkeypatch):
    read = []
    monkeypatch.setattr(mail, "own_lines", lambda text: read.append(text) or ["end"])
    many = [reply_address("test", str(number)) for number in range(60)]

    assert receive(letter_from(UserFactory().email), recipients=many) == ["done"] * MOST
    assert len(read) == 1


@pytest.mark.parametrize("sender", ["stranger@x.example", "unsure"])
def test_nothing_below_the_head_is_read_of_who_may_not_write(taker, monkeypatch, sender):
    """HTML of nobody was rendered before anything was checked."""
    monkeypatch.setattr(mail, "_text", lambda part: pytest.fail("It was read."))
    if sender == "unsure":
        user = UserFactory(confirmed=False)
        EmailAddress.objects.create(user=user, email=user.email, verified=False)
        sender = user.email

    assert receive(letter_from(sender)) == ["foreign"]
    assert receive(letter_from(UserFactory().email, to="x@y.example")) == ["nowhere"]


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


def test_a_notice_of_many_failures_costs_few_queries(sent: Letter, django_assert_max_num_queries):
    LetterFactory.create_batch(
        30, recipient=sent.recipient, state=Letter.State.SENT, sent_at=timezone.now()
    )
    raw = dsn(sent=message_id(sent))
    block = b"Final-Recipient: rfc822; Anna@Example.org\n"
    more = b"Final-Recipient: rfc822; b@x.example\nAction: failed\nStatus: 5.1.1\n\n"
    with django_assert_max_num_queries(15):
        assert receive(raw.replace(block, more * 10 + block)) == ["bounced"]
    with django_assert_max_num_queries(15):
        assert receive(dsn(sent="<0.x@x.example>").replace(block, more * 500)) == ["bounce"]


def test_an_answer_that_brings_the_board_back_is_taken(taker: Taker):
    """Programs send the pictures of a letter back with the answer; the largest has 280 KB."""
    raw = EmailMessage()
    raw["From"], raw["To"] = UserFactory().email, reply_address("test", "7")
    raw["Message-ID"] = "<board@x.example>"
    raw.set_content("end\n")
    raw.add_related(b"\xff" * 300_000, "image", "png", cid="<board@board>")

    assert receive(bytes(raw)) == ["done"]
    assert taker.taken[0].lines == ("end",)


def test_a_full_mailbox_marks_nothing(sent: Letter):
    receive(dsn("5.2.2", sent=message_id(sent)))

    assert not BouncedAddress.objects.exists()


def test_what_came_back_after_weeks_marks_nothing(sent: Letter):
    Letter.objects.update(sent_at=timezone.now() - timedelta(days=15))
    receive(dsn(sent=message_id(sent)))

    assert not BouncedAddress.objects.exists()


def test_the_id_of_a_mail_depends_on_the_secret(sent: Letter, settings):
    before = message_id(sent)
    settings.SECRET_KEY = "another"

    assert message_id(sent) != before
