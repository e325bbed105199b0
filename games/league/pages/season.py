"""The page of a season: the standings of its divisions, some on each page, and its substitutes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from games.league.models import Division, Season
from games.league.pages.leagues import division_url
from games.league.pages.paths import path
from games.league.pages.standings import Line, Standings, name_of, standings_of
from games.league.pages.words import season_name, state_of
from games.play.models.player import page_of

PAGE = 6
"""How many divisions a page has, besides the visitor's own."""

MOST_SUBSTITUTES = 60
"""How many substitutes are named."""


@dataclass(frozen=True)
class DivisionTable:
    """The standings of a division as they are shown to everyone."""

    number: int
    url: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class SeasonPage:
    """A season as one visitor sees it; `own` is the visitor's division, with their line in it.

    The first page has the `substitutes`.
    """

    season: Season
    name: str
    league_url: str
    atom: str
    calendar: str
    state: str
    own: DivisionTable | None
    mine: Line | None
    listed: Page[tuple[int, int]]
    divisions: list[DivisionTable]
    substitutes: list[tuple[str, str]]

    @classmethod
    def of(cls, season: Season, visitor: Any, page: str | None) -> "SeasonPage":
        """Read a page in a fixed number of queries, however many divisions there are."""
        # To read all numbers is less than to ask first how many there are.
        numbers = list(season.divisions.order_by("number").values_list("number", "pk"))
        listed = Paginator(numbers, PAGE).get_page(page)
        shown = [Division(pk=pk, number=number) for number, pk in listed]
        own = _own(season, visitor, {pk: number for number, pk in numbers})
        asked = shown if own is None or own in shown else [*shown, own]
        found = {each.number: each for each in standings_of(asked)}
        mine = found[own.number] if own else None
        return cls(
            season=season,
            name=season_name(season.league, season.number),
            league_url=path("league", season.league.slug),
            atom=path("season-atom", season.league.slug, season.number),
            calendar=path("season-calendar", season.league.slug, season.number),
            state=state_of(season, _registered(season)),
            own=_table(season, mine) if mine else None,
            mine=mine.line_of(visitor) if mine else None,
            listed=listed,
            divisions=[_table(season, found[division.number]) for division in shown],
            substitutes=[] if listed.has_previous() else _substitutes(season),
        )


def _own(season: Season, visitor: Any, numbers: Mapping[int, int]) -> Division | None:
    if not visitor.is_authenticated:
        return None
    division = visitor.league_entries.filter(season=season).values_list("division", flat=True)
    own = division.first()
    return Division(pk=own, number=numbers[own]) if own in numbers else None


def _registered(season: Season) -> int:
    """Return how many have registered so far; no query once that is over."""
    return season.entries.registered().count() if season.is_registering else 0


def _substitutes(season: Season) -> list[tuple[str, str]]:
    """Return the names and pages of those who would take over a seat, while there are seats."""
    if season.is_over:
        return []
    helpers = season.substitutes.select_related("user")[:MOST_SUBSTITUTES]
    return [(name_of(each.user), page_of(each.user, "")) for each in helpers]


def _table(season: Season, found: Standings) -> DivisionTable:
    return DivisionTable(found.number, division_url(season, found.number), found.lines)
