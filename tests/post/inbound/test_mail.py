"""Mails of all sorts are read, and no mail breaks the reader."""

from email.header import Header

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.post.inbound.address import reply_address
from games.post.inbound.bounce import Bounce
from games.post.inbound.mail import MAX_SIZE, Mail, read
from tests.post.inbound.conftest import dsn, letter_from


def head(**lines: str) -> bytes:
    return letter_from("anna@example.org", to="x@y.example", **lines)


NASTY = [
    letter_from("Änna <anna@example.org>", "täke t\n", to="x@y.example"),
    letter_from("anna@example.org", to="x@y.example").replace(b"utf-8", b"klingon"),
    letter_from("anna@example.org", to="x@y.example").replace(b"7bit", b"base64"),
    letter_from("anna@example.org", to="x@y.example").replace(b"utf-8", b"unicode_escape")
    + b"\\ud800",
    dsn(),
    dsn(kind="message/rfc822"),
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n--b\nContent-Type: text/html\n\n<p>x",
    b"From: \xff\xfe <\n\n",
    b"From: (((((((((\nTo: ,,,;:<>\nMessage-ID: <<>>\nSubject: =?utf-8?b?!?= =?x?q?=ff?=\n\nx",
    b"",
]


@pytest.mark.parametrize("charset", ["unicode_escape", "idna", "rot13", "zip", "no such"])
def test_a_subject_in_no_character_set_is_read_all_the_same(charset):
    assert read(f"Subject: =?{charset}?q?=5CL=C3=BCbeck?=\n\nx".encode()).subject


@given(st.sampled_from(NASTY), st.data())
@settings(max_examples=400)
def test_no_mail_breaks_the_reader(raw, data):
    """Whatever is cut out of, put into or repeated in a mail."""
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(raw)))
        to = data.draw(st.integers(at, min(len(raw), at + 40)))
        more = data.draw(st.one_of(st.binary(max_size=6), st.just(raw[at:to] * 2)))
        raw = raw[:at] + more + raw[to:]
    mail = read(raw)
    if mail is not None:
        assert all(line.isprintable() for line in [*mail.lines, mail.sender, mail.subject])


@given(st.binary(max_size=300))
def test_nothing_at_all_breaks_the_reader(raw):
    assert isinstance(read(raw), Mail | None)


def test_what_a_mail_says():
    address = reply_address("test", "7")
    mail = read(
        letter_from('"Anna, B." <Anna@Example.org>', "end\n", Cc=f"x@y.example, <{address}>")
    )

    assert mail is not None
    assert mail.sender == "anna@example.org"
    assert mail.subject == "Re: Lübeck"
    assert mail.message_id == "<one@mail.example.org>"
    assert mail.recipients == (address,)
    assert mail.lines == ("end",)
    assert mail.complete
    assert not mail.automatic


def test_the_line_that_some_servers_put_before_a_mail_is_none_of_it():
    raw = letter_from("anna@example.org", "end\n", to="x@y.example")
    assert read(b"From anna@example.org Mon Jun  3 10:00:00 2030\n" + raw).lines == ("end",)


def test_who_is_from_several_is_from_nobody():
    assert read(b"From: a@x.example, b@x.example\n\n").sender == ""
    assert read(b"From: a@x.example\nFrom: b@x.example\n\n").sender == ""


@pytest.mark.parametrize(
    "line",
    [
        '"a@victim.example"@evil.example',
        "a@victim.example, b@evil.example",
        "a@victim.example <b@evil.example> c@evil.example",
        "a@victim.example b@evil.example",
        "<a@victim.example>, <b@evil.example>",
        "(" * 3000,
        "a" * 2000 + "@x.example",
        "group: a@x.example;",
    ],
)
def test_a_from_line_that_can_be_read_in_two_ways_names_nobody(line):
    assert read(f"From: {line}\n\n".encode()).sender == ""


@pytest.mark.parametrize(
    "line",
    [
        "anna@x.example",
        "<Anna@X.example>",
        '"b@evil.example" <anna@x.example>',
        "Anna B. (at work) <anna@x.example>",
        "anna@x.example (Anna)",
        "=?utf-8?q?=C3=84nna?=\n <anna@x.example>",
        '"Anna \\"A.\\" B, C" <anna@x.example>',
    ],
)
def test_the_address_in_a_from_line_is_found(line):
    assert read(f"From: {line}\n\n".encode()).sender == "anna@x.example"


def test_a_mail_without_an_id_gets_one_by_what_it_says():
    one, same, other = (read(b"From: a@x.example\n\n" + text) for text in (b"1", b"1", b"2"))

    assert one.message_id == same.message_id != other.message_id


