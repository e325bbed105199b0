"""Hints: who may have one, and what it costs."""

from dataclasses import asdict

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.play.engine.locks import check_asked, check_running, locked_game, own_seat
from games.play.errors import PlayError
from games.play.event_hosts import comparison_of
from games.play.models import Draft, Holder, Player
from games.play.pages.hints import Hint
from games.play.policies import may_have_hints
from games.play.services.drafts import check_draft_version
from games.play.services.turns import check_version
from games.study.hinting import position_for_hint


@transaction.atomic
def take_hint(*, player: Player, version: int, draft_version: int) -> list[str]:
    """Make a game friendly in which a player asks for a hint; return the orders of their draft.

    In a rated game they give it up: otherwise a hint would be a way out of a game that goes badly.
    Raises LostSeat, Stale, NotYourTurn, PlayError if other people play, or what
    `games.study.hinting.position_for_hint` raises; then the game stays as it is.
    """
    game = locked_game(player.game_id)
    check_running(game)
    player = own_seat(player)
    players = list(Player.objects.at_table(game))
    if not may_have_hints(game, players, player.seat):
        raise PlayError(
            gettext("Hints are only for tables without other people.")
            if comparison_of(game) is None
            else gettext("This game is compared with those of others, so there are no hints in it.")
        )
    check_version(game, player, version)
    check_asked(player, game.rules().to_move(game.position()))
    draft = Draft.objects.of(player) or Draft(player=player)
    check_draft_version(draft, draft_version)
    position_for_hint(game, player.seat, draft.orders)
    if game.rated:
        game.rated = False
        game.save(update_fields=["rated"])
        Holder.objects.filter(player=player, end_move=None).update(hinted=timezone.now())
    return list(draft.orders)


def keep_hint(*, player: Player, hint: Hint) -> None:
    """Keep a hint beside a player's draft, whatever has become of that in the meantime."""
    Draft.objects.update_or_create(player=player, defaults={"hint": asdict(hint)})
