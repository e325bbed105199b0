"""Leaderboards, and how well ratings predict."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.club.pages.calibration import CalibrationPage
from games.club.pages.leaderboards import Leaderboard
from games.rules import TITLES


@require_GET
def leaderboard(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show a leaderboard of a title, by default of the first one."""
    title = title or next(iter(TITLES))
    if title not in TITLES:
        raise Http404("There is no such title.")
    page = Leaderboard.of(TITLES[title], request.GET, request.user)
    return render(request, "club/leaderboard.html", {"page": page, "titles": TITLES.values()})


@require_GET
def calibration(request: HttpRequest, title: str) -> HttpResponse:
    """Show how well the ratings of a title predict."""
    if title not in TITLES:
        raise Http404("There is no such title.")
    page = CalibrationPage.of(TITLES[title])
    return render(request, "club/calibration.html", {"page": page, "titles": TITLES.values()})
