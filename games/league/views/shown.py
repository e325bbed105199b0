"""The pages of leagues, seasons and divisions, and their feeds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.accounts.languages import in_every_language
from games.league.models import Season
from games.league.pages import feeds
from games.league.pages.division import DivisionPage
from games.league.pages.league import LeaguePage
from games.league.pages.leagues import LeaguesPage
from games.league.pages.season import SeasonPage
from games.league.views.finding import division_named, league_named, season_named


@require_safe
@in_every_language
def leagues(request: HttpRequest) -> HttpResponse:
    """Show the leagues and cups that one can play in."""
    return render(request, "league/leagues.html", {"page": LeaguesPage.of(request.user)})


@require_safe
@in_every_language
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league, its seasons, and how to take part."""
    found = league_named(slug, request.user)
    page = LeaguePage.of(found, request.user, timezone.now())
    return render(request, "league/league.html", {"page": page})


@require_safe
@in_every_language
def season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Show the standings of a season."""
    found = season_named(slug, season, request.user)
    page = SeasonPage.of(found, request.user, request.GET.get("page"))
    return render(request, "league/season.html", {"page": page})


@require_safe
@in_every_language
def division(request: HttpRequest, slug: str, season: int, division: int) -> HttpResponse:
    """Show the standings of a division, how they come about, and its tables."""
    found = division_named(slug, season, division, request.user)
    page = DivisionPage.of(found, request.user, timezone.now())
    return render(request, "league/division.html", {"page": page})


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
@in_every_language
def season_atom(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Return what has happened in a season as an Atom feed."""
    return _atom(season_named(slug, season, request.user), None)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
@in_every_language
def season_calendar(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Return the dates of a season as a calendar."""
    return _calendar(season_named(slug, season, request.user), None)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
@in_every_language
def division_atom(request: HttpRequest, slug: str, season: int, division: int) -> HttpResponse:
    """Return what has happened in a division as an Atom feed."""
    return _atom(division_named(slug, season, division, request.user).season, division)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
@in_every_language
def division_calendar(request: HttpRequest, slug: str, season: int, division: int) -> HttpResponse:
    """Return the dates of a season, with the tables of a division, as a calendar."""
    return _calendar(division_named(slug, season, division, request.user).season, division)


def _atom(season: Season, number: int | None) -> HttpResponse:
    content = feeds.atom(season, number)
    return HttpResponse(content, content_type="application/atom+xml; charset=utf-8")


def _calendar(season: Season, number: int | None) -> HttpResponse:
    content = feeds.calendar(season, number)
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")
