"""The page about the API says what is so."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.accounts import tokens
from games.accounts.models import Scope
from games.api import auth, events, games, kept, messages, models, orders
from games.api.api import api
from games.api.middleware import LONGEST_BODY
from games.api.problems import Code
from games.play.services import chat
from games.rules.errors import LONGEST_ORDER
from tests.factories import UserFactory

PAGE = (Path(settings.ROOT) / "docs" / "api.md").read_text("utf-8")


def test_every_address_is_told() -> None:
    told = {
        f"{method} {path.partition('?')[0]}"
        for method, path in re.findall(r"`(GET|POST) (/[^`\s]+)`", PAGE)
    }
    known = {
        f"{method.upper()} {re.sub('{game_id}|{league}', '{id}', path.removeprefix('/api/v1'))}"
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
    }
    assert told == known


def test_every_code_and_scope_is_told() -> None:
    quoted = set(re.findall(r"`([a-z:-]+)`", PAGE))
    assert set(Code) <= quoted
    assert set(Scope) <= quoted


@pytest.mark.django_db
def test_the_way_to_a_token_is_that_of_the_pages(client: Client) -> None:
    client.force_login(UserFactory())
    for address, words in (
        ("mfa_index", "Show browsers and tokens"),
        ("accounts:sessions", "New token"),
        ("accounts:sessions", "Your bots"),
    ):
        assert f"*{words}*" in PAGE
        assert f">{words}</a>" in client.get(reverse(address)).text
    schema = reverse("api:openapi-json")
    assert f"`{schema}`" in PAGE
    assert f'href="{schema}"' in client.get(reverse("accounts:sessions")).text


def test_its_numbers_are_those_of_the_code() -> None:
    limits = PAGE.partition("\n## Limits\n")[2]
    numbers = [
        auth.REQUESTS,
        orders.ORDERS,
        games.TABLES,
        auth.TOGETHER,
        chat.MOST,
        chat.LONGEST,
        tokens.MOST,
        orders.MOST,
        LONGEST_ORDER,
        LONGEST_BODY,
    ]
    assert list(map(int, re.findall(r"\d+", limits))) == numbers
    assert f"at most {games.MOST_MOVES} |" in PAGE
    assert f"messages after one, at most {messages.MOST} |" in PAGE
    assert f"up to {models.LONGEST_KEY} visible characters" in PAGE
    assert f"or after {events.LONGEST_WAIT} seconds" in PAGE
    assert kept.LASTS.days == 1
    assert "within a day" in PAGE
