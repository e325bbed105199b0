"""What happens after each session, and when players end a game by vote."""

from games.play.engine.drafts import recheck_drafts
from games.play.engine.session import GameSession
from games.play.engine.telling import tell_ratings
from games.play.engine.waits import end_wait, settle_waits, tell_all
from games.play.letters.over import Over
from games.play.models import EndedBy, Game, Outcome, Player, Status, Vote

AGREED = "agreement"
"""`Game.ended_by` of a game that its players ended by vote; it has no result."""


def finish(session: GameSession, player: Player) -> None:
    """Save a session that a player's orders started, and update waits, drafts, votes and emails."""
    session.save()
    settle_waits(session)
    recheck_drafts(session, confirmed=player)
    if session.game.is_over:
        close_votes(session)
        tell_all(session, Over)
        tell_ratings(session.game)


def stop(game: Game, session: GameSession, status: Status) -> None:
    """End a game without a result: OVER keeps it among the finished games, CANCELLED drops it."""
    close_votes(session)
    for player in session.players:
        end_wait(session, player, EndedBy.OVER)
    game.status, game.ended, game.ended_by = status, session.now, AGREED
    game.paused = game.paused_until = game.pause_check_at = None
    game.version += 1
    game.save()
    tell_all(session, Over)
    tell_ratings(game)


def close_votes(session: GameSession, outcome: Outcome = Outcome.OVER) -> None:
    """Close the open votes of a game that has ended, or was taken back."""
    Vote.objects.filter(game=session.game, closed=None).update(closed=session.now, outcome=outcome)
