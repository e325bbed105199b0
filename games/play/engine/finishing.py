"""What follows when a session is over, or a whole game by decision of its people."""

from games.play.engine.drafts import recheck_drafts
from games.play.engine.session import GameSession
from games.play.engine.waits import end_wait, settle_waits, tell_all
from games.play.letters.over import Over
from games.play.models import EndedBy, Game, Outcome, Player, Status, Vote

AGREED = "agreement"
"""What ended a game that its people ended; it has no result."""


def finish(session: GameSession, player: Player) -> None:
    """Save a session that a player's orders began, and tell those who must hear of it."""
    session.save()
    settle_waits(session)
    recheck_drafts(session, confirmed=player)
    if session.game.is_over:
        close_votes(session)
        tell_all(session, Over)


def stop(game: Game, session: GameSession, status: Status) -> None:
    """End a game without a result: OVER keeps it among the finished ones, CANCELLED drops it."""
    close_votes(session)
    for player in session.players:
        end_wait(session, player, EndedBy.OVER)
    game.status, game.ended, game.ended_by = status, session.now, AGREED
    game.paused = game.paused_until = game.pause_check_at = None
    game.version += 1
    game.save()
    tell_all(session, Over)


def close_votes(session: GameSession) -> None:
    """Close what is still being voted on: it decides nothing any more."""
    Vote.objects.filter(game=session.game, closed=None).update(
        closed=session.now, outcome=Outcome.OVER
    )
