"""A guided first game in a browser: played to its end by clicks, on the board where it can be."""

import pytest
from playwright.sync_api import Locator, expect

from games.drawing import DRAWINGS
from games.rules import TITLES
from games.study.pages.guide import Lesson
from games.wording import ENGLISH, WORDINGS
from games.wording.guide import SEAT
from tests.cases import first
from tests.e2e.conftest import Visitor


def target(visitor: Visitor, name: str) -> Locator:
    """What is hit on the board by a first click."""
    return visitor.page.locator(f"#live a.target[href$='pick={name}'] .hit").first


@pytest.mark.parametrize(
    "title", first(1, (title for title in DRAWINGS if WORDINGS[title].guide()))
)
def test_a_guided_game_by_clicks(visitor: Visitor, title: str) -> None:
    page, drawing, rules = visitor.page, DRAWINGS[title], TITLES[title]
    guide = drawing.wording.guide()
    assert guide is not None
    visitor.go("/")
    page.locator(f"a[href='/learn/{title}/']").click()
    for number, step in enumerate(guide.steps, 1):
        page.get_by_text(f"Step {number} of {len(guide.steps)}").wait_for()
        assert page.locator(".sentence").is_visible()
        for told in Lesson.of(rules, number).played[-1:]:
            expect(page.locator("#told")).to_contain_text(told.sentence)
        view = rules.view(step.state, SEAT)
        choices = drawing.choices(rules, rules.orders(step.state, SEAT), view, ENGLISH)
        choices = choices.asking(step.order)
        path = next(
            choice.path
            for first in choices.first
            for choice in choices.after(first)
            if choice.order == step.order
        )
        if not page.locator("#pointer").count():
            page.locator("button.wanted").click()
            continue
        target(visitor, path[0]).click()
        if choices.first[path[0]].order is None:
            page.locator(
                f"button.wanted, #live a.target[data-place='{path[-1]}'] .hit"
            ).first.click()
    page.get_by_text("You've done every step.").wait_for()
    assert visitor.fits()
    page.get_by_role("button", name="Play bots now").click()
    page.locator("#ask").wait_for()
    assert "/game/" in page.url


def test_another_order_is_answered_kindly(visitor: Visitor) -> None:
    visitor.go("/learn/hansa/3/")
    target(visitor, "city:lubeck").click()
    visitor.page.get_by_role("alert").get_by_text("That's legal, but try").wait_for()
    visitor.page.get_by_text("Step 3 of 14").wait_for()
    assert visitor.barriers() == []
    # Also above a list that was scrolled.
    visitor.go("/learn/hansa/8/")
    visitor.page.locator("#ask .choices button:not(.wanted)").last.click()
    expect(visitor.page.locator("#ask > .note")).to_be_in_viewport(ratio=1)
