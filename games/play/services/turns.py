"""Confirm: turn orders into moves."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from games.play.engine.finishing import finish
from games.play.engine.locks import as_seated, check_asked, check_running, locked_game
from games.play.engine.seating import note_free_seats
from games.play.engine.session import GameSession
from games.play.errors import PlayError, Stale
from games.play.models import Draft, Game, Holder, Move, PlayedBy, Player
from games.play.services.drafts import check_draft_version
from games.rules.common.message import message
from games.rules.playthrough import Step


class Confirmed(NamedTuple):
    """Orders that were played: the game and its players as they are now, and the orders' steps."""

    session: GameSession
    steps: Sequence[Step]


@transaction.atomic
def confirm(*, player: Player, version: int, orders: Sequence[str]) -> Game:
    """Play a player's orders on the game as it was at `version`, all of them or none.

    Chance and bots follow until a person must act. Raises LostSeat, Stale, NotYourTurn or
    IllegalOrder.
    """
    session = _session(player, version)
    _confirm(session, session.players[player.seat], orders)
    return session.game


@transaction.atomic
def try_orders(*, player: Player, version: int, orders: Sequence[str]) -> Confirmed:
    """Check a player's orders as `confirm` does, and play nothing; raises what `confirm` raises.

    Nothing of the session is saved. It ends with these orders: no chance is drawn.
    """
    session = _session(player, version)
    return Confirmed(session, _play(session, session.players[player.seat], orders))


@transaction.atomic
def confirm_draft(
    *, player: Player, version: int, draft_version: int, then: Sequence[str] = ()
) -> Confirmed:
    """Play a player's draft, then the orders `then`, which decline what it leaves open.

    Raises LostSeat, Stale, NotYourTurn, IllegalOrder, or PlayError if there is nothing to play.
    """
    session = _session(player, version)
    player = session.players[player.seat]
    own = (draft for draft in session.drafts if draft.player_id == player.pk)
    draft = next(own, None) or Draft(player=player)
    check_draft_version(draft, draft_version)
    if not draft.orders and not then:
        raise PlayError(message("Your draft is empty. Choose an order first, or end the turn."))
    return Confirmed(session, _confirm(session, player, [*draft.orders, *then]))


def _session(player: Player, version: int) -> GameSession:
    """Lock a player's game and play it on; raises LostSeat, Stale or NotYourTurn."""
    game = locked_game(player.game_id)
    players = list(Player.objects.at_table(game))
    check_version(game, as_seated(player, players[player.seat]), version)
    check_running(game)
    return GameSession(game, players=players)


def _confirm(session: GameSession, player: Player, orders: Sequence[str]) -> Sequence[Step]:
    """Play a player's orders and what follows without people; return the steps of the orders."""
    confirmed = session.game.version
    steps = _play(session, player, orders)
    session.go_on()
    player.confirmed_version = confirmed
    # A player who moves is back.
    if player.offered_at is not None:
        player.offered_at = None
        player.save(update_fields=["offered_at"])
        note_free_seats(session.game)
    finish(session, player)
    return steps


def _play(session: GameSession, player: Player, orders: Sequence[str]) -> Sequence[Step]:
    """Play a player's orders and nothing else; return their steps."""
    for text in orders:
        check_asked(player, session.to_move())
        session.play_text(player.seat, text)
    return [*session.steps]


def check_version(game: Game, player: Player, version: int) -> None:
    """Raise Stale unless the orders were given for the current version of the game."""
    if version == game.version:
        return
    if player.confirmed_version == version:
        raise Stale(
            message(
                "You've already confirmed your orders here. They counted once, "
                "so nothing more was played."
            )
        )
    held = Holder.objects.get(player=player, end_move=None)
    own = Move.objects.filter(game=game, seat=player.seat, number__gte=held.first_move)
    newest = own.order_by("number").last()
    if newest is not None and newest.played_by == PlayedBy.CLOCK:
        raise Stale(
            message(
                "Your time ran out and the bot played for you before this arrived, "
                "so nothing of it was played."
            )
        )
    raise Stale(
        message("The game has moved on, so nothing was played. Check what's new and choose again.")
    )
