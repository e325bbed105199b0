"""Leaderboards, and how well ratings predict."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.club.pages.calibration import CalibrationPage
from games.club.pages.leaderboards import Leaderboard
from games.play.views.titles import title_of
from games.rules import TITLES


@require_safe
def leaderboard(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show a leaderboard of a title, by default of the first one."""
    page = Leaderboard.of(title_of(title), request.GET, request.user)
    return render(request, "club/leaderboard.html", {"page": page, "titles": TITLES.values()})


@require_safe
def calibration(request: HttpRequest, title: str) -> HttpResponse:
    """Show how well the ratings of a title predict."""
    page = CalibrationPage.of(title_of(title))
    return render(request, "club/calibration.html", {"page": page, "titles": TITLES.values()})
