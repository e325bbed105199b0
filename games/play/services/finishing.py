"""What follows when a course is over, or a whole game by decision of its people."""

from games.play.models import Game, Player, Status, Vote
from games.play.services.course import Course
from games.play.services.drafts import recheck_drafts
from games.play.services.waits import end_wait, keep, settle_waits, tell_all

OVERTAKEN = "over"
"""The outcome of a vote that the end of the game came before."""

AGREED = "agreement"
"""What ended a game that its people ended; it has no result."""


def finish(course: Course, player: Player) -> None:
    """Save a course that a player's orders began, and tell those who must hear of it."""
    course.save()
    settle_waits(course)
    recheck_drafts(course, confirmed=player)
    if course.game.is_over:
        close_votes(course)
        tell_all(course, "over")


def stop(game: Game, course: Course, status: Status) -> None:
    """End a game without a result: OVER keeps it among the finished ones, CANCELLED drops it."""
    close_votes(course)
    for player in course.players:
        end_wait(course, player)
    keep(course.players)
    game.status, game.ended, game.ended_by = status, course.now, AGREED
    game.paused = game.paused_until = game.pause_check_at = None
    game.version += 1
    game.save()
    tell_all(course, "over")


def close_votes(course: Course) -> None:
    """Close what is still being voted on: it decides nothing any more."""
    Vote.objects.filter(game=course.game, closed=None).update(closed=course.now, outcome=OVERTAKEN)
