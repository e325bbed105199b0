"""The guided first game of a title: a step shown, and an order tried."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts import guests
from games.accounts.guests import TooManyGuests
from games.accounts.languages import in_every_language
from games.accounts.models import User
from games.accounts.requests import PageRequest
from games.play.language import error_text
from games.play.pages.levels import levels_of
from games.play.views.fragments import fragment
from games.play.views.titles import title_of
from games.rules.errors import LONGEST_ORDER, IllegalOrder
from games.study import services
from games.study.pages.guide import (
    OTHERWISE,
    Lesson,
    begun_by,
    guide_of,
    is_asked_for,
    is_elsewhere,
)
from games.study.pages.learning import Learning


@never_cache
@require_safe
@in_every_language
def learning(request: PageRequest) -> HttpResponse:
    """Show all ways to learn: guided games, rules and puzzles."""
    user = request.user if request.user.is_authenticated else None
    page = Learning.of(user, timezone.localdate())
    return render(request, "study/learning.html", {"page": page})


@never_cache
@require_safe
@in_every_language
def learn(request: PageRequest, title: str) -> HttpResponseBase:
    """Lead to the step where the visitor left a guided game, to the first if they did not begin."""
    found = title_of(title)
    guide_of(found)
    places = begun_by(request.user) if request.user.is_authenticated else []
    number = next((place.step for place in places if place.title == found), 1)
    return redirect("study:learn-step", found.id, number)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
@in_every_language
def step(request: PageRequest, title: str, number: int) -> HttpResponse:
    """Show a step. `?pick=` is the first click of an order that needs two.

    One that leads elsewhere is answered at once, like an order that is not asked for.
    """
    found, picked = title_of(title), request.GET.get("pick", "")[:80] or None
    if picked and is_elsewhere(found, number, picked):
        return _shown(request, Lesson.of(found, number), str(OTHERWISE))
    return _shown(request, Lesson.of(found, number, picked))


@require_POST
def order(request: PageRequest, title: str, number: int) -> HttpResponseBase:
    """Go on to the next step if the order is the one that is asked for; another changes nothing."""
    found = title_of(title)
    try:
        right = is_asked_for(found, number, request.POST.get("order", "").strip()[:LONGEST_ORDER])
        note = "" if right else str(OTHERWISE)
    except IllegalOrder as error:
        note = error_text(error)
    number += not note
    lesson = Lesson.of(found, number)
    if not note and (user := _person(request)):
        services.keep_place(user=user, title=found.id, step=number, finished=lesson.over)
    if request.htmx:
        return _shown(request, lesson, note)
    if note:
        messages.info(request, note)
    return redirect(lesson.board_page.url)


def _person(request: PageRequest) -> User | None:
    """Return whose place to keep: a visitor without an account becomes a guest.

    None if too many guests have come from their network: they play on, but their place is lost
    when they leave.
    """
    if request.user.is_authenticated:
        return request.user
    try:
        return guests.begin(request)
    except TooManyGuests:
        return None


def _shown(request: PageRequest, lesson: Lesson, note: str = "") -> HttpResponse:
    """Return the page of a lesson, or for htmx what changes on it, with the address of the step."""
    context = {
        "lesson": lesson,
        "note": note,
        "board_page": lesson.board_page,
        "levels": levels_of(lesson.title.id) if lesson.over else [],
    }
    if not request.htmx:
        return render(request, "study/learn.html", context)
    response = fragment(request, "study/learn.html#fragment", context)
    response["HX-Replace-Url"] = lesson.board_page.url
    return response
