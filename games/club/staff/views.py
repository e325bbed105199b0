"""The pages of staff."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.accounts import services as accounts
from games.accounts.models import StaffAct, User
from games.accounts.refusals import attempt
from games.accounts.requests import UserRequest
from games.accounts.staff import staff_required
from games.club.models import Answer, Report
from games.club.services.reports import answer as answer_report
from games.club.staff import see_as
from games.club.staff.finding import MOST, Found, GameFile
from games.play.errors import PlayError
from games.play.models import Game
from games.play.services import staff as services

ACTS_PER_PAGE = 50


@never_cache
@require_GET
@staff_required
def find(request: UserRequest) -> HttpResponse:
    """Search games and people, and show the newest acts of staff."""
    text = request.GET.get("q", "")
    acts = StaffAct.objects.select_related("about")[:MOST]
    context = {
        "q": text,
        "found": Found.of(text),
        "acts": acts,
        "most": MOST,
        "reports": Report.objects.filter(answer="").count(),
    }
    return render(request, "club/staff/find.html", context)


@never_cache
@require_GET
@staff_required
def acts(request: UserRequest) -> HttpResponse:
    """Show the whole staff log, a page at a time."""
    pages = Paginator(StaffAct.objects.select_related("about"), ACTS_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "club/staff/acts.html", {"page": page})


@never_cache
@require_GET
@staff_required
def reports(request: UserRequest) -> HttpResponse:
    """Show the reports that wait for an answer, the oldest first."""
    waiting = Report.objects.filter(answer="").select_related("by", "person", "game")
    context = {"reports": waiting.order_by("pk")[:MOST], "answers": Answer.choices}
    return render(request, "club/staff/reports.html", context)


@require_POST
@staff_required
def answer(request: UserRequest, report_id: int) -> HttpResponseBase:
    """Answer a report."""
    sent = request.POST
    return attempt(
        request,
        lambda: answer_report(
            report_id=report_id,
            answer=sent.get("answer", ""),
            by=request.user,
            reason=sent.get("reason", ""),
        ),
        to="club:staff-reports",
        done="Answered, and recorded in the staff log.",
    )


@never_cache
@require_GET
@staff_required
def game(request: UserRequest, game_id: int) -> HttpResponse:
    """Show a game's players, waits, letters and log, and what can be done with it."""
    file = GameFile.of(get_object_or_404(Game, pk=game_id))
    plays = any(player.user_id == request.user.pk for player in file.players)
    return render(request, "club/staff/game.html", {"file": file, "plays": plays})


@require_POST
@staff_required
def act(request: UserRequest, game_id: int, kind: str) -> HttpResponseBase:
    """Do something with a game, for a reason."""
    about = get_object_or_404(Game, pk=game_id)
    return attempt(
        request,
        lambda: _act(request, about, kind),
        to=reverse("club:staff-game", args=[game_id]),
        done="Done, and recorded in the staff log.",
    )


def _act(request: UserRequest, game: Game, kind: str) -> object:
    """Do it; raises PlayError, NoReason, or Http404 for an unknown kind."""
    if game.players.filter(user=request.user).exists():
        raise PlayError("You play in this game. Ask another member of staff to act.")
    sent = request.POST
    why: dict[str, Any] = {"game": game, "by": request.user, "reason": sent.get("reason", "")}
    match kind:
        case "pause":
            return services.pause(**why)
        case "resume":
            return services.resume(**why)
        case "extend":
            return services.extend(**why, seat=_number(sent, "seat"), hours=_number(sent, "hours"))
        case "replace":
            return services.replace(**why, seat=_number(sent, "seat"))
        case "rewind":
            return services.rewind(**why, number=_number(sent, "number"))
    raise Http404("There is no such act.")


def _number(sent: Any, name: str) -> int:
    """Return a number from a form; raises PlayError if it is none."""
    text = sent.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise PlayError(f"Fill in '{name}' with a whole number.")
    return int(text)


@never_cache
@require_GET
@staff_required
def person(request: UserRequest, user_id: int) -> HttpResponse:
    """Show a person's account, games and what staff did about them."""
    person = get_object_or_404(User, pk=user_id)
    context = {
        "person": person,
        "games": Game.objects.of(person).defer("state", "result")[:MOST],
        "acts": StaffAct.objects.filter(about=person).select_related("about")[:MOST],
    }
    return render(request, "club/staff/person.html", context)


@require_POST
@staff_required
def account(request: UserRequest, user_id: int) -> HttpResponseBase:
    """Close or reopen an account, for a reason."""
    person = get_object_or_404(User, pk=user_id)
    change = accounts.suspend if request.POST.get("act") == "close" else accounts.reopen
    return attempt(
        request,
        lambda: change(user=person, by=request.user, reason=request.POST.get("reason", "")),
        to=reverse("club:staff-person", args=[user_id]),
        done="Done, and recorded in the staff log.",
    )


@require_POST
@staff_required
def start_seeing(request: UserRequest, user_id: int) -> HttpResponseBase:
    """See the site as a person does from now on, for a reason."""
    person = get_object_or_404(User, pk=user_id)
    return attempt(
        request,
        lambda: see_as.begin(request, person, request.POST.get("reason", "")),
        to="play:lobby",
        refused_to=reverse("club:staff-person", args=[user_id]),
    )


@require_POST
@staff_required
def stop_seeing(request: UserRequest) -> HttpResponseBase:
    """See the site as oneself again."""
    person = see_as.end(request)
    messages.success(request, "You see the site as yourself again.")
    return redirect("club:staff-person", person) if person else redirect("club:staff")
