"""Whatever stands in an address, a field or a cookie: a page, a 404 or a sentence, never a 500.

`make fuzz` makes many more of these requests.
"""

import os
from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailConfirmationHMAC
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.accounts import deletion
from games.accounts.models import Vacation
from games.play import services, visits
from games.play.letters.addresses import VoteAddress
from games.play.letters.taps import CHOICE, Tap
from games.play.services.feeds import renew_feed_secret
from games.post import chat_tokens
from games.post.models import Channel
from games.post.reports import report_path
from games.post.transports import public_http
from games.post.unsubscribe import unsubscribe_url
from games.rules import position
from games.study import services as study
from games.study.plan.tree import Place
from tests.factories import LetterFactory, UserFactory, sign_in_staff
from tests.hansa_site.nasty import Attack, encoded
from tests.play.factories import game_of, play_on
from tests.post.connected import offer_services

pytestmark = pytest.mark.django_db

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "150"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))

UNWANTED = ["\0", "a\0b", "\x1b", "\x85"]
DIRECTION = ["\u202egnp.exe", "\u2066", "\u200f", "\u061c"]


@pytest.mark.parametrize("value", UNWANTED)
@pytest.mark.parametrize(
    "path",
    [
        "/join/{}/",
        "/visit/{}/",
        "/answer/{}/",
        "/rules/{}/",
        "/post/unsubscribe/{}/",
        "/feeds/1/{}/waiting.atom",
        "/post/letters/when/{}/",
        "/accounts/confirm-email/{}/",
        "/?page={}",
        "/accounts/login/?next={}",
        "/?{}=1",
    ],
)
def test_an_address_that_nobody_can_read_is_not_there(
    client: Client, path: str, value: str
) -> None:
    client.force_login(UserFactory())
    client.raise_request_exception = False
    quoted = encoded([("", value)])[1:]
    page = client.generic(
        "GET", path.format(quoted).split("?")[0], QUERY_STRING=path.format(quoted).partition("?")[2]
    )
    assert page.status_code == 404
    assert "Page not found" in page.text


@pytest.mark.parametrize("value", DIRECTION)
def test_a_path_that_is_not_read_as_it_is_written_is_not_there(client: Client, value: str) -> None:
    client.raise_request_exception = False
    for path in ("/rules/{}/", "/people/{}/", "/join/{}/"):
        assert client.get(path.format(quote(value))).status_code == 404


def test_of_a_secret_every_character_counts(client: Client) -> None:
    person = UserFactory()
    person.set_password("secret\u200fwords")
    person.save()
    for password in ("secretwords", "secret\u200fwords"):
        client.post(reverse("account_login"), {"login": person.username, "password": password})
        assert ("_auth_user_id" in client.session) == (password != "secretwords")


@pytest.mark.parametrize("value", UNWANTED)
def test_a_field_that_nobody_can_read_is_answered_with_a_sentence(
    client: Client, value: str
) -> None:
    client.force_login(UserFactory())
    for fields in ({"username": value, "time_zone": "UTC"}, {value: "x"}):
        page = client.generic(
            "POST",
            reverse("accounts:profile"),
            encoded(fields.items()),
            content_type="application/x-www-form-urlencoded",
        )
        assert page.status_code == 400
        assert "invisible characters" in page.text


def test_lines_and_tabs_are_what_people_write(client: Client) -> None:
    person = UserFactory()
    game = game_of(person, UserFactory())
    client.force_login(person)
    text = "Hello,\r\n\tall of you! \u05e9\u05dc\u05d5\u05dd \U0001f469\u200d\U0001f680"
    client.post(reverse("play:say", args=[game.pk]), {"text": text})
    said = game.messages.get().text
    assert said.split() == text.split()


def test_a_cookie_that_nobody_can_read_is_no_cookie(client: Client) -> None:
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "messages"):
        page = client.get("/", HTTP_COOKIE=f'{name}="a\\000bcdefghijklmno"')
        assert page.status_code == 200


