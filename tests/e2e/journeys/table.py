"""Somebody at a table in a browser, who gives orders by tapping what the page offers."""

import random
import re
from collections.abc import Sequence
from functools import reduce

from playwright.sync_api import Locator, Page

from games.bots import BOTS
from games.drawing import DRAWINGS
from games.play.models import Draft, Game, Player
from games.wording import ENGLISH
from tests.e2e.journeys.walker import Walker
from tests.play.factories import good_order
from tests.play.factories import step as play_step

USUAL, MOST_TAPS = 3, 12
"""Actions of a usual turn, and the most taps that it may take."""


class Table:
    """A walker's seat at a table, on whose page they are."""

    def __init__(self, walker: Walker, seat: int = 0) -> None:
        found = re.search(r"/game/(\d+)/", walker.page.url)
        assert found, walker.page.url
        self.walker = walker
        self.page = walker.page
        self.seat = seat
        self.pk = int(found[1])
        self._dice = random.Random(1)

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return Game.objects.get(pk=self.pk)

    @property
    def asks(self) -> bool:
        """Whether the game waits for this seat."""
        game = self.game
        return game.is_running and self.seat in game.rules().to_move(game.position())

    def give(self, order: str) -> None:
        """Add an order to the draft, on the map where it can be, otherwise from the lists."""
        path = self._path(order)
        if button(self.page, order).count() or spot(self.page, path[0]).count():
            done = self.page.locator(".draft ol li").nth(len(self._drafted()))
            give(self.walker, order, path, done)
        else:
            self.pick(order)

    def pick(self, order: str) -> None:
        """Add an order to the draft from the lists: open one, choose, send."""
        done = self.page.locator(".draft ol li").nth(len(self._drafted()))
        at_once, lists = button(self.page, order), self.page.locator("#ask select")
        if not at_once.count() and not self._listed(order).count():
            first = lists.filter(has=self.page.locator(f"option[value='{self._path(order)[0]}']"))
            self._choose(first, self._path(order)[0], at_once.or_(self._listed(order)))
        if at_once.count():
            self.walker.tap(at_once, done)
        else:
            self._choose(self._listed(order), order, done)

    def confirm(self) -> None:
        """Confirm the draft, and end the turn with it if it can be."""
        version = self.game.version
        self.walker.tap(
            self.page.locator(".confirm button").first, self._later(version), hidden=True
        )

    def turn(self, *, by_map: bool = False) -> None:
        """Give orders as a bot would, until the next turn begins or somebody else is asked.

        A usual turn of three actions takes few taps.
        """
        taps = self.walker.tally.clicks
        while self.asks:
            order = self._good_order()
            if order is None:
                begun, actions = self.game.turn, len(self._drafted())
                self.confirm()
                if actions == USUAL:
                    assert self.walker.tally.clicks - taps <= MOST_TAPS
                taps = self.walker.tally.clicks
                if self.game.turn != begun:
                    return
            elif by_map:
                self.give(order)
            else:
                self.pick(order)

    def others_play(self) -> None:
        """Let the others play as bots would until this seat is asked, and wait until it is seen."""
        while self.game.is_running and not self.asks:
            play_step(self.game, self._dice)
        with self.walker.tally.waiting():
            self.page.locator("#ask .choices, #ask .confirm, .ask.over").first.wait_for()
        self.walker.look()

    def _good_order(self) -> str | None:
        """Return what to add to the draft, or None if it is complete."""
        drafted = self._drafted()
        title, state = self.game.rules(), self.game.position()
        for text in drafted:
            state = title.apply(state, self.seat, title.read(state, text))
        if title.to_move(state) != (self.seat,) or not self.page.locator("#ask .group").count():
            return None
        order = good_order(self.game, self.seat, self._dice, tuple(drafted))
        stop = title.stop(state, self.seat)
        ends = stop is not None and order == title.write(state, stop.order)
        return None if ends and (drafted or not button(self.page, order).count()) else order

    def _path(self, order: str) -> Sequence[str]:
        game = self.game
        title, state = game.rules(), game.position()
        for text in self._drafted():
            state = title.apply(state, self.seat, title.read(state, text))
        names = [player.name for player in Player.objects.at_table(game)]
        choices = DRAWINGS[title.id].choices(
            title, title.orders(state, self.seat), title.view(state, self.seat), ENGLISH, names
        )
        found = choices.of(order)
        assert found is not None
        return found.path

    def _choose(self, chooser: Locator, value: str, then: Locator) -> None:
        chooser.first.select_option(value)
        self.walker.tally.clicks += 2
        send = chooser.first.locator("xpath=ancestor::form").locator("button").last
        self.walker.tap(send, then)

    def _listed(self, order: str) -> Locator:
        option = self.page.locator(f"option[value='{order}']")
        return self.page.locator("#ask select[name=order]").filter(has=option)

    def _later(self, version: int) -> Locator:
        newer = f"#side [id^='watch-']:not([id^='watch-{version}-'])"
        return self.page.locator(f"{newer}, .ask.over").first

    def _drafted(self) -> list[str]:
        draft = Draft.objects.filter(player__game=self.pk, player__seat=self.seat).first()
        return list(draft.orders) if draft else []


def good_turn(game: Game, seat: int, level: str, dice: random.Random) -> list[str]:
    """Return what a bot of a level would order, until somebody else or chance has a say."""
    title, state, found = game.rules(), game.position(), list[str]()
    while title.to_move(state) == (seat,):
        order = BOTS[level](title.view(state, seat), title.orders(state, seat), dice)
        found.append(title.write(state, order))
        state = title.apply(state, seat, order)
    return found


def give(walker: Walker, order: str, path: Sequence[str], done: Locator) -> None:
    """Tap the button of an order or its steps on the map, until something is there."""
    page = walker.page
    if not button(page, order).is_visible():
        place = page.locator(f"#live a.target[data-place='{path[-1]}']")
        after = [button(page, order), place, done] if len(path) > 1 else [done]
        first = spot(page, path[0])
        if first.first.get_attribute("data-other") is None or is_usual(first, order):
            point(walker, first, after)
        else:
            walker.hold(first.first, button(page, order))
        if done.is_visible():
            return
        if not button(page, order).is_visible():
            point(walker, place, [done])
            return
    walker.tap(button(page, order), done)


def is_usual(target: Locator, order: str) -> bool:
    """Whether a click on a target gives this order."""
    return f'"{order}"' in (target.first.get_attribute("hx-vals") or "")


def point(walker: Walker, target: Locator, then: Sequence[Locator]) -> None:
    """Tap something on the map and wait for any of these; where several are near, say which."""
    after = reduce(Locator.or_, then)
    name = target.first.get_attribute("aria-label") or ""
    bubble = walker.page.locator(".meant:popover-open")
    walker.tap(target.locator(".hit").first, after.or_(bubble))
    if bubble.is_visible():
        walker.tap(bubble.get_by_role("button", name=name).first, after)


def button(page: Page, order: str) -> Locator:
    """The button that gives an order at once."""
    return page.locator(f"#ask button[name=order][value='{order}']")


def spot(page: Page, name: str) -> Locator:
    """What is tapped first on the map."""
    return page.locator(f"#live a.target[href$='pick={name}']")
