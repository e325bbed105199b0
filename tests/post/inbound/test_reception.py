"""Who is heard, how often, and what marks an address."""

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post import services
from games.post.inbound import mail, reception, replies
from games.post.inbound.address import MOST, bounce_address, reply_address
from games.post.inbound.reception import receive
from games.post.inbound.replies import FOREIGN, ReplyHandler
from games.post.models import BouncedAddress, Channel, Letter, Received
from games.post.services.delivery import MAX_ATTEMPTS
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Clock, Desk, said
from tests.post.inbound.conftest import Handler, dsn, letter_from

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


def test_an_answer_is_taken_once(handler: Handler):
    user = UserFactory()
    raw = letter_from(user.email, "end\nconfirm\n")

    assert receive(raw) == ["done"]
    assert receive(raw) == ["again"]
    (reply,) = handler.replies
    assert (reply.user, reply.address.payload, reply.subject) == (user, "7", "Re: Lübeck")
    assert reply.lines == ("end", "confirm")
    received = Received.objects.get()
    assert (received.pk, received.outcome) == (reply.number, "done")
    assert (received.user, received.topic) == (user, "test:1")


def test_what_fails_is_as_if_it_had_never_come(handler: Handler):
    raw = letter_from(UserFactory().email)
    handler.failing = RuntimeError("a torn page")
    with pytest.raises(RuntimeError), transaction.atomic():
        receive(raw)
    assert not Received.objects.exists()

    handler.failing = None
    assert receive(raw) == ["done"]


def test_each_address_of_a_mail_is_answered_for_itself(handler: Handler):
    both = ", ".join(reply_address("test", number) for number in "78")
    raw = letter_from(UserFactory().email, to=both)

    assert receive(raw) == ["done", "done"]
    assert [reply.address.payload for reply in handler.replies] == ["7", "8"]
    assert receive(raw, recipients=[reply_address("test", "8")]) == ["again"]


@pytest.mark.parametrize("where", ["X-Original-To", "Delivered-To", "Cc"])
def test_the_address_is_found_where_servers_note_it(handler: Handler, where: str):
    raw = letter_from(
        UserFactory().email, to="list@x.example", **{where: reply_address("test", "9")}
    )

    assert receive(raw) == ["done"]


def test_an_address_is_written_in_any_case(handler: Handler):
    user = UserFactory()
    raw = letter_from(user.email.upper(), to=reply_address("test", "7").upper())

    assert receive(raw) == ["done"]


def test_only_confirmed_addresses_of_people_who_are_here_are_heard(handler: Handler):
    closed = UserFactory(is_active=False)
    unsure = UserFactory(confirmed=False)
    EmailAddress.objects.create(user=unsure, email=unsure.email, verified=False)

    for sender in (closed.email, unsure.email, "stranger@example.org", "", "a@b, c@d"):
        assert receive(letter_from(sender)) == ["foreign"]
    assert not handler.replies
    assert not Received.objects.exists()


def test_a_second_confirmed_address_is_as_good(handler: Handler):
    user = UserFactory()
    EmailAddress.objects.create(user=user, email="second@example.org", verified=True)

    assert receive(letter_from("second@example.org")) == ["done"]


def test_what_programs_send_is_dropped(handler: Handler):
    user = UserFactory()

    assert receive(letter_from(user.email, Auto_Submitted="auto-replied")) == ["automatic"]
    assert receive(letter_from(user.email), envelope_sender="") == ["automatic"]
    assert receive(letter_from(user.email), envelope_sender=user.email) == ["done"]
    assert len(handler.replies) == 1


def test_the_letters_of_this_house_are_no_answers_to_it(handler: Handler, writer: Desk, mailoutbox):
    """A letter that is sent back to where answers go starts no talk with itself."""
    writer.written = said("Your turn", "end\nconfirm\n", "<p>end</p>")
    letter = LetterFactory()
    services.deliver(letter_id=letter.pk)
    own = mailoutbox[0].message()
    own.replace_header("From", letter.recipient.email)

    assert receive(own.as_bytes(), recipients=[reply_address("test", "7")]) == ["automatic"]


@pytest.mark.parametrize(
    "to", ["hansa@reply.example.org", "hansa+test.7.aaaaaaaaaaaaaaaaaaaa@reply.example.org"]
)
def test_mail_to_no_address_of_ours_is_dropped(handler: Handler, to: str):
    assert receive(letter_from(UserFactory().email, to=to)) == ["nowhere"]


