"""Who has just lost a seat hears so, whatever they did for it, and gets a page that is theirs."""

import pytest
from django.test import Client

from games.play.access import Access
from games.play.models import Game, Player
from tests.factories import UserFactory
from tests.play.factories import game_of_people, player_to_move

pytestmark = [pytest.mark.engine, pytest.mark.django_db]

CLICKS = {
    "order": {"order": "income 1t"},
    "draft": {"undo": "last"},
    "chat/say": {"text": "Still me?"},
    "chat/read": {"upto": "3"},
    "chat/note": {"text": "My plan."},
    "ask": {"kind": "pause"},
    "standing-orders/remove": {"asked": "displaced"},
}


@pytest.fixture
def taken_meanwhile(monkeypatch):
    """Let another take the seat between the look at the page's game and the lock."""
    found = Access.player

    def player(access):
        mine = found(access)
        Player.objects.filter(pk=mine.pk).update(user=UserFactory(username="Heir"))
        return mine

    monkeypatch.setattr(Access, "player", player)


@pytest.mark.usefixtures("taken_meanwhile")
@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("path", CLICKS)
def test_a_click_for_a_lost_seat_says_so_on_a_page_that_may_be_seen(path, htmx, private):
    player = player_to_move(game_of_people(private=private))
    Game.objects.update(creator=None)
    client = Client(headers={"HX-Request": "true"} if htmx else {})
    client.force_login(player.user)
    table = f"/game/{player.game_id}/"
    sent = {"version": player.game.version, "draft_version": 0, **CLICKS[path]}
    answer = client.post(table + path, sent)

    assert answer["HX-Redirect" if htmx else "Location"] == ("/" if private else table)
    shown = Client()
    shown.cookies = client.cookies
    page = shown.get("/" if private else table).content.decode()
    assert "This seat is no longer yours. Heir has it now" in page
