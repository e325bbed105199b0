"""The page of this week's duplicate, with those of past weeks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.accounts.figures import signed
from games.club.pages.paging import Part
from games.duplicate.models import Duplicate, DuplicateGame
from games.duplicate.pages.results import TOP, Numbers, WeekPage, numbers_of, own_games
from games.duplicate.pages.words import state_of, title_of, week_name, week_url
from games.play.weeks import monday_of


@dataclass(frozen=True)
class PastWeek:
    """An earlier duplicate: how many results it has, and the visitor's own, if they have one."""

    name: str
    url: str
    title: str
    state: str
    counted: int
    place: int | None
    lead: str


@dataclass(frozen=True)
class WeeksPage:
    """The duplicate of this week, and those of `past` weeks, the newest first."""

    current: WeekPage
    url: str
    listed: Part[Duplicate]
    past: tuple[PastWeek, ...]

    @classmethod
    def of(cls, current: Duplicate, listed: Part[Duplicate], visitor: Any) -> "WeeksPage":
        """Read the page of this week's duplicate and those listed, in a fixed number of queries."""
        past = [each for each in listed.rows if each != current]
        shown = [current, *past]
        own = own_games(shown, visitor)
        # Of those that are closed, the number of results is kept.
        running = [each for each in shown if each.closed_at is None]
        mine = own.get(current.pk)
        numbers = numbers_of(running, None if mine is None else mine.result)
        return cls(
            current=WeekPage.with_numbers(current, visitor, mine, numbers[current.pk], TOP),
            url=week_url(current),
            listed=listed,
            past=tuple(_past(past, own, numbers)),
        )


def weeks_until(now: datetime, page: str | None) -> Part[Duplicate]:
    """Return a page of the duplicates up to a moment, the newest first."""
    return Part.of(Duplicate.objects.filter(monday__lte=monday_of(now)), page)


def _past(
    duplicates: list[Duplicate], own: Mapping[int, DuplicateGame], numbers: Mapping[int, Numbers]
) -> Iterator[PastWeek]:
    for each in duplicates:
        game = own.get(each.pk)
        yield PastWeek(
            name=week_name(each),
            url=week_url(each),
            title=title_of(each),
            state="" if each.closed_at else state_of(each, joining=False),
            counted=numbers[each.pk].counted if each.pk in numbers else each.counted,
            place=game.place if game else None,
            lead=signed(game.lead or 0) if game else "",
        )
