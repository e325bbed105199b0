"""How many times as much two hosts do as one, when each has the same limited share of a processor.

Hosts are network namespaces as in the soak, each with web processes and a worker, in a control
group that limits them all together. PostgreSQL, PgBouncer, Redis, a mail server and the program
that confirms are in the hub, without a limit. So many hands for each host look at games and confirm
turns, each at once after its answer. Everything shares this machine: two hosts and the rest must
together need less than its processors.

Needs root, PgBouncer and the programs of PostgreSQL and Redis.
"""

import argparse
import math
import os
import statistics
import sys
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hansa_site import processes
from hansa_site.children import Children, Ended
from tests import parts
from tests.bench.flow import Hands, Turn, lay
from tests.children import descendants
from tests.running import servers
from tests.running.mails import mail_server
from tests.soak import hosts

GOAL = 1.8
"""So many times as many confirms two hosts should do as one."""
HANDS = 6
"""Hands for each host."""
WARM_UP = 16
"""Pages and confirms of each host before those that are measured."""
NUMBERS = (1, 2)
"""Of hosts that are compared."""
GAMES = 60
"""For each host that takes part in a round."""
START_TIME, PATIENCE = 60.0, 120.0
FAIR = 0.95
"""Of its share a host must have used for a figure that counts."""
PERIOD = 20_000
"""Microseconds in which a host has its share once."""
NEW, OLD = Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/cpu")
"""Where Linux has the control groups of processors, in version 2 and before."""


class Share:
    """A control group whose processes have a share of one processor, all together.

    Nothing else on this machine takes from it: its weight is the highest there is.
    """

    def __init__(self, name: str) -> None:
        controllers = NEW / "cgroup.controllers"
        self._new = controllers.exists() and "cpu" in controllers.read_text().split()
        if self._new:
            (NEW / "cgroup.subtree_control").write_text("+cpu")
        self._path = (NEW if self._new else OLD) / f"{name}-{os.getpid()}"
        self._path.mkdir()
        weight, most = ("cpu.weight", 10_000) if self._new else ("cpu.shares", 262_144)
        (self._path / weight).write_text(str(most))

    def limit(self, percent: int | None) -> None:
        """Give it so many percent of one processor, or all that there are."""
        quota = PERIOD * percent // 100 if percent else None
        if self._new:
            (self._path / "cpu.max").write_text(f"{quota or 'max'} {PERIOD}")
        else:
            (self._path / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self._path / "cpu.cfs_quota_us").write_text(str(quota or -1))

    def command(self, command: list[str]) -> list[str]:
        """Return a command that runs another in the group."""
        return ["sh", "-c", 'echo $$ > "$0" && exec "$@"', f"{self._path}/cgroup.procs", *command]

    def end(self) -> None:
        """Remove it; nothing may run in it any more."""
        self._path.rmdir()


class Figures(NamedTuple):
    """How many a second were done, and the processors that each part took meanwhile.

    `emails` are those that workers handed over, in a second.
    """

    rate: float
    shares: dict[str, float]
    emails: float = 0.0

    def __str__(self) -> str:
        shares = ", ".join(f"{name} {100 * share:.0f} %" for name, share in self.shares.items())
        return f"{self.rate:.2f} a second, {self.emails:.2f} emails (of a processor: {shares})"


class Looking(Hands):
    """Hands that look at games too."""

    def look(self, game: int, user: int) -> None:
        """Look at a game as one of its players."""
        headers = {"Cookie": f"sessionid={self.sessions[user]}", "Connection": "close"}
        answer = self._web.request("GET", f"{self.address}/game/{game}/", headers=headers)
        if answer.status != 200:
            self.refused.append(f"game {game}: {answer.status}")


class Laid(NamedTuple):
    """Games that stand alike, the turns that follow in each, and the sessions of their players."""

    turns: list[Turn]
    tables: Iterator[tuple[int, dict[int, int]]]
    version: int
    sessions: dict[int, str]


