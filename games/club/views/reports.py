"""Report a message, a comment, a study, a person or a game to staff."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.accounts.models import User
from games.accounts.refusals import refusal
from games.accounts.requests import UserRequest
from games.club.models import About
from games.club.services import reports
from games.play.access import enter
from games.play.models import Game, Message
from games.study.models import Comment, Plan
from games.study.pages.study import enter_study, study_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: UserRequest, about: str, number: int) -> HttpResponseBase:
    """Show and take the form of a report."""
    subject = _subject(request, about, number)
    text = request.POST.get("text", "")
    problem = ""
    if request.method == "POST":
        with refusal() as refused:
            reports.report(by=request.user, text=text, **subject)
        problem = refused.reason
        if not problem:
            messages.success(request, gettext("Sent. Staff look into it and answer you."))
            return redirect(_seen_at(subject))
    context = {"about": About(about), "text": text, "problem": problem, **subject}
    return render(request, "club/report.html", context | {"longest": reports.LONGEST})


def _seen_at(subject: dict[str, Any]) -> Game | str:
    """Return where somebody saw what they report, if it was at a table: they go on there."""
    message: Message | None = subject.get("message")
    game: Game | None = message.game if message else subject.get("game")
    return game or "play:lobby"


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
    if about == About.COMMENT:
        comment = get_object_or_404(Comment.objects.select_related("plan", "author"), pk=number)
        _open_study(request, comment.plan)
        return {"comment": comment}
    if about == About.STUDY:
        study = get_object_or_404(Plan.objects.select_related("user"), pk=number)
        _open_study(request, study)
        if study.user is None:
            raise Http404("Nobody has written this study. Report a comment instead.")
        return {"study": study}
    raise Http404("There is nothing like that to report.")


def _open_study(request: UserRequest, plan: Plan) -> None:
    """Raise Http404 unless a plan is a study that the person may see."""
    if plan.game_id is None:
        raise Http404("This plan isn't shared.")
    study_of(enter_study(user=request.user, game_id=plan.game_id, plan_id=plan.pk), plan.pk)
