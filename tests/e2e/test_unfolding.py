"""A thinking bot's turn at a table, move by move, in a real browser."""

import pytest
from playwright.sync_api import expect

from games.bots import BOTS, THINKERS
from games.bots.bot import Advice
from games.play import services
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of


def test_a_bots_moves_appear_one_by_one(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(THINKERS, "merchant", lambda *asked: Advice(BOTS["journeyman"](*asked[:3])))
    me = UserFactory()
    game = game_of(me, "merchant", "journeyman")
    while game.thinking_since is None:
        # Nobody is in the way of who begins, so nobody is asked in the middle of their turn.
        game = game_of(me, "merchant", "journeyman")
    page = visitor.page
    visitor.sign_in(me)
    visitor.go(game.get_absolute_url())
    shown = game.moves_made
    expect(page.locator("#ask .sentence")).to_contain_text("is thinking")
    assert services.think(game_id=game.pk, number=shown)
    moves = page.locator("#ask .unfolding li")
    expect(moves).to_have_count(1)
    expect(page.get_by_role("link", name="Show the rest at once")).to_be_visible()
    expect(moves).to_have_count(2)
    page.get_by_role("link", name="Show the rest at once").click()
    expect(page.locator("#ask .unfolding")).to_have_count(0)
    expect(page.locator("#since li")).not_to_have_count(0)
