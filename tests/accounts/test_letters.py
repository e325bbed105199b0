"""Letters about accounts go through the outbox: no page waits for a mail server."""

import json
import re
from datetime import timedelta

import pytest
from django.contrib.auth import hashers
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.post import services as post
from games.post.inbound.reception import receive
from games.post.models import BouncedAddress, Letter, Schedule
from games.post.services.delivery import MAX_ATTEMPTS
from games.post.services.pruning import KEPT_ACCOUNT_LETTERS, prune
from tests.factories import PASSWORD, UserFactory
from tests.post.inbound.conftest import dsn
from tests.tokens import without_tokens

pytestmark = [pytest.mark.engine, pytest.mark.django_db]

ADDRESS = "hildegard@example.org"


def sign_up(client: Client, **changes: str):
    data = {"username": "Hildegard", "email": ADDRESS, "password1": PASSWORD}
    return client.post(reverse("account_signup"), data | changes, follow=True)


def ask_for_password(client: Client, email: str):
    return client.post(reverse("account_reset_password"), {"email": email}, follow=True)


def ask_for_code(client: Client, email: str):
    return client.post(reverse("account_request_login_code"), {"email": email}, follow=True)


def test_it_says_until_when_a_link_or_code_works_in_the_zone_of_its_reader(
    client: Client, monkeypatch: pytest.MonkeyPatch, mailoutbox
) -> None:
    UserFactory(email=ADDRESS, time_zone="Asia/Tokyo")
    now = timezone.now().replace(year=2030, month=6, day=3, hour=20, minute=5)
    monkeypatch.setattr(timezone, "now", lambda: now)
    for way, until in (("password", "Fri 7 Jun 05:05"), ("code", "Tue 4 Jun 05:20")):
        ask(client, way)
        post.sweep()
        sent = mailoutbox[-1]
        for words in (sent.body, sent.alternatives[0].content):
            assert f", until {until} (Asia/Tokyo)" in words


@pytest.mark.parametrize("way", ["sign-up", "password", "code"])
@pytest.mark.parametrize("known", [True, False])
def test_no_page_speaks_to_the_mail_server(
    client: Client, monkeypatch: pytest.MonkeyPatch, way: str, known: bool
) -> None:
    def hang(*_: object) -> None:
        raise AssertionError("a page speaks to the mail server")

    monkeypatch.setattr(EmailMultiAlternatives, "send", hang)
    if known:
        UserFactory(email=ADDRESS)
    assert ask(client, way).status_code == 200
    assert Letter.objects.waiting().get().address == ADDRESS


def ask(client: Client, way: str):
    if way == "sign-up":
        return sign_up(client)
    return (ask_for_password if way == "password" else ask_for_code)(client, ADDRESS)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("way", ["sign-up", "password", "code"])
def test_every_letter_is_in_our_words_and_look(
    client: Client, mailoutbox, way: str, known: bool
) -> None:
    if known:
        UserFactory(username="Merchant", email=ADDRESS)
    ask(client, way)
    post.sweep()
    (sent,) = mailoutbox
    (html,) = [part.content for part in sent.alternatives]
    assert sent.to == [ADDRESS]
    assert 'class="paper' in html
    for text in (sent.body, html):
        assert "someone entered this address at" in text
        assert "example.com" not in text
        assert "{" not in text.split("</style>")[-1]
        assert "unsubscribe" not in text
    for link in re.findall(r"http\S+?(?=[\"\s<])", sent.body + html):
        assert link.startswith("http://testserver/")


@pytest.mark.parametrize("way", ["sign-up", "password", "code"])
def test_nothing_that_a_stranger_typed_stands_in_it(client: Client, mailoutbox, way: str) -> None:
    UserFactory(username="visit.evil.example", email=ADDRESS)
    ask(client, way)
    sign_up(client, username="call.evil.example", email="other@example.org")
    post.sweep()
    assert len(mailoutbox) == 2
    for sent in mailoutbox:
        assert "evil" not in str(sent.message())


def test_it_comes_at_night_and_to_who_wants_no_letters_and_after_a_bounce(
    client: Client, mailoutbox
) -> None:
    person = UserFactory(email=ADDRESS)
    Schedule.objects.create(user=person, mode=Schedule.Mode.NONE, quiet_from=0, quiet_to=23)
    BouncedAddress.objects.create(address=ADDRESS)
    ask_for_password(client, ADDRESS)
    post.sweep()
    assert len(mailoutbox) == 1


@pytest.mark.parametrize("known", [True, False])
def test_one_that_comes_back_marks_the_address_if_it_is_anyones(
    client: Client, mailoutbox, settings, known: bool
) -> None:
    settings.REPLY_DOMAIN = "reply.example.org"
    person = UserFactory(email=ADDRESS if known else "other@example.org")
    ask_for_password(client, ADDRESS)
    post.sweep()
    notice = dsn(letter=Letter.objects.get().pk)

    assert receive(notice, recipients=[mailoutbox[0].from_email], envelope_sender="") == [
        "bounced" if known else "bounce"
    ]
    assert BouncedAddress.objects.filter(address=ADDRESS).exists() == known
    person.refresh_from_db()
    assert person.mail_came_back == known


