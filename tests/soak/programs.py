"""Programs that play for people over the API, as docs/api.md says.

What got no answer they send again, with the same key; some answers get lost on purpose.
"""

import json
import random
import secrets
import time
from collections.abc import Container, Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from games.accounts import tokens
from games.accounts.models import Scope, User
from games.play.models import Draft, Game, Player
from tests.soak.crowd import MOST, PATIENCE, Crowd, a_few
from tests.soak.web import Answer, Interrupted

EVERY: Final = 3
"""One of so many people has a program."""
LOST: Final = 0.3
"""How likely an answer to orders gets lost."""
LATE: Final = 0.2
"""How likely a program first sends orders for a position that is gone."""
LONGEST: Final = 180.0
"""Seconds in which a program gets an answer: after too many requests it waits for a minute."""
PAUSE: Final = 0.5
EXPECTED: Final = (
    HTTPStatus.OK,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.CONFLICT,
    HTTPStatus.PRECONDITION_FAILED,
)
"""Played, or somebody else has the seat, or was faster."""
ILLEGAL: Final = HTTPStatus.UNPROCESSABLE_ENTITY
NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class Program:
    """Plays with a token of a person's."""

    def __init__(self, user: User) -> None:
        scopes = [Scope.READ_OWN, Scope.PLAY]
        _, secret = tokens.create(user=user, name="Program", scopes=scopes, days=365)
        self._headers = {
            "Authorization": f"Bearer {secret}",
            "Content-Type": "application/json",
        }

    def __call__(self, crowd: Crowd, game: Game, player: Player, rng: random.Random) -> bool | None:
        """Look what is legal, and play that, or what is drafted; return as `Crowd.turn` does."""
        answer = self._ask(crowd, game, "legal")
        legal = json.loads(answer.text)
        if answer.status != HTTPStatus.OK or legal["version"] != game.version:
            time.sleep(PATIENCE)
            return None
        draft, title = Draft.objects.of(player), game.rules()
        if draft and draft.orders:
            # It may be older than the position.
            orders, expected = draft.orders, (*EXPECTED, ILLEGAL)
        else:
            most = rng.choice((1, rng.randint(1, MOST)))
            orders, expected = a_few(title, game.position(), player.seat, rng, most), EXPECTED
            verb = orders[0].split()[0]
            if orders[0] not in legal["orders"].get(verb, ()) and verb not in legal["cut"]:
                crowd.refused.append(f"'{orders[0]}' is not among the orders of game {game.pk}.")
        if game.version and rng.random() < LATE:
            self._send(crowd, game, game.version - 1, orders, EXPECTED)
        told: bool | None = None
        lost, key = rng.random() < LOST, secrets.token_hex(16)
        deadline = time.monotonic() + LONGEST
        while (told is None or lost) and time.monotonic() < deadline:
            try:
                answer = self._send(crowd, game, game.version, orders, expected, key)
            except Interrupted:
                crowd.interrupted += 1
                time.sleep(PAUSE)
                continue
            crowd.notes.answers[key].append(answer)
            lost = lost and told is None
            told = answer.status == HTTPStatus.OK if told is None else told
        crowd.note(game, player.seat, orders, told)
        return True

    def _send(
        self,
        crowd: Crowd,
        game: Game,
        version: int,
        orders: Sequence[str],
        expected: Container[int],
        key: str = "",
    ) -> Answer:
        """Send orders for a version of a game; raises Interrupted."""
        headers = {"If-Match": f'"{version}"'} | ({"Idempotency-Key": key} if key else {})
        return self._ask(crowd, game, "orders", headers, {"orders": list(orders)}, expected)

    def _ask(
        self,
        crowd: Crowd,
        game: Game,
        what: str,
        headers: Mapping[str, str] = NO_HEADERS,
        body: object = None,
        expected: Container[int] = EXPECTED,
    ) -> Answer:
        path, method = f"/api/v1/games/{game.pk}/{what}", "GET" if body is None else "POST"
        return crowd.count(
            lambda: crowd.site.ask(method, path, {**self._headers, **headers}, body),
            game,
            what,
            expected,
        )


def programs(people: Sequence[User]) -> dict[int, Program]:
    """Give some people programs; return these by the ids of their people."""
    return {user.pk: Program(user) for user in people[::EVERY]}