def test_the_text_counts_rather_than_the_html_unless_it_is_empty():
    parts = (
        b"Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n%b"
        b"\n--b\nContent-Type: text/html\n\n<p>of html</p>\n--b--\n"
    )
    assert read(parts % b"of text").lines == ("of text",)
    assert read(parts % b" ").lines == ("of html",)


def test_what_is_attached_is_not_read():
    raw = (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nend\n--b\n"
        b"Content-Type: text/plain\nContent-Disposition: attachment; filename=a\n\nincome 1t\n--b--"
    )
    assert read(raw).lines == ("end",)


def test_of_an_endless_mail_no_line_is_read():
    mail = read(letter_from("anna@example.org", "end\n" * MAX_SIZE, to="x@y.example"))

    assert (mail.sender, mail.complete, mail.lines) == ("anna@example.org", False, ())


@pytest.mark.parametrize(
    "lines",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; owner-email=x"},
        {"Precedence": "bulk"},
        {"Precedence": "Junk"},
        {"List_Id": "<x.example>"},
        {"X_Autoreply": "yes"},
        {"X_Autorespond": "away"},
        {"X_Auto_Response_Suppress": "All"},
        {"X_Auto_Response_Suppress": "DR, OOF, AutoReply"},
        {"X_Precedence": "auto_reply"},
        {"X_Mail_Autoreply": "yes"},
        {"X_FC_MachineGenerated": "true"},
        {"X_Autogenerated": "Reply"},
        {"X_POST_MessageClass": "9; Autoresponder"},
        {"Delivered_To": "Autoresponder"},
        {"Return_Path": "<>"},
        {"Content_Type": "multipart/report; boundary=b"},
    ],
)
def test_programs_are_known(lines):
    assert read(head(**lines)).automatic


@pytest.mark.parametrize(
    "lines",
    [
        {},
        {"Auto_Submitted": "no"},
        {"Return_Path": "<a@x.example>"},
        {"X_Auto_Response_Suppress": "RN, NRN"},
        {"X_Auto_Response_Suppress": "None"},
    ],
)
def test_people_are_no_programs(lines):
    assert not read(head(**lines)).automatic


def with_subject(subject: str) -> bytes:
    """A mail with no other sign of who sent it."""
    return f"From: a@x.example\nSubject: {Header(subject, 'utf-8').encode()}\n\nend".encode()


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: Hansa: your move",
        "Auto-Reply: I'm away",
        "[Autoreply] Re: Hansa: your move",
        "Out of Office: Re: Hansa: your move",
        "Out of Office AutoReply: Hansa",
        "Out of the office until Monday",
        "AUTO: Anna Berg is out of the office (returning 12/03/2030)",
        "Anna Berg is out of office",
        "Automatische Antwort: Hansa: your move",
        "Abwesenheitsnotiz: Hansa",
        "Automatische Antwort: Hansa: dein Zug",
        "Ich bin im Urlaub (bis 3. März)",
        "Au\N{LATIN SMALL LETTER SHARP S}er Haus: Hansa",
        "Zurzeit nicht im Büro",
        "Eingangsbestätigung",
        "Réponse automatique\xa0: Hansa",
        "Reponse automatique : Hansa",
        "Respuesta automática: Hansa",
        "Resposta automática: Hansa",
        "Risposta automatica: Hansa",
        "Automatisch antwoord: Hansa",
        "Automatiskt svar: Hansa",
        "Automatisk svar: Hansa",
        "Autosvar: Hansa",
        "Automaattinen vastaus: Hansa",
        "Odpowiedź automatyczna: Hansa",
        "Automatická odpověď: Hansa",
        "Automatikus válasz: Hansa",
        "Răspuns automat: Hansa",
        "Автоматический ответ: Hansa",
        "Αυτόματη απάντηση: Hansa",
        "Otomatik Yanıt: Hansa",
        "自动答复: Hansa",
        "自動応答: Hansa",
        "자동 회신: Hansa",
    ],
)
def test_notices_of_absence_are_known_by_their_subject_alone(subject):
    assert read(with_subject(subject)).automatic


@pytest.mark.parametrize(
    "subject",
    [
        "",
        "Re: Hansa: your move",
        "AW: Automatic reply: your move",
        "AW: Im Urlaub bis Montag: dein Zug",
        "Re: Out of Office: your answer is needed",
        "Hansa: your move",
        "Who is out of beer: your move",
        "Automobile: your move",
    ],
)
def test_a_person_may_answer_about_a_game_of_any_name(subject):
    assert not read(with_subject(subject)).automatic


@pytest.mark.parametrize("kind", ["text/rfc822-headers", "message/rfc822"])
def test_a_mail_that_came_back_says_why(kind):
    mail = read(dsn(kind=kind))

    assert mail.bounce == Bounce(permanent=True, reason="550 5.1.1 no such user")
    assert mail.automatic
    assert mail.no_return
    assert not read(head()).no_return
    assert read(head(Return_Path="<>")).no_return
