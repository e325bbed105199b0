"""Mail and bounces that mail providers post, and mail that is sent through them."""

import hashlib
import hmac
import importlib
import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from anymail.exceptions import AnymailRecipientsRefused
from django.test import Client
from django.urls import Resolver404, clear_url_caches, resolve
from django.utils import timezone

from games.accounts.models import User
from games.post import services
from games.post.inbound.address import bounce_address, reply_address
from games.post.letters import Attachment
from games.post.models import BouncedAddress, Letter, Tally
from games.post.transports import MAIL
from hansa_site import urls
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk, said
from tests.post.inbound.conftest import Handler, dsn, letter_from

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
KEY = "signing-key"


@pytest.fixture(autouse=True)
def _providers(settings) -> Iterator[None]:
    """The site as with ANYMAIL_WEBHOOK_SECRET in its environment."""
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": "me:secret",
        "MAILGUN_WEBHOOK_SIGNING_KEY": KEY,
        "MAILGUN_API_KEY": "x",
        "MAILGUN_SENDER_DOMAIN": "example.org",
        "POSTMARK_SERVER_TOKEN": "x",
        "BREVO_API_KEY": "x",
    }
    again()
    yield
    settings.ANYMAIL = {}
    again()


def again() -> None:
    """Make the list of addresses by the settings of now."""
    importlib.reload(urls)
    clear_url_caches()


def call(path: str, data: dict[str, Any], *, form: bool = False, auth: str = "me:secret") -> int:
    """Post as a provider does and return the status."""
    headers = {"Authorization": f"Basic {b64encode(auth.encode()).decode()}"}
    body = data if form else json.dumps(data)
    kind = {} if form else {"content_type": "application/json"}
    return Client().post(f"/post/providers/{path}/", body, headers=headers, **kind).status_code


def signed(**fields: Any) -> dict[str, Any]:
    """Sign a call as Mailgun does."""
    stamp = {"timestamp": "1795284180", "token": "0123456789"}
    known = (stamp["timestamp"] + stamp["token"]).encode()
    return {
        **fields,
        **stamp,
        "signature": hmac.new(KEY.encode(), known, hashlib.sha256).hexdigest(),
    }


def by_mailgun(raw: bytes, sender: str, to: str) -> int:
    fields = signed(**{"sender": sender, "recipient": to, "body-mime": raw.decode()})
    return call("mailgun/inbound_mime", fields, form=True)


def by_postmark(raw: bytes, sender: str, to: str) -> int:
    return call(
        "postmark/inbound",
        {
            "FromFull": {"Email": sender, "Name": ""},
            "OriginalRecipient": to,
            "Headers": [{"Name": "Return-Path", "Value": f"<{sender}>"}],
            "RawEmail": raw.decode(),
        },
    )


PROVIDERS = [by_mailgun, by_postmark]


@pytest.mark.parametrize("post", PROVIDERS)
def test_an_answer_comes_by_a_provider(post, handler: Handler) -> None:
    user = UserFactory()
    raw = letter_from(user.email, "end\n\x0cconfirm\n", to="list@x.example")

    assert post(raw, user.email, reply_address("test", "9")) == 200
    assert post(raw, user.email, reply_address("test", "9")) == 200
    (reply,) = handler.replies
    assert (reply.user, reply.address.payload, reply.lines[-1]) == (user, "9", "confirm")


@pytest.mark.parametrize("post", PROVIDERS)
def test_whoever_calls_without_the_secret_is_not_heard(post, handler: Handler, settings) -> None:
    settings.ANYMAIL = {**settings.ANYMAIL, "WEBHOOK_SECRET": "me:another"}
    user = UserFactory()

    assert post(letter_from(user.email), user.email, reply_address("test", "7")) == 400
    assert not handler.replies


@pytest.mark.parametrize("post", PROVIDERS)
def test_what_fails_is_the_providers_to_try_again(post, handler: Handler) -> None:
    user = UserFactory()
    handler.failing = RuntimeError("a torn page")
    client_error = pytest.raises(RuntimeError, match="torn")
    with client_error:
        post(letter_from(user.email), user.email, reply_address("test", "7"))

    handler.failing = None
    assert post(letter_from(user.email), user.email, reply_address("test", "7")) == 200
    assert len(handler.replies) == 1


def test_a_mail_that_cannot_be_written_again_is_dropped(handler: Handler, monkeypatch) -> None:
    monkeypatch.setattr("anymail.inbound.AnymailInboundMessage.as_bytes", unwritable)
    user = UserFactory()

    assert by_postmark(letter_from(user.email), user.email, reply_address("test", "7")) == 200
    assert not handler.replies


def unwritable(_: object) -> bytes:
    raise UnicodeEncodeError("ascii", "ß", 0, 1, "not in range")


