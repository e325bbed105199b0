"""Pages on paper: nothing lies over them, nothing is cut, and words are dark in any theme."""

import pytest

from games.accounts.models import User
from games.play.services import chat
from tests.cases import first
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, play_fast, play_out
from tests.play.timepiece import at

LYING_OVER = """() => [...document.querySelectorAll("body *")]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height > 1)
    .filter((part) => ["fixed", "sticky"].includes(getComputedStyle(part).position))
    .map((part) => `over the page: ${part.outerHTML.slice(0, 80)}`)
"""
CUT = """() => [...document.querySelectorAll("body *")]
    .filter((part) => part.checkVisibility() && part.clientHeight > 1)
    .filter((part) => ["auto", "scroll", "hidden"].includes(getComputedStyle(part).overflowY))
    .filter((part) => part.scrollHeight > part.clientHeight + 1)
    .map((part) => `cut: ${part.outerHTML.slice(0, 80)}`)
"""
PALE = """() => {
  // Paper is white: browsers print no grounds, but those that a style asks for.
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (part) => {
    for (let each = part; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      const seen = style.printColorAdjust === "exact" && !style.backgroundColor.endsWith(", 0)");
      if (seen) return light(style.backgroundColor);
    }
    return 1;
  };
  return [...document.querySelectorAll("body :not(svg, svg *, script, template)")]
    .filter((part) => part.checkVisibility())
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((part) => (ground(part) + 0.05) / (light(getComputedStyle(part).color) + 0.05) < 4.5)
    .map((part) => `pale: ${part.outerHTML.slice(0, 80)} ${getComputedStyle(part).color}`);
}"""
LOST = """() => [...document.querySelectorAll(".log h3, .whose, .seats li")]
    .filter((part) => getComputedStyle(part, "::before").printColorAdjust !== "exact")
    .map((part) => `the player's colour is lost: ${part.outerHTML.slice(0, 80)}`)
"""


@pytest.fixture
def person() -> User:
    return UserFactory()


@pytest.fixture(params=first(1, ["dark", "light"]))
def reader(request: pytest.FixtureRequest, desk_visitor: Visitor, person: User) -> Visitor:
    """Who chose a theme and prints what they see."""
    desk_visitor.sign_in(person)
    chosen = {"name": "display", "value": request.param, "url": desk_visitor.address}
    desk_visitor.page.context.add_cookies([chosen])
    return desk_visitor


def faults(visitor: Visitor, address: str) -> list[str]:
    """What is wrong with a page on paper, upright and across, as sentences."""
    page, found = visitor.page, []
    visitor.go(address)
    page.emulate_media(media="print")
    for size in ({"width": 718, "height": 1047}, {"width": 1047, "height": 718}):
        page.set_viewport_size(size)
        looked = [each for look in (LYING_OVER, CUT, PALE, LOST) for each in page.evaluate(look)]
        found += [f"{address}: {each}" for each in looked]
    return found


@pytest.mark.long
def test_on_paper_pages_are_whole_and_dark_on_white(reader: Visitor, person: User) -> None:
    other = UserFactory()
    running = play_fast(game_of(person, other, "journeyman"), 60)
    draft_turn(running, 1)
    chat.say(player=at(running, 1), text="Moin!")
    over = play_out(game_of(person, other, title="hansa"))
    table, finished = running.get_absolute_url(), over.get_absolute_url()
    pages = [table, f"{table}log/", f"{table}words/", f"{table}words/?tables"]
    pages += [finished, f"{finished}move/9/", f"{finished}log/", f"{finished}statistics/"]
    pages += ["/", "/rules/", "/rules/hansa/", "/records/new/", "/positions/"]
    found = [each for address in pages for each in faults(reader, address)]
    assert found == [], "\n".join(found)


def test_a_printed_table_has_the_whole_log_and_no_buttons(reader: Visitor, person: User) -> None:
    game = play_fast(game_of(person, UserFactory(), "journeyman"), 60)
    reader.go(game.get_absolute_url())
    reader.page.emulate_media(media="print")
    assert reader.page.locator("#log li").last.is_visible()
    assert reader.page.locator("button:visible, [role=tab]:visible, .choices:visible").count() == 0
