"""Report a message, a person or a game to staff."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from games.accounts.models import User
from games.accounts.refusals import refusal
from games.accounts.requests import UserRequest
from games.club.models import About
from games.club.services import reports
from games.play.access import enter
from games.play.models import Message


@login_required
@require_http_methods(["GET", "POST"])
def report(request: UserRequest, about: str, number: int) -> HttpResponseBase:
    """Show and take the form of a report."""
    subject = _subject(request, about, number)
    text = request.POST.get("text", "")
    problem = ""
    if request.method == "POST":
        problem = refusal(lambda: reports.report(by=request.user, text=text, **subject))
        if not problem:
            messages.success(request, "Sent. Staff look into it and answer you.")
            return redirect("play:lobby")
    context = {"about": About(about), "text": text, "problem": problem, **subject}
    return render(request, "club/report.html", context | {"longest": reports.LONGEST})


def _subject(request: UserRequest, about: str, number: int) -> dict[str, Any]:
    """Return what is reported, if the person may see it; raises Http404."""
    if about == About.PERSON:
        return {"person": get_object_or_404(User, pk=number, is_active=True)}
    if about == About.GAME:
        return {"game": enter(user=request.user, game_id=number, light=True).game}
    if about == About.MESSAGE:
        message = get_object_or_404(Message.objects.select_related("game", "holder"), pk=number)
        enter(user=request.user, game_id=message.game_id, light=True)
        return {"message": message}
    raise Http404("There is nothing like that to report.")
