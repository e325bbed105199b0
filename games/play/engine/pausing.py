"""Pauses: stop all clocks of a game, start them again, and tell the players."""

from datetime import timedelta

from games.play.engine import timing
from games.play.engine.session import GameSession
from games.play.engine.waits import open_waits, tell_all, tell_of_wait
from games.play.letters.asking import Resumed
from games.play.letters.news import GoesOn, Paused, PauseEnds, PauseNotification
from games.play.models import PAUSE_TIME, Outcome, Vote, VoteKind

PAUSE_NOTICE = timedelta(days=1)
"""How long before the end of a pause the players are told."""


def pause(session: GameSession, *, by_staff: bool = False) -> None:
    """Stop all clocks of a game, and close an open vote about an absent player.

    Without `by_staff`, the players voted for the pause.
    """
    game, now = session.game, session.now
    game.paused, game.paused_until = now, now + PAUSE_TIME
    game.pause_check_at = game.paused_until - PAUSE_NOTICE
    game.pauses += 1
    Vote.objects.filter(game=game, kind=VoteKind.ABSENT, closed=None).update(
        closed=now, outcome=Outcome.PAUSED
    )
    for wait in open_waits(session):
        timing.halt(session, wait)
        wait.save()
    _save_and_tell(session, Paused, by_staff=by_staff)


def check(session: GameSession) -> None:
    """Tell the players that a pause is about to end, or end it. Call it at `pause_check_at`."""
    game = session.game
    if game.paused_until is None or game.paused_until <= session.now:
        resume(session)
        return
    game.pause_check_at = game.paused_until
    _save_and_tell(session, PauseEnds)


def resume(session: GameSession, *, by_staff: bool = False) -> None:
    """End a pause, at the decision of staff or not, and start the clocks again."""
    game = session.game
    game.paused = game.paused_until = game.pause_check_at = None
    waits = open_waits(session)
    for wait in waits:
        timing.go_on_after_pause(session, wait)
        wait.save()
        tell_of_wait(session, wait, Resumed, str(game.pauses), by_staff=by_staff)
    _save_and_tell(
        session, GoesOn, but=tuple(wait.player.seat for wait in waits), by_staff=by_staff
    )


def _save_and_tell(
    session: GameSession,
    kind: type[PauseNotification],
    *,
    but: tuple[int, ...] = (),
    by_staff: bool = False,
) -> None:
    """Save the game as a new version, and notify every player except those in the seats `but`."""
    game = session.game
    game.version += 1
    game.save()
    tell_all(session, kind, but=but, pause=game.pauses, by_staff=by_staff)
