"""The screen of a hot-seat table."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.accounts.refusals import reported
from games.accounts.requests import UserRequest
from games.play import services
from games.play.access import Access, enter


@login_required
@require_POST
def take_screen(request: UserRequest, game_id: int, seat: int) -> HttpResponseBase:
    """Show the view of the seat whose person now has the screen."""
    game = own_table(request, game_id).game
    with reported(request):
        services.take_screen(game=game, user=request.user, seat=seat)
    return redirect(game)


def own_table(request: UserRequest, game_id: int) -> Access:
    """Return a pass-and-play table of the visitor's own; raises Http404."""
    access = enter(user=request.user, game_id=game_id)
    if not (access.game.hot_seat and access.is_creator):
        raise Http404("This isn't a pass-and-play table.")
    return access
