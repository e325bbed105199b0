"""Typed orders: they come into the draft, are completed, and a wrong line is not lost."""

import random
from html import unescape
from re import findall

import pytest
from django.test import Client
from django.urls import reverse

from games.play.models import Draft, Player
from games.play.pages.completing import MOST, Line
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_fast, player_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    """A player of Hansa Teutonica, before their first order."""
    return player_to_move(game_of(UserFactory(), "journeyman", "journeyman"))


@pytest.fixture
def their_client(player: Player) -> Client:
    """The browser of that player."""
    client = Client()
    client.force_login(player.user)
    return client


def type_line(client: Client, player: Player, line: str, **headers: str):
    fields = {"line": line, "version": player.game.version, "draft_version": 0}
    return client.post(reverse("play:typed", args=[player.game.pk]), fields, headers=headers)


def completed(line: str, player: Player) -> list[str]:
    return Line(line).completions(player.game.rules(), player.game.position(), player.seat)


def drafted() -> list[str]:
    return [order for draft in Draft.objects.all() for order in draft.orders]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("place t stade-hamburg.1", ["place t hamburg-stade.1"]),
        (" INCOME 1t;; place m hamburg-stade.2 ; ", ["income 1t", "place m hamburg-stade.2"]),
    ],
)
def test_a_typed_line_comes_into_the_draft(player, their_client, line, orders):
    answer = type_line(their_client, player, line, HX_Request="true")
    assert drafted() == orders
    assert answer["X-Sent"] == "typed"


@pytest.mark.parametrize("line", ["", ";", "income 1t; plaice t hamburg", "end; income 1t"])
def test_a_wrong_line_drafts_nothing_and_can_be_mended(player, their_client, line):
    answer = type_line(their_client, player, line)
    assert drafted() == []
    page = their_client.get(answer["Location"]).content.decode()
    assert f'name="line" value="{line}"' in page
    assert "warning" in page


def test_a_wrong_line_says_what_would_be_right(player, their_client):
    answer = type_line(their_client, player, "income 1t; place t hamb", HX_Request="true")
    note = unescape(findall(r'role="alert">(.*?)</p>', answer.content.decode())[0])
    assert "'hamb' is not a space" in note
    assert "Legal here, for example: place t hamburg-" in note
    assert "X-Sent" not in answer


@every_title
def test_completions_lead_to_legal_orders(title):
    game = play_fast(game_of(UserFactory(), "journeyman", "journeyman", title=title), 40)
    player = player_to_move(game)
    rules, state, dice = game.rules(), game.position(), random.Random(2)
    legal = {rules.write(state, order) for order in rules.orders(state, player.seat)}
    for _ in range(20):
        line = ""
        while line not in legal or dice.random() < 0.5:
            found = completed(line, player)
            assert 0 < len(found) <= MOST
            assert all(text.startswith(line) for text in found)
            if found == [line]:
                break
            line = dice.choice(found)
        assert line in legal


def test_what_follows_a_closed_or_wrong_order_is_not_completed(player):
    assert completed("income 1t; pl", player) == ["income 1t; place "]
    assert completed("end; ", player) == []
    assert completed("nonsense; ", player) == []


def test_completions_are_options_of_the_list(player, their_client):
    answer = their_client.get(reverse("play:completions", args=[player.game.pk]), {"line": "inc"})
    assert answer["X-Fragment"] == "yes"
    assert '<option value="income 1t">' in answer.content.decode()
