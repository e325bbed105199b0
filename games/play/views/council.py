"""Deciding together: votes are called for and answered, an own seat is taken back."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_POST

from games.play import gate, services
from games.play.errors import PlayError
from games.play.models import Player
from games.play.views.lost import for_a_seat
from games.play.views.table import fresh_table


@login_required
@require_POST
@for_a_seat
def ask(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Call for a vote."""
    kind = request.POST.get("kind", "")
    return _do(request, game_id, lambda player: services.open_vote(player=player, kind=kind))


@login_required
@require_POST
@for_a_seat
def vote(request: HttpRequest, game_id: int, vote_id: int) -> HttpResponseBase:
    """Answer a vote."""
    choice = request.POST.get("choice", "")
    return _do(
        request,
        game_id,
        lambda player: services.cast(player=player, vote_id=vote_id, choice=choice),
    )


@login_required
@require_POST
@for_a_seat
def come_back(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Take one's own seat back that is offered to others."""
    return _do(request, game_id, lambda player: services.come_back(player=player))


def _do(request: HttpRequest, game_id: int, act: Callable[[Player], object]) -> HttpResponseBase:
    """Do what is asked, and answer with the fresh table and, if refused, one sentence."""
    access = gate.enter(user=request.user, game_id=game_id, light=True)
    note = ""
    try:
        act(access.player())
    except PlayError as error:
        note = str(error)
    return fresh_table(request, access.game, note)
