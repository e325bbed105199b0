"""The page on which a player settles beforehand how he is answered for; nobody else's shows it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.bots.standing import BadWish
from games.play import gate, services
from games.play.errors import PlayError
from games.play.settled import Settled, settled_of
from games.play.views.lost import for_a_seat


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@for_a_seat
def standing(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Show what is settled, and settle one question anew."""
    access = gate.enter(user=request.user, game_id=game_id)
    player = access.player()
    if not access.game.is_running:
        return redirect(access.game)
    if request.method != "POST":
        return _page(request, access, settled_of(access.game, player))
    asked = request.POST.get("asked", "")
    rows = settled_of(access.game, player, asked=asked, data=request.POST)
    row = next((row for row in rows if row.question.asked == asked), None)
    if row is None:
        raise Http404("This is not asked in this game.")
    if not row.form.is_valid():
        return _page(request, access, rows)
    try:
        answered = services.settle(player=player, asked=asked, filled=row.form.filled())
    except BadWish as error:
        row.form.add_error(error.field or None, str(error))
        return _page(request, access, rows)
    except PlayError as error:
        messages.warning(request, str(error))
        return redirect(access.game)
    if answered:
        messages.success(request, "Settled, and what you were asked is answered.")
        return redirect(access.game)
    messages.success(request, "Settled.")
    return redirect("play:standing", game_id)


@login_required
@require_POST
@for_a_seat
def unsettle(request: HttpRequest, game_id: int) -> HttpResponseBase:
    """Take a standing order back."""
    access = gate.enter(user=request.user, game_id=game_id, light=True)
    try:
        services.unsettle(player=access.player(), asked=request.POST.get("asked", ""))
    except PlayError as error:
        messages.warning(request, str(error))
        return redirect(access.game)
    messages.success(request, "Taken back: you are asked again.")
    return redirect("play:standing", game_id)


def _page(request: HttpRequest, access: gate.Access, rows: list[Settled]) -> HttpResponse:
    return render(request, "play/standing.html", {"game": access.game, "rows": rows})
