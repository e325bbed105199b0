"""The main pages in a language whose words are much longer: nothing is cut, nothing overlaps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from games.accounts import bot_names
from games.accounts.languages import COOKIE
from games.play.models import Game
from games.study.pages.daily import puzzles_by_title
from games.study.pages.puzzle import puzzle_url
from tests import pseudo
from tests.cases import first
from tests.e2e.conftest import WIDTHS, Visitor, _visitor
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, play_fast, play_out
from tests.post.connected import connect_everything, offer_services
from tests.pseudo import pseudo_in_our_type

__all__ = ["pseudo_in_our_type"]
pytestmark = pytest.mark.usefixtures("pseudo_in_our_type")
CODE = pseudo.IN_OUR_TYPE

CUT = """() => {
    const found = new Set();
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth) found.add("the page scrolls sideways");
    const controls =
        "button, summary, label, legend, th, [role=tab], [role=menuitem], nav a, .button, h1, h2";
    const scrolls = part => {
        let each = part;
        while (each && !["auto", "scroll"].includes(getComputedStyle(each).overflowY))
            each = each.parentElement;
        return each?.getBoundingClientRect();
    };
    const told = part => part.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
    const hidden = part => {
        for (let each = part; each; each = each.parentElement) {
            const style = getComputedStyle(each);
            if (style.clipPath !== "none" || (each.offsetWidth <= 1 && style.overflow === "hidden"))
                return true;
        }
        // A dot of a colour stands for words.
        if (getComputedStyle(part).color === "rgba(0, 0, 0, 0)") return true;
        return !part.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const lines = text => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].filter(line => line.width > 1);
    };
    const parts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, around = text.parentElement;
        if (!text.data.trim() || around.closest("svg, select, datalist, script") || hidden(around))
            continue;
        const control = around.closest(controls);
        const rects = lines(text);
        for (let each = around; each !== document.body; each = each.parentElement) {
            const style = getComputedStyle(each), box = each.getBoundingClientRect();
            if (style.display === "inline" || style.display === "contents") continue;
            const clips = style.overflowX === "hidden" || style.overflowX === "clip";
            if (!clips && each !== control) continue;
            for (const line of rects)
                if (line.right > box.right + 1.5 || line.left < box.left - 1.5)
                    found.add(`${told(each)} | ${each.tagName}.${each.className} sticks out`);
        }
        // Words that are scrolled away lie over nothing.
        const view = scrolls(around);
        const seen = line => !view || (line.bottom < view.bottom && line.top > view.top);
        if (control) parts.push(...rects.filter(seen).map(line => [control, line]));
    }
    const group = part => part.parentElement.closest("nav, ul, ol, form, fieldset, header, table");
    // What stays in view lies over what is scrolled.
    const layer = part => {
        let each = part;
        while (each && !["fixed", "sticky"].includes(getComputedStyle(each).position))
            each = each.parentElement;
        return each;
    };
    parts.forEach(([one, line], number) => {
        for (const [other, rect] of parts.slice(number + 1)) {
            if (one === other || one.contains(other) || other.contains(one)) continue;
            if (group(one) !== group(other) || layer(one) !== layer(other)) continue;
            const across = Math.min(line.right, rect.right) - Math.max(line.left, rect.left);
            const down = Math.min(line.bottom, rect.bottom) - Math.max(line.top, rect.top);
            if (across > 2 && down > 4) found.add(`${told(one)} | lies over | ${told(other)}`);
        }
    });
    return [...found];
}"""
"""What of the words of a page nobody can read, as sentences: words that stick out of what clips
them or of their button, and buttons over one another."""


@pytest.fixture(params=first(1, ["small phone", "desk"]))
def visitor(request: pytest.FixtureRequest, browser: Browser, live_server) -> Iterator[Visitor]:
    for visitor in _visitor(browser, live_server, viewport=WIDTHS[request.param]):
        cookie = {"name": COOKIE, "value": CODE, "url": visitor.address}
        visitor.page.context.add_cookies([cookie])
        yield visitor


@pytest.fixture(autouse=True)
def long_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots have the longest of their names."""
    monkeypatch.setattr(bot_names, "NAMES", sorted(bot_names.NAMES, key=len)[-8:])


def cut(visitor: Visitor, paths: list[str]) -> dict[str, list[str]]:
    """What is cut on which of some pages."""
    found = {}
    for path in paths:
        visitor.go(path)
        visitor.page.evaluate("document.fonts.ready")
        assert visitor.page.locator("html").get_attribute("lang") == CODE, path
        found[path] = visitor.page.evaluate(CUT)
    return {path: words for path, words in found.items() if words}


def over() -> Game:
    return play_out(game_of(UserFactory(), "journeyman", title="hansa"))


@pytest.mark.long
def test_no_word_is_cut_on_a_page_for_everyone(visitor: Visitor) -> None:
    game_of(UserFactory(), "open", "invited")
    room = game_of(UserFactory(), "open", "open")
    play_fast(game_of(UserFactory(), UserFactory()), 20)
    done = over()
    paths = [
        "/", "/learn/", "/rules/", "/leaderboards/", "/people/", "/games/", "/games/running/",
        "/puzzles/",
        "/statistics/", "/about/", "/accounts/login/", "/accounts/signup/", f"/join/{room.token}/",
        room.get_absolute_url(), done.get_absolute_url(), "/learn/teutonica/3/", "/learn/hansa/3/",
        *(puzzle_url(puzzles[1]) for puzzles in puzzles_by_title().values()),
    ]  # fmt: skip
    assert cut(visitor, paths) == {}


@pytest.mark.long
def test_no_word_is_cut_on_a_page_of_a_person(visitor: Visitor, settings) -> None:
    offer_services(settings)
    user = UserFactory(language=CODE)
    trial = connect_everything(user)
    others = UserFactory.create_batch(2)
    tables = [
        play_fast(game_of(user, *("journeyman",) * 2, title=title), moves)
        for title in ("teutonica", "hansa")
        for moves in (0, 40)
    ]
    draft_turn(tables[1], 1)
    waiting = game_of(user, *others)
    room = game_of(user, "open", "open")
    visitor.sign_in(user)
    paths = [
        "/", "/game/new/", "/accounts/profile/", "/post/letters/", "/accounts/rest/", "/feeds/",
        f"/post/letters/when/?trial={trial.pk}", "/post/connect/ntfy/", "/post/connect/telegram/",
        "/accounts/sessions/", f"/people/{user.username}/", room.get_absolute_url(),
        waiting.get_absolute_url(), *(game.get_absolute_url() for game in tables),
        *(f"{game.get_absolute_url()}plan/" for game in tables[1::2]),
        f"{tables[1].get_absolute_url()}standing-orders/",
    ]  # fmt: skip
    assert cut(visitor, paths) == {}
