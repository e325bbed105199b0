"""Everything a person does goes on while Redis refuses or hangs, and no page waits long for it."""

import random
import socket
import time
import uuid
from collections.abc import Iterator

import pytest
from celery import Celery
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse

from games.play import services
from games.post.models import Letter
from games.post.services import queue
from hansa_site.cache import PATIENCE, RedisOrProcess
from tests import parts
from tests.accounts.test_sign_up import sign_up, signed_in
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of_people, good_order, player_to_move

A_PAGE = 5.0
"""Seconds for a page whose Redis hangs for the first time, on a busy machine."""


@pytest.fixture(params=["refuses", "hangs"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where Redis should be: nobody listens, or somebody takes calls and never says a word."""
    if request.param == "refuses":
        yield f"redis://127.0.0.1:{parts.free_port()}/0"
        return
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield f"redis://127.0.0.1:{silent.getsockname()[1]}/0"


@pytest.fixture
def away(address: str, settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A site whose cache and broker are there."""
    settings.CACHES = {
        "default": {"BACKEND": "hansa_site.cache.RedisOrProcess", "LOCATION": address}
    }
    app = Celery("test", broker=address, set_as_current=False)
    app.conf.update(
        broker_connection_timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT,
        broker_transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
    )
    monkeypatch.setattr(queue, "current_app", app)
    yield address
    app.pool.force_close_all()


def test_a_cache_keeps_what_it_is_given(away: str) -> None:
    cache.set("a", 1)
    assert cache.get("a") == 1
    assert cache.add("a", 2) is False
    assert cache.incr("a") == 2
    assert cache.get_many(["a", "b"]) == {"a": 2}
    cache.delete("a")
    assert "a" not in cache


def test_redis_is_waited_for_once_and_then_left_alone_for_a_while(away: str) -> None:
    start = time.monotonic()
    for number in range(50):
        cache.set(f"key{number}", number)
    assert time.monotonic() - start < 2 * PATIENCE + 0.5


@pytest.mark.redis
def test_redis_is_used_again_when_it_is_back(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "hansa_site.cache.RedisOrProcess", "LOCATION": parts.REDIS_URL}
    }
    monkeypatch.setattr(RedisOrProcess, "_away_until", time.monotonic() + 60)
    key = uuid.uuid4().hex
    cache.set(key, "process")
    monkeypatch.setattr(RedisOrProcess, "_away_until", time.monotonic())
    assert cache.get(key) is None
    cache.set(key, "redis")
    assert caches["default"].shared.get(key) == "redis"


@pytest.mark.django_db
def test_people_sign_up_and_in_and_limits_hold(client: Client, away: str) -> None:
    start = time.monotonic()
    assert "Check your email" in sign_up(client).text
    assert time.monotonic() - start < A_PAGE
    UserFactory(username="Merchant")
    attempt = {"login": "Merchant", "password": "guess"}
    for _ in range(6):
        page = client.post(reverse("account_login"), attempt)
    assert "Too many failed login attempts" in page.text
    other = Client(REMOTE_ADDR="192.0.2.7")
    UserFactory(username="Miller")
    other.post(reverse("account_login"), {"login": "Miller", "password": PASSWORD})
    assert signed_in(other)


@pytest.mark.django_db
def test_a_forgotten_password_can_be_replaced(client: Client, away: str) -> None:
    person = UserFactory()
    page = client.post(reverse("account_reset_password"), {"email": person.email}, follow=True)
    assert "Check your email" in page.text


@pytest.mark.django_db(transaction=True)
def test_a_move_is_confirmed_and_its_letters_wait_for_the_sweep(away: str) -> None:
    start = time.monotonic()
    game = game_of_people(3)
    player = player_to_move(game)
    order = good_order(player.game, player.seat, random.Random(1))
    services.confirm(player=player, version=player.game.version, orders=[order])
    assert time.monotonic() - start < A_PAGE
    assert Letter.objects.waiting().exists()
