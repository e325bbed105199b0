"""Puzzles: the list, a turn played on the board of one, what it was worth, and the feed."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import (
    conditional_page,
    require_POST,
    require_safe,
)
from django.views.decorators.vary import vary_on_headers

from games.accounts.languages import in_every_language
from games.accounts.refusals import refusal
from games.accounts.requests import PageRequest, UserRequest, way_back
from games.bots.puzzles import Puzzle
from games.play.language import error_text
from games.play.views.fragments import fragment
from games.rules import TITLES, position
from games.rules.errors import LONGEST_ORDER, IllegalOrder
from games.study.models import PuzzleAnswer
from games.study.pages import puzzle as one
from games.study.pages import puzzle_feed
from games.study.pages.plan_page import url_of
from games.study.pages.puzzle import Attempt
from games.study.pages.puzzle_answer import AnswerPage
from games.study.pages.puzzle_ratings import ratings_of
from games.study.pages.puzzles import PuzzleList, solved_by
from games.study.pages.weekly import weekly_game
from games.study.services import plan_position
from games.study.services import puzzles as services

DAY = 24 * 60 * 60
ANSWERED, LAST = "puzzles answered", "puzzle answered last"
"""What a session knows: a visitor's answers, right or not, and the last answer of anyone."""
WITHDRAWN = gettext_lazy(
    "{title} puzzle {number} was withdrawn: its best turn wasn't clear enough. Answers still count."
)
TOO_MANY = gettext_lazy("That was a lot of answers. Wait a minute, then send this one again.")


@never_cache
@require_safe
@in_every_language
def puzzles(request: PageRequest) -> HttpResponse:
    """Show today's puzzle, and all puzzles by title. `?theme=` leaves only those of a theme."""
    user = request.user if request.user.is_authenticated else None
    theme = request.GET.get("theme", "")[:80]
    page = PuzzleList.of(user, _answered(request), timezone.localdate(), theme)
    context = {"page": page, "weekly": weekly_game()}
    return render(request, "study/puzzles.html", context)


