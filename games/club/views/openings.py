"""The explorer of openings."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.languages import in_every_language
from games.club.openings import MOST_MOVES, turns_of
from games.club.pages.openings import OpeningsPage, known_key, start_url_of, url_of, with_kind
from games.play.access import enter
from games.play.models import Log
from games.play.views.titles import title_of
from games.rules import TITLES


@require_safe
@in_every_language
def explorer(request: HttpRequest, title: str = "") -> HttpResponse:
    """Show how games of a title begin, by default of the first one."""
    return _shown(request, OpeningsPage.at_start(title_of(title), request.GET))


@require_safe
@in_every_language
def opening(request: HttpRequest, title: str, key: str) -> HttpResponse:
    """Show how games go on after their first turns."""
    return _shown(request, OpeningsPage.at(title_of(title), key, request.GET))


def _shown(request: HttpRequest, page: OpeningsPage) -> HttpResponse:
    context = {"openings": page, "board_page": page.board_page, "titles": TITLES.values()}
    return render(request, "club/openings.html", context)


@never_cache
@require_safe
def of_game(request: HttpRequest, game_id: int, number: int) -> HttpResponseBase:
    """Lead from an early move of a game to what was played from there in others."""
    game = enter(user=request.user, game_id=game_id).game
    if game.state is None or not 0 <= number <= game.moves_made or game.beginning is not None:
        raise Http404("That move has not been made.")
    title, start = game.rules(), game.first_position()
    moves = Log(game).until(min(number, MOST_MOVES))
    turns = list(turns_of(title, start, ((move.rules_seat, move.order) for move in moves)))
    key, kind = known_key(title, [turn.key for turn in turns])
    if turns and key != turns[-1].key:
        text = gettext(
            "No other public game began like this one. This is as far as others have come."
        )
        messages.info(request, text)
    if not key:
        view = title.view(start, None)
        return redirect(start_url_of(title, view.board, view.players))
    return redirect(with_kind(url_of(title, key), kind))
