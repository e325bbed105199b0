"""What packing games takes and brings: bytes, time, and what a packed game costs its readers.

Fills a database with finished games as `tests.bench.population` does, packs all of them, and
compares the pages of the same games before and after. Runs on the database of DATABASE_URL, else on
SQLite, which tells no sizes of tables.
"""

import os
import statistics
import sys
import time
from collections.abc import Iterable
from functools import partial
from io import StringIO

from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings

from games.rules import TITLES
from tests.bench.database import thrown_away
from tests.bench.table import timed

FINISHED = int(os.environ.get("BENCH_GAMES", "2000"))
MOVES = 200
"""Moves of a game on average: some are whole, others begin late."""
SHOWN, ROUNDS = 6, 5
"""Games of each title whose pages are read, and how often each is."""
LIMIT = 1.15
"""So many times what it took with rows, a page of a packed game may take."""
PAGES = ("", "log/", "record.txt", "move/{}/", "move/?number={}")


def read(games: Iterable[tuple[int, int]]) -> dict[str, float]:
    """Return the milliseconds of each page: medians over games, given by id and a move's number."""
    client = Client(SERVER_NAME="127.0.0.1", headers={"HX-Request": "true"})
    times: dict[str, list[float]] = {page: [] for page in PAGES}
    for _ in range(ROUNDS):
        for game, number in games:
            for page in PAGES:
                forget()
                url = f"/game/{game}/{page.format(number)}"
                times[page].append(timed(partial(client.get, url)))
    return {page: statistics.median(each) for page, each in times.items()}


def forget() -> None:
    """Empty what the process remembers of logs and positions."""
    from games.play import history  # noqa: PLC0415 - needs Django
    from games.play.pages import story, table  # noqa: PLC0415

    for cache in (history._snapshots, story._stories, table._tables):
        cache.clear()


def sizes(when: str) -> None:
    """Print the sizes of the tables of moves and of packed logs, and how many rows are dead."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for table in ("play_move", "play_packedlog"):
            cursor.execute(
                "SELECT pg_table_size(%s), pg_indexes_size(%s), "
                "(SELECT COUNT(*) FROM pg_freespace(%s) WHERE avail > 8000) ",
                [table, table, table],
            )
            rows, indexes, free = cursor.fetchone()
            print(
                f"{when}: {table} {rows / 1e6:.1f} MB, {free * 8192 / 1e6:.1f} MB of it in empty "
                f"pages, indexes {indexes / 1e6:.1f} MB"
            )


def vacuum() -> float:
    """Let PostgreSQL clean up, and return the seconds that took."""
    start = time.monotonic()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE) play_move")
            cursor.execute("VACUUM (ANALYZE) play_packedlog")
    return time.monotonic() - start


def bytes_of(table: str, size: str) -> None:
    """Print the bytes of a whole game in a table without its indexes, by title."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT title, AVG(moves_made)::float, AVG(size)::float FROM play_game g JOIN "
            f"(SELECT game_id, SUM({size}) AS size FROM {table} t GROUP BY game_id) s "
            "ON s.game_id = g.id WHERE status = 'over' AND beginning IS NULL GROUP BY title"
        )
        for title, moves, of_game in cursor.fetchall():
            print(
                f"{title}: a whole game, {moves:.0f} moves, has {of_game:.0f} bytes in {table}, "
                f"{of_game / moves:.1f} a move"
            )


def main() -> int:
    """Fill, measure, pack and measure again; return whether a page is over the limit."""
    from games.play.models import Game, Move  # noqa: PLC0415 - needs Django
    from games.play.services import packing  # noqa: PLC0415

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_freespacemap")
    from tests.bench.population.command import Command  # noqa: PLC0415

    call_command(
        Command(),
        people=100,
        open=10,
        finished=FINISHED,
        moves=FINISHED * MOVES,
        lines=4,
        even_so=True,
        ask=False,
        verbosity=0,
        stdout=StringIO(),
    )
    whole = Game.objects.filter(status="over", beginning__isnull=True).order_by("pk")
    shown = [
        (game.pk, game.moves_made * 2 // 3)
        for title in TITLES
        for game in whole.filter(title=title)[:SHOWN]
    ]
    vacuum()
    rows, games = Move.objects.count(), Game.objects.filter(status="over").count()
    print(f"{games} finished games with {rows / games:.0f} moves each, on {connection.vendor}")
    bytes_of("play_move", "pg_column_size(t.*) + 4")
    sizes("in rows")
    before = read(shown)
    start, cpu = time.monotonic(), time.process_time()
    for game_id in list(Game.objects.filter(status="over").values_list("pk", flat=True)):
        packing.pack_game(game_id)
    took, cpu = time.monotonic() - start, time.process_time() - cpu
    print(
        f"packed in {1000 * took / games:.1f} ms a game, {1000 * cpu / games:.1f} ms of them in "
        f"Python; {1e6 * took / rows:.0f} microseconds a move"
    )
    bytes_of("play_packedlog", "pg_column_size(t.*) + 4")
    sizes("packed")
    print(f"VACUUM took {vacuum():.1f} s")
    sizes("vacuumed")
    after = read(shown)
    for page in PAGES:
        print(
            f"/game/1/{page}: {before[page]:.1f} ms from rows, {after[page]:.1f} ms packed, "
            f"{after[page] / before[page]:.2f} times (limit {LIMIT})"
        )
    return int(any(after[page] > LIMIT * before[page] for page in PAGES))


def run() -> int:
    """Measure on a database that is thrown away."""
    with thrown_away(), override_settings(ALLOWED_HOSTS=["127.0.0.1"]):
        return main()


if __name__ == "__main__":
    sys.exit(run())
