"""The pages of staff."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import merging, staff
from games.accounts import services as accounts
from games.accounts.errors import Refused
from games.accounts.models import Closing, StaffAct, User
from games.accounts.refusals import refusal, reported
from games.accounts.requests import UserRequest
from games.accounts.staff import staff_required
from games.club.models import Answer, Report
from games.club.services.reports import answer as answer_report
from games.club.staff import see_as
from games.club.staff.finding import MOST, Found, GameFile
from games.club.staff.guides import stops_of_guides
from games.club.staff.merging import Side
from games.club.staff.pairs import MOST as MEETINGS
from games.club.staff.pairs import PairFile, listed
from games.club.staff.studies import studies_to_pick
from games.play.errors import PlayError
from games.play.models import Game
from games.play.services import staff as services
from games.post.models import Letter
from games.post.services.bounces import bounced_of
from games.ratings.collusion import look_at
from games.ratings.models import Flag
from games.study.models import Plan
from games.study.services.recommendations import pick, unlist

PER_PAGE = 50
DONE = "Done, and recorded in the staff log."
STUDY_ACTS = {
    "pick": (pick, True),
    "unpick": (pick, False),
    "unlist": (unlist, True),
    "relist": (unlist, False),
}
"""What can be done with a study, and whether that does it or takes it back."""


@never_cache
@require_safe
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
        "reports": _open_reports(request.user).count(),
        "pairs": Flag.objects.to_look_at().count(),
        "deletions": Closing.objects.count(),
        "aside": Game.objects.for_lists().exclude(set_aside_at=None).order_by("set_aside_at"),
    }
    return render(request, "club/staff/find.html", context)


@never_cache
@require_safe
@staff_required
def acts(request: UserRequest) -> HttpResponse:
    """Show the whole staff log, a page at a time."""
    pages = Paginator(StaffAct.objects.select_related("about"), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "club/staff/acts.html", {"page": page})


@never_cache
@require_safe
@staff_required
def reports(request: UserRequest) -> HttpResponse:
    """Show the reports that wait for an answer, the oldest first."""
    return _reports_page(request)


def _reports_page(request: UserRequest, answered: int | None = None) -> HttpResponse:
    """Show the reports; the form of `answered`, by id, keeps what was sent."""
    waiting = _open_reports(request.user).select_related("by", "person", "game").order_by("pk")
    page = Paginator(waiting, MOST).get_page(request.GET.get("page"))
    context = {"page": page, "answers": Answer.choices, "sent_for": answered, "sent": request.POST}
    return render(request, "club/staff/reports.html", context)


def _open_reports(user: User) -> QuerySet[Report]:
    """Return the reports that wait for an answer, but none about the reader: who sent it is secret.

    Those are for other staff.
    """
    return Report.objects.filter(answer="").exclude(person=user)


@require_POST
@staff_required
def answer(request: UserRequest, report_id: int) -> HttpResponseBase:
    """Answer a report."""
    sent = request.POST
    with reported(request, "Answered, and recorded in the staff log.") as refused:
        answer_report(
            report_id=report_id,
            answer=sent.get("answer", ""),
            by=request.user,
            reason=sent.get("reason", ""),
        )
    if refused:
        return _reports_page(request, report_id)
    return redirect("club:staff-reports")


@never_cache
@require_safe
@staff_required
def pairs(request: UserRequest) -> HttpResponse:
    """Show the pairs of players whose games look odd, unseen ones first."""
    flags = Flag.objects.order_by(F("looked_at").desc(nulls_first=True), "-last_seen", "-pk")
    page = Paginator(flags, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "club/staff/pairs.html", {"page": page, "pairs": listed(page)})


@never_cache
@staff_required
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: UserRequest, pair_id: int) -> HttpResponseBase:
    """Show what was seen of a pair and in which games, and take a note about it."""
    flag = get_object_or_404(Flag, pk=pair_id)
    note = request.POST.get("reason", "")
    problem = ""
    if request.method == "POST":
        with refusal() as refused:
            look_at(flag=flag, by=request.user, note=note)
        problem = refused.reason
        if not problem:
            messages.success(request, "Noted, and recorded in the staff log.")
            return redirect("club:staff-pairs")
    context = {"file": PairFile.of(flag), "note": note, "problem": problem, "most": MEETINGS}
    return render(request, "club/staff/pair.html", context)


@never_cache
@require_safe
@staff_required
def guides(request: UserRequest) -> HttpResponse:
    """Show at which steps of the guided games people stopped."""
    return render(request, "club/staff/guides.html", {"guides": stops_of_guides()})


@never_cache
@require_safe
@staff_required
def deletions(request: UserRequest) -> HttpResponse:
    """Show the accounts that will be deleted because their owners asked for it."""
    planned = Closing.objects.select_related("user").order_by("due_at", "pk")
    page = Paginator(planned, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "club/staff/deletions.html", {"page": page})


@never_cache
@require_safe
@staff_required
def game(request: UserRequest, game_id: int) -> HttpResponse:
    """Show a game's players, waits, letters and log, and what can be done with it."""
    return _game_page(request, game_id)


