"""Hints at a table."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.views.decorators.http import require_POST

from games.accounts.requests import UserRequest, within_limit
from games.play.errors import PlayError
from games.play.language import refusal_by_rules
from games.play.views.lost_seat import for_a_seat
from games.play.views.table import Click, fresh_table
from games.rules.common.message import message
from games.study import services
from games.study.hinting import hint_for

MOST = 30
"""The most hints for one person in a minute."""
TOO_MANY = message("That was a lot of hints. Wait a minute, then ask again.")


@login_required
@require_POST
@for_a_seat
def hint(request: UserRequest, game_id: int) -> HttpResponseBase:
    """Show what a good player would order next."""
    click = Click.of(request, game_id)
    with refusal_by_rules() as refused:
        at = click.at()
        if not within_limit("hint", request.user.pk, a_minute=MOST):
            raise PlayError(TOO_MANY)
        orders = services.take_hint(**at)
        services.keep_hint(player=at["player"], hint=hint_for(at["player"], orders))
    return fresh_table(request, click.game, refused.reason)
