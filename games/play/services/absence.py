"""Players who do not come: the bot plays for them, their seat is offered, others take it."""

from typing import Any

from django.db import transaction

from games.play.models import (
    Ballot,
    Change,
    Draft,
    Game,
    Holder,
    Note,
    PlayedBy,
    Player,
    StandingOrder,
)
from games.play.services import timing
from games.play.services.course import STAND_IN, Course, turn_to_play
from games.play.services.finishing import finish
from games.play.services.hands import change_hands
from games.play.services.locks import check_running, locked_game, own_seat
from games.play.services.waits import begin_wait, end_wait, keep
from games.post import services as post

MOST_TIMEOUTS = 2
"""After so many waits that ran out a seat is offered to others."""

FORGIVEN_AFTER = 10
"""Turns that a player has played in time since, for each wait that ran out."""


def count_timeout(course: Course, player: Player) -> None:
    """Count that a player's time ran out, and forgive earlier times for turns played since."""
    now = turn_to_play(course.turn)
    if player.timed_out_turn is not None:
        since = course.game.moves.filter(
            on_turn=player.seat, turn__gt=player.timed_out_turn, turn__lt=now
        )
        in_time = since.values("turn").distinct().count()
        player.timeouts = max(0, player.timeouts - in_time // FORGIVEN_AFTER)
    player.timeouts += 1
    player.timed_out_turn = now


def play_late(course: Course, player: Player) -> None:
    """Let the bot play a turn, or give an answer, that its player has not given in time."""
    course.play_late(player.seat)
    finish(course, player)


def hand_to_bot(course: Course, player: Player, how: Change) -> None:
    """Let a bot have a person's seat, and play on; who left it leaves it to others too.

    What the person is being asked is still answered as they have settled.
    """
    end_wait(course, player)
    course.answer_for(player.seat, PlayedBy.SEAT)
    _leave_nothing(player)
    number = course.number + 1
    change_hands(course.game, player, how, course.now, number=number, bot=STAND_IN)
    player.offered = None if how == Change.VOTED else course.now
    course.go_on()
    finish(course, player)


def give_to_bot(course: Course, player: Player) -> None:
    """Let a bot have an absent person's seat, as the others have chosen, and tell them."""
    _tell_gone(course, player)
    hand_to_bot(course, player, Change.VOTED)


def give_up(course: Course, player: Player, how: Change) -> None:
    """Let a bot play for a person who leaves until somebody takes the seat; tell the others."""
    left = Holder.objects.get(player=player, end_move=None)
    hand_to_bot(course, player, how)
    if course.game.is_running:
        _tell_offered(course, player, left=left.pk)


def offer(course: Course, player: Player) -> None:
    """Offer a person's seat to others, until they come back or somebody takes it."""
    player.offered = course.now
    _tell_offered(course, player)


def _tell_offered(course: Course, player: Player, *, left: int | None = None) -> None:
    """Tell everybody of a seat that others may take; `left` is the holder who has left it."""
    game = course.game
    for other in course.players:
        if other.user_id is not None:
            post.notify(
                kind="offered",
                user=other.user,
                key=f"offered:{game.pk}:{player.seat}:{course.now.timestamp():.0f}:{other.seat}",
                subject_of=game.subject,
                payload={"game": game.pk, "seat": other.seat, "offered": player.seat, "left": left},
            )


def take_over(course: Course, player: Player, user: Any) -> None:
    """Give a seat that is offered to another person, with a fresh clock."""
    game = course.game
    waited = player.is_waited_for
    if player.user_id is not None:
        _tell_gone(course, player, taker=user.pk)
    end_wait(course, player)
    _leave_nothing(player)
    number = course.number + 1
    change_hands(game, player, Change.TAKEN, course.now, number=number, user=user)
    player.offered, player.timeouts = None, 0
    player.confirmed_version = player.bot_turn = player.banked_turn = None
    player.timed_out_turn = None
    player.bank = timing.full_bank(game)
    if waited:
        begin_wait(course, player, taken=True)
    keep([player])
    game.version += 1
    game.save()


@transaction.atomic
def come_back(*, player: Player) -> Game:
    """Give a person their own seat back while nobody has taken it; raises PlayError."""
    game = locked_game(player.game_id)
    check_running(game)
    own_seat(player)
    course = Course.of(game)
    mine = course.players[player.seat]
    if mine.offered:
        mine.offered = None
        if mine.is_waited_for:
            own = course.on_turn() == mine.seat
            timing.start(game, mine, course.now, timing.budget_of(game, mine, own=own))
        keep([mine])
        game.version += 1
        game.save()
    return game


def _tell_gone(course: Course, player: Player, *, taker: int | None = None) -> None:
    """Tell a person that his seat is another's now, or a bot's."""
    game = course.game
    post.notify(
        kind="seat",
        user=player.user,
        key=f"seat:{game.pk}:{player.seat}:{player.user_id}:{course.now.timestamp():.0f}",
        subject_of=game.subject,
        payload={"game": game.pk, "taker": taker},
    )


def _leave_nothing(player: Player) -> None:
    """Remove what only the person who sat here may know."""
    for private in (Draft, Note, StandingOrder, Ballot):
        private.objects.filter(player=player).delete()
    # Talk writes this row without holding the game, so a course keeps what it finds there.
    Player.objects.filter(pk=player.pk).update(seen_message=0)
