"""The post-mortem of a finished game: what its players add to it, and the email about it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.refusals import refusal, reported
from games.accounts.requests import PageRequest, UserRequest
from games.play.access import Access, enter
from games.play.forms.once import new_key, token_of_text
from games.play.views.fragments import fragment
from games.study import services
from games.study.analysing import can_be_analysed
from games.study.models import Analysis, Plan
from games.study.pages import post_mortem as pages
from games.study.pages.table_study import TableStudy
from games.study.plan.tree import Place
from games.study.services.studies import LONGEST_NOTES

HOUR = 60 * 60


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def post_mortem(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the post-mortem of a game, or how far it is; a player who opens it has it made."""
    access = _enter(request, game_id)
    with refusal() as refused:
        services.open_post_mortem(access=access)
    return _shown(request, access, refused.reason)


def _shown(
    request: PageRequest, access: Access, problem: str, text: str = "", drawn: str = ""
) -> HttpResponse:
    """Return the page; `text` and `drawn` are notes that were refused, `problem` says why."""
    analysis = Analysis.objects.filter(game=access.game).first()
    done = analysis is not None and analysis.is_done
    context = {
        "game": access.game,
        "access": access,
        "analysis": analysis,
        "done": done,
        "points": pages.points_of(access, analysis) if analysis is not None and done else (),
        "width": pages.WIDTH,
        "study": TableStudy.of(access),
        "problem": problem,
        "text": text,
        "arrows": drawn,
        "longest": LONGEST_NOTES,
        "key": new_key(),
    }
    if request.htmx:
        return fragment(request, "study/post_mortem_part.html", context)
    return render(request, "study/post_mortem.html", context)


@login_required
@require_POST
def add_notes(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Add what a player noted during the game; what cannot be added stays in the form."""
    access = _enter(request, game_id)
    access.player()
    text, drawn = request.POST.get("text", ""), request.POST.get("arrows", "")
    token = token_of_text(request.user, f"post-mortem:{game_id}", request.POST)
    with refusal() as refused:
        services.add_notes(access=access, text=text, arrows=drawn, token=token)
    if refused:
        return _shown(request, access, refused.reason, text, drawn)
    return redirect(f"{reverse('study:post-mortem', args=[game_id])}#notes")


@login_required
@require_POST
def add_plan(request: UserRequest, game_id: int, plan_id: int) -> HttpResponseBase:
    """Add a plan of the person's own to the study of their table, or take it back."""
    access = _enter(request, game_id)
    plan = Plan.objects.filter(user=request.user, game=access.game, pk=plan_id).first()
    if plan is None:
        raise Http404("You have no such plan.")
    back = request.POST.get("act") == "take-back"
    change = services.withdraw_study if back else services.share_plan
    said = gettext("Your plan is yours alone again.") if back else gettext("Your plan is added.")
    with reported(request, said):
        change(place=Place.beginning(plan))
    return redirect(f"{reverse('study:post-mortem', args=[game_id])}#study")


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