def test_a_kind_that_nobody_takes_is_dropped():
    assert receive(letter_from(UserFactory().email, to=reply_address("pigeon", "1"))) == ["nowhere"]
    assert not Received.objects.exists()


def test_malformed_mail_is_dropped(handler: Handler):
    assert receive(b"A: b\n" * 20_000) == ["unreadable"]


def test_an_endless_mail_is_handed_over_as_such(handler: Handler):
    assert receive(letter_from(UserFactory().email, "end\n" * 100_000)) == ["done"]
    assert handler.replies[0].complete is False
    assert handler.replies[0].lines == ()


def test_who_writes_too_much_is_not_heard_for_a_day(handler: Handler, monkeypatch):
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
def test_only_mail_that_the_own_server_vouches_for(handler: Handler, settings, results, word):
    settings.AUTHSERV_ID = "mx.house.example"
    lines = {"Authentication_Results": results} if results else {}

    assert receive(letter_from(UserFactory().email, **lines)) == [word]


def test_a_line_that_the_sender_wrote_below_the_servers_does_not_count(handler: Handler, settings):
    settings.AUTHSERV_ID = "mx.house.example"
    forged = b"Authentication-Results: mx.house.example; dmarc=pass header.from=example.org\n"
    true = b"Authentication-Results: mx.house.example; dmarc=fail header.from=example.org\n"

    assert receive(true + forged + letter_from(UserFactory().email)) == ["unproven"]


def test_only_the_newest_of_the_servers_lines_counts(handler: Handler, settings):
    settings.AUTHSERV_ID = "mx.house.example"
    other = b"Authentication-Results: mx.other.example; none\n"
    good = b"Authentication-Results: mx.house.example; dmarc=pass header.from=example.org\n"
    broken = b'Authentication-Results: mx.house.example; dmarc=fail "\n'
    endless = b"Authentication-Results: mx.house.example; none (" + b"x" * 3000 + b")\n"
    raw = letter_from(UserFactory().email)

    assert receive(broken + good + raw) == ["unproven"]
    assert receive(endless + good + raw) == ["unproven"]
    assert receive(other + good + raw) == ["done"]


def letters(kind: str) -> list[Letter]:
    return list(Letter.objects.filter(kind=kind))


def test_who_sends_the_101st_answer_of_a_day_hears_so_once(handler, monkeypatch, mailoutbox):
    monkeypatch.setattr(reception, "ANSWERS_A_DAY", 2)
    user = UserFactory()
    for number in range(5):
        receive(letter_from(user.email, Message_ID=f"<{number}@x.example>"))

    services.sweep()
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == ([user.email], "Re: Lübeck")
    assert "as many as we take within 24 hours" in " ".join(mail.body.split())
    assert len(handler.replies) == 2


def test_the_owner_of_an_address_hears_of_mail_from_another_once_a_day(handler, mailoutbox, clock):
    owner, other = UserFactory(email="anna@example.org"), UserFactory()
    handler.owners["7"] = owner
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
    assert "from stranger@evil.example" in " ".join(mail.body.split())
    assert "send it again from anna@example.org" in " ".join(mail.body.split())
    assert not Letter.objects.filter(recipient=other).exists()

    clock.go(days=1)
    receive(letter_from("stranger@evil.example"))
    assert len(letters("unheard")) == 2


def test_the_owner_hears_of_a_mail_of_another_player_too(handler, monkeypatch):
    """Its handler says that the reply is foreign."""
    owner, other = UserFactory(), UserFactory()
    handler.owners["7"] = owner
    monkeypatch.setattr(handler, "handle", lambda reply: FOREIGN)
    monkeypatch.setitem(replies._handlers, "test", ReplyHandler(handler.handle, handler.owner))

    assert receive(letter_from(other.email)) == ["foreign"]
    (letter,) = letters("unheard")
    assert (letter.recipient, letter.payload["sender"]) == (owner, ""), "their address is private"


def test_nobody_hears_of_what_programs_send_or_of_addresses_never_given(handler):
    handler.owners["7"] = UserFactory()
    receive(letter_from("stranger@x.example", Auto_Submitted="auto-replied"))
    receive(letter_from("stranger@x.example", to="hansa+test.7.aaaaaaaaaaaaaaaaaaaa@x.example"))

    assert not letters("unheard")