@pytest.fixture
def sent(writer: Desk, mailoutbox) -> Letter:
    letter = LetterFactory(recipient=UserFactory(email="anna@example.org"))
    services.deliver(letter_id=letter.pk)
    letter.refresh_from_db()
    return letter


@pytest.mark.parametrize("post", PROVIDERS)
def test_a_letter_comes_back_by_a_provider_to_its_own_address(post, sent: Letter) -> None:
    assert post(dsn(letter=sent.pk), "", bounce_address(sent.pk)) == 200

    assert BouncedAddress.objects.get().address == "anna@example.org"


def mailgun(letter: str, severity: str = "permanent", **fields: Any) -> int:
    data = {
        "event": "failed",
        "severity": severity,
        "recipient": "anna@example.org",
        "user-variables": {"letter": letter},
        "message": {"headers": {"message-id": "1@example.com"}},
        "delivery-status": {"message": "550 5.1.1 No such user", "code": 550},
        **fields,
    }
    return call("mailgun/tracking", {"event-data": data, "signature": signed()})


def postmark(letter: str, **fields: Any) -> int:
    return call(
        "postmark/tracking",
        {
            "RecordType": "Bounce",
            "Type": "HardBounce",
            "Email": "Anna@example.org",
            "Details": "550 5.1.1 No such user",
            "Description": "The server was unable to deliver your message.",
            "Metadata": {"letter": letter},
            "MessageID": "00000000-0000-0000-0000-000000000000",
            "BouncedAt": "2026-11-21T16:33:54Z",
            **fields,
        },
    )


def brevo(letter: str, **fields: Any) -> int:
    return call(
        "brevo/tracking",
        {
            "event": "hard_bounce",
            "email": "anna@example.org",
            "reason": "550 5.1.1 No such user",
            "message-id": "<1@example.com>",
            "X-Mailin-custom": json.dumps({"letter": letter}),
            **fields,
        },
    )


TELLERS = [mailgun, postmark, brevo]


@pytest.mark.parametrize("tell", TELLERS)
def test_providers_tell_of_letters_that_came_back(tell, sent: Letter) -> None:
    assert tell(str(sent.pk)) == 200

    bounced = BouncedAddress.objects.get()
    assert (bounced.address, bounced.reason) == ("anna@example.org", "550 5.1.1 No such user")
    assert services.bounced_of(User.objects.get(pk=sent.recipient_id)) == bounced


def test_a_provider_that_gives_no_reason_says_what_happened(sent: Letter) -> None:
    assert brevo(str(sent.pk), reason=None) == 200

    assert BouncedAddress.objects.get().reason == "hard_bounce"


@pytest.mark.parametrize(
    ("tell", "fields"),
    [
        (mailgun, {"severity": "temporary"}),
        (mailgun, {"delivery-status": {"message": "552 5.2.2 Mailbox full"}}),
        (mailgun, {"event": "delivered"}),
        (mailgun, {"event": "opened"}),
        (mailgun, {"event": "rejected", "reject": {"reason": "Sandbox"}}),
        (mailgun, {"recipient": "bob@example.org"}),
        (postmark, {"Type": "SoftBounce", "Details": ""}),
        (postmark, {"Type": "DMARCPolicy"}),
        (postmark, {"Details": "smtp;452 4.2.2 Over quota"}),
        (postmark, {"RecordType": "Open"}),
        (brevo, {"event": "soft_bounce", "reason": "busy"}),
        (brevo, {"event": "deferred"}),
        (brevo, {"X-Mailin-custom": None}),
    ],
)
def test_what_may_pass_or_is_no_bounce_marks_nothing(tell, fields, sent: Letter) -> None:
    assert tell(str(sent.pk), **fields) == 200

    assert not BouncedAddress.objects.exists()


@pytest.mark.parametrize(
    ("tell", "fields"),
    [
        (mailgun, {"event": "complained", "delivery-status": None}),
        (postmark, {"RecordType": "SpamComplaint", "Type": "SpamComplaint", "Details": ""}),
        (brevo, {"event": "spam", "reason": None}),
    ],
)
def test_who_calls_a_letter_spam_gets_no_more(tell, fields, sent: Letter) -> None:
    assert tell(str(sent.pk), **fields) == 200

    assert BouncedAddress.objects.get().address == "anna@example.org"


@pytest.mark.parametrize("tell", TELLERS)
@pytest.mark.parametrize("letter", ["", "0", "-1", "x", "9" * 30, "waiting"])
def test_only_letters_that_were_sent_come_back(tell, letter: str, sent: Letter) -> None:
    if letter == "waiting":
        letter = str(LetterFactory(recipient=sent.recipient).pk)

    assert tell(letter) == 200
    assert not BouncedAddress.objects.exists()


ANSWERS = {
    "mailgun": {"id": "<1@example.org>", "message": "Queued. Thank you."},
    "postmark": {"ErrorCode": 0, "Message": "OK", "MessageID": "1", "To": "anna@example.org"},
}
"""What providers say when they take a mail; Brevo's interface takes no pictures inside one."""


