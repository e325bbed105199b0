"""Drafts: add orders and undo them; nobody else sees them."""

from collections.abc import Sequence

from django.db import transaction

from games.play.engine.drafts import keep
from games.play.engine.locks import check_asked, check_running, locked_game, own_seat
from games.play.errors import PlayError, Stale
from games.play.models import Draft, Game, Player
from games.play.scratch import after_draft, is_closed


@transaction.atomic
def draft_order(*, player: Player, version: int, draft_version: int, order: str) -> Draft:
    """Add an order to a player's draft, after checking it on the position at the draft's end.

    Raises LostSeat, Stale, NotYourTurn, IllegalOrder, or PlayError when the draft is closed.
    """
    game, draft = _open_draft(player, version)
    title = game.rules()
    base = game.position()
    check_asked(player, title.to_move(base))
    if draft.version == draft_version + 1 and draft.orders[-1:] == [order]:
        raise Stale("This order is already in your draft, once.")
    check_draft_version(draft, draft_version)
    state = after_draft(title, base, player.seat, draft.orders)
    if draft.orders and is_closed(title, state, player.seat):
        raise PlayError(
            "Nothing can follow the last step of your draft. Confirm it, or undo that step."
        )
    read = title.read(state, order)
    title.apply(state, player.seat, read)
    return keep(draft, game.version, [*draft.orders, title.write(state, read)])


@transaction.atomic
def draft_orders(
    *, player: Player, version: int, draft_version: int, orders: Sequence[str]
) -> Draft:
    """Add orders to a player's draft, all or none; raises what `draft_order` does."""
    for order in orders:
        draft = draft_order(
            player=player, version=version, draft_version=draft_version, order=order
        )
        draft_version = draft.version
    return draft


@transaction.atomic
def undo(*, player: Player, version: int, draft_version: int) -> Draft:
    """Remove the last order from the draft; raises LostSeat, Stale or NotYourTurn."""
    game, draft = _open_draft(player, version)
    check_draft_version(draft, draft_version)
    return keep(draft, game.version, draft.orders[:-1])


@transaction.atomic
def reset_draft(*, player: Player, version: int, draft_version: int) -> Draft:
    """Empty the draft; raises LostSeat, Stale or NotYourTurn."""
    game, draft = _open_draft(player, version)
    check_draft_version(draft, draft_version)
    return keep(draft, game.version, [])


def check_draft_version(draft: Draft, draft_version: int) -> None:
    """Raise Stale unless the click was made on the current version of the draft."""
    if draft.version != draft_version:
        raise Stale(
            "Your draft changed before this click arrived, so the click was ignored. "
            "Here's your draft now."
        )


def _open_draft(player: Player, version: int) -> tuple[Game, Draft]:
    game = locked_game(player.game_id)
    check_running(game)
    player = own_seat(player)
    if version != game.version:
        raise Stale("The game has moved on. Check what's new and choose again.")
    draft, _ = Draft.objects.get_or_create(player=player)
    return game, draft
