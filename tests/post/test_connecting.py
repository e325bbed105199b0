"""Chat apps are connected in one step where the host has set them up, by nobody else, and once."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.checks import Warning as CheckWarning
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.accounts.models import User
from games.post import chat_tokens, checks, services
from games.post.errors import PostError
from games.post.inbound import chat
from games.post.models import Channel
from games.post.transports import discord_app, public_http, transports
from games.post.transports.base import Trouble
from tests.factories import UserFactory
from tests.play.test_concurrency import together
from tests.post.connected import BOT_SECRET, offer_services

pytestmark = pytest.mark.django_db

HOOK = "https://discord.com/api/webhooks/123/a-Token_1"


@pytest.fixture(autouse=True)
def _services(settings) -> None:
    offer_services(settings)


@pytest.fixture
def person() -> User:
    return UserFactory()


def update(number: int, text: object, chat: object = 4711) -> dict[str, Any]:
    sender = {"id": chat, "first_name": "Greta", "language_code": "de-AT"}
    message = {"message_id": 5, "from": sender, "chat": {"id": chat, "type": "private"}}
    return {"update_id": number, "message": {**message, "text": text}}


def post(body: object, secret: str = BOT_SECRET) -> str:
    """Post an update as Telegram does; return what the bot says at once."""
    answer = Client(enforce_csrf_checks=True).post(
        reverse("post:telegram"),
        body if isinstance(body, bytes) else json.dumps(body),
        content_type="application/json",
        headers={"X-Telegram-Bot-Api-Secret-Token": secret},
    )
    assert answer.status_code == 200
    return answer.json()["text"] if answer.content else ""


def test_what_the_host_has_not_set_up_is_not_there(client, person, settings):
    client.force_login(person)
    page = client.get(reverse("post:when")).text
    for name in ("ntfy", "telegram", "discord"):
        assert reverse(f"post:connect-{name}") in page
    settings.NTFY_URL = settings.TELEGRAM_SECRET = settings.DISCORD_CLIENT_SECRET = ""
    page = client.get(reverse("post:when")).text
    for name in ("ntfy", "telegram", "discord"):
        assert reverse(f"post:connect-{name}") not in page
        assert client.get(reverse(f"post:connect-{name}")).status_code == 404
    assert client.post(reverse("post:telegram")).status_code == 404


def test_ntfy_gets_a_topic_that_nobody_can_guess(client, person):
    client.force_login(person)
    assert client.get(reverse("post:connect-ntfy")).url == reverse("post:when")
    for _ in range(2):
        page = client.post(reverse("post:connect-ntfy"), follow=True)
    channel = person.channels.get()
    topic = channel.url.removeprefix("https://ntfy.example/")
    assert len(topic) == 32
    assert f'href="ntfy://ntfy.example/{topic}?display=Hansa"' in page.text
    tab = page.text[: page.text.rindex("Notifications</a>")].rpartition("<a ")[2]
    assert 'aria-current="page"' in tab
    assert 'src="data:image/svg+xml;base64,' in page.text
    for other in ("https://127.0.0.1", "http://ntfy.example", "https://ntfy.example.evil.example"):
        with pytest.raises(PostError):
            transports()["ntfy"].check(f"{other}/{topic}")


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_make_one_topic(person):
    topics = together(*(lambda: services.connect_ntfy(user=person).url for _ in range(4)))
    assert set(topics) == {person.channels.get().url}


def start_of(client: Client) -> str:
    """The token in the link of the page."""
    link = client.get(reverse("post:connect-telegram")).context["link"]
    assert link.startswith("https://t.me/hansa_bot?start=")
    (token,) = parse_qs(urlsplit(link).query)["start"]
    assert len(token) <= 64
    return token


def test_a_link_connects_one_chat_once_and_stop_ends_it(client, person):
    client.force_login(person)
    token = start_of(client)
    assert "now gets the notifications" in post(update(1, f"/start {token}"))
    channel = person.channels.get()
    assert (channel.kind, channel.url, str(channel)) == (
        "telegram", "telegram:4711", "Telegram (Greta)",
    )  # fmt: skip
    assert "was used before" in post(update(2, f"/start {token}", chat=4712))
    assert "reply to a message that asks" in post(update(3, "hello"))
    assert "any more" in post(update(4, "/stop"))
    assert not Channel.objects.exists()
    assert "was used before" in post(update(5, f"/start {token}"))
    post(update(6, f"/start {start_of(client)}"))
    assert post(update(4, "/stop")) == ""
    assert person.channels.count() == 1, "what came again stops nothing"


def test_a_chat_has_the_name_of_its_person_however_long_it_is(client, person):
    client.force_login(person)
    start = update(1, f"/start {start_of(client)}")
    start["message"]["from"]["first_name"] = "Greta" * 40
    post(start)
    person.channels.get().full_clean()


def test_a_chat_is_not_taken_from_its_person(client, person):
    Channel.objects.create(user=person, kind="telegram", url="telegram:4711")
    client.force_login(UserFactory())
    assert "another account" in post(update(1, f"/start {start_of(client)}"))
    assert person.channels.count() == Channel.objects.count() == 1
    Channel.objects.update(active=False)
    post(update(2, f"/start {start_of(client)}"))
    assert not person.channels.exists()


def test_a_token_is_for_ten_minutes_and_for_people_who_are_here(person, monkeypatch):
    token, now = chat_tokens.token_of(person), timezone.now()
    assert chat_tokens.read(token) == person
    other = f"{person.pk + 1:x}{token[token.index('-') :]}"
    for wrong in (other, token[:-1], f"{token}a", token.upper(), "", "-" * 64, f"{token}\n"):
        assert chat_tokens.read(wrong) is None
    User.objects.update(is_active=False)
    assert chat_tokens.read(token) is None
    User.objects.update(is_active=True, password="another")
    assert chat_tokens.read(token) is None
    User.objects.update(password=person.password)
    assert chat_tokens.read(token) == person
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=11))
    assert chat_tokens.read(token) is None
    assert "abgelaufen" in post(update(1, f"/start {token}")), "in the language of the app"


def test_only_telegram_may_post_updates(client, person):
    for secret in ("", "a-secret-of-the-bo", BOT_SECRET.upper(), "\u00e9"):
        answer = client.post(
            reverse("post:telegram"),
            json.dumps(update(1, f"/start {chat_tokens.token_of(person)}")),
            content_type="application/json",
            headers={"X-Telegram-Bot-Api-Secret-Token": secret},
        )
        assert answer.status_code == 403
    assert not Channel.objects.exists()


def test_what_is_no_message_of_a_person_is_ignored(person):
    good = update(1, f"/start {chat_tokens.token_of(person)}")
    group = {"chat": {"id": -5, "type": "group"}}
    for bad in (
        b"", b"[" * 50_000, b"{" + b" " * chat.LONGEST_UPDATE + b"}", b"9" * 9000, b"\xff",
        [], None, 7, {}, {"update_id": 1}, update(1, None), update(1, 5), update(True, "/stop"),
        update(1, "/start", chat="4711"), update(1, "/start", chat=-4711), update(2**70, "/start"),
        update(1, "/start", chat=2**63), {"update_id": 1, "edited_message": good["message"]},
        {"update_id": 1, "message": {**good["message"], **group}},
        {"update_id": 1, "message": {**good["message"], "from": {"id": 5}}},
        {"update_id": 1, "callback_query": {"id": "1"}}, update(1, "hello"), update(1, "\0\ud800"),
    ):  # fmt: skip
        assert post(bad) == "", bad
    assert not Channel.objects.exists()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["update_id", "message", "chat", "from", "id", "text", "type"]),
                inner,
            )
        ),
    )
)
def test_no_update_is_too_odd_to_read(body):
    chat.read(json.dumps(body).encode())


def test_discord_gives_a_webhook_to_whom_asked_for_it(client, person, monkeypatch):
    asked: list[tuple[str, dict[str, list[str]]]] = []

    def ask(url: str, body: bytes, _: dict[str, str]) -> tuple[int, dict[str, Any]]:
        asked.append((url, parse_qs(body.decode())))
        return 200, {"webhook": {"url": HOOK, "name": "Hanse\0"}, "access_token": "unused"}

    monkeypatch.setattr(public_http, "ask", ask)
    client.force_login(person)
    there = urlsplit(client.get(reverse("post:connect-discord")).url)
    wish = {name: value for name, (value,) in parse_qs(there.query).items()}
    assert (there.netloc, wish["scope"], wish["client_id"]) == (
        "discord.com", "webhook.incoming", "77",
    )  # fmt: skip
    back = reverse("post:discord-back")
    assert wish["redirect_uri"].endswith(back)

    for other in (person, UserFactory()):
        stranger = Client()
        stranger.force_login(other)
        stranger.get(back, {"code": "c", "state": wish["state"]})
    client.get(back, {"code": "c", "state": wish["state"] + "x"})
    client.get(back, {"error": "access_denied", "state": wish["state"]})
    assert asked == [], "the state is for one session"

    client.get(back, {"code": "c", "state": wish["state"]})
    ((url, fields),) = asked
    assert url == "https://discord.com/api/oauth2/token"
    assert (fields["code"], fields["client_secret"]) == (["c"], ["its secret"])
    channel = person.channels.get()
    assert (channel.kind, channel.url, channel.label) == ("discord", HOOK, "Hanse")


def test_what_was_begun_at_discord_ends_with_the_session(client, person, monkeypatch):
    def ask(*_: object) -> None:
        raise AssertionError("Nobody asks for a webhook.")

    monkeypatch.setattr(public_http, "ask", ask)
    client.force_login(person)
    there = urlsplit(client.get(reverse("post:connect-discord")).url)
    (state,) = parse_qs(there.query)["state"]
    client.post(reverse("account_logout"))
    client.force_login(person)
    client.get(reverse("post:discord-back"), {"code": "c", "state": state})
    assert not Channel.objects.exists()


@pytest.mark.parametrize(
    "answer",
    [
        (400, {"webhook": {"url": HOOK}}),
        (200, {}),
        (200, {"webhook": HOOK}),
        (200, {"webhook": {"url": "https://169.254.169.254/api/webhooks/1/x"}}),
        (200, {"webhook": {"url": "https://discord.com.evil.example/api/webhooks/1/x"}}),
        (200, {"webhook": {"url": f"{HOOK}/../../../x"}}),
    ],
)
def test_discord_leads_nowhere_else(monkeypatch, answer):
    monkeypatch.setattr(public_http, "ask", lambda *_: answer)
    with pytest.raises(PostError):
        discord_app.webhook_of("c")


def test_the_command_tells_telegram_where_to_post(settings, monkeypatch, capsys):
    told: list[dict[str, Any]] = []
    answer = (200, {"ok": True})

    def ask(url: str, body: bytes, _: dict[str, str]) -> tuple[int, dict[str, Any]]:
        assert url == "https://api.telegram.org/bot1:token/setWebhook"
        told.append(json.loads(body))
        return answer

    monkeypatch.setattr(public_http, "ask", ask)
    call_command("telegram_webhook")
    assert told == [
        {
            "url": f"{settings.SITE_URL}/post/telegram/",
            "secret_token": BOT_SECRET,
            "allowed_updates": ["message"],
        }
    ]
    answer = (401, {"ok": False, "description": "Unauthorized"})
    with pytest.raises(CommandError, match="401 Unauthorized"):
        call_command("telegram_webhook")
    monkeypatch.setattr(public_http, "ask", lambda *_: (_ for _ in ()).throw(Trouble("Down")))
    with pytest.raises(CommandError, match="Down"):
        call_command("telegram_webhook")


def test_what_is_half_set_up_is_told(settings):
    settings.SITE_HTTPS, settings.TELEGRAM_SECRET = True, BOT_SECRET
    assert checks.services() == []
    settings.TELEGRAM_TOKEN, settings.DISCORD_CLIENT_SECRET = "", ""
    settings.NTFY_URL, settings.NTFY_TOKEN = "http://ntfy.example/topic", "t"
    settings.TELEGRAM_BOT = "@hansa_bot"
    told = checks.services()
    assert all(isinstance(each, CheckWarning) for each in told)
    assert sorted(each.msg.split()[0] for each in told) == [
        "DISCORD_CLIENT_SECRET", "NTFY_URL", "TELEGRAM_BOT", "TELEGRAM_TOKEN",
    ]  # fmt: skip