def _unless_withdrawn(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let a view send people who come for a puzzle that was withdrawn to the others."""

    @wraps(view)
    def kept(request: PageRequest, title: str, number: int, line: str = "") -> HttpResponseBase:
        if one.is_withdrawn(title, number):
            messages.info(request, WITHDRAWN.format(title=TITLES[title].name, number=number))
            return redirect("study:puzzles")
        return view(request, title, number, line) if line else view(request, title, number)

    return kept


@never_cache
@vary_on_headers("HX-Request")
@require_safe
@_unless_withdrawn
def puzzle(request: PageRequest, title: str, number: int, line: str = "") -> HttpResponseBase:
    """Show a puzzle after some orders. `?pick=` is the first click of an order that needs two."""
    found = one.found(title, number)
    picked = request.GET.get("pick", "")[:80] or None
    try:
        attempt = one.attempt_of(found, one.attempted(line), picked)
    except IllegalOrder as error:
        return _from_beginning(request, found, error)
    return _shown(request, attempt)


@require_POST
@_unless_withdrawn
def order(request: PageRequest, title: str, number: int, line: str = "") -> HttpResponseBase:
    """Go on with an order; one that isn't legal changes nothing."""
    found, orders, note = one.found(title, number), one.attempted(line), ""
    text = request.POST.get("order", "").strip()[:LONGEST_ORDER]
    try:
        attempt = one.attempt_of(found, orders)
    except IllegalOrder as error:
        return _from_beginning(request, found, error)
    try:
        attempt = one.attempt_of(found, [*orders, text])
    except IllegalOrder as error:
        note = error_text(error)
    if request.htmx:
        return _shown(request, attempt, note)
    if note:
        messages.info(request, note)
    return redirect(attempt.board_page.url)


@require_POST
@_unless_withdrawn
def answer(request: PageRequest, title: str, number: int, line: str) -> HttpResponseBase:
    """Judge a whole turn; a person's first one counts."""
    found, orders = one.found(title, number), one.attempted(line)
    back = one.attempt_url(found, orders)
    if not ratelimit.consume(request, action="puzzle"):
        messages.error(request, TOO_MANY)
        return redirect(back)
    try:
        end, turn = one.end_of(found, orders), one.answer_of(found, orders)
    except IllegalOrder as error:
        messages.error(request, error_text(error))
        return redirect(one.puzzle_url(found))
    if request.user.is_authenticated:
        services.keep_answer(
            user=request.user, puzzle=found, orders=orders, end=end, chance=turn.chance
        )
    else:
        known = request.session.get(ANSWERED, {})
        known.setdefault(_name(found), found.is_right(turn.chance))
        request.session[ANSWERED] = known
    request.session[LAST] = [_name(found), orders]
    return redirect("study:puzzle-answer", title, number)


@never_cache
@require_safe
@_unless_withdrawn
def answered(request: PageRequest, title: str, number: int) -> HttpResponseBase:
    """Show what the last answer was worth. `?turn=` is the turn on the board."""
    found = one.found(title, number)
    last = _last_answer(request, found)
    if last is None:
        return redirect(one.puzzle_url(found))
    known = {number for name, number in _answered(request) if name == title}
    try:
        page = AnswerPage.of(found, last, request.GET.get("turn", "best"), known)
    except IllegalOrder:  # an answer from before the rules were mended
        return redirect(one.puzzle_url(found))
    context = {"page": page, "board_page": page.attempt.board_page, **_about(request, found)}
    return render(request, "study/puzzle_answer.html", context)


@login_required
@require_POST
@_unless_withdrawn
def plan(request: UserRequest, title: str, number: int) -> HttpResponseBase:
    """Plan from the position of a puzzle that the person has answered, as its player knows it."""
    found = one.found(title, number)
    if (title, number) not in _answered(request):
        messages.info(request, gettext("Answer the puzzle first. Then you can plan from it."))
        return redirect(one.puzzle_url(found))
    with refusal() as refused:
        plan = plan_position(
            user=request.user,
            text=position.write(found.title, found.state),
            name=gettext("{title} puzzle {number}").format(title=found.title.name, number=number),
            seat=found.seat,
        )
    if refused:
        messages.warning(request, refused.reason)
        return redirect(one.puzzle_url(found))
    return redirect(url_of(plan, None, 0))


@require_safe
@cache_control(public=True, max_age=DAY)
@in_every_language
def picture(request: HttpRequest, title: str, number: int) -> HttpResponse:
    """Return the board of a puzzle as PNG."""
    return HttpResponse(one.picture_of(one.found(title, number)), content_type="image/png")


@require_safe
@cache_control(public=True, max_age=DAY)
@in_every_language
def small_picture(request: HttpRequest, title: str, number: int) -> HttpResponse:
    """Return the board of a puzzle as the small PNG of the list."""
    png = one.picture_of(one.found(title, number), one.SMALL)
    return HttpResponse(png, content_type="image/png")


@require_safe
@cache_control(public=True, max_age=DAY // 24)
@conditional_page
@in_every_language
def feed(request: HttpRequest) -> HttpResponse:
    """Return the Atom feed of the puzzles of the day."""
    content = puzzle_feed.feed(timezone.now().date())
    return HttpResponse(content, content_type="application/atom+xml; charset=utf-8")


@login_required
@require_POST
def daily_email(request: UserRequest) -> HttpResponseBase:
    """Begin or stop to email the person the puzzle of the day."""
    on = request.POST.get("daily") == "on"
    services.send_daily(user=request.user, on=on)
    said = (
        gettext("The puzzle of the day comes by email from tomorrow on.")
        if on
        else gettext("No more puzzles.")
    )
    messages.success(request, said)
    return redirect(way_back(request, "study:puzzles"))


def _from_beginning(request: PageRequest, puzzle: Puzzle, error: IllegalOrder) -> HttpResponseBase:
    """Lead somebody whose address has orders that are not legal back to the puzzle itself."""
    messages.error(
        request, f"{error_text(error)} {gettext('Here is the puzzle from its beginning.')}"
    )
    return redirect(one.puzzle_url(puzzle))


def _answered(request: PageRequest) -> dict[tuple[str, int], bool]:
    """Return which puzzles a person or visitor has answered, and whether rightly at first."""
    if request.user.is_authenticated:
        return solved_by(request.user)
    found = {}
    for name, right in request.session.get(ANSWERED, {}).items():
        title, _, number = name.rpartition(" ")
        found[title, int(number)] = right
    return found


def _last_answer(request: PageRequest, puzzle: Puzzle) -> list[str] | None:
    """Return the orders of the last answer to a puzzle, else of the first one."""
    name, orders = request.session.get(LAST, ["", []])
    if name == _name(puzzle):
        return list(orders)
    if not request.user.is_authenticated:
        return None
    answers = PuzzleAnswer.objects.filter(user=request.user, title=puzzle.title.id)
    first = answers.filter(number=puzzle.number).first()
    return list(first.orders) if first else None


def _about(request: PageRequest, puzzle: Puzzle) -> dict[str, Any]:
    """Return what the pages of a puzzle say about it: its set-up, rating, and one's own answer."""
    return {
        "puzzle": puzzle,
        "colour": one.names_of(puzzle)[puzzle.seat],
        "set_up": one.set_up_of(puzzle),
        "rating": ratings_of(puzzle.title.id, [puzzle.number])[puzzle.number],
        "solved": _answered(request).get((puzzle.title.id, puzzle.number)),
    }


def _name(puzzle: Puzzle) -> str:
    return f"{puzzle.title.id} {puzzle.number}"


def _shown(request: PageRequest, attempt: Attempt, note: str = "") -> HttpResponse:
    """Return the page of an attempt, or for htmx what changes on it, with its address."""
    about = _about(request, attempt.puzzle)
    context = {"attempt": attempt, "board_page": attempt.board_page, "note": note, **about}
    if not request.htmx:
        return render(request, "study/puzzle.html", context)
    response = fragment(request, "study/puzzle.html#fragment", context)
    response["HX-Push-Url"] = attempt.board_page.url
    return response
