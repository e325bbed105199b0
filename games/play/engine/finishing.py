"""What happens after each session, and when players end a game by vote."""

from games.play.engine.drafts import recheck_drafts
from games.play.engine.session import GameSession
from games.play.engine.telling import tell_ratings
from games.play.engine.waits import end_wait, settle_waits, tell_all
from games.play.letters.news import Over, Started
from games.play.models import EndedBy, Game, Outcome, Player, Status, Vote, Wait
from games.play.models.game import AGREED


def finish(session: GameSession, player: Player | None) -> None:
    """Save a session and update waits, drafts, votes and emails.

    Its orders began with those of a player, whose draft ends, or of a bot.
    """
    settle_waits(session)
    session.save()
    recheck_drafts(session, confirmed=player)
    if session.game.is_over:
        close_votes(session)
        tell_all(session, Over)
        tell_ratings(session.game)


def finish_for_bot(session: GameSession) -> None:
    """Save a session that began with a bot's orders, as `finish` does.

    The first orders of a game may be a bot's: the players are told of the start after these.
    """
    begun = Wait.objects.filter(player__game=session.game).exists()
    finish(session, None)
    if not begun and session.game.is_running:
        tell_of_start(session)


def tell_of_start(session: GameSession) -> None:
    """Tell all but those whose turn it is that their game has started, or is over already.

    While a bot thinks they are not: they would get another email about their turn in a moment.
    """
    if session.game.thinking_since is None:
        kind = Over if session.game.is_over else Started
        tell_all(session, kind, but=session.to_move())


def stop(game: Game, session: GameSession, status: Status, ended_by: str = AGREED) -> None:
    """End a game without a result: OVER keeps it among the finished games, CANCELLED drops it."""
    close_votes(session)
    for player in session.players:
        end_wait(session, player, EndedBy.OVER)
    session.save_players()
    game.status, game.ended, game.ended_by = status, session.now, ended_by
    game.paused = game.paused_until = game.pause_check_at = game.thinking_since = None
    game.version += 1
    game.save()
    tell_all(session, Over)
    tell_ratings(game)


def close_votes(session: GameSession, outcome: Outcome = Outcome.OVER) -> None:
    """Close the open votes of a game that has ended, or was taken back."""
    Vote.objects.filter(game=session.game, closed=None).update(closed=session.now, outcome=outcome)
