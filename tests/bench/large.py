"""Every page, a confirmation, the sweep and the nightly tasks on a large site against a small one.

    python -m tests.bench.large SMALL LARGE

takes the URLs of two databases that `tests.bench.population` has filled, the small one
with 1,000 finished games. One process for each answers in turn, so that a busy machine is busy for
both. It plays moves and letters become due, so both databases are different afterwards.
"""

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ROUNDS = 5
PAGE_GOAL, SWEEP_GOAL = 1.3, 3.0
SWEEP, CONFIRM = "the sweep", "a confirmation"

PAGES = (
    "/",
    "/games/",
    "/games/running/",
    "/games/running/?who=strong",
    "/games/finished/",
    "/games/finished/?person={known}&result=won",
    "/games/finished/?name=rematch",
    "/people/",
    "/people/?q={some}",
    "/people/{known}/",
    "/people/{known}/games/",
    "/people/{known}/ratings/",
    "/people/{known}/results/",
    "/people/{known}/style/",
    "/people/{known}/reliability/",
    "/people/{known}/answering/",
    "/bots/journeyman/",
    "/leaderboards/teutonica/",
    "/statistics/teutonica/",
    "/game/{running}/",
    "/game/{running}/poll",
    "/game/{running}/log/",
    "/game/{over}/",
    "/game/{over}/log/",
    "/game/{over}/move/1/",
    "/game/{over}/record.txt",
)
"""`known` is who plays most, `running` a game of the visitor, who is somebody; `over` is the last.

`some` is part of the names of 11 people, however many there are.

All are games of titles and numbers of players that are the same on both sites.
"""


def main() -> int:
    """Measure both sites in turn; return whether any ratio is over its goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small")
    parser.add_argument("large")
    parser.add_argument("--night", action="store_true", help="Run the nightly tasks, too.")
    given = parser.parse_args()
    over = 0
    with _site(given.small) as small, _site(given.large) as large:
        for what in (*PAGES, CONFIRM, SWEEP):
            pairs = [(small(what), large(what)) for _ in range(ROUNDS)]
            before, after = (statistics.median(times) for times in zip(*pairs, strict=True))
            goal = SWEEP_GOAL if what == SWEEP else PAGE_GOAL
            over += after / before > goal
            print(
                f"{before:7.1f} ms, {after:7.1f} ms: {after / before:5.2f} ({goal:g}) {what}",
                flush=True,
            )
        print(f"{over} of {len(PAGES) + 2} take longer on the large site than they should.")
    for night in NIGHTLY if given.night else ():
        for url in (given.small, given.large):
            with _site(url) as site:
                took, memory = site(night), site("memory")
                print(f"{night}: {took / 1000:.0f} s, {memory:.0f} MB at most", flush=True)
    return int(over > 0)


@contextmanager
def _site(url: str) -> Iterator[Callable[[str], float]]:
    """Start a process for a database; what it is asked for it does, and answers with a number."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.large_site"],
        env=os.environ | {"DATABASE_URL": url},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def ask(what: str) -> float:
        print(what, file=child.stdin, flush=True)
        return float(child.stdout.readline())

    try:
        yield ask
    finally:
        child.stdin.close()
        child.wait()


NIGHTLY = ("record_results", "fill_statistics", "rank_everyone", "recompute_ratings", "mark")

if __name__ == "__main__":
    sys.exit(main())
