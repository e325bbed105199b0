"""Nights in which the clocks change, each before a Sunday: what is told, and when on the wall."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.accounts.models import User
from games.post import services
from games.post.letters import Written
from games.post.models import Channel, Letter, Schedule
from games.post.transports import MAIL, transports
from tests.cases import first
from tests.factories import UserFactory
from tests.post.conftest import Clock, Desk, order, put_aside

pytestmark = pytest.mark.django_db

Mode = Schedule.Mode
HALF = timedelta(minutes=30)
NIGHTS = first(2, [
    pytest.param("Europe/Berlin", date(2026, 10, 25), 1, id="Berlin, autumn"),
    pytest.param("Australia/Sydney", date(2026, 10, 4), -1, id="Sydney, spring"),
    pytest.param("Europe/Berlin", date(2026, 3, 29), -1, id="Berlin, spring"),
    pytest.param("Australia/Sydney", date(2026, 4, 5), 1, id="Sydney, autumn"),
])  # fmt: skip
"""A zone, the day of the change, and how many hours longer its night is."""

Sent = list[tuple[str, str, datetime]]
"""By email or push, the key of the letter, and when it left, at its reader's place."""


@pytest.fixture
def sent(desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What has left by email and by push."""
    left: Sent = []

    def send(letter: Letter, written: Written, address: str) -> None:
        way = letter.channel.kind if letter.channel else MAIL
        zone = ZoneInfo(letter.reader.time_zone)
        left.append((way, letter.key.partition("@")[0], clock.now.astimezone(zone)))

    for name in (MAIL, "push"):
        monkeypatch.setattr(transports()[name], "send", send)
    return left


def reader(zone: str, mode: str, **more: object) -> User:
    user = UserFactory(time_zone=zone)
    schedule = {"minutes": 60, "hour": 7, "reminders": [], **more}
    services.set_schedule(user=user, mode=mode, **schedule)
    return user


def night(clock: Clock, zone: str, sunday: date) -> Iterator[datetime]:
    """Let the half hours from eight in the evening until nine pass, with a sweep in each."""
    begin, end = (
        datetime.combine(day, time(hour), tzinfo=ZoneInfo(zone)).astimezone(UTC)
        for day, hour in ((sunday - timedelta(days=1), 20), (sunday, 9))
    )
    clock.now = begin
    while clock.now < end:
        yield clock.now.astimezone(ZoneInfo(zone))
        services.sweep()
        clock.now += HALF


@pytest.mark.parametrize(("zone", "sunday", "longer"), NIGHTS)
def test_quiet_hours_are_those_on_the_wall(
    zone: str, sunday: date, longer: int, sent: Sent, clock: Clock
) -> None:
    user = reader(zone, Mode.NOW, quiet_from=22, quiet_to=7)
    Channel.objects.create(user=user, kind="push", url="https://push.example/phone")
    asked: dict[str, datetime] = {}
    for moment in night(clock, zone, sunday):
        key = f"wait:{len(asked)}"
        asked[key] = moment
        order(user, key, f"game:{len(asked)}")
    held = 0
    for way in (MAIL, "push"):
        left = {key: at for each, key, at in sent if each == way}
        assert left.keys() == asked.keys()
        for key, at in left.items():
            awake = 7 <= asked[key].hour < 22
            held += not awake
            assert awake or (at.date(), at.time()) == (sunday, time(7))
            assert not awake or at == asked[key]
    assert len(sent) == 2 * len(asked), "each once"
    assert held == 2 * 2 * (9 + longer)


@pytest.mark.parametrize("hour", [2, 7])
@pytest.mark.parametrize(("zone", "sunday", "longer"), NIGHTS)
def test_a_sunday_s_digest_comes_once_at_its_hour(
    zone: str, sunday: date, longer: int, hour: int, sent: Sent, clock: Clock
) -> None:
    user = reader(zone, Mode.DIGEST, hour=hour, weekday=6)
    week = timedelta(days=7)
    for day in (sunday - week, sunday, sunday + week):
        for moment in night(clock, zone, day):
            if (moment.hour, moment.minute) == (20, 30):
                order(user, f"{day}")
    skipped = longer < 0 and hour == 2
    assert [(key, at.date(), at.hour, at.minute) for _, key, at in sent] == [
        (f"{day}", day, 3 if skipped and day == sunday else hour, 0)
        for day in (sunday - week, sunday, sunday + week)
    ]


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize(("zone", "sunday", "longer"), NIGHTS)
def test_an_email_comes_an_hour_after_the_push_unless_one_has_played(
    zone: str, sunday: date, longer: int, quiet: bool, sent: Sent, clock: Clock
) -> None:
    """An hour that passes, whatever the clock on the wall says of it."""
    rest = {"quiet_from": 22, "quiet_to": 7} if quiet else {}
    user = reader(zone, Mode.LATER, **rest)
    Channel.objects.create(user=user, kind="push", url="https://push.example/phone")
    asked: dict[str, datetime] = {}
    for moment in night(clock, zone, sunday):
        number = len(asked)
        if number and number % 3 == 0:
            put_aside(user, f"game:{number - 1}")  # they have played within half an hour
        asked[f"wait:{number}"] = moment
        order(user, f"wait:{number}", f"game:{number}")
    pushed, mailed = ({key: at for each, key, at in sent if each == way} for way in ("push", MAIL))
    for number, (key, at) in enumerate(asked.items()):
        played = number % 3 == 2
        held = quiet and not 7 <= at.hour < 22
        morning = datetime.combine(sunday, time(7), tzinfo=ZoneInfo(zone))
        if number + 4 >= len(asked):
            continue  # the time of the test is over before the email is due
        assert pushed.get(key) == (None if held and played else morning if held else at)
        due = (pushed.get(key, at).astimezone(UTC) + timedelta(hours=1)).astimezone(ZoneInfo(zone))
        if quiet and not 7 <= due.hour < 22:
            due = morning
        assert mailed.get(key) == (None if played else due)
    assert len(sent) == len(pushed) + len(mailed), "each once"
