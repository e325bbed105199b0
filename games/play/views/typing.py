"""Typed orders: add them to the draft, and complete them while they are typed."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.html import format_html_join
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.requests import UserRequest
from games.play import services
from games.play.access import enter
from games.play.errors import PlayError
from games.play.language import error_text, refusal_by_rules
from games.play.pages.completing import Line, after_own_draft
from games.play.views.lost_seat import for_a_seat
from games.play.views.table import Click, drafted_table, fresh_table
from games.rules.errors import LONGEST_ORDER, IllegalOrder


@login_required
@require_POST
@for_a_seat
def typed(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Add the orders of a typed line to the draft, all or none; a refused line can be mended."""
    text = request.POST.get("line", "")[:LONGEST_ORDER]
    line = Line(text)
    click = Click.of(request, game_id)
    with refusal_by_rules() as refused:
        at = click.at()
        try:
            drafted = services.draft_orders(**at, orders=line.orders)
        except IllegalOrder as error:
            player = at["player"]
            hint = line.hint(player.game.rules(), after_own_draft(player), player.seat)
            raise PlayError(f"{error_text(error)}{hint}") from error
    if refused and not request.htmx:
        messages.warning(request, refused.reason)
        return redirect(f"{click.game.get_absolute_url()}?{urlencode({'typed': text})}#typed")
    if refused:
        return fresh_table(request, click.game, refused.reason, typed=text)
    response = drafted_table(request, drafted)
    response["X-Sent"] = "typed"
    return response


@login_required
@never_cache
@require_safe
def completions(request: UserRequest, game_id: int) -> HttpResponse:
    """Return how a typed line can go on, as options of its list."""
    player = enter(user=request.user, game_id=game_id).player()
    line = Line(request.GET.get("line", "")[:LONGEST_ORDER])
    found = []
    if player.game.is_running:
        found = line.completions(player.game.rules(), after_own_draft(player), player.seat)
    return as_options(found)


def as_options(found: Sequence[str]) -> HttpResponse:
    """Return texts as the options of a list."""
    options = format_html_join("", '<option value="{}">', ((text,) for text in found))
    return HttpResponse(options, headers={"X-Fragment": "yes"})
