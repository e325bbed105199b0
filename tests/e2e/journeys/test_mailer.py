"""Somebody who plays a whole game of each title by replying to its emails alone."""

import os
import random
import re
import time
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path

import pytest

from games.accounts.models import User
from games.play.models import Game
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.programs import PROGRAMS
from tests.e2e.journeys.test_stranger import MAILBOX, NAME, join, sign_up
from tests.e2e.journeys.town import GLANCE, until
from tests.e2e.journeys.walker import PICTURES, Walker, text
from tests.factories import UserFactory
from tests.play.factories import game_of, step
from tests.play.listed import orders_in

QUIET = timedelta(hours=1)
MOST_REPLIES = 250
LIKED = (
    ("claim", "put", "marker", "place", "use", "take", "income", "displace", "done"),
    ("sell", "replenish", "buy", "booths", "build", "sail"),
)
"""What they do rather than something else, by its verb, in Hansa Teutonica and in Hansa."""
PATIENCE = 60.0


class Mailer:
    """A player at a game who has a mailbox and nothing else."""

    def __init__(self, walker: Walker, game: Game) -> None:
        self.walker = walker
        self.pk = game.pk
        self.replies = 0
        self.first: EmailMessage | None = None
        self.read: list[EmailMessage] = []
        self._inbox: list[EmailMessage] = []
        self._programs = cycle(PROGRAMS)
        self._dice = random.Random(3)

    @property
    def game(self) -> Game:
        """The game as it is now; the test looks at it, the player does not."""
        return Game.objects.get(pk=self.pk)

    def next(self) -> EmailMessage | None:
        """Wait for an email that lists orders while the others play; None if the game is over."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self._look()
            if not self.game.is_running:
                return None
            for mail in reversed(self._inbox):
                if orders_in(text(mail)):
                    self.first = self.first or mail
                    return mail
            deadline = self._pass(deadline)
        raise AssertionError("No email came that says how to go on.")

    def reply(self, asking: EmailMessage, *lines: str) -> EmailMessage:
        """Reply with these lines, from the next program; return the answer."""
        self.replies += 1
        self._inbox.clear()
        with self.walker.tally.waiting():
            self.walker.town.send(next(self._programs)(asking, "\n".join(lines)))
            answer: EmailMessage = until(self._answer)
        self._inbox.remove(answer)
        self.walker.tally.keys += len("\n".join(lines))
        return answer

    def choose(self, asking: EmailMessage) -> list[str]:
        """Choose from the orders that the email lists; those of a whole turn go together."""
        orders = orders_in(text(asking))
        traders = any(order.startswith("place t ") for order in orders)
        verbs = {order.split()[0] for order in orders} - (set() if traders else {"place"})
        liked = next(
            (verb for row in LIKED for verb in row if verb in verbs),
            min(verbs - {"end"}, default="end"),
        )
        if liked == "place":
            return self._places(orders, text(asking))
        return [self._dice.choice([order for order in orders if order.split()[0] == liked])]

    def _places(self, orders: list[str], told: str) -> list[str]:
        """Choose the route with the fewest free spaces, on which they go on."""
        routes: dict[str, list[str]] = {}
        for order in orders:
            if match := re.fullmatch(r"place t ([\w-]+)\.\d+", order):
                routes.setdefault(match[1], []).append(order)
        route = min(routes.values(), key=len)
        left = re.search(r"(\d+) actions? left", told)
        traders = re.search(r"supply: (\d+) trader", told)
        most = min(int(left[1]) if left else 1, int(traders[1]) if traders else 1)
        placed = route[: max(1, most)]
        return [*placed, "end"] if left and len(placed) == int(left[1]) else placed

    def _look(self) -> None:
        new = self.walker.catch_up()
        self.read += new
        self._inbox += new

    def _answer(self) -> EmailMessage | None:
        self._look()
        return next((mail for mail in self._inbox if mail["Subject"].startswith("Re:")), None)

    def _pass(self, deadline: float) -> float:
        """Let something happen: Wulf plays, the site sends what is due, or a bot thinks."""
        game = self.game
        seats = game.rules().to_move(game.position()) if game.is_running else ()
        waited = {p.person.username for p in game.players.exclude(user=None) if p.seat in seats}
        if NAME in waited or not game.is_running:
            self.walker.town.leap(QUIET)
        elif waited:
            step(game, self._dice)
            return time.monotonic() + PATIENCE
        time.sleep(GLANCE)
        return deadline


@pytest.fixture
def mailer_of(walkers: Walkers) -> Callable[[str], Mailer]:
    """Return what signs somebody up and seats them at a table of a title."""

    def mailer(title: str) -> Mailer:
        host = UserFactory(username="Wulf")
        bots = ["journeyman"] if title == "teutonica" else []
        game = game_of(host, "open", *bots, title=title, name="Wulf's table")
        walker = walkers(f"3 by mail, {title}", MAILBOX)
        walker.go("/accounts/signup/")
        sign_up(walker)
        walker.go("/")
        join(walker, game)
        walker.tally.part("sign up and sit down")
        walker.page.close()
        return Mailer(walker, game)

    return mailer


@pytest.mark.parametrize("title", ["teutonica", "hansa"])
def test_mailer(mailer_of: Callable[[str], Mailer], title: str) -> None:
    mailer = mailer_of(title)
    asking = mailer.next()
    assert asking
    asking = explained(mailer, asking)
    asking = typo(mailer, asking)
    while (asking := asking if orders_in(text(asking)) else mailer.next()) is not None:
        assert mailer.replies < MOST_REPLIES
        orders = mailer.choose(asking)
        if mailer.replies == 8:
            asking = old(mailer)
        elif mailer.replies == 12:
            asking = refused(mailer, asking)
        else:
            before = mailer.game.moves_made
            asking = mailer.reply(asking, *orders, "confirm")
            assert mailer.game.moves_made > before, (orders, text(asking))
    over(mailer)


def explained(mailer: Mailer, asking: EmailMessage) -> EmailMessage:
    """Ask what can be written."""
    answer = mailer.reply(asking, "help")
    assert "one order per line" in text(answer)
    assert orders_in(text(answer)) == orders_in(text(asking))
    return answer


def typo(mailer: Mailer, asking: EmailMessage) -> EmailMessage:
    """Draft an order, mistype the next one, take the first back and play on."""
    orders = mailer.choose(asking)
    kept = mailer.reply(asking, *orders)
    assert "Nothing is played yet" in text(kept)
    wrong = orders[0][1] + orders[0][0] + orders[0][2:]
    answer = mailer.reply(kept, wrong, "confirm")
    assert "Nothing was played. Your draft is unchanged." in text(answer)
    assert orders[0] in orders_in(text(answer))
    for _ in orders:
        answer = mailer.reply(answer, "undo")
    assert "Your draft is empty" in text(answer)
    assert orders_in(text(answer)) == orders_in(text(asking))
    return answer


def refused(mailer: Mailer, asking: EmailMessage) -> EmailMessage:
    """Give an order that the rules refuse: one that was possible at first."""
    assert mailer.first
    now = orders_in(text(asking))
    past = next(order for order in orders_in(text(mailer.first)) if order not in now)
    answer = mailer.reply(asking, past, "confirm")
    assert "Nothing was played." in text(answer)
    assert set(orders_in(text(answer))) == set(now)
    return answer


def old(mailer: Mailer) -> EmailMessage:
    """Reply to the first email, whose orders are long played."""
    assert mailer.first
    answer = mailer.reply(mailer.first, *mailer.choose(mailer.first), "confirm")
    assert "You replied to an old message" in text(answer)
    assert orders_in(text(answer))
    return answer


def over(mailer: Mailer) -> None:
    """Read how it ended."""
    mailer.walker.town.leap(QUIET)
    mailer.next()
    assert any("Score sheet" in text(mail) for mail in mailer.read[-2:])
    assert User.objects.get(username=NAME).seats.filter(game=mailer.pk).exists()
    mailer.walker.tally.parts["replies"] = mailer.replies
    if folder := os.environ.get(PICTURES):
        for number, mail in enumerate(mailer.read):
            (Path(folder) / f"{mailer.walker.tally.way}-{number:03}.eml").write_bytes(bytes(mail))
