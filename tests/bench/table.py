"""The table page of each title against a page that only says hello: same process, same database.

Prints the ratio of their times, and the sizes of page and fragment as they travel. Then the picture
of an email for every board, late in a game, against an empty loop over a million integers.
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import django
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings

from games.drawing import DRAWINGS
from games.rules.bench import empty_loop
from tests.drawing.positions import LATE, late

MOVES = 160
ROUNDS = 60
GOAL, LIMIT = 2.5, 4.0
PAGE_LIMIT, FRAGMENT_LIMIT = 60, 30
PICTURES = 7
PICTURE_LIMIT, PICTURE_SIZE = 8.0, 90


def table_url(user: object, title: str) -> str:
    """Play a game of four until the middle and return its address, the user being to move."""
    from tests.play.factories import game_of, player_to_move, step  # noqa: PLC0415 - needs Django

    rng = random.Random(8)
    game = game_of(user, "journeyman", "journeyman", "journeyman", title=title)
    while game.moves_made < MOVES and game.is_running:
        game = step(game, rng)
    if not game.is_running or player_to_move(game).user != user:
        return table_url(user, title)
    return game.get_absolute_url()


def timed(call: Callable[[], HttpResponse]) -> float:
    """Return the milliseconds of one call."""
    start = time.process_time()
    answer = call()
    took = (time.process_time() - start) * 1000
    if answer.status_code != 200:
        raise SystemExit(f"The answer was {answer.status_code}.")
    return took


def cpu_seconds(call: Callable[[], object]) -> float:
    """Return the processor's seconds of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def size(answer: HttpResponse) -> float:
    """Return how many kilobytes an answer has on its way."""
    return len(answer.content) / 1024


def main() -> int:
    """Measure every title that is drawn and every board; return the exit status."""
    return max([measure(title) for title in DRAWINGS] + [measure_picture(board) for board in LATE])


def measure(title: str) -> int:
    """Measure in turn, so that a busy machine is busy for both; return whether it is too slow."""
    from tests.factories import UserFactory  # noqa: PLC0415 - needs Django

    user = UserFactory()
    url = table_url(user, title)
    # Compressed, as every browser asks for them.
    client = Client(SERVER_NAME="127.0.0.1", headers={"Accept-Encoding": "gzip"})
    client.force_login(user)
    htmx = {"HX-Request": "true"}
    calls = {
        "word": lambda: client.get("/word/"),
        "hello": lambda: client.get("/hello/"),
        "table": lambda: client.get(url),
        "fragment": lambda: client.get(url, headers=htmx),
    }
    for call in calls.values():
        for _ in range(3):
            call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name].append(timed(call))
    typical = {name: statistics.median(values) for name, values in times.items()}
    page, fragment = size(calls["table"]()), size(calls["fragment"]())
    ratio = typical["table"] / typical["hello"]
    bare = typical["table"] / typical["word"]
    print(
        f"{title}: "
        + ", ".join(f"{name} {milliseconds:.2f} ms" for name, milliseconds in typical.items())
    )
    print(f"table / a page that says hello: {ratio:.2f} (goal {GOAL}, limit {LIMIT})")
    print(f"table / the bare word, no page around it: {bare:.2f} (to compare)")
    print(f"first page {page:.1f} KB gzipped (limit {PAGE_LIMIT})")
    print(f"fragment {fragment:.1f} KB gzipped (limit {FRAGMENT_LIMIT})")
    return int(ratio > LIMIT or page > PAGE_LIMIT or fragment > FRAGMENT_LIMIT)


def measure_picture(board: str) -> int:
    """Measure an email's picture, its board being drawn before; return whether it is too slow."""
    from games.play.pages.pictures import board_png  # noqa: PLC0415 - needs Django

    view, touched = late(board)
    what = {"since": touched[-12:], "earlier": touched[-42:-12]}
    draw = partial(board_png, view.title, view, **what)
    made = draw()
    ratios, times = [], []
    for _ in range(PICTURES):
        before = cpu_seconds(empty_loop)
        times.append(cpu_seconds(draw))
        ratios.append(2 * times[-1] / (before + cpu_seconds(empty_loop)))
    ratio, kilobytes = statistics.median(ratios), len(made) / 1024
    print(
        f"{board}: picture {1000 * statistics.median(times):.0f} ms, {kilobytes:.1f} KB "
        f"(limit {PICTURE_SIZE}); picture / empty loop: {ratio:.1f} (limit {PICTURE_LIMIT:g})"
    )
    return int(ratio > PICTURE_LIMIT or kilobytes > PICTURE_SIZE)


def run() -> int:
    """Measure on a database in memory that is thrown away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    django.setup()
    connection.creation.create_test_db(verbosity=0)
    with override_settings(ROOT_URLCONF="tests.bench.urls"):
        return main()


if __name__ == "__main__":
    sys.exit(run())
