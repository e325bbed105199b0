"""A thinking bot's turn at a table, move by move, in a real browser."""

from playwright.sync_api import expect

from games.play import services
from games.play.models import Game
from tests.e2e.conftest import Visitor


def test_a_bots_moves_appear_one_by_one(visitor: Visitor, thinking_game: Game) -> None:
    game, page = thinking_game, visitor.page
    visitor.sign_in(game.players.get(seat=0).user)
    visitor.go(game.get_absolute_url())
    expect(page.locator("#ask .sentence")).to_contain_text("is thinking")
    assert services.think(game_id=game.pk, number=game.moves_made)
    moves = page.locator("#ask .bot-replay li")
    expect(moves).to_have_count(1)
    expect(page.get_by_role("link", name="Show the rest at once")).to_be_visible()
    expect(moves).to_have_count(2)
    page.get_by_role("link", name="Show the rest at once").click()
    expect(page.locator("#ask .bot-replay")).to_have_count(0)
    expect(page.locator("#since li")).not_to_have_count(0)


def test_the_board_and_the_desks_stay_where_they_are_meanwhile(
    desk_visitor: Visitor, thinking_game: Game
) -> None:
    game, page = thinking_game, desk_visitor.page
    desk_visitor.sign_in(game.players.get(seat=0).user)
    desk_visitor.go(game.get_absolute_url())
    expect(page.locator("#ask .sentence")).to_contain_text("is thinking")
    shown = page.locator(".map-form .board, .desk:not(.mine)")
    expect(shown).to_have_count(3)
    before = [each.bounding_box() for each in shown.all()]
    assert services.think(game_id=game.pk, number=game.moves_made)
    expect(page.locator("#ask .bot-replay li")).to_have_count(1)
    assert [each.bounding_box() for each in shown.all()] == before
