"""Find a game: to join, to watch, or to look up."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.accounts.requests import PageRequest
from games.club.forms import SearchForm
from games.club.pages.finding import Search, finished_games, open_games, running_games
from games.play.models.game import GameQuerySet

PAGE = 20
MOST = 1000
"""How many games can be paged through; counting more would take long."""

_COMMON = {"table", "players", "pace", "rated", "language", "name"}
_LISTS: dict[str, tuple[Callable[[Search, Any], GameQuerySet], set[str]]] = {
    "open": (open_games, {*_COMMON, "reliability", "who"} - {"name"}),
    "running": (running_games, {*_COMMON, "who", "person"} - {"language"}),
    "finished": (finished_games, {*_COMMON, "person", "result"} - {"language", "pace"}),
}
"""The lists: what they show, and by which fields they are filtered."""


@require_GET
def games(request: PageRequest, shown: str = "open") -> HttpResponse:
    """Show a page of the open, running or finished games that the filters leave."""
    find, fields = _LISTS[shown]
    form = SearchForm(request.GET, fields)
    found = find(form.search(), request.user)
    page = Paginator(found[:MOST], PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "games": page, "shown": shown, "filtered": bool(request.GET)}
    return render(request, "club/find.html", context)
