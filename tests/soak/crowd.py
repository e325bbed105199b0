"""Hands that play many games at once for their people, and note what they are told."""

import queue
import random
import threading
import time
from collections.abc import Callable, Container, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db import Error, connections

from games.bots import BOTS
from games.play.models import Draft, Game, Player
from tests.soak.notes import Notes
from tests.soak.web import Answer, Interrupted, Site

HANDS = 8
"""Browsers that click at the same time."""
MOST = 6
"""So many orders people draft at most."""
PATIENCE = 0.1
"""Seconds until a game is looked at again in which a bot thinks, or a click had no answer."""
REFUSED = 'class="note warning" role="alert"'
"""What stands on a page that tells why something was not done."""
ASKING, PUSHY = ("displace", "sell"), 0.5
"""Orders that ask others for an answer, and how likely people prefer one."""
EXPECTED = (200, 302, 404)
"""What the site answers: a page, where to go on, or that somebody no longer plays."""

Before = Callable[["Crowd", Game, random.Random], None]
"""What people do in a game before somebody in it confirms."""

Program = Callable[["Crowd", Game, Player, random.Random], bool | None]
"""What plays for a person who is asked; it returns as `Crowd.turn` does."""
NO_PROGRAMS: Mapping[int, Program] = MappingProxyType({})


def nothing(crowd: "Crowd", game: Game, rng: random.Random) -> None:
    """Do nothing besides."""


class Crowd:
    """Plays games a number of confirmations each.

    `clicks`, `slowest` and `confirms`, the seconds of each confirmation, tell of it, `interrupted`
    how often they had to try again. `notes` has what was confirmed, and what was done `before`.
    For some people, by id, `programs` play.
    """

    def __init__(
        self, site: Site, before: Before = nothing, programs: Mapping[int, Program] = NO_PROGRAMS
    ) -> None:
        self.site = site
        self.before = before
        self.programs = programs
        self.notes = Notes()
        self.clicks = 0
        self.slowest = 0.0
        self.confirms: list[float] = []
        self.refused: list[str] = []
        self.interrupted = 0
        self._todo: queue.Queue[tuple[int, int]] = queue.Queue()
        self._lock = threading.Lock()

    def play(self, games: Sequence[Game], confirmations: int, count: int = HANDS) -> None:
        """Play with so many hands until each game had so many confirmations or is over.

        Where several seats are asked at once, several hands answer at once.
        """
        for game in games:
            for _ in range(1 + (len(game.rules().to_move(game.position())) > 1)):
                self._todo.put((game.pk, confirmations))
        hands = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()

    def _work(self) -> None:
        rng = random.Random()
        try:
            while True:
                try:
                    pk, left = self._todo.get_nowait()
                except queue.Empty:
                    return
                try:
                    done = self.turn(pk, rng)
                except (Interrupted, Error):
                    with self._lock:
                        self.interrupted += 1
                    connections.close_all()
                    time.sleep(PATIENCE)
                    done = None
                if done is None:
                    self._todo.put((pk, left))
                elif done and left > 1:
                    self._todo.put((pk, left - 1))
        finally:
            connections.close_all()

    def turn(self, pk: int, rng: random.Random) -> bool | None:
        """Let people do something in a game, then confirm; return whether the game goes on.

        None: it waits for a bot, or something interrupted it.
        """
        game = Game.objects.get(pk=pk)
        if game.thinking_since is not None:
            time.sleep(PATIENCE)
            return None
        self.before(self, game, rng)
        return self.confirm(Game.objects.get(pk=pk), rng)

    def confirm(self, game: Game, rng: random.Random) -> bool | None:
        """Draft and confirm for one of those who are asked; return as `turn` does."""
        if not game.is_running:
            return False
        seat = rng.choice(game.rules().to_move(game.position()))
        player = Player.objects.get(game=game, seat=seat)
        if player.user_id is None:
            time.sleep(PATIENCE)
            return None
        if program := self.programs.get(player.user_id):
            return program(self, game, player, rng)
        draft = self.draft(game, player, rng)
        if draft is None:
            return True
        fields = {"then": "", "draft_version": str(draft.version)}
        told: bool | None = None
        try:
            answer = self.act(game, player, "confirm", **fields)
            told = answer.status == 200 and not answer.location and REFUSED not in answer.text
        finally:
            # An answer that was lost leaves open whether the orders are played.
            self.note(game, seat, draft.orders, told)
        return True

    def note(self, game: Game, seat: int, orders: Sequence[str], told: bool | None) -> None:
        """Note a confirmation as `Notes.confirm` does."""
        with self._lock:
            self.notes.confirm(game, seat, tuple(orders), told)

    def draft(
        self, game: Game, player: Player, rng: random.Random, most: int = MOST
    ) -> Draft | None:
        """Return a player's draft; draft something sensible, at `most` so many orders, if need be.

        None: somebody else was faster.
        """
        # What was interrupted has left a draft perhaps.
        left = Draft.objects.of(player)
        if left is None or not left.orders:
            few = rng.choice((1, rng.randint(1, most)))
            for order in a_few(game.rules(), game.position(), player.seat, rng, few):
                draft = Draft.objects.of(player)
                number = draft.version if draft else 0
                self.act(game, player, "order", order=order, draft_version=str(number))
        drafted = Draft.objects.of(player)
        return drafted if drafted and drafted.orders else None

    def act(self, game: Game, player: Player, what: str, **fields: str) -> Answer:
        """Send a form about a game for a player; raises Interrupted."""
        if player.user_id is None:
            raise ValueError(f"Nobody clicks for seat {player.seat} of game {game.pk}.")
        return self.send(player.user_id, game, what, **fields)

    def send(self, user: int, game: Game, what: str, **fields: str) -> Answer:
        """Send a form about a game for a person; raises Interrupted."""
        version = {"version": str(game.version)}
        path = f"{game.get_absolute_url()}{what}"
        return self.count(lambda: self.site.post(user, path, version | fields), game, what)

    def count(
        self,
        act: Callable[[], Answer],
        game: Game,
        what: str,
        expected: Container[int] = EXPECTED,
    ) -> Answer:
        """Return what the site answers to something in a game; raises Interrupted."""
        start = time.monotonic()
        answer = act()
        with self._lock:
            self.clicks += 1
            took = time.monotonic() - start
            self.slowest = max(self.slowest, took)
            if what == "confirm":
                self.confirms.append(took)
            if answer.status not in expected:
                self.refused.append(f"{what} at game {game.pk}: {answer.status}")
        return answer


def a_few(title: Any, state: Any, seat: int, rng: random.Random, most: int) -> list[str]:
    """Return sensible orders of a seat, at `most` so many, up to where others have to act."""
    orders: list[str] = []
    for _ in range(most):
        if seat not in title.to_move(state):
            break
        legal = title.orders(state, seat)
        order = BOTS["journeyman"](title.view(state, seat), legal, rng)
        asking = [each for each in legal if each.verb in ASKING] if rng.random() < PUSHY else []
        if asking:
            order = rng.choice(asking)
        orders.append(title.write(state, order))
        state = title.apply(state, seat, order)
    return orders
