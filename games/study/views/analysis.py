"""The analysis of a finished game: its page, the request for one, and turns to learn from."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.refusals import refusal
from games.accounts.requests import PageRequest, UserRequest, within_limit
from games.play.access import Access, enter
from games.play.language import error_text
from games.play.views.fragments import fragment
from games.rules.errors import LONGEST_ORDER, IllegalOrder
from games.study import services
from games.study.analysing import can_be_analysed
from games.study.models import Analysis
from games.study.pages.analysis import AnalysisPage, chart_of
from games.study.pages.attempt import Attempt, tried_next

COMPARISONS = 30
"""The most comparisons for one person in a minute."""
TOO_MANY = gettext_lazy("That was a lot to compare. Wait a minute, then try again.")


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def analysis(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the analysis of a game, how far it is, or a button to ask for it."""
    access = _enter(request, game_id)
    kept = Analysis.objects.filter(game=access.game).first()
    context = {
        "game": access.game,
        "analysis": kept,
        "page": AnalysisPage.of(access, kept) if kept is not None and kept.is_done else None,
        "may_ask": access.is_player,
    }
    if request.htmx:
        return fragment(request, "study/analysis_part.html", context)
    return render(request, "study/analysis.html", context)


@never_cache
@require_safe
def chart(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the chart beside the slider of the history, 204 as long as there is no analysis."""
    game = enter(user=request.user, game_id=game_id).game
    drawn = chart_of(game)
    if not drawn:
        return HttpResponse(status=204)
    return fragment(request, "study/chart.html", {"game": game, "chart": drawn})


@login_required
@require_POST
def ask(request: UserRequest, game_id: int) -> HttpResponse:
    """Have a game analysed."""
    access = _enter(request, game_id)
    access.player()
    with refusal() as refused:
        services.ask_for_analysis(game=access.game, user=request.user)
    if refused:
        messages.warning(request, refused.reason)
    return redirect("study:analysis", access.game.pk)


@never_cache
@vary_on_headers("HX-Request")
@login_required
@require_safe
def attempt(request: UserRequest, game_id: int, number: int, tried: str = "") -> HttpResponse:
    """Show a turn to learn from, with the orders tried so far.

    `?pick=` is the first click of an order that needs two, `?compare=1` asks what the turn is
    worth.
    """
    access, kept = _to_learn(request, game_id)
    picked = request.GET.get("pick", "")[:80] or None
    compare, note = "compare" in request.GET, ""
    if compare and not within_limit("compare", request.user.pk, a_minute=COMPARISONS):
        compare, note = False, str(TOO_MANY)
    seen = Attempt.of(access, kept, number, tried, picked=picked, compare=compare)
    return _shown(request, access, seen, note)


@login_required
@require_POST
def order(request: UserRequest, game_id: int, number: int, tried: str = "") -> HttpResponseBase:
    """Try one more order; one that is not legal changes nothing."""
    access, kept = _to_learn(request, game_id)
    text = request.POST.get("order", "").strip()[:LONGEST_ORDER]
    note = ""
    try:
        tried = tried_next(access, kept, number, tried, text)
    except IllegalOrder as error:
        note = error_text(error)
    seen = Attempt.of(access, kept, number, tried)
    if request.htmx:
        return _shown(request, access, seen, note)
    if note:
        messages.warning(request, note)
    return redirect(seen.board_page.url)


def _enter(request: HttpRequest, game_id: int) -> Access:
    access = enter(user=request.user, game_id=game_id)
    if not can_be_analysed(access.game):
        raise Http404("Only finished games have an analysis.")
    return access


def _to_learn(request: HttpRequest, game_id: int) -> tuple[Access, Analysis]:
    """Return the game of a player, and its finished analysis; raises Http404."""
    access = _enter(request, game_id)
    access.player()
    kept = Analysis.objects.filter(game=access.game).first()
    if kept is None or not kept.is_done:
        raise Http404("This game has no analysis yet.")
    return access, kept


def _shown(request: PageRequest, access: Access, seen: Attempt, note: str) -> HttpResponse:
    """Return the page of a turn, or for htmx what changes on it, with the address of the orders."""
    context = {"game": access.game, "attempt": seen, "note": note, "board_page": seen.board_page}
    if not request.htmx:
        return render(request, "study/attempt.html", context)
    response = fragment(request, "study/attempt.html#fragment", context)
    response["HX-Replace-Url"] = seen.board_page.url
    return response
