"""A program that misbehaves: it floods, dawdles, sends what is old, wrong, double or enormous."""

import json
import os
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from games.accounts import tokens
from games.accounts.models import Scope, User
from games.api.middleware import LONGEST_BODY
from games.play.models import Game, Move, Player
from tests.api.programs import V1

PATIENCE = 60.0
ENORMOUS = 2_400_000
"""Bytes that the pages of the site still read, but not the API."""


class Misbehaving:
    """All of it at once, in games of a person's, each misdeed with a token of its own.

    Floods are another's: those of the person would leave the other misdeeds nothing to send.
    `statuses` counts what it was answered, and `accepted` are the orders that the site has told it
    it took: by their key, or by a number of ours if they had none.
    """

    def __init__(self, address: str, person: User, another: User, games: list[Game]) -> None:
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.person, self.games = person, [game.pk for game in games]
        self.before = {game.pk: game.moves_made for game in games}
        self.statuses: Counter[int] = Counter()
        self.accepted: dict[object, int] = {}
        self.over = threading.Event()
        self._lock = threading.Lock()
        floods = [self.flood, self.flood, self.wait_endlessly]
        self.deeds = [
            *floods, self.send_old, self.send_nonsense, self.send_two_at_once,
            self.send_a_key_twice, self.send_much, self.read_slowly,
        ]  # fmt: skip
        owners = [another if deed in floods else person for deed in self.deeds]
        self.secrets = [
            tokens.create(user=owner, name=f"{number}", scopes=Scope.offered_to(owner), days=1)[1]
            for number, owner in enumerate(owners)
        ]

    def run(self, seconds: float) -> None:
        """Misbehave for a while."""
        with ThreadPoolExecutor(len(self.deeds)) as pool:
            pairs = zip(self.deeds, self.secrets, strict=True)
            running = [pool.submit(self._on, deed, secret) for deed, secret in pairs]
            time.sleep(seconds)
            self.over.set()
        for each in running:
            each.result()

    def broken(self) -> list[str]:
        """Return what is not as it must be in the games."""
        found: Counter[int] = Counter()
        for seat in Player.objects.filter(user=self.person, game__in=self.games):
            own = Move.objects.filter(game=seat.game_id, seat=seat.seat, played_by="")
            found[seat.game_id] = own.filter(number__gt=self.before[seat.game_id]).count()
        told = Counter(self.accepted.values())
        failed = {status: many for status, many in self.statuses.items() if status >= 500}
        return [
            *(f"Game {game} has {found[game]} orders, not {told[game]}."
              for game in self.games if found[game] != told[game]),
            *(f"The site failed with {status} {many} times." for status, many in failed.items()),
        ]  # fmt: skip

    def _on(self, deed: Callable[[str], None], secret: str) -> None:
        while not self.over.is_set():
            with suppress(OSError, HTTPException):
                deed(secret)

    def flood(self, secret: str) -> None:
        """Ask again and again."""
        self._send(secret, "GET", random.choice(("/me", "/games", "/leagues")))

    def send_old(self, secret: str) -> None:
        """Send orders for a version that is over."""
        game, version, order = self._legal(secret)
        self._order(secret, game, version - 1, order)

    def send_nonsense(self, secret: str) -> None:
        """Send what is no order, or no JSON."""
        game, version, _ = self._legal(secret)
        self._order(secret, game, version, "place t nowhere.1")
        self._send(secret, "POST", f"/games/{game}/orders", b"[" * 10_000, {"If-Match": '"1"'})

    def send_two_at_once(self, secret: str) -> None:
        """Send the same order twice in the same moment."""
        game, version, order = self._legal(secret)
        self._together(lambda: self._order(secret, game, version, order))

    def send_a_key_twice(self, secret: str) -> None:
        """Send the same order twice in the same moment, with the same key."""
        game, version, order = self._legal(secret)
        key = os.urandom(8).hex()
        self._together(lambda: self._order(secret, game, version, order, key))

    def send_much(self, secret: str) -> None:
        """Send bodies that are as long as the API reads, and longer."""
        for size in (LONGEST_BODY, ENORMOUS, 2 * ENORMOUS):
            body = json.dumps({"orders": [""]}).encode()
            body = body.replace(b'""', b'"%s"' % (b"x" * (size - len(body))))
            path = f"/games/{self.games[0]}/orders"
            self._send(secret, "POST", path, body, {"If-Match": '"1"'})

    def wait_endlessly(self, secret: str) -> None:
        """Wait with many requests at once, and leave them alone."""
        status, told = self._send(secret, "GET", "/events")
        if status != 200:
            self.over.wait(0.2)
            return
        waits = [self._begin(secret, "GET", f"/events?after={told['cursor']}&wait=25")
                 for _ in range(8)]  # fmt: skip
        self.over.wait(2)
        for wait in waits:
            wait.close()

    def read_slowly(self, secret: str) -> None:
        """Ask for much, and read it byte by byte."""
        with closing(self._begin(secret, "GET", f"/games/{self.games[0]}/log")) as connection:
            assert connection.sock is not None
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            for _ in range(20):
                if self.over.wait(0.2) or not connection.sock.recv(1):
                    break

    def _legal(self, secret: str) -> tuple[int, int, str]:
        """Return a game, its version and a legal order, 'end' if there is none."""
        game = random.choice(self.games)
        status, told = self._send(secret, "GET", f"/games/{game}/legal")
        if status != 200:
            self.over.wait(0.2)
            return game, 1, "end"
        orders = [order for group in told["orders"].values() for order in group]
        return game, told["version"], random.choice(orders or ["end"])

    def _order(self, secret: str, game: int, version: int, order: str, key: str = "") -> None:
        headers = {"If-Match": f'"{version}"'} | ({"Idempotency-Key": key} if key else {})
        body = json.dumps({"orders": [order]}).encode()
        status, _ = self._send(secret, "POST", f"/games/{game}/orders", body, headers)
        if status == 200:
            with self._lock:
                self.accepted[key or len(self.accepted)] = game

    def _together(self, act: Callable[[], None]) -> None:
        threads = [threading.Thread(target=act) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _send(self, secret: str, *what: Any) -> tuple[int, Any]:
        with closing(self._begin(secret, *what)) as connection:
            answer = connection.getresponse()
            told = json.loads(answer.read())
        with self._lock:
            self.statuses[answer.status] += 1
        return answer.status, told

    def _begin(
        self, secret: str, method: str, path: str, body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> HTTPConnection:  # fmt: skip
        connection = HTTPConnection(str(self.host), self.port, timeout=PATIENCE)
        named = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        try:
            connection.request(method, V1 + path, body, named | (headers or {}))
        except OSError:
            # What is too long is refused before all of it is sent.
            connection.close()
            raise
        return connection
