"""The arithmetic of clocks: what counts, and when it runs out."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.engine.clock import LONGEST_SLEEP, NO_REST, Rest, counted, deadline

# Zones that change their clocks by an hour, by half of one, and at midnight, and such as do not.
ZONES = [
    ZoneInfo(name)
    for name in (
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Africa/Cairo",
        "Pacific/Kiritimati",
    )
]
BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
DAYS = st.dates(date(2025, 1, 1), date(2028, 12, 31))
moments = st.integers(0, 4 * 365 * 24 * 3600).map(lambda s: BEGIN + timedelta(seconds=s))
spans = st.timedeltas(timedelta(), timedelta(days=12))


@st.composite
def rests(draw: st.DrawFn) -> Rest:
    sleeps = draw(st.none() | st.tuples(st.integers(0, 23), st.integers(1, LONGEST_SLEEP)))
    vacations = draw(st.lists(st.tuples(DAYS, st.integers(0, 20)), max_size=3))
    return Rest(
        zone=draw(st.sampled_from(ZONES)),
        sleeps_from=sleeps[0] if sleeps else None,
        sleeps_to=sum(sleeps) % 24 if sleeps else None,
        weekends=draw(st.booleans()),
        vacations=tuple((first, first + timedelta(days)) for first, days in vacations),
    )


@given(moments, spans, rests())
def test_just_the_budget_has_counted_when_it_runs_out_and_less_before(start, budget, rest):
    end = deadline(start, budget, rest)
    assert counted(start, end, rest) == budget
    if budget:
        assert counted(start, end - timedelta(microseconds=1), rest) < budget


@given(moments, spans, spans, rests())
def test_what_counts_adds_up(start, one, other, rest):
    middle, end = start + one, start + one + other
    parts = counted(start, middle, rest) + counted(middle, end, rest)
    assert counted(start, end, rest) == parts
    assert deadline(deadline(start, one, rest), other, rest) == deadline(start, one + other, rest)


@given(moments, spans, spans, rests())
def test_more_time_never_runs_out_earlier(start, one, other, rest):
    assert deadline(start, one, rest) <= deadline(start, one + other, rest)
    assert deadline(start, one, rest) <= deadline(start + other, one, rest)
    assert deadline(start, one, rest) >= start + one


@given(moments, st.integers(1, 10), rests())
def test_nobody_rests_for_ever(start, days, rest):
    vacation = sum((last - first).days + 1 for first, last in rest.vacations)
    awake = timedelta(hours=24 - rest.sleep) * (5 / 7 if rest.weekends else 1)
    longest = timedelta(days=1) / awake * timedelta(days=days) + timedelta(days=vacation + 10)
    assert deadline(start, timedelta(days=days), rest) <= start + longest


@given(moments, rests())
def test_time_that_runs_out_is_time_that_counted(start, rest):
    end = deadline(start, timedelta(hours=3), rest)
    assert not rest.holds(end - timedelta(microseconds=1))


def at(text: str, zone: str = "Europe/Berlin") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("start", "hours", "rest", "end"),
    [
        ("2026-11-21 12:00", 24, Rest(BERLIN), "2026-11-22 12:00"),
        ("2026-11-21 22:00", 4, Rest(BERLIN, 23, 7), "2026-11-22 10:00"),
        ("2026-11-21 02:30", 1, Rest(BERLIN, 23, 7), "2026-11-21 08:00"),
        ("2026-11-21 10:00", 6, Rest(BERLIN, 12, 14), "2026-11-21 18:00"),
        # Friday evening to Monday.
        ("2026-11-20 23:00", 2, Rest(BERLIN, weekends=True), "2026-11-23 01:00"),
        (
            "2026-12-23 12:00",
            24,
            Rest(BERLIN, vacations=((date(2026, 12, 24), date(2026, 12, 26)),)),
            "2026-12-27 12:00",
        ),
        # The night of 25 October 2026 is an hour longer, that of 29 March an hour shorter.
        ("2026-10-24 22:00", 3, Rest(BERLIN, 23, 7), "2026-10-25 09:00"),
        ("2026-10-24 12:00", 24, Rest(BERLIN), "2026-10-25 11:00"),
        ("2026-03-28 12:00", 24, Rest(BERLIN), "2026-03-29 13:00"),
        ("2026-03-29 01:00", 2, Rest(BERLIN, 2, 3), "2026-03-29 04:00"),
    ],
)
def test_time_runs_out_at_the_very_moment(start, hours, rest, end):
    assert deadline(at(start), timedelta(hours=hours), rest) == at(end)


@pytest.mark.parametrize("sleep", [(0, 13), (20, 9), (None, 3), (3, None)])
def test_sleep_that_cannot_be_is_refused(sleep):
    with pytest.raises(ValueError, match=r"Nobody sleeps more|neither"):
        Rest(UTC, *sleep)


def test_without_rest_time_is_time():
    assert counted(at("2026-10-24 12:00"), at("2026-10-25 12:00"), NO_REST) == timedelta(hours=25)
    assert counted(at("2026-10-25 12:00"), at("2026-10-24 12:00"), NO_REST) == timedelta()