def test_a_mail_of_many_addresses_is_read_once_and_for_few(handler, monkeypatch):
    read = []
    monkeypatch.setattr(mail, "own_lines", lambda text: read.append(text) or ["end"])
    many = [reply_address("test", str(number)) for number in range(60)]

    assert receive(letter_from(UserFactory().email), recipients=many) == ["done"] * MOST
    assert len(read) == 1


@pytest.mark.parametrize("sender", ["stranger@x.example", "unsure"])
def test_nothing_below_the_head_is_read_of_who_may_not_write(handler, monkeypatch, sender):
    """HTML of nobody was rendered before anything was checked."""
    monkeypatch.setattr(mail, "_texts", lambda part: pytest.fail("It was read."))
    if sender == "unsure":
        user = UserFactory(confirmed=False)
        EmailAddress.objects.create(user=user, email=user.email, verified=False)
        sender = user.email

    assert receive(letter_from(sender)) == ["foreign"]
    assert receive(letter_from(UserFactory().email, to="x@y.example")) == ["nowhere"]


def test_an_answer_that_brings_the_board_back_is_taken(handler: Handler):
    """Programs send the pictures of a letter back with the answer; the largest has 280 KB."""
    raw = EmailMessage()
    raw["From"], raw["To"] = UserFactory().email, reply_address("test", "7")
    raw["Message-ID"] = "<board@x.example>"
    raw.set_content("end\n")
    raw.add_related(b"\xff" * 300_000, "image", "png", cid="<board@board>")

    assert receive(bytes(raw)) == ["done"]
    assert handler.replies[0].lines == ("end",)


@pytest.fixture
def sent(writer: Desk, mailoutbox) -> Letter:
    """A letter that was sent to an address that is marked in no way."""
    letter = LetterFactory(recipient=UserFactory(email="Anna@example.org"))
    services.deliver(letter_id=letter.pk)
    letter.refresh_from_db()
    return letter


def test_a_letter_that_came_back_marks_its_address(sent: Letter, mailoutbox):
    raw = dsn(letter=sent.pk)
    returned_to = mailoutbox[0].from_email
    assert receive(raw, recipients=[returned_to], envelope_sender="") == ["bounced"]
    assert receive(raw) == ["bounced"], "without an envelope the header lines count"

    bounced = BouncedAddress.objects.get()
    assert bounced.address == "anna@example.org"
    assert bounced.reason == "550 5.1.1 no such user"
    assert services.bounced_of(User.objects.get(pk=sent.recipient_id)) == bounced


def test_it_came_back_whatever_the_notice_calls_its_recipient(sent: Letter):
    """Mail that is passed on comes back from another address."""
    raw = dsn(letter=sent.pk).replace(b"Anna@Example.org", b"work@elsewhere.example")

    assert receive(raw, envelope_sender="") == ["bounced"]
    assert BouncedAddress.objects.get().address == "anna@example.org"


def forged(sent: Letter) -> list[str]:
    genuine = bounce_address(sent.pk)
    other = bounce_address(sent.pk + 1)
    return [
        genuine.replace(f"bounce.{sent.pk}.", f"bounce.{sent.pk + 1}."),
        genuine.replace("+bounce.", "+bounc."),
        genuine.replace("reply.example.org", "elsewhere.example"),
        re.sub(r"[a-z2-7]{20}@", "a" * 20 + "@", genuine),
        other,
        "hansa@reply.example.org",
        "anna@example.org",
    ]


@pytest.mark.parametrize("number", range(7))
def test_a_bounce_to_an_address_that_is_not_this_letters_does_nothing(sent: Letter, number: int):
    raw = dsn(letter=sent.pk)
    (word,) = receive(raw, recipients=[forged(sent)[number]], envelope_sender="")

    assert word in ("automatic", "bounce")
    assert not BouncedAddress.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"state": Letter.State.WAITING},
        {"state": Letter.State.FAILED},
        {"sent_at": None},
        {"sent_to": ""},
        {"age": timedelta(days=15)},
        {"channel": True},
    ],
)
def test_only_a_letter_that_was_sent_by_mail_of_late_comes_back(sent: Letter, fields):
    if fields.pop("channel", None):
        fields["channel"] = Channel.objects.create(
            user=sent.recipient, kind="json", url="https://x.example/"
        )
    if age := fields.pop("age", None):
        fields["sent_at"] = timezone.now() - age
    Letter.objects.filter(pk=sent.pk).update(**fields)

    assert receive(dsn(letter=sent.pk), envelope_sender="") == ["bounce"]
    assert not BouncedAddress.objects.exists()


