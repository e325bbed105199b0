"""What a confirm costs, in pages that only say hello and in statements, and what its email costs.

For each number of players a game is played on through its pages: every order of a turn, then its
confirmation. Each turn writes to the next player. An email is written, drawn and saved as a file,
late in a game on every board; none of its pictures was drawn before.

Runs on the database of DATABASE_URL, else on SQLite in memory.
"""

import os
import random
import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import django
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from games.rules.bench import empty_loop
from games.rules.record import read
from tests.bench.table import PICTURE_SIZE, cpu_seconds, timed
from tests.drawing.positions import LATE, RECORDS

TABLES = range(2, 6)
BEGUN = 60
"""The moves of a game before its confirms are measured."""
TURNS = 40
MEASURED_AT = 4
PAGES_LIMIT, QUERIES_LIMIT = 9.0, 25
"""Hello pages and statements of a confirm, with MEASURED_AT at the table."""
EMAILS = 7
EMAIL_GOAL = 70
"""Milliseconds of an email from its row to the mail server, with its picture."""

FORM = "application/x-www-form-urlencoded"
HTMX = {"HX-Request": "true"}


def measure(players: int) -> int:
    """Measure confirms at a table of people; return whether they cost too much."""
    from games.play import services  # noqa: PLC0415 - needs Django
    from games.play.models import Draft, Game  # noqa: PLC0415
    from tests.factories import UserFactory  # noqa: PLC0415
    from tests.play.factories import game_of, play_fast, player_to_move  # noqa: PLC0415

    users = UserFactory.create_batch(players)
    clients = {user.pk: Client(SERVER_NAME="127.0.0.1") for user in users}
    for user in users:
        clients[user.pk].force_login(user)
    rng = random.Random(players)
    game = play_fast(game_of(*users), BEGUN)
    times: dict[str, list[float]] = {"hello": [], "order": [], "confirm": []}
    whole, statements = [], []
    for turn in range(TURNS):
        if not Game.objects.get(pk=game.pk).is_running:
            game = play_fast(game_of(*users), BEGUN)
        player = player_to_move(game)
        client = clients[player.person.pk]
        drafted = (Draft.objects.of(player) or Draft()).version
        fields = {"version": player.game.version, "draft_version": drafted}
        times["hello"].append(timed(partial(client.get, "/hello/")))
        post = partial(client.post, content_type=FORM, headers=HTMX)
        for order in turn_of(player, rng):
            url = f"{game.get_absolute_url()}order"
            sent = urlencode(fields | {"order": order})
            times["order"].append(timed(partial(post, url, sent)))
            fields["draft_version"] += 1
        confirm = partial(post, f"{game.get_absolute_url()}confirm", urlencode(fields))
        if turn % 2:
            times["confirm"].append(timed(confirm))
            continue
        with CaptureQueriesContext(connection) as captured:
            if turn % 4:
                timed(confirm)
            else:
                services.confirm_draft(player=player, **fields)
        (whole if turn % 4 else statements).append(len(captured))
    typical = {name: statistics.median(values) for name, values in times.items()}
    pages, order = (typical[name] / typical["hello"] for name in ("confirm", "order"))
    queries = statistics.median(statements)
    print(
        f"{players} players: a confirm {typical['confirm']:.1f} ms, {pages:.1f} hello pages; "
        f"an order {typical['order']:.1f} ms, {order:.1f} hello pages; a confirm takes "
        f"{queries:.0f} statements (most {max(statements)}), with its page "
        f"{statistics.median(whole):.0f}"
    )
    if players != MEASURED_AT:
        return 0
    print(f"limits at {players} players: {PAGES_LIMIT:g} hello pages, {QUERIES_LIMIT} statements")
    return int(pages > PAGES_LIMIT or queries > QUERIES_LIMIT)


def turn_of(player: Any, rng: random.Random) -> Iterator[str]:
    """Yield what the greedy bot orders in a player's turn, up to where it has to be confirmed."""
    from games.play.scratch import is_closed  # noqa: PLC0415 - needs Django
    from tests.play.factories import good_order  # noqa: PLC0415

    title, state, drafted = player.game.rules(), player.game.position(), ()
    while title.to_move(state) == (player.seat,):
        if drafted and is_closed(title, state, player.seat):
            return
        text = good_order(player.game, player.seat, rng, drafted)
        yield text
        drafted = (*drafted, text)
        state = title.apply(state, player.seat, title.read(state, text))


def late_game(board: str) -> Any:
    """Return a recorded game shortly before its end that waits for a person."""
    from games.play.engine.finishing import finish  # noqa: PLC0415 - needs Django
    from games.play.engine.session import GameSession  # noqa: PLC0415
    from games.play.models import Game  # noqa: PLC0415
    from tests.play.factories import recorded  # noqa: PLC0415

    record = read((RECORDS / f"{LATE[board]}.txt").read_bytes())
    orders = record.orders[: -len(record.orders) // 20]
    while True:
        game = recorded(replace(record, orders=orders))
        if min(game.rules().to_move(game.position())) >= 0:
            break
        orders = orders[:-1]
    session = GameSession(Game.objects.get(pk=game.pk))
    finish(session, None)
    return session.game


def measure_emails() -> int:
    """Measure the email of a turn on every board; return whether a picture is too large."""
    from games.play.pages.pictures import _pictures  # noqa: PLC0415 - needs Django
    from games.post import services as post  # noqa: PLC0415
    from games.post.models import Letter  # noqa: PLC0415

    largest = 0.0
    for board in LATE:
        letter = Letter.objects.filter(topic=late_game(board).topic, kind="turn").latest("pk")
        times, ratios = [], []
        for _ in range(EMAILS):
            _pictures.clear()
            Letter.objects.filter(pk=letter.pk).update(
                state=Letter.State.WAITING, due_at=letter.created_at, attempts=0
            )
            before = cpu_seconds(empty_loop)
            with TemporaryDirectory() as folder, override_settings(EMAIL_FILE_PATH=folder):
                with CaptureQueriesContext(connection) as captured:
                    times.append(cpu_seconds(partial(post.deliver, letter_id=letter.pk)))
                (file,) = Path(folder).iterdir()
                sent = file.read_bytes()
            ratios.append(2 * times[-1] / (before + cpu_seconds(empty_loop)))
        parts = message_from_bytes(sent).walk()
        (drawn,) = (each for each in parts if each.get_content_type() == "image/png")
        picture = len(drawn.get_payload(decode=True)) / 1024
        largest = max(largest, picture)
        print(
            f"{board}: email {1000 * statistics.median(times):.0f} ms (goal {EMAIL_GOAL}), "
            f"email / empty loop: {statistics.median(ratios):.1f}; {len(sent) / 1024:.0f} KB as "
            f"sent, its picture {picture:.0f} KB (limit {PICTURE_SIZE}); "
            f"{len(captured)} statements"
        )
    return int(largest > PICTURE_SIZE)


def main() -> int:
    """Measure and print; return the exit status."""
    return max([*map(measure, TABLES), measure_emails()])


def run() -> int:
    """Measure on a database that is thrown away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    # No worker is there to send what becomes due.
    os.environ["CELERY_BROKER_URL"] = "memory://"
    os.environ["REPLY_DOMAIN"] = "games.example.org"
    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    old = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        with override_settings(ROOT_URLCONF="tests.bench.urls", UNSEEN_MINUTES=0):
            return main()
    finally:
        connection.creation.destroy_test_db(old, verbosity=0)


if __name__ == "__main__":
    sys.exit(run())
