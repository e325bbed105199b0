"""The weeks of what is there for everyone at once, by UTC."""

from datetime import UTC, date, datetime, timedelta


def monday_of(moment: datetime) -> date:
    """Return the Monday of the week of a moment, by UTC."""
    day = moment.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())
