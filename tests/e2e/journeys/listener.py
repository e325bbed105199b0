"""Somebody who hears a site and does not see it: keys, and what a screen reader tells."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from playwright.sync_api import Locator, Page

from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker

MOST_TABS = 120
"""The most presses of Tab to anything, from where the person is."""
SETTLES = 2.0
"""Seconds in which the focus finds its place after something has changed."""
NAMED = "application|button|checkbox|combobox|link|navigation|radio|region|slider|tab|tablist"
NAMELESS = re.compile(rf"^\s*- (?:{NAMED}|dialog|img|textbox)(?: \[[^]]*\])*:?$", re.MULTILINE)
LINK = re.compile(r'^\s*- (?:\'|)link "([^"]*)".*:\s*\n\s*- /url: (.*)$', re.MULTILINE)
HEADING = re.compile(r"^\s*- '?heading .*\[level=(\d)\]", re.MULTILINE)
SKIP = re.compile("^Skip to |^Zu.* springen$")


class Listener:
    """A walker who uses keys alone, and knows a page by roles, names, and what is announced.

    Each key must lead somewhere: the focus moves, or something is announced.
    """

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.page: Page = walker.page

    @property
    def focus(self) -> str:
        """What has the focus: its name as it is read out, '' if nothing has."""
        return self.page.evaluate(
            """() => {
              const at = document.activeElement;
              if (at === document.body) return "";
              const by = at.getAttribute("aria-labelledby");
              const label = at.ariaLabel ?? at.labels?.[0]?.textContent;
              const named = by ? document.getElementById(by)?.textContent : label;
              return (named ?? (at.textContent || at.id)).replace(/\\s+/g, " ").trim();
            }"""
        )

    @property
    def announced(self) -> str:
        """What the live regions of the page say."""
        regions = [self.page.get_by_role(role) for role in ("status", "alert")]
        return " ".join(" ".join(each.all_inner_texts()) for each in regions).strip()

    @property
    def words(self) -> str:
        """The page as its accessibility tree tells it."""
        return self.page.aria_snapshot()

    def press(self, *keys: str) -> None:
        """Press keys, where nothing is waited for."""
        for key in keys:
            self.page.keyboard.press(key)
        self.walker.tally.keys += len(keys)

    def write(self, text: str) -> None:
        """Type into what has the focus."""
        self.page.keyboard.type(text)
        self.walker.tally.keys += len(text)

    def on(self, what: Locator) -> bool:
        """Whether something has the focus."""
        return what.evaluate_all("all => all.includes(document.activeElement)")

    def to(self, role: str, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        """Press Tab until something of this role and name has the focus; return it.

        A link that skips to a part which has it is taken, the nearest if there are more.
        """
        what = self.page.get_by_role(role, name=name, exact=exact)
        for _ in range(MOST_TABS):
            if self.on(what):
                return what
            self.press("Enter" if self.skips_to(what) else "Tab")
        raise AssertionError(f"{MOST_TABS} tabs do not lead to {role} {name!r}:\n{self.words}")

    def skips_to(self, what: Locator) -> bool:
        """Whether a link with the focus skips to what leads to something, and the next does not."""
        ways = self.page.get_by_role("link", name=SKIP)
        leads = [
            way
            for way in ways.all()
            if self.page.locator(way.get_attribute("href") or "").locator(what).count()
        ]
        return bool(leads) and self.on(leads[-1])

    def hears(self, text: str | re.Pattern[str]) -> None:
        """Wait until a live region says something."""
        pattern = re.compile(re.escape(text)) if isinstance(text, str) else text
        with self.walker.tally.waiting():
            until(lambda: pattern.search(self.announced))

    def does(self, *keys: str) -> None:
        """Press keys that change the page, and hear of it: by the focus, or announced."""
        before = (self.focus, self.announced)
        self.press(*keys)
        with self.walker.tally.waiting():
            until(lambda: (self.focus, self.announced) != before)
        self.sensible()

    def sensible(self) -> None:
        """See that the focus is on something with a name, as soon as the page has settled."""
        deadline = time.monotonic() + SETTLES
        while not self.focus:
            assert time.monotonic() < deadline, f"The focus is lost: {self.page.url}\n{self.words}"

    @contextmanager
    def arriving(self, heading: str | re.Pattern[str]) -> Iterator[None]:
        """Expect that what is done within leads to a page, whose first heading says this."""
        with self.walker.tally.waiting():
            yield
            self.page.get_by_role("heading", level=1, name=heading).wait_for()
            self.page.wait_for_load_state()
        self.walker.look()
        self.listen()

    def follow(self, role: str, name: str, heading: str | re.Pattern[str]) -> None:
        """Go to a link or button and press it; it leads to another page."""
        self.to(role, name)
        with self.arriving(heading):
            self.press("Enter")

    def listen(self) -> None:
        """Hold a page against what everyone who hears it needs."""
        twice = self.page.locator("[id]").evaluate_all(
            "all => all.map(each => each.id).filter((id, at, ids) => ids.indexOf(id) !== at)"
        )
        assert not twice, f"{self.page.url}: where do links to {twice} lead?"
        words = self.words
        nameless = NAMELESS.findall(words)
        assert not nameless, f"{self.page.url}: {nameless}\n{words}"
        levels = [int(level) for level in HEADING.findall(words)]
        assert levels.count(1) == 1, f"{self.page.url}: headings {levels}"
        jumps = [pair for pair in pairwise(levels) if pair[1] - pair[0] > 1]
        assert not jumps, f"{self.page.url}: headings jump {jumps}\n{words}"
        leads: dict[str, set[str]] = {}
        for name, url in LINK.findall(words):
            if name.endswith("."):
                # A step in a list of steps: what was done twice is told twice.
                continue
            leads.setdefault(name, set()).add(url)
        alike = {name: urls for name, urls in leads.items() if len(urls) > 1}
        assert not alike, f"{self.page.url}: links of one name to several places: {alike}"
