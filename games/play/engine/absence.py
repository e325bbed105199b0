"""Absent players: a bot plays for them, and their seat may be offered to others."""

from typing import Any

from games.play.engine import timing
from games.play.engine.bots import STAND_IN
from games.play.engine.finishing import finish
from games.play.engine.seating import change_hands, note_free_seats
from games.play.engine.session import GameSession, turn_to_play
from games.play.engine.waits import begin_waits, end_wait
from games.play.event_hosts import host_of
from games.play.letters.seats import Offered, SeatTaken
from games.play.models import (
    Ballot,
    Change,
    ConditionalLine,
    Draft,
    EndedBy,
    Holder,
    Note,
    PlayedBy,
    Player,
    StandingOrder,
)
from games.post import services as post

MOST_TIMEOUTS = 2
"""A seat is offered to others once its player has run out of time this often."""

FORGIVEN_AFTER = 10
"""One timeout is forgiven for every so many turns that the player has since played in time."""


def count_timeout(session: GameSession, player: Player) -> None:
    """Count a player's timeout, and forgive earlier ones for turns played in time since then."""
    now = turn_to_play(session.turn)
    if player.timed_out_turn is not None:
        since = session.game.moves.filter(
            on_turn=player.seat, turn__gt=player.timed_out_turn, turn__lt=now
        )
        in_time = since.values("turn").distinct().count()
        player.timeouts = max(0, player.timeouts - in_time // FORGIVEN_AFTER)
    player.timeouts += 1
    player.timed_out_turn = now
    player.save(update_fields=["timeouts", "timed_out_turn"])


def play_late(session: GameSession, player: Player) -> None:
    """Let the bot play the turn, or give the answer, that the player did not give in time."""
    session.play_late(player.seat)
    finish(session, player)


def hand_to_bot(session: GameSession, player: Player, how: Change) -> None:
    """Give a player's seat to a bot and play on, for good if it was voted or the event's host's.

    Else offer it, too. The bot first answers what the player was being asked, following their
    standing orders.
    """
    by_others = how in (Change.VOTED, Change.STAFF, Change.EVENT)
    host = host_of(session.game)
    bot = host.stand_in if host else STAND_IN
    end_wait(session, player, EndedBy.BOT if by_others else EndedBy.LEFT)
    number = session.number + 1
    change_hands(session.game, player, how, session.now, number=number, bot=bot)
    session.answer_for(player.seat, PlayedBy.SEAT)
    _leave_nothing(session, player)
    player.offered_at = None if how in (Change.VOTED, Change.EVENT) else session.now
    player.save(update_fields=["offered_at"])
    note_free_seats(session.game)
    session.go_on()
    finish(session, player)


def give_to_bot(session: GameSession, player: Player, how: Change = Change.VOTED) -> None:
    """Give an absent player's seat to a bot for good, as the others voted, and tell the player.

    Or, if that is `how`, as the host of the game's event decided.
    """
    _tell_gone(session, player, by_event=how == Change.EVENT)
    hand_to_bot(session, player, how)


def replace(session: GameSession, player: Player, *, excused: bool) -> None:
    """Give a player's seat to a bot and offer it to others, as staff decided; tell everyone.

    For a player who is `excused`, the game doesn't count.
    """
    Holder.objects.filter(player=player, end_move=None).update(excused=excused)
    _tell_gone(session, player, by_staff=True)
    give_up(session, player, Change.STAFF)


def give_up(session: GameSession, player: Player, how: Change) -> None:
    """Let a bot play for a player who leaves until someone takes the seat, and tell the others."""
    left = Holder.objects.get(player=player, end_move=None)
    hand_to_bot(session, player, how)
    if session.game.is_running:
        _tell_offered(session, player, left=left.pk)


def offer(session: GameSession, player: Player) -> None:
    """Offer a player's seat to others until the player comes back or someone takes it.

    The caller saves the game with a new version.
    """
    player.offered_at = session.now
    player.save(update_fields=["offered_at"])
    note_free_seats(session.game)
    _tell_offered(session, player)


def _tell_offered(session: GameSession, player: Player, *, left: int | None = None) -> None:
    """Tell every player that a seat is on offer; `left` is the id of the holder who left it."""
    for other in session.players:
        if other.user_id is not None:
            letter = Offered(
                game=session.game.pk,
                seat=other.seat,
                offered=player.seat,
                left=left,
                which=f"{session.now.timestamp():.0f}",
            )
            post.notify(letter, user=other.person)


def take_over(session: GameSession, player: Player, user: Any, *, fresh: bool = False) -> None:
    """Give a seat on offer to another person, with a fresh clock.

    A person who comes back to their own seat finds its clock as it was, unless it is to be `fresh`.
    """
    game = session.game
    # A bot that is asked has no wait, and what it still thinks of is not played any more.
    thought = game.thinking_since is not None and session.thinker() == player.seat
    waited = player.is_waited_for or thought
    returns = not fresh and Holder.objects.filter(player=player, user=user).exists()
    if player.user_id is not None:
        _tell_gone(session, player, taker=user.pk)
    end_wait(session, player, EndedBy.TAKEN)
    _leave_nothing(session, player)
    number = session.number + 1
    change_hands(game, player, Change.TAKEN, session.now, number=number, user=user)
    player.offered_at = player.confirmed_version = None
    if not returns:
        player.timeouts = 0
        player.timed_out_turn = player.bot_turn = player.banked_turn = None
        player.bank = timing.full_bank(game)
    if thought:
        game.thinking_since = None
    if waited:
        begin_waits(session, [player])
    player.save(
        update_fields=[
            "offered_at",
            "timeouts",
            "timed_out_turn",
            "confirmed_version",
            "bot_turn",
            "bank",
            "banked_turn",
        ]
    )
    note_free_seats(game)
    game.version += 1
    game.save()


def _tell_gone(
    session: GameSession, player: Player, *, taker: int | None = None, **by: bool
) -> None:
    """Tell a player that their seat now belongs to a bot, or to someone else (user id `taker`)."""
    which = f"{player.seat}:{session.now.timestamp():.0f}"
    gone = SeatTaken(game=session.game.pk, taker=taker, which=which, **by)
    post.notify(gone, user=player.person)


def _leave_nothing(session: GameSession, player: Player) -> None:
    """Delete what only the previous player may see, and what would play or vote for them."""
    for private in (Draft, Note, StandingOrder, ConditionalLine, Ballot):
        private.objects.filter(player=player).delete()
    session.wishes.pop(player.pk, None)
    # Chat writes this row without locking the game, so a session never saves these columns.
    Player.objects.filter(pk=player.pk).update(seen_message=0, mailed_message=0)
