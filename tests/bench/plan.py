"""A plan against a page that only says hello: a step in a branch, and a full tree opened.

The tree has as many branches of as many turns as a person may keep. It is opened as a worker that
has seen it does, and once more as one that has just started.
"""

import os
import random
import statistics
import sys
from collections.abc import Callable
from typing import Any

import django
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings

from tests.bench.table import timed

ROUNDS = 40
STEP_LIMIT, TREE_LIMIT = 3.0, 5.0


def full_tree(game: Any, player: Any) -> Any:
    """Plan a game until no branch may be added, and return the end of the last branch."""
    from games.study.models import PlanLine  # noqa: PLC0415 - needs Django
    from games.study.plan.tree import MOST_LINES, MOST_TURNS, Place  # noqa: PLC0415
    from tests.study.test_plan import bot_turns, planned, random_step  # noqa: PLC0415

    rng = random.Random(3)
    found = planned(game, player)
    place = found.place
    while place.spot.turn < MOST_TURNS and random_step(place, rng):
        place = bot_turns(found.at(place), 1)
    line = place.line
    lines = [
        PlanLine(
            plan=line.plan,
            parent=line if number % 2 else None,
            fork=number if number % 2 else 0,
            steps=line.steps[number if number % 2 else 0 :],
            end=line.end,
            turns=line.turns,
        )
        for number in range(1, MOST_LINES)
    ]
    PlanLine.objects.bulk_create(lines)
    last = PlanLine.objects.order_by("-pk").first()
    return found.at(Place.on(last.plan, last.pk, last.end))


def main() -> int:
    """Measure every title; return the exit status."""
    from games.drawing import DRAWINGS  # noqa: PLC0415

    return max(measure(title) for title in DRAWINGS)


def measure(title: str) -> int:
    """Measure in turn, so that a busy machine is busy for all; return whether it is too slow."""
    from games.study.plan import worlds  # noqa: PLC0415 - needs Django
    from tests.factories import UserFactory  # noqa: PLC0415
    from tests.play.factories import game_of, play_fast, player_to_move  # noqa: PLC0415

    user = UserFactory()
    game = play_fast(game_of(user, "journeyman", "journeyman", "journeyman", title=title), 40)
    player = player_to_move(game)
    found = full_tree(game, player)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(user)
    htmx = {"HX-Request": "true"}
    line, depth = found.place.line, found.place.depth

    def fresh() -> HttpResponse:
        for cache in (worlds._walks, worlds._roots):
            cache.clear()
        return client.get(found.url)

    places = iter(range(depth - 1, 0, -1))
    calls: dict[str, Callable[[], HttpResponse]] = {
        "hello": lambda: client.get("/hello/"),
        "step": lambda: client.get(found.url_of(line, next(places)), headers=htmx),
        "tree": lambda: client.get(found.url),
        "fresh tree": fresh,
    }
    for name, call in calls.items():
        for _ in range(0 if name == "step" else 3):
            call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(min(ROUNDS, depth - 1)):
        for name, call in calls.items():
            times[name].append(timed(call))
    typical = {name: statistics.median(values) for name, values in times.items()}
    print(
        f"{title}, branches of {depth} steps: "
        + ", ".join(f"{name} {milliseconds:.2f} ms" for name, milliseconds in typical.items())
    )
    step, tree, first = (
        typical[name] / typical["hello"] for name in ("step", "tree", "fresh tree")
    )
    print(f"step in a branch / a page that says hello: {step:.2f} (limit {STEP_LIMIT})")
    print(f"full tree / a page that says hello: {tree:.2f} (limit {TREE_LIMIT})")
    print(f"full tree, nothing cached / hello: {first:.2f} (limit {TREE_LIMIT})")
    return int(step > STEP_LIMIT or tree > TREE_LIMIT or first > TREE_LIMIT)


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
