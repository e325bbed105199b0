"""Studies: plans of finished games that are shared, to read and to comment on."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.refusals import refusal, reported
from games.accounts.requests import PageRequest, UserRequest
from games.play.access import enter
from games.play.forms.once import new_key, token_of_text
from games.play.views.fragments import fragment
from games.study import arrows, services
from games.study.analysing import can_be_analysed
from games.study.models import Comment
from games.study.pages.analysis import is_analysed
from games.study.pages.best_games import Proposal
from games.study.pages.plan_page import name_of, names_of
from games.study.pages.plan_page import url_of as url_of_plan
from games.study.pages.study import (
    StudyPage,
    enter_study,
    studies_of,
    study_at,
    study_of,
    url_of,
)
from games.study.plan.tree import Place, copy_of
from games.study.services.studies import LONGEST_COMMENT
from games.study.views.plan import Where, read_place, text_file


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def studies(request: PageRequest, game_id: int) -> HttpResponse:
    """Show what there is about a finished game: its analysis and its studies."""
    access = enter(user=request.user, game_id=game_id)
    game = access.game
    if not game.is_over:
        raise Http404("Only finished games have studies.")
    analysable = can_be_analysed(game)
    context = {
        "game": game,
        "analysable": analysable,
        "may_be_analysed": analysable and access.is_player and not is_analysed(game),
        "studies": studies_of(access),
    }
    if request.htmx:
        return fragment(request, "study/studies_part.html", context)
    return render(request, "study/studies.html", context)


@never_cache
@require_safe
def study(request: PageRequest, game_id: int, plan_id: int) -> HttpResponseBase:
    """Lead to the beginning of a study."""
    access = enter_study(user=request.user, game_id=game_id, plan_id=plan_id)
    return redirect(url_of(study_of(access, plan_id), None, 0))


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def at(request: PageRequest, game_id: int, plan_id: int, where: Where) -> HttpResponse:
    """Show a place of a study."""
    access = enter_study(user=request.user, game_id=game_id, plan_id=plan_id)
    return _shown(request, StudyPage.of(access, study_at(access, plan_id, *where)))


@login_required
@require_POST
def comment(request: UserRequest, game_id: int, plan_id: int, where: Where) -> HttpResponseBase:
    """Say something about a place of a study."""
    access = enter_study(user=request.user, game_id=game_id, plan_id=plan_id)
    place = study_at(access, plan_id, *where)
    text, drawn = request.POST.get("text", ""), request.POST.get("arrows", "")
    token = token_of_text(request.user, f"study:{plan_id}:{where}", request.POST)
    with refusal() as refused:
        said = arrows.noted(place, text, drawn)
        services.comment(place=place, user=request.user, text=said, token=token)
    if refused:
        return _shown(request, StudyPage.of(access, place), refused.reason, text, drawn)
    return redirect(f"{url_of(place.plan, place.line, place.depth)}#comments")


@login_required
@require_POST
def delete_comment(
    request: UserRequest, game_id: int, plan_id: int, comment_id: int
) -> HttpResponseBase:
    """Delete a comment of one's own, or one on a study of one's own."""
    plan = study_of(enter_study(user=request.user, game_id=game_id, plan_id=plan_id), plan_id)
    found = Comment.objects.select_related("plan", "line").filter(plan=plan, pk=comment_id).first()
    if found is None:
        raise Http404("There is no such comment.")
    with reported(request, gettext("The comment is deleted.")):
        services.delete_comment(comment=found, user=request.user)
    return redirect(f"{url_of(plan, found.line, found.depth)}#comments")


@never_cache
@require_safe
def text(request: PageRequest, game_id: int, plan_id: int) -> HttpResponse:
    """Return a study as text, without its comments."""
    access = enter_study(user=request.user, game_id=game_id, plan_id=plan_id)
    return text_file(study_of(access, plan_id), names_of(access), access.game)


@login_required
@require_POST
def take(request: UserRequest, game_id: int, plan_id: int) -> HttpResponseBase:
    """Copy a study into the visitor's own plans, and lead there."""
    access = enter_study(user=request.user, game_id=game_id, plan_id=plan_id)
    plan = study_of(access, plan_id)
    name = name_of(plan, access.game)
    with refusal() as refused:
        made = services.take_study(plan=plan, user=request.user, name=name)
    if refused:
        messages.warning(request, refused.reason)
        return redirect(url_of(plan, None, 0))
    messages.success(
        request, gettext("It is one of your plans now. Nobody else sees what you change.")
    )
    line, depth = read_place(request.POST.get("where", "")) or (0, 0)
    same = copy_of(made, plan, line)
    place = Place.on(made, same.pk, depth) if same else None
    if place is None:
        return redirect(url_of_plan(made, None, 0))
    return redirect(url_of_plan(made, place.line, place.depth))


def _shown(
    request: PageRequest, page: StudyPage, problem: str = "", text: str = "", drawn: str = ""
) -> HttpResponse:
    context = {
        "access": page.access,
        "study": page,
        "proposal": Proposal.of(page.plan, page.access.user),
        "game": page.access.game,
        "board_page": page.board_page,
        "problem": problem,
        "text": text,
        "arrows": drawn,
        "longest": LONGEST_COMMENT,
        "key": new_key(),
    }
    if not request.htmx:
        return render(request, "study/study.html", context)
    response = fragment(request, "study/study.html#fragment", context)
    response["HX-Replace-Url"] = page.url
    return response
