"""Letters with real workers, real brokers and more than one connection."""

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from django.db import connection, transaction

from games.post import services
from games.post.models import Letter, Received, Schedule
from games.post.services import queue
from games.post.transports import MAIL, transports
from hansa_site.celery import app as site
from tests import parts
from tests.factories import LetterFactory, UserFactory
from tests.post import conftest
from tests.post.conftest import Desk, put_aside

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

IN_TIME = 10.0


@contextmanager
def worker(monkeypatch: pytest.MonkeyPatch, url: str, **options: object) -> Iterator[None]:
    """A worker on a broker, reading a queue that nobody else writes."""
    app = Celery("test", broker=url, set_as_current=False)
    app.conf.update(
        include=["games.post.tasks"],
        broker_transport_options=options,
        task_default_queue=f"test-{uuid.uuid4().hex}",
        task_ignore_result=True,
    )
    app.loader.import_default_modules()
    monkeypatch.setattr(queue, "current_app", app)
    try:
        with start_worker(app, pool="solo", perform_ping_check=False, loglevel="ERROR"):
            yield
    finally:
        # The worker made its own app that of all threads.
        site.set_current()
        site.set_default()


def wait_for(happened: Callable[[], bool]) -> None:
    deadline = monotonic() + IN_TIME
    while not happened():
        assert monotonic() < deadline, "it did not happen in time"
        sleep(0.05)


def order_and_wait() -> None:
    with transaction.atomic():
        letter = conftest.order(UserFactory(), "wait:1")
    wait_for(lambda: Letter.objects.get(pk=letter.pk).state == Letter.State.SENT)


@pytest.mark.redis
def test_a_letter_goes_through_redis_and_a_worker(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with worker(monkeypatch, parts.REDIS_URL):
        order_and_wait()
    assert len(desk.sent) == 1


def test_a_letter_goes_through_a_folder_and_a_worker(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folders = {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
    }
    for folder in folders.values():
        Path(folder).mkdir(exist_ok=True)
    with worker(monkeypatch, "filesystem://", **folders):
        order_and_wait()
    assert len(desk.sent) == 1


def in_threads(*jobs: Callable[[], object]) -> None:
    """Run jobs at the same moment, each on a connection of its own."""
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> None:
        start.wait()
        try:
            job()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(IN_TIME)
        assert not thread.is_alive()


def test_many_workers_send_a_letter_once(desk: Desk) -> None:
    letters = LetterFactory.create_batch(5)
    in_threads(services.sweep, services.sweep, *[
        lambda letter=letter: services.deliver(letter_id=letter.pk) for letter in letters
    ])  # fmt: skip
    assert sorted(letter.pk for letter in desk.sent) == [letter.pk for letter in letters]


def test_many_workers_make_one_digest(desk: Desk) -> None:
    user = UserFactory()
    Schedule.objects.create(user=user, mode=Schedule.Mode.DIGEST)
    letters = LetterFactory.create_batch(4, recipient=user)
    in_threads(services.sweep, services.sweep, *[
        lambda letter=letter: services.deliver(letter_id=letter.pk) for letter in letters
    ])  # fmt: skip
    services.sweep()
    (digest,) = desk.sent
    assert set(digest.parts.all()) == set(letters)
    assert not Letter.objects.waiting().exists()


def test_two_who_order_the_same_letter_order_one(desk: Desk) -> None:
    user = UserFactory()

    def order() -> None:
        conftest.order(user, "wait:1")

    in_threads(order, order, order)
    assert Letter.objects.count() == 1


def test_a_slow_mail_server_holds_up_no_move(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = LetterFactory()
    sending, answer = threading.Event(), threading.Event()
    hand_over = desk.send

    def slowly(*args: object) -> None:
        sending.set()
        assert answer.wait(IN_TIME)
        hand_over(*args)

    def move() -> None:
        assert sending.wait(IN_TIME)
        assert put_aside(letter.recipient, letter.topic) == 1
        answer.set()

    monkeypatch.setattr(transports()[MAIL], "send", slowly)
    in_threads(lambda: services.deliver(letter_id=letter.pk), move)
    letter.refresh_from_db()
    assert letter.state == Letter.State.SENT, "it had left already, and that is what is kept"


@pytest.mark.postgres
def test_a_letter_that_another_transaction_holds_does_not_stop_a_sweep(desk: Desk) -> None:
    held, free = LetterFactory.create_batch(2)
    locked, swept = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Letter.objects.select_for_update().get(pk=held.pk)
            locked.set()
            assert swept.wait(IN_TIME)

    def sweep() -> None:
        assert locked.wait(IN_TIME)
        services.sweep()
        swept.set()

    in_threads(hold, sweep)
    assert desk.sent == [free]
    services.sweep()
    assert desk.sent == [free, held]


@pytest.mark.postgres
def test_while_one_bundles_for_a_person_nobody_else_does(desk: Desk) -> None:
    user = UserFactory()
    Schedule.objects.create(user=user, mode=Schedule.Mode.DIGEST)
    LetterFactory.create_batch(2, recipient=user)
    held, swept = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Schedule.objects.select_for_update().get(user=user)
            held.set()
            assert swept.wait(IN_TIME)

    def sweep() -> None:
        assert held.wait(IN_TIME)
        services.sweep()
        swept.set()

    in_threads(hold, sweep)
    assert not desk.sent
    services.sweep()
    assert len(desk.sent) == 1


@pytest.mark.postgres
def test_a_digest_is_recorded_while_a_game_of_it_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = UserFactory()
    Schedule.objects.create(user=user, mode=Schedule.Mode.DIGEST)
    LetterFactory.create_batch(2, recipient=user)
    seat = Received.objects.create(message_id="what both write, such as a seat", user=user)
    held, noting = threading.Event(), threading.Event()

    def note(*_: object) -> None:
        noting.set()
        Received.objects.filter(pk=seat.pk).update(topic="noted")

    def move() -> None:
        with transaction.atomic():
            Received.objects.filter(pk=seat.pk).update(outcome="moved")
            held.set()
            assert noting.wait(IN_TIME)
            put_aside(user, "test:1")

    def sweep() -> None:
        assert held.wait(IN_TIME)
        services.sweep()

    monkeypatch.setattr(conftest.Note, "note_sent", note)
    in_threads(move, sweep)
    assert len(desk.sent) == 1
    assert set(Letter.objects.values_list("state", flat=True)) == {Letter.State.SENT}
