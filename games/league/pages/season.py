"""The page of a season: the standings of its divisions, some on each page, and its substitutes."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.urls import reverse

from games.league.models import Division, Season
from games.league.pages.leagues import division_url
from games.league.pages.standings import Line, Standings, name_of, standings_of
from games.league.pages.words import season_name, state_of
from games.play.models.player import page_of

PAGE = 10
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
    """A season as one visitor sees it; `own` is the visitor's division, with their line in it."""

    season: Season
    name: str
    url: str
    league_url: str
    state: str
    own: DivisionTable | None
    mine: Line | None
    listed: Page[Division]
    divisions: list[DivisionTable]
    substitutes: list[tuple[str, str]]

    @classmethod
    def of(cls, season: Season, visitor: Any, page: str | None) -> "SeasonPage":
        """Read a page in a fixed number of queries, however many divisions there are."""
        listed = Paginator(season.divisions.order_by("number"), PAGE).get_page(page)
        shown = list(listed)
        own = _own(season, visitor)
        asked = shown if own is None or own in shown else [*shown, own]
        found = {each.number: each for each in standings_of(asked)}
        mine = found[own.number] if own else None
        helpers = season.substitutes.select_related("user")[:MOST_SUBSTITUTES]
        return cls(
            season=season,
            name=season_name(season.league, season.number),
            url=reverse("league:season", args=[season.league.slug, season.number]),
            league_url=reverse("league:league", args=[season.league.slug]),
            state=state_of(season, season.entries.registered().count()),
            own=_table(season, mine) if mine else None,
            mine=mine.line_of(visitor) if mine else None,
            listed=listed,
            divisions=[_table(season, found[division.number]) for division in shown],
            substitutes=[(name_of(each.user), page_of(each.user, "")) for each in helpers],
        )


def _own(season: Season, visitor: Any) -> Division | None:
    if not visitor.is_authenticated:
        return None
    return season.divisions.filter(entries__user=visitor).first()


def _table(season: Season, found: Standings) -> DivisionTable:
    return DivisionTable(found.number, division_url(season, found.number), found.lines)
