"""The page of this week's duplicate, with those of past weeks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count

from games.duplicate.models import Duplicate, DuplicateGame
from games.duplicate.pages.results import WeekPage
from games.duplicate.pages.words import signed, state_of, title_of, week_name, week_url

PAGE = 20
"""How many past weeks a page has."""


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
    listed: Page[Any]
    past: list[PastWeek]

    @classmethod
    def of(cls, current: Duplicate, visitor: Any, page: str | None) -> "WeeksPage":
        """Read the page, in a fixed number of queries."""
        earlier = Duplicate.objects.filter(monday__lt=current.monday)
        listed = Paginator(earlier, PAGE).get_page(page)
        return cls(
            current=WeekPage.of(current, visitor, None),
            url=week_url(current),
            listed=listed,
            past=_past(list(listed), visitor),
        )


def _past(duplicates: Sequence[Duplicate], visitor: Any) -> list[PastWeek]:
    games = DuplicateGame.objects.filter(duplicate__in=[each.pk for each in duplicates])
    # At most two weeks are not closed; of the others the number is kept.
    open_games = games.filter(duplicate__closed_at=None).values("duplicate")
    numbers = open_games.annotate(number=Count("place")).values_list("duplicate", "number")
    counted = {each.pk: each.counted for each in duplicates} | dict(numbers)
    own: dict[int, DuplicateGame] = {}
    if visitor.is_authenticated:
        own = {game.duplicate_id: game for game in games.filter(user=visitor, place__isnull=False)}
    return [_week(each, counted[each.pk], own.get(each.pk)) for each in duplicates]


def _week(duplicate: Duplicate, counted: int, own: DuplicateGame | None) -> PastWeek:
    return PastWeek(
        name=week_name(duplicate),
        url=week_url(duplicate),
        title=title_of(duplicate),
        state="" if duplicate.closed_at else state_of(duplicate, joining=False),
        counted=counted,
        place=own.place if own else None,
        lead=signed(own.lead or 0) if own else "",
    )