@pytest.mark.parametrize("provider", ANSWERS)
def test_a_letter_leaves_by_a_provider_with_its_number(
    provider: str, writer: Desk, settings, monkeypatch
) -> None:
    """Pictures and all headers included, and with the sender that the provider may use."""
    asked: list[str] = []

    def request(_: object, **params: Any) -> requests.Response:
        asked.append(repr(params))
        answer = requests.Response()
        answer.status_code = 200
        answer._content = json.dumps(ANSWERS[provider]).encode()
        return answer

    monkeypatch.setattr(requests.Session, "request", request)
    settings.EMAIL_BACKEND = f"anymail.backends.{provider}.EmailBackend"
    settings.DEFAULT_FROM_EMAIL = "Hansa <hansa@example.com>"
    picture = Attachment("board.png", b"png", "image/png", content_id="board")
    writer.written = said(
        "s", "t", '<img src="cid:board">', (picture,), reply_to=reply_address("test", "7")
    )
    letter = LetterFactory(recipient=UserFactory(email="anna@example.org"))
    services.deliver(letter_id=letter.pk)

    letter.refresh_from_db()
    assert (letter.state, letter.error) == (Letter.State.SENT, "")
    (params,) = asked
    assert "hansa@example.com" in params
    assert "bounce." not in params
    assert "List-Unsubscribe" in params
    assert f"letter': '{letter.pk}" in params or f'letter": "{letter.pk}' in params


@pytest.mark.parametrize("provider", ANSWERS)
@pytest.mark.parametrize(("status", "state"), [(406, "failed"), (500, "waiting")])
def test_a_provider_refuses_for_good_or_for_now(
    provider: str, status: int, state: str, writer: Desk, settings, monkeypatch, caplog
) -> None:
    def request(*_: object, **__: object) -> requests.Response:
        answer = requests.Response()
        answer.status_code = status
        answer._content = b"{}"
        if status == 406:
            raise AnymailRecipientsRefused(message="All message recipients were refused")
        return answer

    monkeypatch.setattr(requests.Session, "request", request)
    settings.EMAIL_BACKEND = f"anymail.backends.{provider}.EmailBackend"
    letter = LetterFactory(attempts=1)
    Tally.objects.create(transport=MAIL, since=timezone.now(), taken=1)
    services.deliver(letter_id=letter.pk)

    letter.refresh_from_db()
    assert letter.state == state
    assert letter.error


def test_without_a_secret_there_are_no_addresses_for_providers(settings) -> None:
    settings.ANYMAIL = {}
    again()
    with pytest.raises(Resolver404):
        resolve("/post/providers/mailgun/tracking/")


def environment(**env: str) -> subprocess.CompletedProcess[str]:
    """Start the site with an environment, and show what comes of it."""
    script = (
        "from django.conf import settings\n"
        "import django; django.setup()\n"
        "from hansa_site import urls\n"
        "print(settings.EMAIL_BACKEND, settings.ANYMAIL, len(urls.urlpatterns))\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "hansa_site.settings",
            "DEBUG": "1",
            "SECRET_KEY": "x",
            **env,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_names_the_provider() -> None:
    backend = "anymail.backends.mailgun.EmailBackend"
    plain = environment().stdout.split()
    named = environment(
        EMAIL_BACKEND=backend, ANYMAIL_MAILGUN_API_KEY="k", ANYMAIL_WEBHOOK_SECRET="a:b"
    ).stdout.split(" ", 1)
    assert plain[0].startswith("django.core.mail.backends.")
    assert named[0] == backend
    assert "{'MAILGUN_API_KEY': 'k', 'WEBHOOK_SECRET': 'a:b'}" in named[1]
    assert int(named[1].split()[-1]) == int(plain[-1]) + 1


@pytest.mark.parametrize("env", [{}, {"EMAIL_BACKEND": "anymail.backends.x.EmailBackend"}])
def test_nothing_else_needs_the_extra(env: dict[str, str], tmp_path: Path) -> None:
    """Without it the site runs, and says what is missing if a provider is named."""
    hidden = tmp_path / "sitecustomize.py"
    hidden.write_text(
        "import sys\n"
        "class Hide:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'anymail':\n"
        "            raise ModuleNotFoundError(name)\n"
        "import importlib.util\n"
        "real = importlib.util.find_spec\n"
        "seen = lambda name, *a: None if name == 'anymail' else real(name, *a)\n"
        "importlib.util.find_spec = seen\n"
        "sys.meta_path.insert(0, Hide())\n"
    )
    done = environment(PYTHONPATH=str(tmp_path), **env)
    if env:
        assert "need django-anymail" in done.stderr
    else:
        assert done.returncode == 0, done.stderr
