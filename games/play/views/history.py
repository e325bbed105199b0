"""The history of a game: the whole log, the position after a move, the game record."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.requests import PageRequest, number_in
from games.play.access import Access, enter
from games.play.models import Log
from games.play.pages.log import entries_of, turns_of
from games.play.pages.past import PastTable
from games.play.pages.record import hides_beginning, record_text
from games.play.policies import obstacle_to_playing_on
from games.play.views.fragments import fragment


@require_safe
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show all moves of the game in sentences."""
    access = enter(user=request.user, game_id=game_id)
    game = access.game
    if game.state is None:
        raise Http404("The game has not begun, so nothing has happened.")
    seat_history = access.seat_history
    moves = Log(game).after(0)
    state = game.position()
    entries = entries_of(game, moves, state, seat_history, access.seat)
    context = {
        "game": game,
        "turns": turns_of(moves, entries, seat_history),
        "rewinds": game.rewinds.all(),
    }
    return render(request, "play/log.html", context)


@require_safe
def move(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the position after a move at a permanent URL, with all moves of the game to go to."""
    access = _at_move(request, game_id, number)
    return render(request, "play/move.html", _context(access, number))


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def go_to_move(request: PageRequest, game_id: int) -> HttpResponse:
    """Lead to the page of move `?number=`; htmx gets only what changes on that page."""
    number = number_in(request.GET.get("number", "0"))
    if number is None:
        raise Http404("That isn't the number of a move.")
    access = _at_move(request, game_id, number)
    if not request.htmx:
        return redirect("play:move", access.game.pk, number)
    return fragment(request, "play/move.html#fragment", _context(access, number))


def _context(access: Access, number: int) -> dict[str, object]:
    return {
        "table": PastTable.of(access, number),
        "game": access.game,
        "may_play_on": not obstacle_to_playing_on(access),
    }


def _at_move(request: HttpRequest, game_id: int, number: int) -> Access:
    access = enter(user=request.user, game_id=game_id)
    if not 0 <= number <= access.game.moves_made or access.game.state is None:
        raise Http404("That move has not been made.")
    return access


@require_safe
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the game record, without what the visitor may not know."""
    access = enter(user=request.user, game_id=game_id)
    if hides_beginning(access):
        raise Http404("This table began with something hidden. Its record is here once it's over.")
    text = record_text(access)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="game-{access.game.pk}.txt"'
    return response
