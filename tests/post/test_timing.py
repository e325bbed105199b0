"""When letters are due: laws over every rhythm, every time zone and every change of clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.post.models import Schedule
from games.post.timing import PATIENCE, TIME, after_quiet, is_quiet, latest, planned, put_off

Mode = Schedule.Mode

HOURS = st.integers(0, 23)
ZONES = st.sampled_from(sorted(available_timezones())).map(ZoneInfo)
# Samoa skipped a whole day in 2011, and Dublin's winter is its daylight saving.
MOMENTS = st.timedeltas(timedelta(0), timedelta(days=47 * 365)).map(
    datetime(1990, 1, 1, tzinfo=UTC).__add__
)
CADENCES = st.builds(
    Schedule,
    mode=st.sampled_from([Mode.NOW, Mode.QUIET, Mode.DIGEST]),
    minutes=st.integers(1, 1440),
    hour=HOURS,
    quiet_from=st.none() | HOURS,
    quiet_to=st.none() | HOURS,
)
# Between noon and noon the clock changes somewhere in these days.
CHANGES = st.sampled_from(
    [
        ("Europe/Berlin", datetime(2026, 3, 29, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 25, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 8, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 1, tzinfo=UTC)),
        ("Africa/Cairo", datetime(2026, 4, 24, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 5, tzinfo=UTC)),
        ("Pacific/Apia", datetime(2011, 12, 30, tzinfo=UTC)),
    ]
)
PLACES = st.one_of(
    st.tuples(ZONES, MOMENTS),
    st.builds(
        lambda change, minutes: (ZoneInfo(change[0]), change[1] + timedelta(minutes=minutes)),
        CHANGES,
        st.integers(-720, 2160),
    ),
)


@given(CADENCES, PLACES, st.booleans(), st.booleans())
def test_a_letter_is_due_neither_before_now_nor_in_quiet_hours(
    schedule: Schedule, place: tuple[ZoneInfo, datetime], urgent: bool, webhook: bool
) -> None:
    zone, now = place
    due = planned(schedule, zone, now, urgent=urgent, channel=webhook)
    assert due >= now
    assert not is_quiet(schedule, zone, due)


@given(CADENCES, PLACES)
def test_quiet_hours_end_as_soon_as_they_may(
    schedule: Schedule, place: tuple[ZoneInfo, datetime]
) -> None:
    zone, moment = place
    end = after_quiet(schedule, zone, moment)
    step = timedelta(minutes=15)
    while moment + step < end:
        assert is_quiet(schedule, zone, moment)
        moment += step


@given(CADENCES, PLACES)
def test_a_day_is_the_longest_that_anything_waits(
    schedule: Schedule, place: tuple[ZoneInfo, datetime]
) -> None:
    zone, now = place
    most = timedelta(hours=24)
    quiet = timedelta(hours=23 if schedule.quiet_from is not None else 0)
    # A change of clocks, or a day that a country skips, comes on top.
    assert planned(schedule, zone, now) <= now + most + quiet + timedelta(hours=25)


@given(HOURS, MOMENTS, ZONES)
def test_the_digest_comes_at_its_hour(hour: int, now: datetime, zone: ZoneInfo) -> None:
    due = planned(Schedule(mode=Mode.DIGEST, hour=hour), zone, now)
    local = due.astimezone(zone)
    # Where the clock jumps over the hour, it comes when the clock goes on.
    skipped = local.utcoffset() != (local - timedelta(hours=24)).utcoffset()
    assume(not skipped)
    assert (local.hour, local.minute) == (hour, 0)


@given(HOURS, st.integers(0, 6), PLACES)
def test_a_weekly_digest_comes_on_its_day_where_its_reader_is(
    hour: int, weekday: int, place: tuple[ZoneInfo, datetime]
) -> None:
    zone, now = place
    schedule = Schedule(mode=Mode.DIGEST, hour=hour, weekday=weekday)
    due = planned(schedule, zone, now)
    local = due.astimezone(zone)
    assume(local.hour == hour)  # else the clock jumps over the hour
    assert local.weekday() == weekday
    # A country may skip a day, and with it a digest.
    assert now <= due <= now + timedelta(days=14, hours=2)
    soon = due + TIME - timedelta(seconds=1)
    assert planned(schedule, zone, now, until=soon) == now, "not if it would come too late"


@given(CADENCES, PLACES, st.integers(0, 300), st.integers(0, 40 * 24 * 60))
def test_an_email_waits_from_when_a_push_has_told_the_same(
    schedule: Schedule, place: tuple[ZoneInfo, datetime], wait: int, clock: int
) -> None:
    zone, now = place
    schedule.mode = Mode.LATER
    until = now + timedelta(minutes=clock)
    push = planned(schedule, zone, now, channel=True, wait=wait, until=until)
    mail = planned(schedule, zone, now, pushed=wait, until=until)
    apart = timedelta(minutes=schedule.minutes)
    assert mail >= push
    if mail < push + apart:
        assert mail == after_quiet(schedule, zone, latest(now, until)), "its clock is short"
    assert planned(schedule, zone, now, pushed=wait) == after_quiet(
        schedule, zone, planned(schedule, zone, now, channel=True, wait=wait) + apart
    )


@given(CADENCES, PLACES)
def test_what_is_urgent_waits_only_for_the_end_of_quiet_hours(
    schedule: Schedule, place: tuple[ZoneInfo, datetime]
) -> None:
    zone, now = place
    urgent = planned(schedule, zone, now, urgent=True)
    assert urgent == after_quiet(schedule, zone, now) == planned(schedule, zone, now, channel=True)
    assert planned(schedule, zone, now) >= urgent


@given(CADENCES, PLACES, st.lists(st.integers(0, 2000), max_size=30))
def test_changes_put_a_letter_off_but_not_for_ever(
    schedule: Schedule, place: tuple[ZoneInfo, datetime], changes: list[int]
) -> None:
    zone, ordered = place
    schedule.mode = Mode.QUIET
    limit = after_quiet(schedule, zone, ordered + PATIENCE * timedelta(minutes=schedule.minutes))
    due = planned(schedule, zone, ordered)
    now = ordered
    for minutes in changes:
        now += timedelta(minutes=minutes)
        if now >= due:
            break
        before, due = due, put_off(schedule, zone, ordered, now)
        assert before <= due <= limit
        assert not is_quiet(schedule, zone, due)


@given(CADENCES, PLACES, st.integers(60, 30 * 24 * 60), st.lists(st.integers(0, 2000), max_size=30))
def test_what_waits_for_quiet_leaves_enough_of_its_clock(
    schedule: Schedule, place: tuple[ZoneInfo, datetime], clock: int, changes: list[int]
) -> None:
    zone, ordered = place
    schedule.mode = Mode.QUIET
    time = timedelta(minutes=clock)
    until = ordered + time
    left = min(TIME, time * 3 / 4)
    now, due = ordered, planned(schedule, zone, ordered, until=until)
    for minutes in [0, *changes]:
        now += timedelta(minutes=minutes)
        if now >= due:
            break
        due = max(due, put_off(schedule, zone, ordered, now, until))
        # Only quiet hours, in which nobody would read it, may take more.
        assert due <= after_quiet(schedule, zone, max(now, until - left))
    schedule.quiet_from = None
    day = timedelta(hours=24)
    schedule.minutes = 1440
    assert planned(schedule, zone, ordered, until=ordered + day) == ordered + day / 4
    assert planned(schedule, zone, ordered, until=ordered + 3 * day) == ordered + day
    schedule.minutes = 15
    assert planned(schedule, zone, ordered, until=ordered + day) == ordered + timedelta(minutes=15)


@pytest.mark.parametrize("urgent", [False, True])
def test_never_is_never(urgent: bool) -> None:
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    zone = ZoneInfo("UTC")
    for topic in ("", "game:1"):
        never = Schedule(mode=Mode.NONE, topic=topic)
        assert planned(never, zone, now, urgent=urgent) is None
    assert planned(Schedule(mode=Mode.NONE), zone, now, channel=True) == now
    assert planned(Schedule(mode=Mode.NONE, topic="game:1"), zone, now, channel=True) is None


@pytest.mark.parametrize(
    ("zone", "moment", "end"),
    [
        ("Europe/Berlin", "2026-07-01T20:30Z", "2026-07-02T05:00Z"),
        ("Europe/Berlin", "2026-01-01T21:30Z", "2026-01-02T06:00Z"),
        ("Europe/Berlin", "2026-03-28T22:00Z", "2026-03-29T05:00Z"),
        ("Europe/Berlin", "2026-10-24T21:00Z", "2026-10-25T06:00Z"),
        ("America/New_York", "2026-07-01T20:30Z", "2026-07-01T20:30Z"),
        ("Asia/Kolkata", "2026-07-01T17:00Z", "2026-07-02T01:30Z"),
    ],
)
def test_from_ten_to_seven_by_the_clock_on_the_wall(zone: str, moment: str, end: str) -> None:
    schedule = Schedule(quiet_from=22, quiet_to=7)
    found = after_quiet(schedule, ZoneInfo(zone), datetime.fromisoformat(moment))
    assert found == datetime.fromisoformat(end)
