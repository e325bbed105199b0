"""Register for a season, withdraw from it, and become a substitute."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.accounts.refusals import reported
from games.accounts.requests import UserRequest
from games.league.services import registering
from games.league.views.finding import season_named


@login_required
@require_POST
def register(request: UserRequest, slug: str, season: int) -> HttpResponseBase:
    """Enter the person into a season."""
    done = gettext("You're in. We'll email you when the season starts.")
    return _act(request, slug, season, registering.register, done)


@login_required
@require_POST
def withdraw(request: UserRequest, slug: str, season: int) -> HttpResponseBase:
    """Withdraw the person from a season."""
    done = gettext("You've left the season.")
    return _act(request, slug, season, registering.withdraw, done)


@login_required
@require_POST
def volunteer(request: UserRequest, slug: str, season: int) -> HttpResponseBase:
    """Make the person a substitute in a season."""
    done = gettext("Thank you! If a seat comes free that suits you, you get it, and an email.")
    return _act(request, slug, season, registering.volunteer, done)


@login_required
@require_POST
def stop_volunteering(request: UserRequest, slug: str, season: int) -> HttpResponseBase:
    """Let the person be a substitute no more."""
    done = gettext("You're no longer a substitute. Seats that you have taken stay yours.")
    return _act(request, slug, season, registering.stop_volunteering, done)


def _act(
    request: UserRequest, slug: str, number: int, act: Callable[..., object], done: str
) -> HttpResponseBase:
    """Do something about a season for the person, and show its league again.

    Those who leave a private cup can't see it any more.
    """
    season = season_named(slug, number, request.user)
    with reported(request, done):
        act(season=season, user=request.user)
    return redirect("league:leagues") if season.league.private else redirect("league:league", slug)
