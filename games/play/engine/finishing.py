"""Save what a session has played, with all that follows from it; and end a game by vote."""

from collections.abc import Iterable
from typing import Any

from games.play.engine.bots import enqueue_on_commit
from games.play.engine.session import GameSession, Played
from games.play.engine.telling import tell_ratings
from games.play.engine.waits import end_waits, host_tells_start, settle_waits, tell_all
from games.play.event_hosts import comparison_of
from games.play.hot_seat import seat_at_screen
from games.play.letters.news import Over, Started
from games.play.models import (
    ConditionalLine,
    EndedBy,
    Game,
    Move,
    Outcome,
    PlayedBy,
    Player,
    Status,
    Vote,
    Wait,
)
from games.play.models.game import AGREED
from games.play.scratch import is_closed
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle, Result

PLAYED = (
    "last_move",
    "confirmed_version",
    "offered_at",
    "bank",
    "banked_turn",
    "score",
    "place",
)
"""The columns of a player that playing on changes. They change only while the game is locked."""


def finish(session: GameSession, player: Player | None) -> None:
    """Save what a session has played, waits, drafts and emails; the caller holds the game's lock.

    Its orders began with those of a player, whose draft ends, or of a bot. The first orders of a
    game may be a bot's: the others are told of the start after these. While a bot thinks they are
    not, since they would get another email about their turn in a moment.
    """
    game, played = session.game, session.played()
    first = player is None and not Wait.objects.filter(player__game=game).exists()
    settled = settle_waits(session, played)
    save(session, played, settled if player is None else [player, *settled])
    recheck_drafts(session, confirmed=player)
    if game.is_over:
        close_votes(session)
        _tell_of_end(session)
    elif first and played.thinker is None and not host_tells_start(game):
        tell_all(session, Started, but=played.asked)


def save(session: GameSession, played: Played, changed: Iterable[Player] = ()) -> None:
    """Save moves, conditional lines, the position, and those players who moved or have `changed`.

    A bot that is to think about its turn is asked to.
    """
    game, players = session.game, session.players
    Move.objects.bulk_create(played.moves)
    ConditionalLine.objects.bulk_update(
        session.lines, ["part", "came", "given", "followed", "status", "broken_by"]
    )
    seats = {player.seat for player in changed}
    # Moves by a standing order or a stand-in bot are news to the player, so they do not count.
    for move in played.moves:
        if move.seat is not None and move.played_by == PlayedBy.SEAT:
            players[move.seat].last_move = move.number
            seats.add(move.seat)
    if played.result is not None:
        _end(session, played.result)
        seats.update(player.seat for player in players)
    for seat in sorted(seats):
        players[seat].save(update_fields=PLAYED)
    game.state = session.title.dump(session.state)
    game.moves_made = session.number
    game.turn = session.turn
    game.last_move_at = session.now
    game.version += 1
    game.thinking_since = None if played.thinker is None else session.now
    if game.hot_seat:
        game.at_screen = seat_at_screen(session.title, session.state, players, game.at_screen)
    game.save()
    if game.thinking_since is not None:
        enqueue_on_commit(game)


def _end(session: GameSession, result: Result) -> None:
    """Note how a game has ended in its row and those of its players, which are not saved."""
    game = session.game
    game.status, game.ended, game.ended_by = Status.OVER, session.now, result.ended_by
    game.paused = game.paused_until = game.pause_check_at = game.free_since = None
    game.result = {
        "scores": [dict(scores) for scores in result.scores],
        "places": list(result.places),
        "tie_breaker": result.tie_breaker,
    }
    for player in session.players:
        player.score = result.scores[player.seat]["total"]
        player.place = result.places[player.seat]


def recheck_drafts(session: GameSession, *, confirmed: Player | None) -> None:
    """Empty the confirming player's draft, and cut the others' at their first illegal order."""
    seats = {player.pk: player.seat for player in session.players}
    for draft in session.drafts:
        if confirmed is not None and draft.player_id == confirmed.pk:
            draft.keep(session.game.version, [])
            continue
        seat = seats[draft.player_id]
        legal = _legal_beginning(session.title, session.state, seat, draft.orders)
        if legal != draft.orders:
            draft.keep(draft.base, legal)


def _legal_beginning(title: AnyTitle, state: Any, seat: int, orders: list[str]) -> list[str]:
    legal: list[str] = []
    for text in orders:
        if is_closed(title, state, seat):
            break
        try:
            state = title.apply(state, seat, title.read(state, text))
        except IllegalOrder:
            break
        legal.append(text)
    return legal


def stop(game: Game, session: GameSession, status: Status, ended_by: str = AGREED) -> None:
    """End a game without a result: OVER keeps it among the finished games, CANCELLED drops it."""
    close_votes(session)
    end_waits(session, EndedBy.OVER)
    game.status, game.ended, game.ended_by = status, session.now, ended_by
    game.paused = game.paused_until = game.pause_check_at = game.thinking_since = None
    game.free_since = game.set_aside_at = None
    game.version += 1
    game.save()
    _tell_of_end(session)


def _tell_of_end(session: GameSession) -> None:
    """Tell players, ratings and who compares the game with others that it has ended."""
    tell_all(session, Over)
    tell_ratings(session.game)
    comparison = comparison_of(session.game)
    if comparison is not None:
        comparison.ended(session.game)


def close_votes(session: GameSession, outcome: Outcome = Outcome.OVER) -> None:
    """Close the open votes of a game that has ended, or was taken back."""
    Vote.objects.filter(game=session.game, closed=None).update(closed=session.now, outcome=outcome)
