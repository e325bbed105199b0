"""Drafts: add orders and undo them; nobody else sees them."""

from collections.abc import Sequence

from django.db import transaction

from games.play.engine.locks import as_seated, check_asked, check_running, locked_game
from games.play.errors import PlayError, Stale
from games.play.models import Draft, Game, Player
from games.play.scratch import Drafted, is_closed, play_draft, play_legal
from games.rules.common.message import message


def draft_order(*, player: Player, version: int, draft_version: int, order: str) -> Drafted:
    """Add an order to a player's draft; raises what `draft_orders` does."""
    return draft_orders(player=player, version=version, draft_version=draft_version, orders=[order])


@transaction.atomic
def draft_orders(
    *, player: Player, version: int, draft_version: int, orders: Sequence[str]
) -> Drafted:
    """Add orders to a player's draft, all or none, each checked on the position at its end.

    Raises LostSeat, Stale, NotYourTurn, IllegalOrder, or PlayError when the draft is closed.
    """
    game, players, draft = _open_draft(player, version)
    title, base, seat = game.rules(), game.position(), player.seat
    check_asked(player, title.to_move(base))
    if draft.version == draft_version + 1 and draft.orders[-len(orders) :] == [*orders]:
        raise Stale(message("This order is already in your draft, once."))
    check_draft_version(draft, draft_version)
    played = play_draft(title, base, seat, draft.orders)
    for text in orders:
        if played.steps and is_closed(title, played.state, seat):
            raise PlayError(
                message(
                    "Nothing can follow the last step of your draft. Confirm it, or undo that step."
                )
            )
        played.apply(seat, title.read(played.state, text))
    draft.keep(game.version, [step.text for step in played.steps])
    return Drafted(game, players, draft, played)


def undo(*, player: Player, version: int, draft_version: int) -> Drafted:
    """Remove the last order from the draft; raises LostSeat, Stale or NotYourTurn."""
    return _cut(player, version, draft_version, -1)


def reset_draft(*, player: Player, version: int, draft_version: int) -> Drafted:
    """Empty the draft; raises LostSeat, Stale or NotYourTurn."""
    return _cut(player, version, draft_version, 0)


@transaction.atomic
def _cut(player: Player, version: int, draft_version: int, end: int) -> Drafted:
    """Keep a draft's orders up to `end`."""
    game, players, draft = _open_draft(player, version)
    check_draft_version(draft, draft_version)
    draft.keep(game.version, draft.orders[:end])
    played = play_legal(game.rules(), game.position(), player.seat, draft.orders)
    return Drafted(game, players, draft, played)


def check_draft_version(draft: Draft, draft_version: int) -> None:
    """Raise Stale unless the click was made on the current version of the draft."""
    if draft.version != draft_version:
        raise Stale(
            message(
                "Your draft changed before this click arrived, so the click was ignored. "
                "Here's your draft now."
            )
        )


def _open_draft(player: Player, version: int) -> tuple[Game, list[Player], Draft]:
    """Lock a player's game; return it, its players by seat, and the player's draft."""
    game = locked_game(player.game_id)
    check_running(game)
    players = list(Player.objects.at_table(game).select_related("draft"))
    player = as_seated(player, players[player.seat])
    if version != game.version:
        raise Stale(message("The game has moved on. Check what's new and choose again."))
    draft = getattr(player, "draft", None) or Draft.objects.get_or_create(player=player)[0]
    return game, players, draft