def _game_page(request: UserRequest, game_id: int, kind: str = "") -> HttpResponse:
    """Show a game; the form of the act `kind` keeps what was sent."""
    file = GameFile.of(get_object_or_404(Game, pk=game_id))
    plays = any(player.user_id == request.user.pk for player in file.players)
    context = {
        "file": file,
        "plays": plays,
        "studies": studies_to_pick(file.game),
        "sent_for": kind,
        "sent": request.POST,
    }
    return render(request, "club/staff/game.html", context)


@require_POST
@staff_required
def study(request: UserRequest, game_id: int, plan_id: int) -> HttpResponseBase:
    """Pick a study of a game for the games to learn from, or do not list it, for a reason.

    Either can be taken back.
    """
    plan = get_object_or_404(Plan, pk=plan_id, game=game_id)
    sent, reason = request.POST.get("act", ""), request.POST.get("reason", "")
    with reported(request, DONE) as refused:
        if sent not in STUDY_ACTS:
            raise PlayError("Choose what to do with the study.")
        do, on = STUDY_ACTS[sent]
        do(plan=plan, on=on, by=request.user, reason=reason)
    if refused:
        return _game_page(request, game_id, str(plan_id))
    return redirect("club:staff-game", game_id)


@require_POST
@staff_required
def act(request: UserRequest, game_id: int, kind: str) -> HttpResponseBase:
    """Do something with a game, for a reason."""
    about = get_object_or_404(Game, pk=game_id)
    with reported(request, DONE) as refused:
        _act(request, about, kind)
    if refused:
        return _game_page(request, game_id, kind)
    return redirect("club:staff-game", game_id)


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
            excused = "excused" in sent
            return services.replace(**why, seat=_number(sent, "seat"), excused=excused)
        case "put-back":
            return services.put_back(**why)
        case "rewind":
            return services.rewind(**why, number=_number(sent, "number"))
        case "annul":
            return services.annul(**why)
    raise Http404("There is no such act.")


def _number(sent: Any, name: str) -> int:
    """Return a number from a form; raises PlayError if it is none."""
    text = sent.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise PlayError(f"Fill in '{name}' with a whole number.")
    return int(text)


@never_cache
@require_safe
@staff_required
def person(request: UserRequest, user_id: int) -> HttpResponse:
    """Show a person's account, games and what staff did about them."""
    return _person_page(request, get_object_or_404(User, pk=user_id))


def _person_page(request: UserRequest, person: User, kind: str = "") -> HttpResponse:
    """Show a person; the form of the act `kind` keeps what was sent."""
    context = {
        "person": person,
        "games": Game.objects.of(person).defer("state", "result")[:MOST],
        "acts": StaffAct.objects.filter(about=person).select_related("about")[:MOST],
        "pairs": listed(person.flags.all()),
        "reports": person.reported.exclude(person=request.user).select_related("game")[:MOST],
        "bounced": bounced_of(person),
        "letters": Letter.objects.filter(recipient=person, channel=None).order_by("-pk")[:MOST],
        "closing": Closing.objects.filter(user=person).first(),
        "sent_for": kind,
        "sent": request.POST,
    }
    return render(request, "club/staff/person.html", context)


@require_POST
@staff_required
def account(request: UserRequest, user_id: int) -> HttpResponseBase:
    """Close or reopen an account, for a reason."""
    person = get_object_or_404(User, pk=user_id)
    change = accounts.suspend if request.POST.get("act") == "close" else accounts.reopen
    reason = request.POST.get("reason", "")
    with reported(request, DONE) as refused:
        change(user=person, by=request.user, reason=reason)
    if refused:
        return _person_page(request, person, "account")
    return redirect("club:staff-person", user_id)


@require_POST
@staff_required
def merge(request: UserRequest, user_id: int) -> HttpResponseBase:
    """Show what merging a person's account into another does; with `kept`, its id, do it."""
    old, sent = get_object_or_404(User, pk=user_id), request.POST
    try:
        reason = staff.checked(sent.get("reason", ""))
        if "kept" in sent:
            kept = get_object_or_404(User, pk=_number(sent, "kept"))
            merging.merge(old=old, kept=kept, by=request.user, reason=reason)
            messages.success(request, DONE)
            return redirect("club:staff-person", kept.pk)
        kept = merging.account_of(sent.get("into", ""))
        merging.check(old, kept)
    except Refused as problem:
        messages.error(request, str(problem))
        return _person_page(request, old, "merge")
    sides = [Side.of(old), Side.of(kept)]
    context = {"old": old, "kept": kept, "sides": sides, "reason": reason, "into": sent["into"]}
    return render(request, "club/staff/merge.html", context)


@require_POST
@staff_required
def start_seeing(request: UserRequest, user_id: int) -> HttpResponseBase:
    """See the site as a person does from now on, for a reason."""
    person = get_object_or_404(User, pk=user_id)
    with reported(request) as refused:
        see_as.begin(request, person, request.POST.get("reason", ""))
    if refused:
        return _person_page(request, person, "see-as")
    return redirect("play:lobby")


@require_POST
@staff_required
def stop_seeing(request: UserRequest) -> HttpResponseBase:
    """See the site as oneself again."""
    person = see_as.end(request)
    messages.success(request, "You see the site as yourself again.")
    return redirect("club:staff-person", person) if person else redirect("club:staff")
