"""The folder of messages: none is seen before all of it is there, and none is lost."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest

from hansa_site.celery import app

MESSAGES = 3000
EXCHANGES = 100


@pytest.fixture
def _impatient() -> Iterator[None]:
    """Let threads take turns much more often than usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture
def options(tmp_path: Path) -> dict[str, str]:
    """Return the options of a broker in a folder."""
    queue, control = tmp_path / "queue", tmp_path / "control"
    queue.mkdir()
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
    }


def channel(options: dict[str, str]) -> Any:
    """Return a channel of its own to the folder, as a process of the site has it."""
    return app.connection_for_write("filesystem://localhost", transport_options=options).channel()


@pytest.mark.usefixtures("_impatient")
def test_a_worker_that_looks_all_the_time_gets_every_message_whole(options: dict[str, str]) -> None:
    taken: list[int] = []
    failed: list[ValueError] = []
    worker, site = channel(options), channel(options)

    def take() -> None:
        while not failed and len(taken) < MESSAGES:
            try:
                taken.append(worker._get("bots")["number"])
            except Empty:
                continue
            except ValueError as error:
                failed.append(error)

    taking = threading.Thread(target=take)
    taking.start()
    for number in range(MESSAGES):
        site._put("bots", {"number": number})
    taking.join()
    assert (failed, sorted(taken)) == ([], [*range(MESSAGES)])
    assert not [*Path(options["data_folder_in"]).iterdir()]


@pytest.mark.usefixtures("_impatient")
def test_an_exchange_that_processes_make_at_once_has_all_their_queues(
    options: dict[str, str],
) -> None:
    names = [f"queue{number}" for number in range(4)]
    exchanges = [f"all{number}" for number in range(EXCHANGES)]
    failed: list[ValueError] = []
    start = threading.Barrier(len(names))

    def bind(name: str) -> None:
        own = channel(options)
        for exchange in exchanges:
            start.wait()
            try:
                own._queue_bind(exchange, "", "", name)
            except ValueError as error:
                failed.append(error)

    binding = [threading.Thread(target=bind, args=(name,)) for name in names]
    for thread in binding:
        thread.start()
    for thread in binding:
        thread.join()
    assert not failed
    for exchange in exchanges:
        assert sorted(each.queue for each in channel(options).get_table(exchange)) == names
    assert len([*Path(options["control_folder"]).iterdir()]) == EXCHANGES
