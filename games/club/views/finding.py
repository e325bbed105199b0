"""Find a game: to join, to watch, or to look up."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.forms import model_to_dict
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.languages import in_every_language
from games.accounts.refusals import reported
from games.accounts.requests import PageRequest, UserRequest
from games.club.errors import ClubError
from games.club.forms import OPEN_FIELDS, SearchForm, TableWishForm
from games.club.models import SavedSearch, TableWish
from games.club.pages.finding import Search, finished_games, open_games, running_games
from games.club.pages.paging import PAGE, Part
from games.club.services import searches, seating
from games.drawing import DRAWINGS
from games.play.models.game import GameQuerySet
from games.play.pages.cards import cards_of
from games.play.pages.levels import levels_by_title
from games.play.views.fragments import fragment
from games.rules import TITLES

RESULTS = 5
"""How many of the newest results are shown beside other things."""
MOST_WAITING = 20
"""How many people who wait for a table are counted."""
MOST = 1000
"""How many games can be paged through; to skip more would take long."""

_COMMON = {"table", "players", "pace", "rated", "language", "name"}
_LISTS: dict[str, tuple[Callable[[Search, Any], GameQuerySet], set[str]]] = {
    "open": (open_games, OPEN_FIELDS),
    "running": (running_games, {*_COMMON, "who", "person"} - {"language"}),
    "finished": (finished_games, {*_COMMON, "person", "result"} - {"language", "pace"}),
}
"""The lists: what they show, and by which fields they are filtered."""


@require_safe
@vary_on_headers("HX-Request")
@in_every_language
def games(request: PageRequest, shown: str = "open") -> HttpResponse:
    """Show a page of the open, running or finished games that the filters leave.

    HTMX gets only the first open games, for 'My games', or the newest results.
    """
    find, fields = _LISTS[shown]
    if request.htmx and shown == "finished":
        cards = cards_of(find(Search(), request.user)[:RESULTS])
        return fragment(request, "club/newest_results.html", {"cards": cards})
    if request.htmx:
        cards = cards_of(find(Search(), request.user)[:PAGE])
        return fragment(request, "play/open_and_running.html", {"joinable": cards})
    form = SearchForm(request.GET, fields) if request.GET else _blank_form(shown)
    found = find(form.search(), request.user)
    part = Part.of(found[:MOST], request.GET.get("page"))
    context = {
        "form": form,
        "part": part,
        "cards": cards_of(part.rows),
        "shown": shown,
        "filtered": bool(request.GET),
    }
    if shown != "open":
        return render(request, "club/watch.html", context)
    return render(request, "club/find.html", context | _beside_open_games(request))


@login_required
@require_POST
def save_search(request: UserRequest) -> HttpResponseBase:
    """Save the search for open games that was sent."""
    with reported(request, gettext("Saved. We'll tell you when a new game fits.")):
        searches.save_search(user=request.user, sent=request.POST.dict())
    return redirect("club:open-games")


@login_required
@require_POST
def remove_search(request: UserRequest, number: int) -> HttpResponseBase:
    """Remove a saved search."""
    with reported(request, gettext("Removed.")):
        searches.remove_search(user=request.user, number=number)
    return redirect("club:open-games")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wait_for_table(request: UserRequest) -> HttpResponseBase:
    """Show and take the form of someone who wants a seat at the next table of a kind."""
    wish = _wishes(request).first()
    if request.method == "POST":
        form = TableWishForm(request.POST, label_suffix="")
        if form.is_valid():
            try:
                seating.wait_for_table(user=request.user, **form.cleaned_data)
            except ClubError as error:
                form.add_error("players", str(error))
            else:
                messages.success(
                    request, gettext("You're in line for a table. The game starts automatically.")
                )
                return redirect("club:wait-for-table")
    elif wish is None:
        form = TableWishForm(label_suffix="")
    else:
        initial = model_to_dict(wish) | {"rated": "yes" if wish.rated else "no"}
        form = TableWishForm(initial=initial, label_suffix="")
    return render(request, "club/wait_for_table.html", {"form": form, "wish": wish})


@login_required
@require_POST
def stop_waiting(request: UserRequest) -> HttpResponseBase:
    """Wait for a table no more."""
    with reported(request, gettext("You're not waiting for a table any more.")):
        seating.stop_waiting(user=request.user)
    return redirect("club:open-games")


def _beside_open_games(request: PageRequest) -> dict[str, object]:
    """Return what the page of open games shows besides them: bots, and who waits for a table."""
    waiting = TableWish.objects.filter(expired_at=None).order_by()
    return {
        "titles": [(TITLES[title], levels) for title, levels in levels_by_title(DRAWINGS).items()],
        "wish": _wishes(request).first(),
        "waiting": len(waiting.values("pk")[:MOST_WAITING]),
        "most_waiting": MOST_WAITING,
        "searches": _searches(request),
    }


@cache
def _blank_form(shown: str) -> SearchForm:
    return SearchForm({}, _LISTS[shown][1])


def _wishes(request: PageRequest) -> QuerySet[TableWish]:
    return TableWish.objects.filter(user=request.user.pk)


def _searches(request: PageRequest) -> list[tuple[SavedSearch, list[str], str]]:
    """Return the person's saved searches, each with what it wants and where it leads."""
    return [
        (saved, SearchForm(saved.as_sent(), OPEN_FIELDS).words(), urlencode(saved.as_sent()))
        for saved in SavedSearch.objects.filter(user=request.user.pk)
    ]
