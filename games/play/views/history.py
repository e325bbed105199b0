"""The history of a game: the whole log, the position after a move, the game record."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.play.access import enter
from games.play.pages.history import state_after
from games.play.pages.log import entries_of, turns_of
from games.play.pages.past import PastTable
from games.play.pages.record import record_text


@require_GET
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show all moves of the game in sentences."""
    access = enter(user=request.user, game_id=game_id)
    game = access.game
    if game.state is None:
        raise Http404("The game has not begun, so nothing has happened.")
    seat_history = access.seat_history
    moves = list(game.moves.all())
    state = game.position()
    entries = entries_of(game, moves, state, seat_history, access.seat)
    context = {
        "game": game,
        "turns": turns_of(moves, entries, seat_history),
        "rewinds": game.rewinds.all(),
    }
    return render(request, "play/log.html", context)


@require_GET
def move(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the position after a move as a spectator sees it, at a permanent URL."""
    access = enter(user=request.user, game_id=game_id)
    if number > access.game.moves_made or access.game.state is None:
        raise Http404("That move has not been made.")
    state = state_after(access.game, number)
    seen = PastTable.of(access, state, number)
    return render(request, "play/move.html", {"table": seen, "game": access.game})


@require_GET
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the game record, without what the visitor may not know."""
    access = enter(user=request.user, game_id=game_id)
    text = record_text(access)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="game-{access.game.pk}.txt"'
    return response
