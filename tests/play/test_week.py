"""Weeks in which phones die, come back and are replaced: no turn is missed, nothing comes twice."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.play.models import Wait
from games.post import services as post
from games.post.models import SILENCE, Channel, Letter, Schedule
from games.post.transports import MAIL
from tests.cases import first
from tests.nim import Nim, NimDrawing, NimWording
from tests.play.timepiece import Timepiece, timepiece
from tests.play.titles import with_title
from tests.play.week import FOREVER, Person, Phone, Told, World

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
UNSEEN = timedelta(minutes=5)
"""How long emails about turns wait on this site."""
SWEEP = timedelta(seconds=5)
"""What may pass until something that is due has left."""
MOMENT = timedelta(microseconds=1)
INSTEAD = "so this comes by email"
Mode = Schedule.Mode
SEEDS = first(1, [1, 0, *range(2, 12)])


@pytest.fixture(autouse=True)
def _nim() -> Iterator[None]:
    with with_title(Nim(), NimDrawing(), NimWording()):
        yield


@pytest.fixture
def world(seed: int, timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    settings.UNSEEN_MINUTES = UNSEEN.seconds / 60
    settings.USERSESSIONS_TRACK_ACTIVITY = True
    return World(seed, timepiece, monkeypatch)


def chosen(person: Person, mode: str, **more: Any) -> None:
    schedule = {"minutes": 60, "hour": 8, "reminders": [50], **more}
    post.set_schedule(user=person.user, mode=mode, **schedule)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_turn_is_told_in_time_and_once_whatever_becomes_of_phones(
    world: World, seed: int
) -> None:
    rng, start = world.rng, world.clock.now
    ann = world.person(time_zone="Europe/Berlin")
    bea = world.person(time_zone="America/New_York")
    cid = world.person(time_zone="Asia/Kolkata")
    dan = world.person()
    chosen(bea, Mode.DIGEST, weekday=6)
    chosen(cid, Mode.UNSEEN, quiet_from=22, quiet_to=7)
    chosen(dan, Mode.LATER, minutes=30)
    dan.only_asks, dan.wait = True, timedelta(minutes=15)
    # Emails of those who connect a phone wait for an hour; some sleep, too.
    phone = world.connect(ann, "first")
    if seed % 2:
        chosen(ann, Mode.LATER, quiet_from=23, quiet_to=8)
    others = [world.connect(dan, "phone"), world.connect(dan, "laptop")]
    if seed % 2 == 0:
        others.append(world.connect(bea, "tablet"))
    world.seat(ann, bea, dan)
    world.seat(cid, ann, hours=240)

    dies = start + DAY * rng.uniform(1, 3)
    back = dies + SILENCE + DAY * rng.uniform(2, 3)
    replaced = back + DAY * rng.uniform(1, 2)
    signed_out = replaced + DAY * rng.uniform(2, 3)
    end = signed_out + 2 * DAY
    world.plan(dies, lambda: world.turn_off(phone, back))
    world.plan(replaced, lambda: world.replace(ann, phone, "second"))
    world.plan(signed_out, lambda: world.sign_out(ann.phones[-1]))
    for each in others:
        off = start + DAY * rng.uniform(0, 12)
        until = off + HOUR * rng.uniform(1, 30)
        world.plan(off, lambda each=each, until=until: world.turn_off(each, until))
    broken = start + DAY * rng.uniform(1, 14)
    world.plan(broken, lambda: setattr(world.network, "status", 503))
    world.plan(broken + HOUR * rng.uniform(1, 3), lambda: setattr(world.network, "status", 201))
    world.run(end)

    check_ledger(world)
    assert any(INSTEAD in told.text for told in world.mails)
    assert {told.way for told in world.told} == {MAIL, *endpoints(world)}
    assert not Channel.objects.filter(user=ann.user, active=True).exists()


def endpoints(world: World) -> set[str]:
    return {phone.endpoint for person in world.people.values() for phone in person.phones}


def check_ledger(world: World) -> None:
    """Hold what has left the site, and what was seen, against all questions."""
    seen = Counter((told.key, told.reader, told.way) for told in world.told)
    assert [key for key, times in seen.items() if times > 1] == []
    for told in world.left:
        person = world.people[told.reader]
        assert not person.is_quiet(told.sent), told
        assert (
            told.way == MAIL
            or told.key.startswith(("turn:", "reminder:"))
            or (not person.only_asks)
        ), told
    for wait in Wait.objects.select_related("player__user").order_by("pk"):
        person = world.people[wait.player.user_id]
        names = (f"turn:{wait.pk}", f"reminder:{wait.pk}:")
        check_question(world, person, wait, [
            [each for each in kind if each.key == names[0] or each.key.startswith(names[1])]
            for kind in (world.left, world.told)
        ])  # fmt: skip
    # Unlike `contains`, which does not tell this from a sentence about an error in SQLite.
    assert not Letter.objects.filter(error__regex="Error: ").exists(), "nothing broke off"
    late = Letter.objects.waiting().filter(due_at__lt=world.clock.now - HOUR)
    assert not late.exists()


def check_question(world: World, person: Person, wait: Wait, ledger: list[list[Told]]) -> None:
    """Hold that one question was told in time, while it was asked, and by no email too many."""
    left, told = ledger
    asked, ended = wait.since, wait.ended_at or world.clock.now
    about = f"wait {wait.pk}, {asked} to {ended}, of {person.user.username}: {told}"
    assert all(asked <= each.sent <= ended for each in left), about
    latest = told_by(world, person, wait)
    if latest + SWEEP < ended:
        assert any(each.seen <= latest + SWEEP for each in told), f"missed by {latest}: {about}"
    pushed = person.awake(asked + person.wait)
    for phone in person.phones:
        healthy = phone.connected <= asked and all(
            phone.is_on(at) and world.works(phone, at) for at in (asked, pushed + SWEEP)
        )
        if healthy and pushed + SWEEP < ended:
            assert any(
                each.way == phone.endpoint and each.seen <= pushed + SWEEP for each in told
            ), f"not on {phone.name}: {about}"
    for mail in left:
        if mail.way != MAIL:
            continue
        works = any(world.works(phone, mail.sent) for phone in person.phones)
        if (
            person.schedule.mode == Mode.LATER
            and not mail.urgent
            and reliable(world, person, asked, mail.sent)
        ):
            assert mail.sent >= told_by(world, person, wait), f"by email, too: {about}"
        fails = any(phone.connected <= mail.sent for phone in person.phones) and not works
        assert not (works and INSTEAD in mail.text), about
        if fails and all(silent(world, phone, mail.sent) for phone in person.phones):
            assert INSTEAD in mail.text, about


def silent(world: World, phone: Phone, moment: datetime) -> bool:
    """Return whether a phone is there, but has not answered for too long."""
    known = [each for each in world.network.log if each.endpoint == phone.endpoint]
    taken = [each.status for each in known if each.at <= moment][-1:] in ([], [201])
    there = phone.connected <= moment < phone.ended
    return there and taken and not world.works(phone, moment)


def reliable(world: World, person: Person, since: datetime, to: datetime) -> bool:
    """Return whether the site could rely on one of a person's phones all the time."""
    # What a push of the same moment showed was not known yet.
    changes = {
        since - MOMENT,
        since,
        to,
        *(asked.at for asked in world.network.log if since <= asked.at <= to),
    }
    for phone in person.phones:
        changes |= {at for at in (phone.connected, phone.ended) if since <= at <= to}
    return any(
        phone.connected <= since and all(world.works(phone, at) for at in changes)
        for phone in person.phones
    )


def told_by(world: World, person: Person, wait: Wait) -> datetime:
    """Return when a question has to be told at the latest, if it is still asked then."""
    schedule, asked = person.schedule, wait.since
    soon = person.awake(asked + UNSEEN)
    if schedule.mode == Mode.LATER and any(world.works(each, asked) for each in person.phones):
        pushed = person.awake(asked + person.wait)
        return person.awake(pushed + timedelta(minutes=schedule.minutes))
    if schedule.mode == Mode.DIGEST:
        digest = person.next_digest(asked)
        return digest if digest + DAY <= (wait.deadline or FOREVER) else person.awake(asked)
    return soon
