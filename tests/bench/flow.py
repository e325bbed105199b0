"""How soon the emails of turns are handed over while many turns are confirmed.

Starts a web server, a worker and beat as a club runs them, on PostgreSQL and Redis, and a mail
server that takes everything. Turns are confirmed at a steady rate, whatever the answers take, each
in the next of many games; each writes to its next player at once, with a picture. Everything,
PostgreSQL too, shares this machine with the program that confirms.

Needs DATABASE_URL, in whose cluster it makes a database of its own, and CELERY_BROKER_URL.
"""

import argparse
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import urllib3

from hansa_site import processes
from hansa_site.children import Children
from tests import parts
from tests.bench.services import own_services
from tests.running.mails import mail_server

LIMIT = 10.0
"""Seconds in which 95 of 100 emails are handed over."""
PEOPLE, SEATS, BEGUN = 200, 4, 60
WARM_UP = 20
"""Confirms before those that are measured."""
HANDS = 32
"""Confirms that are under way at once, at most."""
START_TIME, PATIENCE = 60.0, 300.0
TOKEN = "a" * 32


class Turn(NamedTuple):
    """A seat and the orders of its turn, as the form sends them."""

    seat: int
    orders: str


def lay(games: int) -> tuple[list[Turn], list[tuple[int, dict[int, int]]]]:
    """Lay games that stand alike; return their next turns, and each with its users by seat."""
    from games.play.models import Game, Holder, Move, Player, Wait  # noqa: PLC0415
    from tests.bench.sweep import _copy  # noqa: PLC0415 - needs Django
    from tests.factories import UserFactory  # noqa: PLC0415
    from tests.play.factories import game_of, play_fast  # noqa: PLC0415

    people = UserFactory.create_batch(PEOPLE)
    rng = random.Random(5)
    turns: list[Turn] = []
    while len(turns) < SEATS:
        model = play_fast(game_of(*people[:SEATS]), BEGUN)
        turns = next_turns(model)
    seats = list(Player.objects.at_table(model))
    moves = list(model.moves.all())
    laid = [_copy(model) for _ in range(games)]
    Game.objects.bulk_create(laid)
    players = []
    for game in laid:
        for seat, user in zip(seats, rng.sample(people, SEATS), strict=True):
            players.append(_copy(seat))
            players[-1].game, players[-1].user_id = game, user.pk
    Player.objects.bulk_create(players)
    holder = Holder.objects.filter(player=seats[0])[0]
    holders = [_copy(holder) for _ in players]
    for player, each in zip(players, holders, strict=True):
        each.player, each.user_id = player, player.user_id
    Holder.objects.bulk_create(holders)
    asked = Wait.objects.open().select_related("player").get(player__game=model)
    waits = [_copy(asked) for _ in laid]
    for number, wait in enumerate(waits):
        wait.holder = holders[number * SEATS + asked.player.seat]
        wait.player_id = wait.holder.player_id
    Wait.objects.bulk_create(waits)
    copies = [_copy(move) for _ in laid for move in moves]
    for number, move in enumerate(copies):
        move.game = laid[number // len(moves)]
    Move.objects.bulk_create(copies, batch_size=5000)
    tables = [
        (game.pk, {each.seat: each.user_id for each in players[SEATS * number :][:SEATS]})
        for number, game in enumerate(laid)
    ]
    return turns, tables


def next_turns(game: Any) -> list[Turn]:
    """Return the turns that follow as the greedy bot plays them, until chance or two are asked."""
    from games.bots import BOTS  # noqa: PLC0415 - after the environment is set
    from games.rules.common.syntax import SEPARATOR  # noqa: PLC0415 - needs Django

    title, state, rng = game.rules(), game.position(), random.Random(1)
    turns: list[Turn] = []
    while True:
        seat, orders, begun = title.to_move(state)[0], [], title.view(state, None).turn
        while title.to_move(state) == (seat,) and title.view(state, None).turn == begun == seat:
            view = title.view(state, seat)
            order = BOTS["journeyman"](view, title.orders(state, seat), rng)
            orders.append(title.write(state, order))
            state = title.apply(state, seat, order)
        if not orders or title.to_move(state) != (title.view(state, None).turn,):
            return turns
        turns.append(Turn(seat, SEPARATOR.join(orders)))


class Hands:
    """Confirms turns by the web; `took` are the seconds from the moment that each was due."""

    def __init__(self, address: str, sessions: dict[int, str], version: int) -> None:
        self.address = address
        self.sessions = sessions
        self.version = version
        self.took: list[float] = []
        self.refused: list[str] = []
        self._web = urllib3.PoolManager(maxsize=HANDS, retries=False, timeout=60)

    def confirm(self, due: float, game: int, user: int, number: int, turn: Turn) -> None:
        """Confirm the turn of this number in a game."""
        answer = self._web.request(
            "POST",
            f"{self.address}/game/{game}/confirm",
            fields={
                "version": str(self.version + number),
                "draft_version": "0",
                "then": turn.orders,
            },
            encode_multipart=False,
            headers={
                "Cookie": f"sessionid={self.sessions[user]}; csrftoken={TOKEN}",
                "X-CSRFToken": TOKEN,
                "HX-Request": "true",
                # A server may close a connection that is kept in the moment it is used again.
                "Connection": "close",
            },
        )
        self.took.append(time.monotonic() - due)
        if answer.status != 200:
            self.refused.append(f"game {game}, turn {number}: {answer.status}")


def measure(given: argparse.Namespace, address: str) -> int:
    """Start the site, confirm, and print; return the exit status."""
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    from django.conf import settings  # noqa: PLC0415 - needs Django
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from games.accounts.models import User  # noqa: PLC0415
    from games.play.models import Game, Move  # noqa: PLC0415
    from games.post.models import Letter  # noqa: PLC0415
    from tests.soak.people import sign_in  # noqa: PLC0415

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    confirms = given.rate * given.seconds
    turns, tables = lay(WARM_UP + -(-confirms // SEATS))
    Letter.objects.all().delete()
    sessions = sign_in(list(User.objects.all()))
    version = Game.objects.get(pk=tables[0][0]).version
    before = Move.objects.count()
    with connections["default"].cursor() as cursor:
        cursor.execute("ANALYZE")
    connections.close_all()
    hands = Hands(address, sessions, version)
    with Children() as children:
        for name in ("web", "worker", "beat"):
            children.start(name, processes.command(name, os.environ), os.environ)
        deadline = time.monotonic() + START_TIME
        while not processes.answers(address):
            if time.monotonic() > deadline or children.dead():
                raise SystemExit("The site did not start.")
            time.sleep(0.3)
        # Each process draws its first board in seconds.
        play(hands, turns, tables[:WARM_UP], WARM_UP, rate=2)
        while Letter.objects.waiting().exists():
            time.sleep(0.5)
        hands.took.clear()
        begun = timezone.now()
        play(hands, turns, tables[WARM_UP:], confirms, given.rate)
        deadline = time.monotonic() + PATIENCE
        while Letter.objects.waiting().exists() and time.monotonic() < deadline:
            time.sleep(0.5)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    letters = Letter.objects.filter(kind="turn", created_at__gte=begun)
    # The next turn of a game came before these were sent.
    needless = letters.superseded().count()
    waited = sorted(
        (sent - due).total_seconds()
        for sent, due in letters.exclude(sent_at=None).values_list("sent_at", "created_at")
    )
    if len(waited) < 20 or len(hands.took) < 20:
        raise SystemExit(f"Only {len(waited)} emails were sent: {hands.refused[:3]}")
    late = statistics.quantiles(waited, n=20)[-1]
    print(
        f"{len(hands.took)} confirms at {given.rate} a second, {len(hands.refused)} refused, "
        f"{Move.objects.count() - before} moves: answered in {statistics.median(hands.took):.2f} s "
        f"(95 of 100 in {statistics.quantiles(hands.took, n=20)[-1]:.2f} s)"
    )
    print(
        f"{letters.count()} emails, {needless} not needed, {len(waited)} handed over: "
        f"{statistics.median(waited):.1f} s after their row, 95 of 100 in {late:.1f} s "
        f"(limit {LIMIT:g}), the last {waited[-1]:.1f} s"
    )
    print(
        f"web, worker and beat took {cpu:.0f} s of CPU from start to end, "
        f"{1000 * cpu / (WARM_UP + confirms):.0f} ms a confirm with its email, "
        f"on {os.cpu_count()} processors"
    )
    return int(late > LIMIT or bool(hands.refused) or letters.count() > len(waited) + needless)


def play(
    hands: Hands,
    turns: Sequence[Turn],
    tables: Sequence[tuple[int, dict[int, int]]],
    confirms: int,
    rate: int,
) -> None:
    """Confirm so many turns, each in the next game, and so many of them a second."""
    start = time.monotonic()
    with ThreadPoolExecutor(HANDS) as pool:
        for count in range(confirms):
            number, place = divmod(count, len(tables))
            game, users = tables[place]
            due = start + count / rate
            time.sleep(max(0.0, due - time.monotonic()))
            turn = turns[number]
            pool.submit(hands.confirm, due, game, users[turn.seat], number, turn)


def main() -> int:
    """Prepare database and queue of its own, measure, and leave nothing behind."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flow", description=__doc__)
    parser.add_argument("--rate", type=int, default=25, help="confirms a second")
    parser.add_argument("--seconds", type=int, default=60, help="how long")
    given = parser.parse_args()
    mail, web = parts.free_port(), parts.free_port()
    with (
        mail_server(mail),
        own_services(
            "flow",
            EMAIL_URL=f"smtp://127.0.0.1:{mail}",
            REPLY_DOMAIN="games.example.org",
            UNSEEN_MINUTES="0",
            WEB_LISTEN=f"127.0.0.1:{web}",
            WEB_PROCESSES="2",
            WORKER_PROCESSES="2",
        ),
    ):
        return measure(given, f"http://127.0.0.1:{web}")


if __name__ == "__main__":
    sys.exit(main())
