"""Chat, and a player's own notes. A fragment answers page and poll, a page everything else.

Fragments never contain the form field that was sent, so that text typed while the request is on its
way is kept. Once a message is sent, the form gets a new key.
"""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.refusals import refusal
from games.accounts.requests import PageRequest, UserRequest, number_in
from games.play.access import Access, enter
from games.play.forms.once import new_key, token_of_text
from games.play.pages.chat import MOST, Chat, newest
from games.play.services import chat as services
from games.play.views.fragments import fragment
from games.play.views.lost_seat import for_a_seat


@never_cache
@vary_on_headers("HX-Request")
@require_safe
@for_a_seat
def chat(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the messages; `?after=` answers 204 while nothing is new."""
    access = enter(user=request.user, game_id=game_id, light=bool(request.htmx))
    if request.htmx:
        after = request.GET.get("after")
        if after is None:
            return _part(request, access, Chat.of(access))
        if after == str(newest(access)):
            return HttpResponse(status=204)
        return _part(request, access, Chat.of(access), "play/messages.html")
    seen = Chat.of(access, length=MOST)
    if access.is_player:
        services.read(player=access.player(), upto=seen.last)
    return _page(request, access, seen)


@login_required
@require_POST
@for_a_seat
def say(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Send a message to all players."""
    access = enter(user=request.user, game_id=game_id)
    text = request.POST.get("text", "")
    token = token_of_text(request.user, f"game:{game_id}", request.POST)
    with refusal() as refused:
        services.say(player=access.player(), text=text, token=token)
    problem = refused.reason
    if request.htmx:
        access = enter(user=request.user, game_id=game_id)
        seen = replace(Chat.of(access), problem=problem, draft=text if problem else "")
        response = _part(request, access, seen, "play/messages.html", said=not problem)
        if not problem:
            response["X-Sent"] = "said"
        return response
    if problem:
        seen = replace(Chat.of(access, length=MOST), problem=problem, draft=text)
        return _page(request, access, seen)
    return redirect("play:chat", game_id)


@login_required
@require_POST
@for_a_seat
def read(request: UserRequest, game_id: int) -> HttpResponse:
    """Mark messages as read."""
    access = enter(user=request.user, game_id=game_id)
    upto = number_in(request.POST.get("upto", ""))
    if upto is not None:
        services.read(player=access.player(), upto=min(upto, newest(access)))
    access = enter(user=request.user, game_id=game_id)
    return _part(request, access, Chat.of(access), "play/messages.html")


@login_required
@require_POST
@for_a_seat
def note(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Save the visitor's note."""
    access = enter(user=request.user, game_id=game_id)
    text = request.POST.get("text", "")
    with refusal() as refused:
        services.note(player=access.player(), text=text)
    problem = refused.reason
    if request.htmx:
        told = {"problem": problem, "saved": not problem}
        response = fragment(request, "play/chat.html#saved", told)
        if not problem:
            response["X-Sent"] = "kept"
        return response
    if problem:
        seen = replace(Chat.of(access, length=MOST), note=text)
        return _page(request, access, seen, problem=problem)
    messages.success(request, gettext("Note saved."))
    return redirect("play:chat", game_id)


def _part(
    request: PageRequest,
    access: Access,
    seen: Chat,
    template: str = "play/chat.html#chat",
    **more: object,
) -> HttpResponse:
    return fragment(request, template, _context(access, seen) | more)


def _page(request: PageRequest, access: Access, seen: Chat, **more: object) -> HttpResponse:
    return render(request, "play/chat.html", _context(access, seen) | {"whole": True} | more)


def _context(access: Access, seen: Chat) -> dict[str, object]:
    return {
        "game": access.game,
        "chat": seen,
        "may_say": access.is_player,
        "note": seen.note,
        "key": new_key(),
    }
