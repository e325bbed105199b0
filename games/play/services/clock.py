"""The sweep: it looks at every clock that is due, and does what time has come for.

Each seat, vote and pause has a transaction of its own that holds the game. What somebody else holds
is left to the next sweep, and what is no longer due when it is looked at stays as it is; so any
number of sweeps may run at once, and one that was missed is made up for by the next. A late one
never takes time from a player: the grace begins when he is told.
"""

import logging
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.play.models import Game, OnTimeout, Player, Status, Vote
from games.play.services import absence, pausing, timing, votes
from games.play.services.course import Course
from games.play.services.settling import answer_late
from games.play.services.waits import APART, keep, told_of_wait, write_of_wait
from games.post import services as post

log = logging.getLogger(__name__)

# A sweep ends before the next begins.
SWEEP_SECONDS = 50


def sweep(*, now: datetime | None = None) -> int:
    """Do all that is due at a moment, as far as time allows; return how much was done."""
    now = now or timezone.now()
    begun = time.monotonic()
    done = 0
    for game_id, act in _due(now):
        if time.monotonic() - begun > SWEEP_SECONDS:
            break
        try:
            with transaction.atomic():
                done += _hold(game_id, act)
        except Exception:  # one game that cannot go on must not stop the clocks of the others
            log.exception("The clock of game %s", game_id)
    return done


def _due(now: datetime) -> Iterator[tuple[int, Callable[[Game], bool]]]:
    """Yield the games in which something is due, each with what looks at it."""
    resting = Game.objects.filter(pause_check_at__lte=now, status=Status.RUNNING)
    for pk in list(resting.values_list("pk", flat=True)):
        yield pk, partial(_check_pause, now=now)
    open_votes = Vote.objects.filter(closed=None, closes__lte=now).order_by("closes")
    for pk, game_id in list(open_votes.values_list("pk", "game_id")):
        yield game_id, partial(_close_vote, vote_id=pk, now=now)
    seats = Player.objects.filter(attend__lte=now).order_by("attend")
    for pk, game_id in list(seats.values_list("pk", "game_id")):
        yield game_id, partial(_attend, player_id=pk, now=now)


def _hold(game_id: int, act: Callable[[Game], bool]) -> bool:
    """Look at a running game unless somebody else holds it; return whether anything was done."""
    held = Game.objects.select_for_update(skip_locked=True, no_key=True)
    game = held.filter(pk=game_id, status=Status.RUNNING).first()
    return game is not None and act(game)


def _check_pause(game: Game, *, now: datetime) -> bool:
    if game.pause_check_at is None or game.pause_check_at > now:
        return False
    pausing.check(Course.of(game, now))
    return True


def _close_vote(game: Game, *, vote_id: int, now: datetime) -> bool:
    vote = Vote.objects.filter(pk=vote_id, closed=None).select_related("about").first()
    if vote is None:
        return False
    votes.close_late(game, vote, now)
    return True


def _attend(game: Game, *, player_id: int, now: datetime) -> bool:
    """Remind a player, tell him that his time has run out, or act on it or on his own wish."""
    course = Course.of(game, now)
    player = next(player for player in course.players if player.pk == player_id)
    if game.paused or player.attend is None or player.attend > now:
        return False
    if answer_late(course, player):
        return True
    if player.overdue:
        _time_is_up(course, player)
    elif player.deadline > now:
        _remind(course, player)
    elif player.offered or not game.grace_hours:
        _time_is_up(course, player)
    else:
        _warn(course, player)
    return True


def _remind(course: Course, player: Player) -> None:
    """Write one letter for all reminders that are due.

    None if their player wants fewer by now, or has just been told of the wait, or is about to be.
    """
    game = course.game
    due = sum(moment <= course.now for moment in timing.reminders_left(game, player))
    player.reminders += due
    timing.attend(game, player)
    keep([player])
    told = told_of_wait(course, player)
    if due and (told is None or told + APART <= course.now):
        which = f"{player.clock_since.timestamp():.0f}:{player.reminders}"
        write_of_wait(course, player, "reminder", which)


def _warn(course: Course, player: Player) -> None:
    """Tell a player that their time has run out; the grace begins when they may read it."""
    game = course.game
    player.overdue = write_of_wait(course, player, "warning", f"{course.now.timestamp():.0f}")
    timing.attend(game, player)
    keep([player])
    game.version += 1
    game.save()


def _time_is_up(course: Course, player: Player) -> None:
    """Ask the others about a player who did not come in time, or let the bot play for them.

    A letter says so unless one has said already that time has run out, or says more.
    """
    untold = player.overdue is None and player.offered is None
    asked_before = Vote.objects.filter(about=player, opened__gte=player.wait_since).exists()
    if not asked_before:
        absence.count_timeout(course, player)
    if player.timeouts >= absence.MOST_TIMEOUTS and not player.offered:
        absence.offer(course, player)
    votable = course.game.on_timeout == OnTimeout.VOTE and not player.offered
    if votable and votes.open_absent(course, player):
        player.overdue = player.overdue or course.now
        player.attend = player.grace_until = None
        keep([player])
        if untold:
            write_of_wait(course, player, "warning", f"{course.now.timestamp():.0f}")
    else:
        if untold and player.offered is None:
            _tell_played(course, player)
        absence.play_late(course, player)


def _tell_played(course: Course, player: Player) -> None:
    """Tell a player that their time has run out and that the bot has played."""
    game = course.game
    post.notify(
        kind="played",
        user=player.user,
        key=f"played:{game.pk}:{player.seat}:{player.wait_move}",
        subject_of=game.subject,
        payload={"game": game.pk, "seat": player.seat},
        urgent=True,
    )
