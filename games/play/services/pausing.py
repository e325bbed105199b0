"""Pauses: all clocks of a game stand still, its people are told, and the clocks go on."""

from datetime import timedelta

from games.play.models import Vote, VoteKind
from games.play.services import timing
from games.play.services.course import Course
from games.play.services.waits import keep, tell_all, write_of_wait

PAUSE_TIME = timedelta(days=14)
MOST_PAUSES = 3

PAUSE_NOTICE = timedelta(days=1)
"""People are told so long before a pause ends."""

PAUSED = "paused"
"""The outcome of a vote about a player that a pause has put aside."""


def pause(course: Course) -> None:
    """Let all clocks stand still; what is being asked about an absent player is put aside."""
    game, now = course.game, course.now
    game.paused, game.paused_until = now, now + PAUSE_TIME
    game.pause_check_at = game.paused_until - PAUSE_NOTICE
    game.pauses += 1
    Vote.objects.filter(game=game, kind=VoteKind.ABSENT, closed=None).update(
        closed=now, outcome=PAUSED
    )
    waiting = [player for player in course.players if player.is_waited_for]
    for player in waiting:
        timing.halt(player, now)
    keep(waiting)
    _save_and_tell(course, "paused")


def check(course: Course) -> None:
    """Tell people that a pause is about to end, or end it; its game is due to be looked at."""
    game = course.game
    if game.paused_until <= course.now:
        resume(course)
        return
    game.pause_check_at = game.paused_until
    _save_and_tell(course, "pause_ends", urgent=True)


def resume(course: Course) -> None:
    """Let the clocks of a paused game go on."""
    game = course.game
    game.paused = game.paused_until = game.pause_check_at = None
    waiting = [player for player in course.players if player.is_waited_for]
    for player in waiting:
        timing.go_on_after_pause(game, player, course.now)
    keep(waiting)
    asked = [player for player in waiting if player.user_id is not None]
    for player in asked:
        write_of_wait(course, player, "resumed", str(game.pauses))
    _save_and_tell(course, "resumed", but=tuple(player.seat for player in asked))


def _save_and_tell(
    course: Course, kind: str, *, but: tuple[int, ...] = (), urgent: bool = False
) -> None:
    """Let pages show what is new, and write to everybody at the table."""
    game = course.game
    game.version += 1
    game.save()
    tell_all(course, kind, but=but, which=f":{game.pauses}", urgent=urgent)
