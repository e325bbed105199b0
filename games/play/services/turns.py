"""Confirm: turn orders into moves."""

from collections.abc import Sequence

from django.db import transaction

from games.play.engine.finishing import finish
from games.play.engine.locks import check_asked, check_running, locked_game, own_seat
from games.play.engine.session import GameSession
from games.play.errors import PlayError, Stale
from games.play.models import Draft, Game, Holder, Move, PlayedBy, Player
from games.play.services.drafts import check_draft_version


@transaction.atomic
def confirm(*, player: Player, version: int, orders: Sequence[str]) -> Game:
    """Play a player's orders on the game as it was at `version`, all of them or none.

    Chance and bots follow until a person must act. Raises LostSeat, Stale, NotYourTurn or
    IllegalOrder.
    """
    game = locked_game(player.game_id)
    return _confirm(game, own_seat(player), version, orders)


@transaction.atomic
def confirm_draft(
    *, player: Player, version: int, draft_version: int, then: Sequence[str] = ()
) -> Game:
    """Play a player's draft, then the orders `then`, which decline what it leaves open.

    Raises LostSeat, Stale, NotYourTurn, IllegalOrder, or PlayError if there is nothing to play.
    """
    game = locked_game(player.game_id)
    player = own_seat(player)
    check_version(game, player, version)
    draft = Draft.objects.filter(player=player).first() or Draft(player=player)
    check_draft_version(draft, draft_version)
    if not draft.orders and not then:
        raise PlayError("Your draft is empty. Choose an order first, or end the turn.")
    return _confirm(game, player, version, [*draft.orders, *then])


def _confirm(game: Game, player: Player, version: int, orders: Sequence[str]) -> Game:
    check_running(game)
    session = GameSession.of(game)
    player = session.players[player.seat]
    check_version(game, player, version)
    for text in orders:
        check_asked(player, session.to_move(), session.names)
        session.order(player.seat, text)
    session.go_on()
    player.confirmed_version = version
    # A player who moves is back.
    player.offered_at = None
    player.save(update_fields=["confirmed_version", "offered_at"])
    finish(session, player)
    return game


def check_version(game: Game, player: Player, version: int) -> None:
    """Raise Stale unless the orders were given for the current version of the game."""
    if version == game.version:
        return
    if player.confirmed_version == version:
        raise Stale("You've already confirmed this. It counted once.")
    held = Holder.objects.get(player=player, end_move=None)
    own = Move.objects.filter(game=game, seat=player.seat, number__gte=held.first_move)
    newest = own.order_by("number").last()
    if newest is not None and newest.played_by == PlayedBy.CLOCK:
        raise Stale(
            "Your time ran out and the bot played for you before this arrived, "
            "so nothing of it was played."
        )
    raise Stale("The game has moved on, so nothing was played. Check what's new and choose again.")
