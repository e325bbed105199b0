"""The list of leagues and cups that one can play in."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from games.league.models import Entry, EntryStatus, Kind, League, Season, Table
from games.league.pages.access import visible_to
from games.league.pages.paths import path
from games.league.pages.standings import Line, standings_of
from games.league.pages.words import (
    pace,
    points_of,
    season_name,
    set_up,
    state_of,
    title_of,
)
from games.play.models import Wait
from games.play.pages.thumbnails import picture_of

TAKING_PART = (EntryStatus.REGISTERED, EntryStatus.PLAYING)


@dataclass(frozen=True)
class PresentSeason:
    """A season that registers or runs: its state as a sentence, and how many take part.

    `mine` says that the visitor does.
    """

    season: Season
    name: str
    url: str
    state: str
    entries: int
    mine: bool


@dataclass(frozen=True)
class Card:
    """A league or cup with the seasons in which something can still happen, the newest first."""

    league: League
    url: str
    title: str
    set_up: list[str]
    pace: str
    picture: str
    seasons: list[PresentSeason]


@dataclass(frozen=True)
class OwnDivision:
    """A division in which the visitor plays, their line there, and how many games wait for them."""

    league: League
    season: str
    number: int
    url: str
    line: Line
    points: str
    waiting: int


@dataclass(frozen=True)
class LeaguesPage:
    """The leagues, the cups that are not over, and the visitor's own divisions."""

    own: list[OwnDivision]
    leagues: list[Card]
    cups: list[Card]

    @classmethod
    def of(cls, visitor: Any) -> "LeaguesPage":
        """Read the page, in at most seven queries, whatever there is."""
        found = Season.objects.unfinished().filter(visible_to(visitor, "league__"))
        seasons = list(with_entries(found).select_related("league").order_by("league", "-number"))
        entries = _entries(visitor, seasons)
        mine = {entry.season_id for entry in entries if entry.status in TAKING_PART}
        present: dict[int, list[PresentSeason]] = defaultdict(list)
        for season in seasons:
            present[season.league_id].append(present_season(season, mine=season.pk in mine))
        leagues = League.objects.filter(visible_to(visitor)).order_by("created", "pk")
        shown = leagues.filter(Q(kind=Kind.LEAGUE, open=True) | Q(pk__in=present))
        cards = [_card(league, present[league.pk]) for league in shown]
        return cls(
            own=_own(visitor, entries, {season.pk: season for season in seasons}),
            leagues=[card for card in cards if card.league.kind == Kind.LEAGUE],
            cups=[card for card in cards if card.league.kind == Kind.CUP],
        )


def with_entries(seasons: Any) -> Any:
    """Return seasons with the number of those who take part, as `taking_part`."""
    taking_part = Count("entries", filter=Q(entries__status__in=TAKING_PART))
    return seasons.annotate(taking_part=taking_part)


def _entries(visitor: Any, seasons: Iterable[Season]) -> list[Entry]:
    """Return a visitor's entries in seasons, with their divisions."""
    if not visitor.is_authenticated:
        return []
    entries = visitor.league_entries.filter(season__in=[season.pk for season in seasons])
    return list(entries.select_related("division").order_by("season__league", "season__number"))


def present_season(season: Any, *, mine: bool) -> PresentSeason:
    """Return what is shown of a season of `with_entries` on its league's card."""
    return PresentSeason(
        season=season,
        name=season_name(season.league, season.number),
        url=path("season", season.league.slug, season.number),
        state=state_of(season, season.taking_part),
        entries=season.taking_part,
        mine=mine,
    )


def _card(league: League, seasons: list[PresentSeason]) -> Card:
    return Card(
        league=league,
        url=path("league", league.slug),
        title=title_of(league),
        set_up=set_up(league),
        pace=pace(league),
        picture=picture_of(league.title, league.options, league.seats),
        seasons=seasons,
    )


def _own(
    visitor: Any, entries: Iterable[Entry], seasons: Mapping[int, Season]
) -> list[OwnDivision]:
    divisions = [
        entry.division
        for entry in entries
        if entry.division is not None and entry.status != EntryStatus.WITHDRAWN
    ]
    if not divisions:
        return []
    tables = Table.objects.unfinished().filter(division__in=divisions)
    asked = Wait.objects.of(visitor).filter(player__game__league_table__in=tables)
    waiting = Counter(asked.values_list("player__game__league_table__division", flat=True))
    found = []
    for division, standings in zip(divisions, standings_of(divisions), strict=True):
        line = standings.line_of(visitor)
        if line is not None:
            season = seasons[division.season_id]
            found.append(
                OwnDivision(
                    league=season.league,
                    season=season_name(season.league, season.number),
                    number=division.number,
                    url=division_url(season, division.number),
                    line=line,
                    points=points_of(line.points),
                    waiting=waiting[division.pk],
                )
            )
    return found


def division_url(season: Season, number: int) -> str:
    """Return the path of the page of a division of a season."""
    return path("division", season.league.slug, season.number, number)
