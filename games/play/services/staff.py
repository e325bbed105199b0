"""What staff may do with a game. Each act is recorded with its reason in the same transaction."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.accounts import staff
from games.accounts.models import StaffAct, User
from games.play.engine import absence, pausing, rewinding, timing, votes
from games.play.engine.finishing import finish
from games.play.engine.locks import check_running, locked_game
from games.play.engine.session import GameSession
from games.play.engine.waits import open_waits, tell_of_wait
from games.play.errors import PlayError
from games.play.letters.asking import MoreTime
from games.play.letters.news import Annulled
from games.play.models import Game, Outcome, Player, Rewind, Vote, VoteKind
from games.play.services.leaving import is_last
from games.post import services as post
from games.ratings import services as ratings
from games.rules.trial import can_be_played

LONGEST_EXTENSION = 24 * 60
"""The most hours that staff can add to a clock at once."""


@transaction.atomic
def pause(*, game: Game, by: User, reason: str) -> Game:
    """Pause a running game, as a vote would; raises PlayError or NoReason."""
    game = _running(game)
    if game.paused:
        raise PlayError("This game is paused already.")
    staff.record(StaffAct.Kind.PAUSE, by=by, reason=reason, game=game.pk)
    pausing.pause(GameSession(game), by_staff=True)
    return game


@transaction.atomic
def resume(*, game: Game, by: User, reason: str) -> Game:
    """End a pause; raises PlayError or NoReason."""
    game = _running(game)
    if not game.paused:
        raise PlayError("This game is not paused.")
    staff.record(StaffAct.Kind.RESUME, by=by, reason=reason, game=game.pk)
    pausing.resume(GameSession(game), by_staff=True)
    return game


@transaction.atomic
def extend(*, game: Game, seat: int, hours: int, by: User, reason: str) -> Game:
    """Add hours to the clock of a player the game waits for; raises PlayError or NoReason.

    A clock that had run out gets the hours from now on, and a vote about the player is closed.
    """
    game = _running(game)
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise PlayError(f"Give between 1 and {LONGEST_EXTENSION} hours.")
    session = GameSession(game)
    player = _seat(session, seat)
    wait = player.wait
    if wait is None:
        raise PlayError(f"The game is not waiting for {player.name}.")
    staff.record(
        StaffAct.Kind.EXTEND,
        by=by,
        reason=reason,
        game=game.pk,
        about=player.user,
        details=f"{hours} hours",
    )
    timing.extend(session, wait, timedelta(hours=hours))
    wait.save()
    Vote.objects.filter(about=player, closed=None).update(
        closed=session.now, outcome=Outcome.EXTENDED
    )
    tell_of_wait(session, wait, MoreTime, f"{session.now.timestamp():.0f}", by_staff=True)
    game.version += 1
    game.save()
    return game


@transaction.atomic
def replace(*, game: Game, seat: int, by: User, reason: str, excused: bool = False) -> Game:
    """Give a person's seat to a bot and offer it to others; raises PlayError or NoReason.

    For their rating they come behind everyone who stays, unless it wasn't their fault and they are
    `excused`: then the game doesn't count for them.
    """
    game = _running(game)
    session = GameSession(game)
    player = _seat(session, seat)
    if is_last(session.players, player.person):
        raise PlayError(f"{player.name} is the only person in this game, so it would be pointless.")
    staff.record(
        StaffAct.Kind.REPLACE,
        by=by,
        reason=reason,
        game=game.pk,
        about=player.user,
        details="not their fault" if excused else "",
    )
    absence.replace(session, player, excused=excused)
    votes.recount(game, session.now)
    return game


@transaction.atomic
def rewind(*, game: Game, number: int, by: User, reason: str) -> Rewind:
    """Take a running game back to the position after a move; raises PlayError or NoReason.

    0 is the position before the first move. All players are told, with the reason. A game that is
    set aside is played on from there.
    """
    game = locked_game(game.pk)
    if not game.set_aside_at:
        check_running(game)
    if not 0 <= number < game.moves_made:
        raise PlayError(f"Choose a move from 0 to {game.moves_made - 1}.")
    act = staff.record(
        StaffAct.Kind.REWIND, by=by, reason=reason, game=game.pk, details=f"to move {number}"
    )
    return rewinding.rewind(game, number, act.reason, timezone.now())


@transaction.atomic
def put_back(*, game: Game, by: User, reason: str) -> Game:
    """Play on a game that was set aside; raises PlayError if it is not, or NoReason.

    All clocks start again, so votes about absent players are closed. Also raises PlayError if the
    rules still fail on its position.
    """
    game = locked_game(game.pk)
    if not game.set_aside_at:
        raise PlayError("This game is not set aside.")
    if not can_be_played(game.rules(), game.position()):
        raise PlayError("The rules still fail on its position. Rewind it to a move before that.")
    staff.record(StaffAct.Kind.PUT_BACK, by=by, reason=reason, game=game.pk)
    game.set_aside_at = None
    session = GameSession(game)
    for wait in open_waits(session):
        own = session.on_turn == wait.player.seat
        timing.start(session, wait, timing.budget_of(game, wait.player, own=own))
        wait.save()
    absent = Vote.objects.filter(game=game, kind=VoteKind.ABSENT, closed=None)
    absent.update(closed=session.now, outcome=Outcome.EXTENDED)
    session.go_on()
    finish(session, None)
    return game


@transaction.atomic
def annul(*, game: Game, by: User, reason: str) -> Game:
    """Take a game that is over out of the ratings; raises PlayError if it isn't rated, or NoReason.

    Its result stands, in leagues too. Its players are told, with the reason.
    """
    game = locked_game(game.pk)
    if not ratings.annul(game=game.pk):
        raise PlayError("This game doesn't count for anyone's rating.")
    act = staff.record(StaffAct.Kind.ANNUL, by=by, reason=reason, game=game.pk)
    game.version += 1
    game.save()
    post.notify_all(
        [
            post.Addressed(Annulled(game=game.pk, seat=player.seat, act=act.pk), player.person)
            for player in Player.objects.at_table(game)
            if player.user_id is not None
        ]
    )
    return game


def _running(game: Game) -> Game:
    """Lock a game and return it; raises NotYourTurn unless it is running and not set aside."""
    game = locked_game(game.pk)
    check_running(game)
    return game


def _seat(session: GameSession, seat: int) -> Player:
    """Return a player; raises PlayError if no person has the seat."""
    player = next((each for each in session.players if each.seat == seat), None)
    if player is None or player.user_id is None:
        raise PlayError("No person has this seat.")
    return player
