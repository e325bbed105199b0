"""The league, season or division that the address of a page names."""

from typing import Any

from django.http import Http404

from games.league.models import Division, League, Season
from games.league.pages.access import may_see


def league_named(slug: str, visitor: Any) -> League:
    """Return a league or cup; raises Http404 if there is none that the visitor may see."""
    league = League.objects.filter(slug=slug).first()
    if league is None or not may_see(visitor, league):
        raise Http404("There is no such league.")
    return league


def season_named(slug: str, number: int, visitor: Any) -> Season:
    """Return a season with its league; raises Http404 if there is none the visitor may see."""
    seasons = Season.objects.filter(league__slug=slug, number=number).select_related("league")
    season = seasons.first()
    if season is None or not may_see(visitor, season.league):
        raise Http404("There is no such season.")
    return season


def division_named(slug: str, season: int, number: int, visitor: Any) -> Division:
    """Return a division with its season and league; raises Http404 as `season_named` does."""
    found = season_named(slug, season, visitor)
    division = found.divisions.filter(number=number).first()
    if division is None:
        raise Http404("There is no such division.")
    division.season = found
    return division
