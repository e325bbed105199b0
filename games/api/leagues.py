"""Leagues and cups, and the standings of their seasons."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from ninja import P, PathEx, Router, Schema
from pydantic import Field

from games.accounts.direction import bare
from games.accounts.models import Scope
from games.api.auth import ApiRequest
from games.league.models import League
from games.league.pages.access import visible_to
from games.league.pages.standings import Standings, standings_of
from games.league.views.finding import season_named

router = Router(tags=["leagues"])

LONGEST_SLUG = 50
MOST = 200
"""How many leagues and cups are listed, the newest first."""


class SeasonItem(Schema):
    """A season of a league."""

    number: int
    status: str
    starts_at: datetime
    ends_at: datetime


class LeagueItem(Schema):
    """A league or cup."""

    id: str = Field(description="As it stands in addresses.")
    name: str
    kind: str = Field(description="league or cup")
    title: str
    seats: int = Field(description="How many people play at a table.")
    private: bool
    seasons: list[SeasonItem] = Field(description="The newest first.")


class LeaguesOut(Schema):
    """Leagues and cups."""

    leagues: list[LeagueItem]


class LineOut(Schema):
    """A line of the standings of a division."""

    place: int = Field(description="0 as long as no table is over.")
    name: str
    points: str
    played: int
    tables: int


class TableOut(Schema):
    """A table of a division."""

    number: int
    game: int
    over: bool


class DivisionOut(Schema):
    """A division, the best first."""

    number: int
    lines: list[LineOut]
    tables: list[TableOut]


class SeasonOut(Schema):
    """A season and its divisions."""

    league: str
    number: int
    status: str
    starts_at: datetime
    ends_at: datetime
    divisions: list[DivisionOut]


@router.get(
    "/leagues",
    response=LeaguesOut,
    operation_id="leagues",
    url_name="leagues",
    summary="Leagues and cups",
)
def leagues(request: ApiRequest) -> LeaguesOut:
    """List public leagues and cups, with `league:read` also the private ones you play in."""
    found = League.objects.filter(visible_to(_visitor(request))).prefetch_related("seasons")
    return LeaguesOut(
        leagues=[_item(league) for league in found.order_by("-created", "-pk")[:MOST]]
    )


@router.get(
    "/leagues/{slug:league}/seasons/{int:number}",
    response=SeasonOut,
    operation_id="season",
    url_name="season",
    summary="A season",
)
def season(
    request: ApiRequest, league: PathEx[str, P(max_length=LONGEST_SLUG)], number: int
) -> SeasonOut:
    """Show the standings of a season; with `league:read` also of private cups you play in."""
    found = season_named(league, number, _visitor(request))
    standings = standings_of(list(found.divisions.order_by("number")))
    return SeasonOut(
        league=found.league.slug,
        number=found.number,
        status=found.status,
        starts_at=found.starts_at,
        ends_at=found.ends_at,
        divisions=[_division(each) for each in standings],
    )


def _visitor(request: ApiRequest) -> Any:
    return request.user if Scope.LEAGUE_READ in request.auth.scopes else AnonymousUser()


def _item(league: League) -> LeagueItem:
    seasons = sorted(league.seasons.all(), key=lambda season: -season.number)
    return LeagueItem(
        id=league.slug,
        name=league.name,
        kind=league.kind,
        title=league.title,
        seats=league.seats,
        private=league.private,
        seasons=[
            SeasonItem(
                number=each.number,
                status=each.status,
                starts_at=each.starts_at,
                ends_at=each.ends_at,
            )
            for each in seasons
        ],
    )


def _division(standings: Standings) -> DivisionOut:
    return DivisionOut(
        number=standings.number,
        lines=[
            LineOut(
                place=line.place,
                name=bare(line.name),
                points=line.points,
                played=line.played,
                tables=line.tables,
            )
            for line in standings.lines
        ],
        tables=[
            TableOut(number=table.number, game=table.game, over=table.ended_at is not None)
            for table in standings.tables
        ],
    )