def test_only_notices_mark_an_address(sent: Letter):
    """Whoever gets a letter can read where it comes back to; so can programs that answer."""
    to = bounce_address(sent.pk)
    by_hand = letter_from(sent.recipient.email, to=to)
    away = letter_from(sent.recipient.email, to=to, Auto_Submitted="auto-replied")

    assert receive(by_hand, envelope_sender="anna@example.org") == ["nowhere"]
    assert receive(away, envelope_sender="anna@example.org") == ["automatic"]
    assert receive(dsn(letter=sent.pk), envelope_sender="anna@example.org") == ["automatic"]
    assert receive(away, envelope_sender="") == ["bounce"]
    assert receive(away) == ["automatic"]
    assert not BouncedAddress.objects.exists()


@pytest.mark.parametrize("raw", [{"status": "5.2.2"}, {"status": "4.4.1"}, {"action": "delayed"}])
def test_what_may_pass_marks_nothing(sent: Letter, raw: dict[str, str]):
    assert receive(dsn(letter=sent.pk, **raw), envelope_sender="") == ["bounce"]
    assert not BouncedAddress.objects.exists()


def test_a_letter_that_a_server_refused_because_of_the_site_is_sent_again(
    sent: Letter, clock: Clock, mailoutbox
):
    """A provider that has suspended the site's account says so for every address."""
    part = LetterFactory(recipient=sent.recipient, bundle=sent, state=Letter.State.SENT)
    clock.now = sent.sent_at
    for times in range(1, MAX_ATTEMPTS):
        refused = dsn("5.7.1", letter=sent.pk)
        assert receive(refused, envelope_sender="") == ["refused"]
        assert receive(refused, envelope_sender="") == ["bounce"], "it has come back already"
        assert set(Letter.objects.values_list("state", flat=True)) == {Letter.State.WAITING}
        assert len(mailoutbox) == times
        clock.go(hours=2)
        services.sweep()
        sent.refresh_from_db()
        assert sent.state == Letter.State.SENT
        Letter.objects.filter(pk=part.pk).update(state=Letter.State.SENT)
    assert not BouncedAddress.objects.exists()
    assert receive(refused, envelope_sender="") == ["bounced"], "three days are enough"


def test_an_address_that_its_owner_has_given_up_is_not_marked(sent: Letter):
    EmailAddress.objects.filter(user=sent.recipient).update(email="new@example.org")

    assert receive(dsn(letter=sent.pk), envelope_sender="") == ["bounce"]
    assert not BouncedAddress.objects.exists()


def test_a_notice_costs_few_queries(sent: Letter, django_assert_max_num_queries):
    """However many letters there are, and however many failures it tells."""
    LetterFactory.create_batch(
        30, recipient=sent.recipient, state=Letter.State.SENT, sent_at=timezone.now()
    )
    block = b"Final-Recipient: rfc822; Anna@Example.org\n"
    more = b"Final-Recipient: rfc822; b@x.example\nAction: failed\nStatus: 5.1.1\n\n"
    raw = dsn(letter=sent.pk).replace(block, more * 500 + block)
    with django_assert_max_num_queries(15):
        assert receive(raw, envelope_sender="") == ["bounced"]


def test_a_confirmed_address_is_written_to_again(sent: Letter):
    """To follow a link that was sent there shows that mail arrives."""
    receive(dsn(letter=sent.pk), envelope_sender="")
    address = EmailAddress.objects.get(user=sent.recipient)
    email_confirmed.send(EmailAddress, request=None, email_address=address)

    assert not BouncedAddress.objects.exists()
    assert services.bounced_of(User.objects.get(pk=sent.recipient_id)) is None


def test_where_a_letter_comes_back_to_depends_on_the_secret(sent: Letter, settings):
    raw = dsn(letter=sent.pk)
    settings.SECRET_KEY = "another"

    assert receive(raw, envelope_sender="") == ["automatic"]
