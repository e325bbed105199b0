"""A puzzle in a browser: what is played is told, ends by itself, and is undone in one step."""

from playwright.sync_api import expect

from games.study.pages.daily import puzzles_by_title
from games.study.pages.puzzle import attempt_url, puzzle_url, set_up_of
from tests.e2e.conftest import Visitor


def test_the_last_action_of_a_turn_is_told_with_its_end_and_undone(visitor: Visitor) -> None:
    page = visitor.page
    puzzles = puzzles_by_title()["teutonica"].values()
    puzzle = next(each for each in puzzles if each.turns[0].orders[-2].startswith("income "))
    *begun, last, _ = puzzle.turns[0].orders
    visitor.go(attempt_url(puzzle, begun))
    told, steps = page.locator("#told"), page.locator(".tried li")
    assert told.text_content() == ""

    page.locator(f"#ask button[value='{last}']").click()
    expect(steps).to_have_count(len(begun) + 2)
    expect(told).to_have_text(" ".join(steps.all_text_contents()[-2:]))
    page.get_by_role("link", name="Undo").click()
    expect(steps).to_have_count(len(begun))
    expect(told).to_have_text("Undone.")

    page.locator(f"#ask button[value='{last}']").click()
    page.get_by_role("button", name="That is my answer").click()
    page.get_by_text("Right!").wait_for()
    assert visitor.fits()


def test_a_long_set_up_does_not_break_the_link_beside_it(phone_visitor: Visitor) -> None:
    longest = max(puzzles_by_title()["teutonica"].values(), key=lambda each: len(set_up_of(each)))
    phone_visitor.go(puzzle_url(longest))
    box = phone_visitor.page.get_by_role("link", name="All puzzles").bounding_box()
    assert box is not None
    assert box["height"] < 2 * 16
