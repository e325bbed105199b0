"""The post-mortem of a finished game, and the email about it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.refusals import refusal
from games.accounts.requests import PageRequest, UserRequest
from games.play.access import Access, enter
from games.play.views.fragments import fragment
from games.study import services
from games.study.analysing import can_be_analysed
from games.study.models import Analysis
from games.study.pages import post_mortem as pages

HOUR = 60 * 60


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def post_mortem(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the post-mortem of a game, or how far it is; a player who opens it has it made."""
    access = _enter(request, game_id)
    with refusal() as refused:
        services.open_post_mortem(access=access)
    analysis = Analysis.objects.filter(game=access.game).first()
    done = analysis is not None and analysis.is_done
    context = {
        "game": access.game,
        "access": access,
        "analysis": analysis,
        "done": done,
        "points": pages.points_of(access, analysis) if analysis is not None and done else (),
        "width": pages.WIDTH,
        "problem": refused.reason,
    }
    if request.htmx:
        return fragment(request, "study/post_mortem_part.html", context)
    return render(request, "study/post_mortem.html", context)


@require_safe
@cache_control(private=True, max_age=HOUR)
def picture(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Return the board before a turn as PNG."""
    png = pages.picture_of(_enter(request, game_id), number)
    return HttpResponse(png, content_type="image/png")


@login_required
@require_POST
def email(request: UserRequest) -> HttpResponseBase:
    """Begin or stop to email the person the turning points of their games."""
    on = request.POST.get("email") == "on"
    services.want_post_mortems(user=request.user, on=on)
    said = (
        gettext("You'll get the turning points of your next games by email.")
        if on
        else gettext("No more emails about turning points.")
    )
    messages.success(request, said)
    return redirect("post:when")


def _enter(request: HttpRequest, game_id: int) -> Access:
    access = enter(user=request.user, game_id=game_id)
    if not can_be_analysed(access.game):
        raise Http404("Only finished games have a post-mortem.")
    return access
