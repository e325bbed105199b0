"""People who play many games at once by the web, each with a session of his own."""

import queue
import random
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import urllib3
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connections

from games.accounts.models import User
from games.bots import BOTS
from games.play import services
from games.play.models import Draft, Game, Player
from games.play.services import SeatPlan
from games.rules import TITLES
from tests.factories import UserFactory

HANDS = 8
"""Browsers that click at the same time."""
SEATS = 3
THINKING = 25
"""In every game of so many a bot thinks."""
PATIENCE = 0.1
"""Seconds until a game is looked at again in which a bot thinks."""


def invite(games: int) -> tuple[list[User], list[Game]]:
    """Create games of three people each, of all titles in turn, and the people.

    In some of them a bot that thinks has the place of a person.
    """
    people = UserFactory.create_batch(max(SEATS, games // 5))
    titles = list(TITLES)
    laid = []
    for number in range(games):
        seats = [SeatPlan(user=user) for user in random.sample(people, SEATS)]
        if number % THINKING == 0:
            seats[-1] = SeatPlan(bot="merchant")
        title = titles[number % len(titles)]
        laid.append(
            services.create_game(creator=seats[0].user, title=title, seats=seats, options={})
        )
    return people, laid


def sign_in(people: Sequence[User]) -> dict[int, str]:
    """Return the session key of each person by his id."""
    engine = import_module(settings.SESSION_ENGINE)
    keys = {}
    for user in people:
        session = engine.SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        keys[user.pk] = session.session_key
    return keys


class Crowd:
    """Plays games a number of confirmations each.

    `clicks`, `slowest` and `confirms`, the seconds of each confirmation, tell of it.
    """

    def __init__(self, addresses: Sequence[str], sessions: dict[int, str]) -> None:
        self.addresses = addresses
        self.sessions = sessions
        self.clicks = 0
        self.slowest = 0.0
        self.confirms: list[float] = []
        self.refused: list[str] = []
        self._web = urllib3.PoolManager(maxsize=HANDS, retries=False, timeout=60)
        self._todo: queue.Queue[tuple[int, int]] = queue.Queue()
        self._lock = threading.Lock()

    def play(self, games: Sequence[Game], confirmations: int, count: int = HANDS) -> None:
        """Play with so many hands until each game had so many confirmations or is over."""
        for game in games:
            self._todo.put((game.pk, confirmations))
        hands = [threading.Thread(target=self._work) for _ in range(count)]
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
                done = self._confirm_something(pk, rng)
                if done is None:
                    self._todo.put((pk, left))
                elif done and left > 1:
                    self._todo.put((pk, left - 1))
        finally:
            connections.close_all()

    def _confirm_something(self, pk: int, rng: random.Random) -> bool | None:
        """Draft and confirm for one of those who are asked; return whether the game goes on.

        None: it waits for a bot.
        """
        game = Game.objects.get(pk=pk)
        if not game.is_running:
            return False
        title = game.rules()
        state = title.load(game.state)
        seat = rng.choice(title.to_move(state))
        player = Player.objects.get(game=game, seat=seat)
        if player.thinks:
            time.sleep(PATIENCE)
            return None
        for order in _a_few(title, state, seat, rng):
            draft = Draft.objects.of(player)
            number = draft.version if draft else 0
            self._post(game, player, "order", order=order, draft_version=str(number))
        number = Draft.objects.get(player=player).version
        self._post(game, player, "confirm", then="", draft_version=str(number))
        return True

    def _post(self, game: Game, player: Player, what: str, **fields: str) -> None:
        token = "a" * 32
        start = time.monotonic()
        answer = self._web.request(
            "POST",
            f"{random.choice(self.addresses)}{game.get_absolute_url()}{what}",
            fields={"version": str(game.version), **fields},
            encode_multipart=False,
            headers={
                "Cookie": f"sessionid={self.sessions[player.user_id]}; csrftoken={token}",
                "X-CSRFToken": token,
                "HX-Request": "true",
                # A server may close a connection that is kept in the moment it is used again.
                "Connection": "close",
            },
        )
        with self._lock:
            self.clicks += 1
            took = time.monotonic() - start
            self.slowest = max(self.slowest, took)
            if what == "confirm":
                self.confirms.append(took)
            if answer.status != 200:
                self.refused.append(f"{what} at game {game.pk}: {answer.status}")


def _a_few(title: Any, state: Any, seat: int, rng: random.Random) -> list[str]:
    """Return some sensible orders of a seat, often up to where others have to act."""
    orders: list[str] = []
    for _ in range(rng.randint(1, 6)):
        if seat not in title.to_move(state):
            break
        order = BOTS["journeyman"](title.view(state, seat), title.orders(state, seat), rng)
        orders.append(title.write(state, order))
        state = title.apply(state, seat, order)
    return orders