class Site:
    """A site on some of the hosts, with hands that use it."""

    def __init__(self, where: Sequence[hosts.Host], laid: Laid, servers: dict[str, int]) -> None:
        addresses = [f"http://{host.address}:{hosts.PORT}" for host in where]
        self.hands = [Looking(each, laid.sessions, laid.version) for each in addresses]
        self.where = where
        self.groups = {name: [pid] for name, pid in servers.items()}
        self._laid = laid
        self._tables = deque(islice(laid.tables, len(where) * GAMES))
        self._turn = dict.fromkeys((game for game, _ in self._tables), 0)

    def start(self, children: Children, shares: Mapping[str, Share], env: dict[str, str]) -> None:
        """Start web processes and a worker on each host, and beat on the first."""
        for host in self.where:
            own = env | {
                "WEB_LISTEN": f"{host.address}:{hosts.PORT}",
                "VAR": f"{env['VAR']}/{host.name}",
            }
            pids = []
            for name in ("web", "worker", *(["beat"] if host is self.where[0] else [])):
                command = host.command(processes.command(name, own, host.name))
                children.start(f"{name} {host.name}", shares[host.name].command(command), own)
                pids.append(children.running[f"{name} {host.name}"].pid)
            self.groups[host.name] = pids
        deadline = time.monotonic() + START_TIME
        while not all(processes.answers(hand.address) for hand in self.hands):
            if time.monotonic() > deadline or children.dead():
                raise SystemExit("The site did not start.")
            time.sleep(0.3)

    def look(self, hand: Looking) -> None:
        """Look at some game."""
        game, users = self._tables[0]
        hand.look(game, next(iter(users.values())))

    def confirm(self, hand: Looking) -> None:
        """Confirm the next turn of the game that was left alone the longest."""
        game, users = self._tables.popleft()
        number = self._turn[game]
        turn = self._laid.turns[number]
        hand.confirm(time.monotonic(), game, users[turn.seat], number, turn)
        self._turn[game] += 1
        if self._turn[game] < len(self._laid.turns):
            self._tables.append((game, users))

    def repeat(
        self, do: Callable[[Looking], None], *, seconds: float, most: float = math.inf
    ) -> Figures:
        """Let all hands do something again and again for some time, so often at most."""
        done: list[float] = []
        start, before, own = time.monotonic(), _used(self.groups), time.process_time()

        def work(hand: Looking) -> None:
            while time.monotonic() < start + seconds and len(done) < most:
                do(hand)
                done.append(time.monotonic())

        with ThreadPoolExecutor(HANDS * len(self.hands)) as pool:
            for each in [pool.submit(work, hand) for hand in self.hands * HANDS]:
                each.result()
        took, after = time.monotonic() - start, _used(self.groups)
        shares = {name: (after[name] - before[name]) / took for name in self.groups}
        return Figures(len(done) / took, shares | {"hands": (time.process_time() - own) / took})


def _used(groups: Mapping[str, Sequence[int]]) -> dict[str, float]:
    """Return the seconds of a processor that processes took, with all that they started."""
    return {
        name: sum(_seconds(each) for pid in pids for each in (pid, *descendants(pid)))
        for name, pids in groups.items()
    }


