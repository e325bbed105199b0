"""The board in words: a document, its tables, and the places that the keyboard goes to."""

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.requests import PageRequest
from games.play.access import Access, enter
from games.play.pages.words import BoardInWords


@never_cache
@require_safe
def words(request: PageRequest, game_id: int) -> HttpResponse:
    """Show the board as headings and lists, or with `?tables` as tables."""
    access = _entered(request, game_id)
    context = {
        "game": access.game,
        "url": access.game.get_absolute_url(),
        "board": BoardInWords.of(access),
        "tables": "tables" in request.GET,
    }
    return render(request, "play/words.html", context)


@never_cache
@require_safe
def places(request: PageRequest, game_id: int) -> HttpResponse:
    """Return the places of the board for its keyboard."""
    return JsonResponse({"places": BoardInWords.of(_entered(request, game_id)).places()})


def _entered(request: PageRequest, game_id: int) -> Access:
    access = enter(user=request.user, game_id=game_id)
    if access.game.state is None:
        raise Http404("The game has not started.")
    return access
