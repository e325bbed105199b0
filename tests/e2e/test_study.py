"""A study in a browser: shared with a click, read by keyboard, commented on."""

from playwright.sync_api import expect

from games.study import services
from games.study.models import Comment
from tests.e2e.conftest import Visitor
from tests.e2e.test_plan import at_step, button
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out
from tests.play.timepiece import at
from tests.study.test_plan import bot_turns, planned

CITY = """name => {
  const cities = JSON.parse(document.querySelector(".draw").dataset.cities);
  const [, x, y] = cities.find((city) => city[0] === name);
  const at = new DOMPoint(x, y).matrixTransform(document.getElementById("live").getScreenCTM());
  return [at.x, at.y];
}"""
"""Where a city is in the window."""


def test_a_study_is_shared_read_and_talked_about(visitor: Visitor) -> None:
    page = visitor.page
    me, other = UserFactory(username="Merchant"), UserFactory(username="Anna")
    game = play_out(game_of(me, other, title="hansa", name="The Herring Table"))
    found = planned(game, at(game, 0), 12)
    place = services.name_line(place=bot_turns(found, 2), name="Booths first")
    services.note_step(place=place, text="The ship is slow.")
    visitor.sign_in(me)
    visitor.go(found.at(place).url)
    button(visitor, "Share as a study")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(visitor, "Copy link")
    page.get_by_role("button", name="Copied").wait_for()
    address = page.evaluate("navigator.clipboard.readText()")
    assert address == page.get_by_label("Link to this study").input_value()

    visitor.sign_in(other)
    visitor.go(game.get_absolute_url())
    page.get_by_role("link", name="Study from move 12").click()
    at_step(visitor, "step 0 of")
    assert address.endswith(page.url.removeprefix(visitor.address).removesuffix("m12/"))
    assert visitor.fits()
    page.locator("#ask").focus()
    page.keyboard.press("ArrowRight")
    at_step(visitor, "step 1 of")
    page.keyboard.press("End")
    page.locator("#ask .remark").get_by_text("The ship is slow.").wait_for()
    page.get_by_label("Your comment on this position").fill("Not with this wind.")
    button(visitor, "Draw")
    for city in ("lubeck", "riga"):
        page.mouse.click(*page.evaluate(CITY, city))
    expect(page.get_by_label("Arrows on the board")).to_have_value("lubeck > riga")
    button(visitor, "Comment")
    page.locator("#comments").get_by_text("Not with this wind.").wait_for()
    page.locator("#comments").get_by_text("Arrows: Lübeck to Riga").wait_for()
    expect(page.get_by_role("button", name="Let a bot play")).to_have_count(0)
    assert visitor.barriers() == []
    assert visitor.fits()

    visitor.sign_in(me)
    page.reload()
    button(visitor, "Delete this comment")
    page.get_by_text("The comment is deleted.").wait_for()
    assert not Comment.objects.exists()
