"""Talk at the table, and notes for oneself. A fragment serves table and poll, a page the rest.

No fragment has the field that was sent: what is typed while it is on its way stays.
"""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from games.play import gate
from games.play.errors import PlayError
from games.play.services import talk as services
from games.play.talk import MOST, Talk, newest
from games.play.views.fragments import fragment
from games.play.views.lost import for_a_seat


@never_cache
@vary_on_headers("HX-Request")
@require_GET
@for_a_seat
def talk(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what was said; `?after=` answers 204 while nothing is new."""
    access = gate.enter(user=request.user, game_id=game_id, light=bool(request.htmx))
    if request.htmx:
        after = request.GET.get("after")
        if after is None:
            return _part(request, access, Talk.of(access))
        if after == str(newest(access)):
            return HttpResponse(status=204)
        return _part(request, access, Talk.of(access), "play/said.html")
    seen = Talk.of(access, length=MOST)
    if access.is_player:
        services.read(player=access.player(), upto=seen.last)
    return _page(request, access, seen)


@login_required
@require_POST
@for_a_seat
def say(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Say something to everybody at the table."""
    access = gate.enter(user=request.user, game_id=game_id)
    text, problem = request.POST.get("text", ""), ""
    try:
        services.say(player=access.player(), text=text)
    except PlayError as error:
        problem = str(error)
    if request.htmx:
        access = gate.enter(user=request.user, game_id=game_id)
        seen = replace(Talk.of(access), problem=problem, draft=text if problem else "")
        response = _part(request, access, seen, "play/said.html")
        if not problem:
            response["X-Sent"] = "said"
        return response
    if problem:
        seen = replace(Talk.of(access, length=MOST), problem=problem, draft=text)
        return _page(request, access, seen)
    return redirect("play:talk", game_id)


@login_required
@require_POST
@for_a_seat
def read(request: HttpRequest, game_id: int) -> HttpResponse:
    """Note what the visitor has seen; what was new is so no longer."""
    access = gate.enter(user=request.user, game_id=game_id)
    upto = request.POST.get("upto", "")
    if upto.isascii() and upto.isdigit() and len(upto) < 18:
        services.read(player=access.player(), upto=min(int(upto), newest(access)))
    access = gate.enter(user=request.user, game_id=game_id)
    return _part(request, access, Talk.of(access), "play/said.html")


@login_required
@require_POST
@for_a_seat
def note(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Keep the visitor's note."""
    access = gate.enter(user=request.user, game_id=game_id)
    text, problem = request.POST.get("text", ""), ""
    try:
        services.note(player=access.player(), text=text)
    except PlayError as error:
        problem = str(error)
    if request.htmx:
        told = {"problem": problem, "saved": not problem}
        response = fragment(request, "play/note_said.html", told)
        if not problem:
            response["X-Sent"] = "kept"
        return response
    if problem:
        seen = replace(Talk.of(access, length=MOST), note=text)
        return _page(request, access, seen, problem=problem)
    messages.success(request, "Your note is kept.")
    return redirect("play:talk", game_id)


def _part(
    request: HttpRequest, access: gate.Access, seen: Talk, template: str = "play/talk_part.html"
) -> HttpResponse:
    return fragment(request, template, _context(access, seen))


def _page(request: HttpRequest, access: gate.Access, seen: Talk, **more: object) -> HttpResponse:
    return render(request, "play/talk.html", _context(access, seen) | {"whole": True} | more)


def _context(access: gate.Access, seen: Talk) -> dict[str, object]:
    return {"game": access.game, "talk": seen, "may_say": access.is_player, "note": seen.note}
