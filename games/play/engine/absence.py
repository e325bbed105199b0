"""Players who do not come: the bot plays for them, their seat is offered, others take it."""

from typing import Any

from games.play.engine import timing
from games.play.engine.finishing import finish
from games.play.engine.seating import change_hands
from games.play.engine.session import STAND_IN, GameSession, turn_to_play
from games.play.engine.waits import begin_wait, end_wait
from games.play.letters.offered import Offered
from games.play.letters.seat import SeatTaken
from games.play.models import (
    Ballot,
    Change,
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
"""After so many waits that ran out a seat is offered to others."""

FORGIVEN_AFTER = 10
"""Turns that a player has played in time since, for each wait that ran out."""


def count_timeout(session: GameSession, player: Player) -> None:
    """Count that a player's time ran out, and forgive earlier times for turns played since."""
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
    """Let the bot play a turn, or give an answer, that its player has not given in time."""
    session.play_late(player.seat)
    finish(session, player)


def hand_to_bot(session: GameSession, player: Player, how: Change) -> None:
    """Let a bot have a person's seat, and play on; who left it leaves it to others too.

    What the person is being asked is still answered as they have settled.
    """
    end_wait(session, player, EndedBy.BOT if how == Change.VOTED else EndedBy.LEFT)
    session.answer_for(player.seat, PlayedBy.SEAT)
    _leave_nothing(player)
    number = session.number + 1
    change_hands(session.game, player, how, session.now, number=number, bot=STAND_IN)
    player.offered_at = None if how == Change.VOTED else session.now
    player.save(update_fields=["offered_at"])
    session.go_on()
    finish(session, player)


def give_to_bot(session: GameSession, player: Player) -> None:
    """Let a bot have an absent person's seat, as the others have chosen, and tell them."""
    _tell_gone(session, player)
    hand_to_bot(session, player, Change.VOTED)


def give_up(session: GameSession, player: Player, how: Change) -> None:
    """Let a bot play for a person who leaves until somebody takes the seat; tell the others."""
    left = Holder.objects.get(player=player, end_move=None)
    hand_to_bot(session, player, how)
    if session.game.is_running:
        _tell_offered(session, player, left=left.pk)


def offer(session: GameSession, player: Player) -> None:
    """Offer a person's seat to others, until they come back or somebody takes it."""
    player.offered_at = session.now
    player.save(update_fields=["offered_at"])
    _tell_offered(session, player)


def _tell_offered(session: GameSession, player: Player, *, left: int | None = None) -> None:
    """Tell everybody of a seat that others may take; `left` is the holder who has left it."""
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


def take_over(session: GameSession, player: Player, user: Any) -> None:
    """Give a seat that is offered to another person, with a fresh clock."""
    game = session.game
    waited = player.is_waited_for
    if player.user_id is not None:
        _tell_gone(session, player, taker=user.pk)
    end_wait(session, player, EndedBy.TAKEN)
    _leave_nothing(player)
    number = session.number + 1
    change_hands(game, player, Change.TAKEN, session.now, number=number, user=user)
    player.offered_at, player.timeouts = None, 0
    player.confirmed_version = player.bot_turn = player.banked_turn = None
    player.timed_out_turn = None
    player.bank = timing.full_bank(game)
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
    if waited:
        begin_wait(session, player)
    game.version += 1
    game.save()


def _tell_gone(session: GameSession, player: Player, *, taker: int | None = None) -> None:
    """Tell a person that his seat is another's now, or a bot's."""
    which = f"{player.seat}:{session.now.timestamp():.0f}"
    post.notify(SeatTaken(game=session.game.pk, taker=taker, which=which), user=player.person)


def _leave_nothing(player: Player) -> None:
    """Remove what only the person who sat here may know."""
    for private in (Draft, Note, StandingOrder, Ballot):
        private.objects.filter(player=player).delete()
    # Talk writes this row without holding the game, so a session keeps what it finds there.
    Player.objects.filter(pk=player.pk).update(seen_message=0)
