"""The pages of duplicates, and how people join."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.accounts.languages import in_every_language
from games.accounts.refusals import reported
from games.accounts.requests import UserRequest
from games.duplicate.models import Duplicate
from games.duplicate.pages.results import WeekPage
from games.duplicate.pages.weeks import WeeksPage, weeks_until
from games.duplicate.services import joining
from games.duplicate.services.weeks import duplicate_at
from games.play.weeks import monday_of


@require_safe
@in_every_language
def weeks(request: HttpRequest) -> HttpResponse:
    """Show the duplicate of this week, which is made if there is none yet, and earlier ones."""
    now = timezone.now()
    listed = weeks_until(now, request.GET.get("page"))
    newest = next(iter(listed.rows), None)
    is_current = newest is not None and newest.monday == monday_of(now)
    current = newest if newest and is_current else duplicate_at(now)
    page = WeeksPage.of(current, listed, request.user)
    return render(request, "duplicate/weeks.html", {"page": page})


@require_safe
@in_every_language
def week(request: HttpRequest, year: int, week: int) -> HttpResponse:
    """Show the duplicate of a week, with its results to those who may see them."""
    duplicate = get_object_or_404(Duplicate.objects.in_week(year, week))
    page = WeekPage.of(duplicate, request.user, request.GET.get("page"))
    return render(request, "duplicate/week.html", {"page": page})


@login_required
@require_POST
def join(request: UserRequest) -> HttpResponseBase:
    """Seat the person at their table of this week's duplicate."""
    with reported(request):
        return redirect(joining.join(user=request.user))
    return redirect("duplicate:weeks")
