"""The site on fewer connections to PostgreSQL than it has threads: a pool, or PgBouncer."""

import gc
import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, BoundedSemaphore, Thread

import psycopg
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from games.accounts.models import PersonalToken, User
from games.api import events
from games.play import services
from games.play.errors import Stale
from games.play.models import Move
from tests import parts
from tests.api.programs import Program
from tests.children import child
from tests.factories import UserFactory
from tests.pgbouncer import configure
from tests.play.factories import game_of_people, player_to_move

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

CONNECTIONS = 2
THREADS = 6


@pytest.fixture
def pool() -> Iterator[None]:
    """A pool of CONNECTIONS, as DATABASE_POOL makes it."""
    pool = {"min_size": 1, "max_size": CONNECTIONS, "timeout": 10}
    with changed(CONN_MAX_AGE=0, OPTIONS={"connect_timeout": 5, "pool": pool}):
        yield
        connection.close_pool()


@pytest.fixture
def pgbouncer() -> Iterator[None]:
    """A PgBouncer in transaction mode, and the settings that PGBOUNCER makes."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # noqa: PTH101 - as root, PgBouncer runs as another user
        given, own = connection.settings_dict, parts.free_port()
        file = configure(
            Path(folder),
            server=f"host={given['HOST']} port={given['PORT'] or 5432}",
            listen=("127.0.0.1", own),
            people={given["USER"]: given["PASSWORD"]},
            size=CONNECTIONS,
        )
        command = [parts.pgbouncer(), "--quiet", str(file)]
        with child([*command, *(["--user", "nobody"] if os.geteuid() == 0 else [])]) as process:
            until_it_answers(own)
            assert process.poll() is None
            with changed(HOST="127.0.0.1", PORT=own, DISABLE_SERVER_SIDE_CURSORS=True):
                yield


class changed:  # noqa: N801 - reads as a sentence
    """The settings of the database with changes, which each new connection has."""

    def __init__(self, **changes: object) -> None:
        self.changes = changes

    def __enter__(self) -> None:
        connection.close()
        self.before = dict(connection.settings_dict)
        connection.settings_dict.update(self.changes)

    def __exit__(self, *_: object) -> None:
        connection.close()
        connection.settings_dict.update(self.before)


def until_it_answers(port: int) -> None:
    for _ in range(100):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError("PgBouncer did not start.")


def servers() -> set[int]:
    """Return the processes by which PostgreSQL serves the database of the tests."""
    given = connection.settings_dict
    with psycopg.connect(
        host=HOST, port=PORT, user=given["USER"], password=given["PASSWORD"], dbname="postgres"
    ) as own:
        running = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
        return {pid for (pid,) in own.execute(running, [given["NAME"]])}


HOST = connection.settings_dict.get("HOST")
PORT = connection.settings_dict.get("PORT") or 5432


@pytest.fixture(params=["pool", pytest.param("pgbouncer", marks=pytest.mark.pgbouncer)])
def others(request: pytest.FixtureRequest) -> set[int]:
    """The servers of connections that other tests have left, before there are fewer."""
    others = servers()
    request.getfixturevalue(request.param)
    return others


def test_many_threads_play_and_look_on_few_connections(others: set[int]) -> None:
    players = [player_to_move(game_of_people()) for _ in range(THREADS)]
    UserFactory.create_batch(50)
    gate, most, troubles = Barrier(2 * THREADS), [], []

    def play(number: int) -> None:
        player = players[number // 2]
        orders = ["income 1t", "end"]
        gate.wait(timeout=30)
        try:
            # Two confirm the same turn at the same moment.
            with suppress(Stale):
                services.confirm(player=player, version=player.game.version, orders=orders)
            client = Client()
            for _ in range(5):
                assert client.get("/games/running/").status_code == 200
                assert len(list(User.objects.order_by("pk").iterator(chunk_size=7))) > 50
                most.append(len(servers() - others))
        except Exception as error:  # noqa: BLE001 - told at the end
            troubles.append(error)
        finally:
            connection.close()

    connection.close()
    threads = [Thread(target=play, args=(number,)) for number in range(2 * THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert Move.objects.filter(order="income 1t").count() == THREADS
    assert 0 < max(most) <= CONNECTIONS


def test_programs_that_wait_hold_no_connection(others: set[int], monkeypatch) -> None:
    people, programs = UserFactory.create_batch(THREADS), []
    monkeypatch.setattr(events, "WAITING", BoundedSemaphore(THREADS))
    answers: list[int] = []

    def wait(program: Program, cursor: str) -> None:
        try:
            asked = {"after": cursor, "wait": events.LONGEST_WAIT}
            answers.append(program.get("/events", asked).status_code)
        finally:
            connection.close()

    for person in people:
        program = Program(person)
        programs.append((program, program.get("/events").json()["cursor"]))
    threads = [Thread(target=wait, args=each) for each in programs]
    for thread in threads:
        thread.start()
    while not all(cache.get(f"api-waits:{person.pk}") is not None for person in people):
        time.sleep(0.05)
    for _ in range(5):
        assert Client().get("/games/running/").status_code == 200
        assert len(servers() - others) <= CONNECTIONS
    PersonalToken.objects.all().delete()
    for thread in threads:
        thread.join()
    assert answers == [401] * THREADS


def test_a_server_that_the_network_has_lost_is_given_up_after_15_seconds() -> None:
    connection.ensure_connection()
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as own:
        assert own.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        idle, pause, count, unanswered = (
            own.getsockopt(socket.IPPROTO_TCP, option)
            for option in (
                socket.TCP_KEEPIDLE,
                socket.TCP_KEEPINTVL,
                socket.TCP_KEEPCNT,
                socket.TCP_USER_TIMEOUT,
            )
        )
    assert idle + pause * count == unanswered / 1000 == 15


@pytest.mark.pgbouncer
@pytest.mark.usefixtures("pgbouncer")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cursor_outlives_its_transaction_only_with_the_setting() -> None:
    UserFactory.create_batch(20)

    def read() -> list[User]:
        people = User.objects.order_by("pk").iterator(chunk_size=5)
        first = next(people)
        with closing(connection.copy()) as other, other.cursor() as cursor:
            # Now the server that gave the first rows belongs to another client.
            cursor.execute("BEGIN")
            cursor.execute("SELECT 1")
            return [first, *people]

    assert len(read()) == 20
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = False
    with pytest.raises(psycopg.errors.InvalidCursorName):
        read()
    # The lost cursor complains that nobody closed it.
    gc.collect()
