"""Call votes, cast ballots, and take one's own seat back."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.views.decorators.http import require_POST

from games.accounts.refusals import refusal
from games.accounts.requests import UserRequest
from games.play import services
from games.play.access import enter
from games.play.models import Player
from games.play.views.lost import for_a_seat
from games.play.views.table import fresh_table


@login_required
@require_POST
@for_a_seat
def ask(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Call a vote."""
    kind = request.POST.get("kind", "")
    return _do(request, game_id, lambda player: services.open_vote(player=player, kind=kind))


@login_required
@require_POST
@for_a_seat
def vote(request: UserRequest, game_id: int, vote_id: int) -> HttpResponseBase:
    """Cast a ballot in a vote."""
    choice = request.POST.get("choice", "")
    return _do(
        request,
        game_id,
        lambda player: services.cast(player=player, vote_id=vote_id, choice=choice),
    )


@login_required
@require_POST
@for_a_seat
def come_back(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Take one's own seat back while it is on offer."""
    return _do(request, game_id, lambda player: services.come_back(player=player))


def _do(request: UserRequest, game_id: int, act: Callable[[Player], object]) -> HttpResponseBase:
    """Carry out an action, and show the game again, with an error message if it was refused."""
    access = enter(user=request.user, game_id=game_id, light=True)
    note = refusal(lambda: act(access.player()))
    return fresh_table(request, access.game, note)