def _seconds(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    # utime, stime, and those of children that have ended: fields 14 to 17 of proc(5).
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def lay_games(rounds: int) -> Laid:
    """Make an empty database a site with as many games as are needed."""
    from django.conf import settings  # noqa: PLC0415 - needs Django
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415

    from games.accounts.models import User  # noqa: PLC0415
    from games.play.models import Game  # noqa: PLC0415
    from games.post.models import Letter  # noqa: PLC0415
    from tests.soak.people import sign_in  # noqa: PLC0415

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    turns, tables = lay(rounds * GAMES * sum(NUMBERS))
    Letter.objects.all().delete()
    sessions = sign_in(list(User.objects.all()))
    version = Game.objects.get(pk=tables[0][0]).version
    with connections["default"].cursor() as cursor:
        cursor.execute("ANALYZE")
    connections.close_all()
    return Laid(turns, iter(tables), version, sessions)


def measure(
    site: Site, shares: Mapping[str, Share], given: argparse.Namespace
) -> tuple[Figures, Figures]:
    """Return how many pages and how many confirms a site does within the limits of its hosts."""
    from django.utils import timezone  # noqa: PLC0415 - needs Django

    from games.post.models import Letter  # noqa: PLC0415

    for share in shares.values():
        share.limit(None)
    with Children() as children:
        site.start(children, shares, dict(os.environ))
        # Each process draws its first board in seconds.
        site.repeat(site.look, seconds=PATIENCE, most=WARM_UP * len(site.hands))
        site.repeat(site.confirm, seconds=PATIENCE, most=WARM_UP * len(site.hands))
        for share in shares.values():
            share.limit(given.percent)
        pages = site.repeat(site.look, seconds=given.seconds)
        begun = timezone.now()
        confirms = site.repeat(site.confirm, seconds=given.seconds)
        took = timezone.now() - begun
        sent = Letter.objects.filter(sent_at__gte=begun, sent_at__lt=begun + took).count()
        for share in shares.values():
            share.limit(None)
        deadline = time.monotonic() + PATIENCE
        while Letter.objects.waiting().exists() and time.monotonic() < deadline:
            time.sleep(0.5)
    if refused := [each for hand in site.hands for each in hand.refused]:
        raise SystemExit(f"{len(refused)} were refused: {refused[:3]}")
    return pages, confirms._replace(emails=sent / took.total_seconds())


def run(
    given: argparse.Namespace, where: list[hosts.Host], laid: servers.Servers, stack: ExitStack
) -> int:
    """Measure one host and two in turn, and print; return the exit status."""
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    games = lay_games(given.rounds)
    pool = hosts.Pool(Path(os.environ["VAR"], "pgbouncer"), laid.database.port)
    stack.callback(pool.kill)
    os.environ |= pool.env
    pids = {
        "PostgreSQL": laid.database.process.pid,
        "PgBouncer": pool.process.pid,
        "Redis": laid.queue.process.pid,
    }
    shares = {}
    for host in where:
        shares[host.name] = Share(host.name)
        stack.callback(shares[host.name].end)
    found: dict[tuple[str, int], list[float]] = defaultdict(list)
    for _, number in product(range(given.rounds), NUMBERS):
        figures = measure(Site(where[:number], games, pids), shares, given)
        for what, each in zip(("pages", "confirms"), figures, strict=True):
            print(f"{number} of {given.percent} % of a processor: {what} {each}", flush=True)
            found[what, number].append(each.rate)
            least = min(share for name, share in each.shares.items() if name in shares)
            if least < FAIR * given.percent / 100:
                print("Others kept a host from its share: measure on a calmer machine.")
    ratios = {
        what: statistics.median(found[what, 2]) / statistics.median(found[what, 1])
        for what in ("pages", "confirms")
    }
    for what, ratio in ratios.items():
        print(f"Two hosts do {ratio:.2f} times as many {what} as one (goal {GOAL})")
    return int(min(ratios.values()) < GOAL)


def main() -> int:
    """Make hosts, servers and a site, measure, and leave nothing behind."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hosts", description=__doc__)
    parser.add_argument("--percent", type=int, default=35, help="of a processor for each host")
    parser.add_argument("--seconds", type=int, default=30, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of one host and two")
    given = parser.parse_args()
    if reason := servers.missing() or hosts.missing():
        raise SystemExit(f"This needs hosts and servers of its own, but {reason}.")
    mail = parts.free_port()
    try:
        with (
            hosts.network(max(NUMBERS)) as where,
            TemporaryDirectory() as folder,
            servers.servers(Path(folder), address=hosts.HUB) as laid,
            mail_server(mail, hosts.HUB),
            ExitStack() as stack,
        ):
            var = Path(folder, "var")
            var.mkdir()
            os.environ |= laid.env | {
                "DJANGO_SETTINGS_MODULE": "hansa_site.settings",
                "ALLOWED_HOSTS": ",".join(host.address for host in where),
                "EMAIL_URL": f"smtp://{hosts.HUB}:{mail}",
                "SECRET_KEY": "only-for-the-bench",
                "UNSEEN_MINUTES": "0",
                "LOG_LEVEL": "CRITICAL",
                "WEB_PROCESSES": "2",
                "WORKER_PROCESSES": "1",
                "VAR": str(var),
                "PYTHONPATH": str(Path(__file__).parents[2]),
            }
            return run(given, where, laid, stack)
    except Ended:
        return 130


if __name__ == "__main__":
    sys.exit(main())
