"""In whatever order things happen, and whenever a worker dies: no letter is lost, none goes out
twice, and none that was put aside, that is not wanted, or at an hour that is to be quiet."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.post import services, timing
from games.post.letters import Written
from games.post.models import Letter, Schedule
from games.post.notifications import digest, kinds
from games.post.services import delivery
from games.post.transports import MAIL, transports
from games.post.transports.mail import message_id
from tests.factories import UserFactory
from tests.post import conftest
from tests.post.conftest import Killed, Note, put_aside, said

SUBJECTS = ["game:1", "game:2"]
MODES = list(Schedule.Mode)
ZONE = ZoneInfo("Europe/Berlin")

TIMES = st.sampled_from([0, 1, 20, 60, 7 * 60, 24 * 60])
ABOUT = st.sampled_from(SUBJECTS)
ABOUT_ANY = st.sampled_from(["", *SUBJECTS])
ORDERS = st.tuples(st.just("order"), ABOUT, st.sampled_from([False, False, True]))
SWEEPS = st.one_of(
    st.tuples(st.just("sweep"), TIMES),
    st.tuples(st.just("sweep_and_die"), TIMES, st.integers(0, 25)),
    st.tuples(st.just("sweep_in_vain"), TIMES),
)
CHANGES = st.one_of(
    st.tuples(st.just("supersede"), ABOUT),
    st.tuples(st.just("debounce"), ABOUT),
    st.tuples(st.just("choose"), ABOUT_ANY, st.sampled_from(MODES)),
    st.tuples(st.just("unsubscribe"), ABOUT_ANY),
    st.tuples(st.just("drop"), ABOUT),
)
STEPS = st.one_of(ORDERS, ORDERS, SWEEPS, SWEEPS, CHANGES)
DAYS = (st.sampled_from(MODES), st.lists(STEPS, max_size=25))


class Room:
    """One person, the letters that are ordered for them, and the mails that they get."""

    def __init__(self) -> None:
        self.user = UserFactory(time_zone=ZONE.key)
        self.now = datetime(2026, 3, 28, 12, tzinfo=UTC)  # the next night has an hour less
        self.ordered: dict[str, str] = {}
        self.urgent: set[str] = set()
        self.aside: set[str] = set()
        self.unwanted: set[str] = set()
        self.mails: dict[str, set[str]] = {}
        self.in_the_window: set[str] = set()
        self.last: set[str] = set()
        # What fails while a letter is sent is caught, so it is kept here.
        self.wrongs: list[str] = []
        self.down = False

    def write(self, letter: Letter) -> Written:
        told = f"[{letter.key}]"
        return said(told, told, told, short=letter.key, url="https://x/")

    def send(self, letter: Letter, written: Written, address: str) -> None:
        if self.down:
            raise OSError("the mail server is down")
        told = set(re.findall(r"\[(\w+)\]", f"{written.subject} {written.text}"))
        for key in told:
            schedule = services.schedule_of(self.user, self.ordered[key])
            if key in self.aside:
                self.wrongs.append(f"{key} was put aside")
            if schedule.mode == Schedule.Mode.NONE:
                self.wrongs.append(f"{key} is not wanted")
            if timing.is_quiet(schedule, ZONE, self.now):
                self.wrongs.append(f"{key} is sent in quiet hours")
        self.mails.setdefault(message_id(letter), set()).update(told)
        self.last = told

    def order(self, topic: str, urgent: bool) -> None:
        key = f"k{len(self.ordered)}"
        self.ordered[key] = topic
        self.urgent |= {key} if urgent else set()
        conftest.order(self.user, key, topic, urgent=urgent)

    def supersede(self, topic: str) -> None:
        waiting = Letter.objects.waiting().filter(topic=topic)
        self.aside |= set(waiting.values_list("key", flat=True))
        put_aside(self.user, topic)

    def debounce(self, topic: str) -> None:
        services.debounce(topic=topic)

    def choose(self, topic: str, mode: str) -> None:
        services.set_schedule(
            user=self.user, topic=topic, mode=mode, minutes=15, hour=7, reminders=[50],
            quiet_from=22, quiet_to=6,
        )  # fmt: skip

    def unsubscribe(self, topic: str) -> None:
        services.unsubscribe(user=self.user, topic=topic)

    def drop(self, topic: str) -> None:
        services.drop_schedule(user=self.user, topic=topic)

    def sweep(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)
        services.sweep()

    def sweep_and_die(self, minutes: int, after: int) -> None:
        """Sweep in a worker that dies before the statement with this number."""
        self.now += timedelta(minutes=minutes)
        self.last = set()
        try:
            with connection.execute_wrapper(dying(after)):
                services.sweep()
        except Killed:
            self.in_the_window |= self.last

    def sweep_in_vain(self, minutes: int) -> None:
        self.down = True
        self.sweep(minutes)
        self.down = False


def dying(after: int) -> Callable[..., Any]:
    """A database that lets its client die before one of its statements."""
    left = [after]

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if "SAVEPOINT" not in sql:
            left[0] -= 1
            if left[0] == -1:
                raise Killed
        return execute(sql, *rest)

    return run


@contextmanager
def living_in(room: Room) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(patch.dict(kinds(), {Note.kind: Note}))
        stack.enter_context(patch.object(Note, "write", lambda _, letter: room.write(letter)))
        stack.enter_context(patch.object(transports()[MAIL], "send", room.send))
        stack.enter_context(patch.object(timezone, "now", lambda: room.now))
        stack.enter_context(patch.object(delivery.log, "exception"))
        stack.enter_context(patch.object(digest.log, "exception"))
        # Attempts are counted elsewhere; here no letter may be given up.
        stack.enter_context(patch.object(delivery, "MAX_ATTEMPTS", 1000))
        yield


class TestWholeRoom(TestCase):
    @settings(max_examples=50)
    @given(*DAYS)
    def test_laws(self, mode: str, steps: list[tuple[Any, ...]]) -> None:
        self.check(mode, steps)

    @pytest.mark.long
    @settings(max_examples=500)
    @given(*DAYS)
    def test_laws_with_more_examples(self, mode: str, steps: list[tuple[Any, ...]]) -> None:
        self.check(mode, steps)

    def check(self, mode: str, steps: list[tuple[Any, ...]]) -> None:
        room = Room()
        with living_in(room):
            room.choose("", mode)
            for name, *what in steps:
                getattr(room, name)(*what)
                unwanted = Letter.objects.filter(state=Letter.State.UNWANTED)
                room.unwanted |= set(unwanted.values_list("key", flat=True))
            for _ in range(8):
                room.sweep(7 * 60)
        assert not room.wrongs
        told = [key for keys in room.mails.values() for key in keys]
        assert len(told) == len(set(told)), "twice, in two mails"
        states = dict(Letter.objects.exclude(kind="digest").values_list("key", "state"))
        assert set(states) == set(room.ordered)
        for key, state in states.items():
            if state == Letter.State.SENT:
                assert key in told
            elif state == Letter.State.SUPERSEDED:
                assert key in room.aside
                assert key not in told or key in room.in_the_window
            else:
                assert state == Letter.State.UNWANTED, "it neither waits nor has failed"
                assert key in room.unwanted
                assert key not in told or key in room.in_the_window
        assert not Letter.objects.waiting().exists(), "nor does a digest"
