"""Somebody who walks through the site, and what that costs them."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.e2e.conftest import Visitor
from tests.e2e.journeys.town import Town, until

PICTURES = "JOURNEY_PICTURES"
"""The environment variable that names a folder for a picture of each screen."""
LINK = re.compile(r"https?://\S+")
ENGLISH = re.compile(r"\b(?:and|are|for|from|have|of|the|this|to|with|you|your)\b", re.IGNORECASE)
"""Words that nearly every English sentence has one of, and no German one."""
SAID = """() => {
    const words = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { parentElement, textContent } = texts.currentNode;
        if (!parentElement.closest("script, style, template, [lang=en]")) words.push(textContent);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const named = [...document.querySelectorAll(`[${name}]`)];
        words.push(...named.map((one) => one.getAttribute(name)));
    }
    return words.map((each) => each.trim()).filter(Boolean);
}"""
"""All that a page says, also to those who do not see it."""


@dataclass
class Tally:
    """What a way costs: clicks or taps, keys, mails read, and seconds waited for an answer.

    `parts` has the clicks that each part of the way took, or the keys of somebody who never clicks.
    """

    way: str
    clicks: int = 0
    keys: int = 0
    mails: int = 0
    waited: float = 0.0
    longest: float = 0.0
    screens: int = 0
    parts: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time within as time that the person waits."""
        start = time.monotonic()
        yield
        span = time.monotonic() - start
        self.waited += span
        self.longest = max(self.longest, span)

    def part(self, name: str) -> None:
        """Note that a part of the way is done."""
        self.parts[name] = (self.clicks or self.keys) - sum(self.parts.values())


class Walker(Visitor):
    """A visitor whose clicks, keys and waiting are counted, and each of whose screens fits.

    What they click is a locator; `then` is what they wait for after it. What they read is in the
    language of their `locale`.
    """

    def __init__(
        self, page: Page, town: Town, tally: Tally, mailbox: str, locale: str = "en-US"
    ) -> None:
        super().__init__(page, town.address)
        self.town = town
        self.tally = tally
        self.mailbox = mailbox
        self.locale = locale
        self.touches = page.evaluate("navigator.maxTouchPoints > 0")
        self._read = 0

    def tap(self, what: Locator, then: Locator, *, hidden: bool = False) -> None:
        """Click, and wait for what comes of it; `hidden` if that is no more than a sign."""
        with self.tally.waiting():
            self.hit(what)
            then.first.wait_for(state="attached" if hidden else "visible")
        self.look()

    def hold(self, what: Locator, then: Locator) -> None:
        """Press long, as the other mouse button does, and wait for what comes of it."""
        with self.tally.waiting():
            what.dispatch_event("contextmenu")
            then.first.wait_for()
        self.tally.clicks += 1
        self.look()

    def hit(self, what: Locator) -> None:
        """Click or tap, where nothing is waited for, such as a box or a heading that unfolds."""
        (what.tap if self.touches else what.click)()
        self.tally.clicks += 1

    def type(self, where: Locator, text: str) -> None:
        """Click into a field and type."""
        self.hit(where)
        where.press_sequentially(text)
        self.tally.keys += len(text)

    def arrive(self, path: str, then: Locator) -> None:
        """Open an address that the person has from elsewhere: one click, as on a link."""
        with self.tally.waiting():
            self.go(path)
            then.first.wait_for()
        self.tally.clicks += 1
        self.look()

    def look(self) -> None:
        """Hold a screen against the laws of each, and keep a picture of it if asked to."""
        if folder := os.environ.get(PICTURES):
            self.tally.screens += 1
            name = f"{self.tally.way}-{self.tally.screens:03}.png".replace(" ", "-")
            self.page.screenshot(path=Path(folder) / name)
        assert self.fits(), f"{self.page.url} scrolls sideways"
        if not self.locale.startswith("en"):
            english = [said for said in self.page.evaluate(SAID) if english_in(said)]
            assert not english, f"{self.page.url} says in English: {english}"

    def beside(self) -> "Walker":
        """Open a second tab; what is done there counts, too."""
        second = Walker(
            self.page.context.new_page(), self.town, self.tally, self.mailbox, self.locale
        )
        second.errors = self.errors
        return second

    def mail(self, subject: str) -> EmailMessage:
        """Wait for the next mail whose subject has these words; those before it are read too."""

        def found() -> EmailMessage | None:
            new = self.town.mailboxes.of(self.mailbox)[self._read :]
            return next((mail for mail in new if subject in mail["Subject"]), None)

        with self.tally.waiting():
            mail: EmailMessage = until(found)
        self.catch_up(mail)
        return mail

    def catch_up(self, last: EmailMessage | None = None) -> list[EmailMessage]:
        """Read the mails that have come, up to the `last` if it is given; return them."""
        mails = self.town.mailboxes.of(self.mailbox)
        end = mails.index(last) + 1 if last else len(mails)
        new, self._read = mails[self._read : end], end
        self.tally.mails += len(new)
        return new

    def leap(self, span: timedelta) -> None:
        """Let time pass, for the site and for the browser, as if it had slept."""
        self.town.leap(span)
        self.page.clock.fast_forward(int(span.total_seconds() * 1000))


def english_in(said: str) -> list[str]:
    """Return the English words in what is said, but for addresses and names of cities."""
    return ENGLISH.findall(re.sub(r"\S+[@/]\S+|Isle of Man", "", said))


def text(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    body = mail.get_body(("plain",))
    return body.get_content() if body else ""


def link(mail: EmailMessage, part: str, address: str) -> str:
    """Return the path of the first link in a mail whose address has this part."""
    links = LINK.findall(text(mail))
    return next(each for each in links if part in each).removeprefix(address).rstrip(".")