@pytest.fixture
def attack(settings, monkeypatch: pytest.MonkeyPatch) -> Attack:
    """Visitors of a site in which there is something of everything, and each service is set up."""
    offer_services(settings)
    monkeypatch.setattr(public_http, "ask", lambda *_: (400, {}))
    monkeypatch.setattr(public_http, "post", lambda *_: 400)
    host, guest = UserFactory(username="Host"), UserFactory(username="Guest")
    running = play_on(game_of(host, guest, "journeyman"), 6)
    waiting = game_of(host, "invited", "open")
    vote = services.open_vote(player=running.players.get(user=host), kind="pause")
    vacation = Vacation.objects.create(user=host, first=date(2030, 1, 1), last=date(2030, 1, 3))
    channel = Channel.objects.create(user=host, kind="json", url="https://example.org/hook")
    Channel.objects.create(user=host, kind="ntfy", url=f"{settings.NTFY_URL}/{'t' * 32}")
    chat = Channel.objects.create(user=host, kind="telegram", url="telegram:4711")
    LetterFactory(recipient=host, topic=running.topic, kind="trial")
    asking = running.players.get(user=host)
    LetterFactory(
        recipient=host, topic=running.topic, channel=chat, message_number=7,
        question=VoteAddress(vote.pk, asking.seat).local,
    )  # fmt: skip

    def visitor(sign_in: Callable[[Client], object]) -> Callable[[], Client]:
        first = Client()
        sign_in(first)
        session = first.cookies[settings.SESSION_COOKIE_NAME].value

        def make() -> Client:
            client = Client()
            client.cookies[settings.SESSION_COOKIE_NAME] = session
            return client

        return make

    text = position.write(running.rules(), running.position())
    plan = study.plan_position(user=host, text=text, name="Mine", seat=None)
    line = study.plan_bot_turn(place=Place.beginning(plan), names="ABC").chain[-1]
    address = host.emailaddress_set.get()
    valid = {
        "game_id": [str(running.pk), str(waiting.pk)],
        "user_id": [str(host.pk)],
        "token": [
            waiting.token,
            visits.token_of(host, running),
            unsubscribe_url(host, "").split("/")[-2],
            deletion.stop_url(host).split("/")[-2],
            report_path(channel).split("/")[-2],
            Tap(VoteAddress(vote.pk, asking.seat), host.pk, channel.pk, CHOICE, "yes").url.split(
                "/"
            )[-2],
        ],
        "secret": [renew_feed_secret(user=host)],
        "vote_id": [str(vote.pk)],
        "vacation_id": [str(vacation.pk)],
        "number": [str(channel.pk), "1"],
        "where": ["m0", f"m{running.moves_made}", f"{line.pk}-1"],
        "plan_id": [str(line.plan_id)],
        "topic": [running.topic],
        "title": [running.title, "hansa"],
        "key": [EmailConfirmationHMAC(address).key, "set-password"],
        "object_id": [str(host.pk), "1"],
        "app_label": ["play"],
        "username": [host.username, guest.username],
        "bot": ["journeyman"],
        "part": ["ratings", "results", "style"],
        "line_id": ["1"],
        "comment_id": ["1"],
    }
    visitors = {
        "nobody": Client,
        "host": visitor(lambda client: client.force_login(host)),
        "stranger": visitor(lambda client: client.force_login(UserFactory())),
        "staff": visitor(sign_in_staff),
    }
    attack = Attack(visitors, valid, SEED)
    attack.programs[reverse("post:telegram")] = (
        message_to_the_bot(f"/start {chat_tokens.token_of(guest)}"),
        {"HTTP_X_TELEGRAM_BOT_API_SECRET_TOKEN": settings.TELEGRAM_SECRET},
    )
    return attack


def message_to_the_bot(text: str) -> dict[str, Any]:
    """A reply in the chat of the host, as Telegram posts it."""
    sender = {"id": 4711, "is_bot": False, "first_name": "Greta", "language_code": "de"}
    return {
        "update_id": 1,
        "message": {
            "message_id": 9,
            "from": sender,
            "chat": {"id": 4711, "type": "private"},
            "text": text,
            "reply_to_message": {"message_id": 7},
        },
    }


def test_nothing_is_answered_with_500_or_late(attack: Attack) -> None:
    """First every field of every form takes a long value, then anything takes anything."""
    failed = attack.fill()
    assert not failed, "\n".join(failed)
    assert attack.filled > 300
    failed = attack.program(REQUESTS // 5)
    assert not failed, "\n".join(failed)
    failed = attack.run(REQUESTS)
    assert not failed, "\n".join(failed)
    seconds, slowest = attack.slowest
    print(f"{attack.tried} requests to {len(attack.routes)} routes, at most {seconds:.2f} s of CPU")
    print(f"The dearest: {slowest[:300]}")
