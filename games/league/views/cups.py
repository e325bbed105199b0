"""Cups that people organize: make one, join it by its link, cancel it."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.refusals import reported
from games.accounts.requests import UserRequest
from games.league.errors import LeagueError
from games.league.forms import CupForm
from games.league.models import Kind, Season
from games.league.pages.cups import CupPage
from games.league.services import cups, registering
from games.play.language import error_text
from games.play.views.fragments import fragment
from games.rules.errors import IllegalOptions


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: UserRequest) -> HttpResponseBase:
    """Show and process the form for a new cup.

    An htmx request gets only the part of the form that depends on earlier choices.
    """
    form = CupForm.of_request(request)
    if request.htmx:
        return fragment(request, "league/new_cup.html#set_up", {"form": form})
    if form.is_bound and form.is_valid():
        try:
            season = cups.create_cup(user=request.user, **form.plan())
        except (LeagueError, IllegalOptions) as error:
            form.add_error(None, error_text(error))
        else:
            return redirect("league:join-cup", season.league.token)
    return render(request, "league/new_cup.html", {"form": form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the cup of a link, and let the person join it."""
    season = _season(token)
    if request.method != "POST":
        return _page(request, season)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    with reported(request, gettext("You're in. We'll email you when the cup starts.")) as refused:
        registering.register(season=season, user=request.user, token=token)
    return _page(request, season) if refused else redirect("league:join-cup", token)


@login_required
@require_POST
def cancel(request: UserRequest, token: str) -> HttpResponseBase:
    """Cancel a cup that has not begun."""
    season = _season(token)
    with reported(request, gettext("The cup is cancelled.")) as refused:
        cups.cancel_cup(season=season, user=request.user)
    return redirect("league:join-cup", token) if refused else redirect("league:leagues")


def _season(token: str) -> Season:
    cup = Season.objects.filter(league__token=token, league__kind=Kind.CUP)
    season = cup.select_related("league__creator").first()
    if season is None:
        raise Http404("There is no such cup.")
    return season


def _page(request: HttpRequest, season: Season) -> HttpResponse:
    page = CupPage.of(season, request.user, timezone.now())
    return render(request, "league/join_cup.html", {"page": page})