def test_links_lead_to_our_own_host_whichever_was_asked(client: Client, mailoutbox) -> None:
    UserFactory(email=ADDRESS)
    client.post(reverse("account_reset_password"), {"email": ADDRESS}, HTTP_HOST="localhost")
    post.sweep()
    assert "http://testserver/accounts/password/reset/key/" in mailoutbox[0].body
    assert "localhost" not in mailoutbox[0].body


def row(letter: Letter) -> str:
    return json.dumps(Letter.objects.filter(pk=letter.pk).values().get(), default=str)


@pytest.mark.parametrize("way", ["password", "code"])
def test_what_opens_an_account_cannot_be_read_in_the_outbox_and_goes_when_it_is_sent(
    client: Client, mailoutbox, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    UserFactory(email=ADDRESS)
    ask(client, way)
    letter = Letter.objects.get()
    waiting = row(letter)
    post.sweep()
    body = mailoutbox[0].body
    secret = re.search(r"/key/(\S+)/" if way == "password" else r"code is (\S+)", body)[1]
    for text in (waiting, row(letter), caplog.text):
        assert secret not in text
    letter.refresh_from_db()
    assert letter.state == Letter.State.SENT
    assert letter.sealed == ""


def test_what_is_never_sent_is_not_kept_either(client: Client, monkeypatch) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError("down")

    monkeypatch.setattr(mail.EmailMultiAlternatives, "send", refuse)
    UserFactory(email=ADDRESS)
    ask_for_password(client, ADDRESS)
    Letter.objects.update(attempts=MAX_ATTEMPTS - 1)
    post.sweep()
    letter = Letter.objects.get()
    assert letter.state == Letter.State.FAILED
    assert letter.sealed == ""
    post.send_again(letter_ids=[letter.pk])
    post.sweep()
    letter.refresh_from_db()
    assert letter.state == Letter.State.SUPERSEDED, "nothing is left to tell"


def test_a_code_that_is_too_old_is_not_sent_any_more(client: Client, mailoutbox, settings) -> None:
    UserFactory(email=ADDRESS)
    ask_for_code(client, ADDRESS)
    later = timezone.now() + timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        post.sweep()
    assert not mailoutbox
    letter = Letter.objects.get()
    assert letter.state == Letter.State.SUPERSEDED
    assert letter.sealed == ""


def test_addresses_are_forgotten_after_a_week(client: Client, mailoutbox) -> None:
    ask_for_password(client, "nobody@example.org")
    post.sweep()
    Letter.objects.update(created_at=timezone.now() - KEPT_ACCOUNT_LETTERS + timedelta(minutes=1))
    prune(float("inf"))
    assert Letter.objects.exists()
    Letter.objects.update(created_at=timezone.now() - KEPT_ACCOUNT_LETTERS)
    prune(float("inf"))
    assert not Letter.objects.exists()


@pytest.mark.parametrize("known", [True, False])
def test_one_address_is_not_flooded(client: Client, mailoutbox, known: bool) -> None:
    if known:
        UserFactory(email=ADDRESS)
    for _ in range(5):
        assert "several emails to this address" not in ask_for_password(client, ADDRESS).text
    assert "several emails to this address" in ask_for_password(client, ADDRESS).text
    assert "several emails to this address" in ask_for_password(client, ADDRESS.upper()).text
    for number in range(5):
        elsewhere = Client(REMOTE_ADDR=f"192.0.2.{number}")
        for _ in range(5):
            ask_for_password(elsewhere, ADDRESS)
    assert Letter.objects.count() == 20
    assert (
        "several emails to this address" not in ask_for_password(client, "other@example.org").text
    )


def work(client: Client, monkeypatch: pytest.MonkeyPatch, ask) -> tuple[int, int]:
    """Return how many passwords were hashed and letters ordered while something is asked."""
    hashed = []
    hasher = type(hashers.get_hasher())
    encode = hasher.encode

    def count(self, *args: object, **kwargs: object) -> str:
        hashed.append(1)
        return encode(self, *args, **kwargs)

    before = Letter.objects.count()
    with monkeypatch.context() as patch:
        patch.setattr(hasher, "encode", count)
        ask(client)
    return len(hashed), Letter.objects.count() - before


@pytest.mark.parametrize("way", ["sign-up", "password", "code"])
def test_known_and_unknown_addresses_are_the_same_work(
    client: Client, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    unknown = work(client, monkeypatch, lambda client: ask(client, way))
    User.objects.all().delete()
    UserFactory(email=ADDRESS)
    known = work(Client(), monkeypatch, lambda client: ask(client, way))
    assert known == unknown
    assert known[1] == 1


@pytest.mark.parametrize("login", ["Merchant", "merchant@example.org"])
def test_signing_in_is_the_same_work_for_known_and_unknown(
    client: Client, monkeypatch: pytest.MonkeyPatch, login: str
) -> None:
    def sign_in(client: Client) -> None:
        data = {"login": login, "password": "not-this-one"}
        client.post(reverse("account_login"), data)

    unknown = work(client, monkeypatch, sign_in)
    UserFactory(username="Merchant", email="merchant@example.org")
    assert work(Client(), monkeypatch, sign_in) == unknown


@pytest.mark.parametrize("way", ["sign-up", "password", "code"])
def test_known_and_unknown_addresses_read_the_same(client: Client, way: str) -> None:
    def page(client: Client) -> str:
        return without_tokens(ask(client, way).text)

    unknown = page(client)
    User.objects.all().delete()
    UserFactory(email=ADDRESS)
    assert page(Client()) == unknown
