"""The page of what a player has set in advance, which only they can see."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.refusals import reported
from games.accounts.requests import UserRequest
from games.bots.standing_orders import BadWish
from games.drawing import DRAWINGS
from games.play import services
from games.play.access import Access, enter
from games.play.errors import PlayError
from games.play.forms.standing_orders import StandingOrderRow, standing_order_rows
from games.play.language import spoken
from games.play.pages.conditional import lines_of
from games.play.views.lost_seat import for_a_seat


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@for_a_seat
def show(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Show a player's standing orders and conditional turns, and set a standing order."""
    access = enter(user=request.user, game_id=game_id)
    player = access.player()
    if not access.game.is_running:
        return redirect(access.game)
    if request.method != "POST":
        return _page(request, access, standing_order_rows(access.game, player))
    asked = request.POST.get("asked", "")
    rows = standing_order_rows(access.game, player, asked=asked, data=request.POST)
    row = next((row for row in rows if row.id == asked), None)
    if row is None:
        raise Http404("This question is not asked in this game.")
    if not row.form.is_valid():
        return _page(request, access, rows)
    try:
        answered = services.set_standing_order(player=player, asked=asked, filled=row.form.filled())
    except BadWish as error:
        row.form.add_error(error.field or None, spoken().say(error.said))
        return _page(request, access, rows)
    except PlayError as error:
        messages.warning(request, str(error))
        return redirect(access.game)
    if answered:
        messages.success(
            request, gettext("Saved, and your standing order has answered what you were asked.")
        )
        return redirect(access.game)
    messages.success(request, gettext("Saved."))
    # Otherwise the browser goes on to the form that was sent, below what is said here.
    return redirect(f"{reverse('play:standing-orders', args=[game_id])}#top")


@login_required
@require_POST
@for_a_seat
def remove(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Remove a standing order."""
    access = enter(user=request.user, game_id=game_id, light=True)
    asked = request.POST.get("asked", "")
    with reported(request, gettext("Removed. You will be asked again.")) as refused:
        services.remove_standing_order(player=access.player(), asked=asked)
    return redirect(access.game if refused else reverse("play:standing-orders", args=[game_id]))


@login_required
@require_POST
@for_a_seat
def withdraw(request: UserRequest, game_id: int, line_id: int) -> HttpResponseBase:
    """Withdraw a conditional line."""
    access = enter(user=request.user, game_id=game_id, light=True)
    with reported(request, gettext("Withdrawn.")) as refused:
        services.withdraw_line(player=access.player(), line=line_id)
    return redirect(access.game if refused else reverse("play:standing-orders", args=[game_id]))


def _page(request: UserRequest, access: Access, rows: list[StandingOrderRow]) -> HttpResponse:
    lines = lines_of(access.player(), access.seat_history, access.names)
    game, player = access.game, access.player()
    context: dict[str, Any] = {"game": game, "rows": rows, "lines": lines}
    drawing, language = DRAWINGS[game.title], spoken()
    view = game.rules().view(game.position(), player.seat)
    if places := drawing.places(view, language):
        context |= {
            "board": drawing.static(view.board, language),
            "live": drawing.live(view, language),
        }
        context["places"] = places
    return render(request, "play/standing_orders.html", context)
