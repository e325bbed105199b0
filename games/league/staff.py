"""The pages of staff about leagues."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import StaffAct, User
from games.accounts.refusals import reported
from games.accounts.requests import UserRequest
from games.accounts.staff import staff_required
from games.league.errors import LeagueError
from games.league.models import Apart, Entry, LostBy, Season, TableSeat
from games.league.pages.leagues import with_entries
from games.league.services import staffing
from games.league.system.schedule import division_sizes
from games.league.terms import CLOSING

DONE = "Done, and recorded in the staff log."
MOST = 50
"""How many of the newest acts about leagues are listed."""

KINDS = (
    StaffAct.Kind.STOP,
    StaffAct.Kind.PLACE,
    StaffAct.Kind.GIVE_BACK,
    StaffAct.Kind.APART,
    StaffAct.Kind.TOGETHER,
)


@never_cache
@require_safe
@staff_required
def leagues(request: UserRequest) -> HttpResponse:
    """Show the seasons that are not over, who is kept apart, and who could not be."""
    return _leagues_page(request)


def _leagues_page(request: UserRequest, kind: str = "") -> HttpResponse:
    """Show the page; the form of the act `kind` keeps what was sent."""
    unfinished = Season.objects.unfinished().select_related("league")
    seasons = list(with_entries(unfinished).order_by("league", "pk"))
    context = {
        "seasons": seasons,
        "together": _together(seasons, request.user),
        "pairs": Apart.objects.select_related("one", "other").order_by("-pk"),
        "acts": StaffAct.objects.filter(kind__in=KINDS).select_related("about")[:MOST],
        "sent_for": kind,
        "sent": request.POST,
    }
    return render(request, "league/staff/leagues.html", context)


def _together(seasons: Iterable[Season], reader: User) -> list[tuple[Season, User, User]]:
    """Return who could not be kept apart, but not of seasons in which the reader plays."""
    own = set(Entry.objects.filter(user=reader).values_list("season", flat=True))
    pairs = [(each, pair) for each in seasons if each.pk not in own for pair in each.together]
    people = User.objects.in_bulk({person for _, pair in pairs for person in pair})
    return [
        (each, people[one], people[other])
        for each, (one, other) in pairs
        if one in people and other in people
    ]


@require_POST
@staff_required
def keep_apart(request: UserRequest) -> HttpResponseBase:
    """Keep two people out of each other's divisions."""
    sent = request.POST
    names = sent.get("one", ""), sent.get("other", "")
    with reported(request, DONE) as refused:
        staffing.keep_apart(names=names, by=request.user, reason=sent.get("reason", ""))
    return _leagues_page(request, "apart") if refused else redirect("league:staff")


@require_POST
@staff_required
def let_together(request: UserRequest, pair_id: int) -> HttpResponseBase:
    """Let two people be in one division again."""
    pair = get_object_or_404(Apart.objects.select_related("one", "other"), pk=pair_id)
    with reported(request, DONE) as refused:
        reason = request.POST.get("reason", "")
        staffing.let_together(pair=pair, by=request.user, reason=reason)
    return _leagues_page(request, f"pair-{pair_id}") if refused else redirect("league:staff")


@never_cache
@require_safe
@staff_required
def season(request: UserRequest, season_id: int) -> HttpResponse:
    """Show what can be done about a season."""
    return _season_page(request, season_id)


def _season_page(request: UserRequest, season_id: int, kind: str = "") -> HttpResponse:
    """Show a season; the form of the act `kind` keeps what was sent."""
    found = get_object_or_404(Season.objects.select_related("league"), pk=season_id)
    entries = list(found.entries.registered().select_related("user"))
    lost = TableSeat.objects.filter(
        table__division__season=found, table__ended_at=None, substitute=None
    ).exclude(lost_at=None)
    lost = lost.exclude(lost_by=LostBy.STAFF)
    context = {
        "season": found,
        "plays": found.entries.filter(user=request.user).exists(),
        "entries": entries,
        "finishing": timezone.now() >= found.ends_at + CLOSING,
        "divisions": max(1, len(division_sizes(len(entries)))),
        "lost": lost.select_related("table__game", "table__division", "entry__user"),
        "sent_for": kind,
        "sent": request.POST,
    }
    return render(request, "league/staff/season.html", context)


@require_POST
@staff_required
def act(request: UserRequest, season_id: int, kind: str) -> HttpResponseBase:
    """Do something about a season, for a reason."""
    about = get_object_or_404(Season, pk=season_id)
    with reported(request, DONE) as refused:
        _act(request, about, kind)
    if refused:
        return _season_page(request, season_id, kind)
    return redirect("league:staff-season", season_id)


def _act(request: UserRequest, season: Season, kind: str) -> None:
    """Do it; raises LeagueError, PlayError, NoReason, or Http404 for an unknown kind."""
    sent = request.POST
    why: dict[str, Any] = {"by": request.user, "reason": sent.get("reason", "")}
    match kind:
        case "stop":
            staffing.stop(season=season, **why)
        case "place":
            entry = get_object_or_404(Entry, pk=_number(sent, "entry"), season=season)
            staffing.place(entry=entry, division=_number(sent, "division"), **why)
        case "give-back":
            seats = TableSeat.objects.filter(table__division__season=season)
            seat = get_object_or_404(seats, pk=_number(sent, "seat"))
            staffing.give_back(seat=seat, **why)
        case _:
            raise Http404("There is no such act.")


def _number(sent: Any, name: str) -> int:
    """Return a number from a form; raises LeagueError if it is none."""
    text = sent.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise LeagueError(f"Fill in '{name}' with a whole number.")
    return int(text)
