"""Statistics of games and titles, leaderboards, and how well ratings predict."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.languages import in_every_language
from games.club.pages.calibration import CalibrationPage
from games.club.pages.game_statistics import GameStatistics
from games.club.pages.leaderboards import Leaderboard
from games.club.pages.statistics import TitleStatistics
from games.club.services.figures import figures_of
from games.play.access import enter
from games.play.views.titles import title_of
from games.rules import TITLES


@require_safe
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show charts of a finished game to everyone who may see it."""
    access = enter(user=request.user, game_id=game_id)
    if not access.game.is_over:
        raise Http404("The game is not over, so there are no statistics yet.")
    figures = figures_of(access.game)
    context = {
        "game": access.game,
        "statistics": GameStatistics.of(access, figures) if figures else None,
    }
    return render(request, "club/game_statistics.html", context)


@require_safe
@in_every_language
def statistics(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show what the finished games of a title add up to, by default of the first one."""
    page = TitleStatistics.of(title_of(title), request.GET)
    return render(request, "club/statistics.html", {"page": page, "titles": TITLES.values()})


@require_safe
@in_every_language
def leaderboard(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show a leaderboard of a title, by default of the first one."""
    page = Leaderboard.of(title_of(title), request.GET, request.user)
    return render(request, "club/leaderboard.html", {"page": page, "titles": TITLES.values()})


@require_safe
@in_every_language
def calibration(request: HttpRequest, title: str) -> HttpResponse:
    """Show how well the ratings of a title predict."""
    page = CalibrationPage.of(title_of(title))
    return render(request, "club/calibration.html", {"page": page, "titles": TITLES.values()})
