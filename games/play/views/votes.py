"""Call votes, cast ballots, and take one's own seat back."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.views.decorators.http import require_POST

from games.accounts.refusals import refusal
from games.accounts.requests import UserRequest
from games.play import services
from games.play.access import enter
from games.play.views.lost_seat import for_a_seat
from games.play.views.table import fresh_table


@login_required
@require_POST
@for_a_seat
def ask(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Call a vote."""
    access = enter(user=request.user, game_id=game_id, light=True)
    with refusal() as refused:
        services.open_vote(player=access.player(), kind=request.POST.get("kind", ""))
    return fresh_table(request, access.game, refused.reason)


@login_required
@require_POST
@for_a_seat
def vote(request: UserRequest, game_id: int, vote_id: int) -> HttpResponseBase:
    """Cast a ballot in a vote."""
    access = enter(user=request.user, game_id=game_id, light=True)
    choice = request.POST.get("choice", "")
    with refusal() as refused:
        services.cast(player=access.player(), vote_id=vote_id, choice=choice)
    return fresh_table(request, access.game, refused.reason)


@login_required
@require_POST
@for_a_seat
def come_back(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Take one's own seat back while it is on offer."""
    access = enter(user=request.user, game_id=game_id, light=True)
    with refusal() as refused:
        services.come_back(player=access.player())
    return fresh_table(request, access.game, refused.reason)
