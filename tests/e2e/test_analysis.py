"""Learning from one's own turns in a real browser: on the board, by links alone, and beside it."""

import re

from playwright.sync_api import expect

from games.play.models import Game
from games.study.models import Analysis, AnalysisState
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out
from tests.study.analyses import analysed


def game_to_learn_from(visitor: Visitor, title: str = "hansa") -> Game:
    """A finished game of the visitor, with its analysis."""
    user = UserFactory()
    visitor.sign_in(user)
    game = play_out(game_of(user, "journeyman", title=title))
    analysed(game)
    return game


def test_a_better_turn_is_tried_on_the_board_and_compared(visitor: Visitor) -> None:
    game, page = game_to_learn_from(visitor, "teutonica"), visitor.page
    visitor.go(f"/game/{game.pk}/analysis/")
    assert visitor.fits()
    page.get_by_role("link", name="Try move").first.click()
    start = page.url
    expect(page.locator(".sentence")).to_contain_text("find a better turn")
    page.locator(".choices button[name=order]").first.click()
    expect(page.get_by_role("link", name="Undo", exact=True)).to_be_visible()
    assert page.url.startswith(start)
    assert page.url != start
    told = page.locator("#told")
    expect(told).to_have_text(" ".join(page.locator(".tried li span").all_text_contents()))
    page.get_by_role("link", name="Compare").click()
    expect(page.locator(".verdict dd")).to_have_count(2)
    assert visitor.fits()
    page.get_by_role("link", name="Show the master's turn").click()
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text("The master's turn")
    # However long that is, all below it can be reached, and what follows begins at its top.
    sentence.evaluate("sentence => sentence.append(' A trader is placed.'.repeat(50))")
    page.get_by_role("link", name="Undo all").click()
    expect(sentence).to_contain_text("find a better turn")
    expect(page.locator("#ask")).to_have_js_property("scrollTop", 0)
    expect(told).to_have_text("Undone.")
    assert page.url == start
    game.refresh_from_db()
    assert game.moves.count() == game.moves_made


def test_the_mark_on_the_chart_follows_the_slider(desk_visitor: Visitor) -> None:
    game, page = game_to_learn_from(desk_visitor), desk_visitor.page
    desk_visitor.go(f"/game/{game.pk}/move/20/")
    expect(page.locator(".ask .actions > a")).to_have_text(["Back to the table", "Analysis"])
    chart = page.locator("#chances")
    before = chart.locator("i").bounding_box()
    page.keyboard.press("ArrowRight")
    page.locator('#step[data-number="21"]').wait_for()
    after = chart.locator("i").bounding_box()
    slider = page.locator(".slider svg").first.bounding_box()
    assert before is not None
    assert after is not None
    assert slider is not None
    assert after["x"] > before["x"]
    middle = after["x"] + after["width"] / 2
    assert abs(middle - slider["x"] - slider["width"] * 21 / game.moves_made) < 2
    assert desk_visitor.barriers("#replay") == []


def test_it_is_asked_for_and_learned_from_without_scripts(
    visitor_without_javascript: Visitor,
) -> None:
    visitor = visitor_without_javascript
    game, page = game_to_learn_from(visitor), visitor.page
    Analysis.objects.update(state=AnalysisState.FAILED)
    visitor.go(game.get_absolute_url())
    page.get_by_role("link", name="Analysis and studies").click()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page).to_have_url(re.compile(rf"/game/{game.pk}/analysis/$"))
    expect(page.get_by_text("The Master bot will look at this game soon.")).to_be_visible()
    Analysis.objects.all().delete()
    analysed(game)
    page.get_by_role("link", name="Reload").click()
    page.get_by_role("link", name="Try move").first.click()
    expect(page.locator(".sentence")).to_contain_text("find a better turn")
    start = page.url
    page.locator(".choices button").first.click()
    page.get_by_role("link", name="Compare").click()
    # The bots take a while to compare.
    expect(page.locator(".verdict dd")).to_have_count(2)
    page.get_by_role("link", name="Undo", exact=True).click()
    expect(page).to_have_url(start)
