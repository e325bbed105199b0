"""The sweep: check every clock, vote, pause and slow bot that is due, and act on it.

Each check runs in its own transaction, which locks the game. A game that someone else has locked is
left to the next sweep, and everything is checked again under the lock. So any number of sweeps may
run at once, and the next sweep catches up on a missed one. A late sweep never costs a player time:
the grace period begins when they are told.
"""

import logging
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.play.engine import absence, pausing, standing_orders, timing, votes
from games.play.engine.aside import set_aside
from games.play.engine.clock import NOTHING
from games.play.engine.finishing import finish
from games.play.engine.session import GameSession
from games.play.engine.waits import APART, open_waits, tell_of_wait, told_of_wait
from games.play.event_hosts import host_of
from games.play.letters.asking import MoreTime, OutOfTime, Reminder
from games.play.letters.context import ORDERS
from games.play.letters.news import Played
from games.play.models import Game, OnTimeout, PlayedBy, Status, Vote, Wait
from games.play.services import thinking
from games.post import services as post

log = logging.getLogger(__name__)

# Beat starts a sweep every minute; this one stops before the next begins.
SWEEP_SECONDS = 50


def sweep(*, now: datetime | None = None) -> int:
    """Do everything that is due by `now`, for at most SWEEP_SECONDS; return how much was done."""
    now = now or timezone.now()
    begun = time.monotonic()
    done = 0
    for game_id, act in _due(now):
        if time.monotonic() - begun > SWEEP_SECONDS:
            break
        try:
            with transaction.atomic():
                done += _hold(game_id, act)
        except Exception as error:  # one broken game must not stop the clocks of the others
            if not set_aside(game_id, error):
                log.exception("The clock of game %s", game_id)
    return done


def _due(now: datetime) -> Iterator[tuple[int, Callable[[Game], bool]]]:
    """Yield the id of each game in which something is due, with the function that checks it."""
    resting = Game.objects.filter(pause_check_at__lte=now, status=Status.RUNNING)
    for pk in list(resting.values_list("pk", flat=True)):
        yield pk, partial(_check_pause, now=now)
    open_votes = Vote.objects.filter(closed=None, closes__lte=now).order_by("closes")
    for pk, game_id in list(open_votes.values_list("pk", "game_id")):
        yield game_id, partial(_close_vote, vote_id=pk, now=now)
    waits = Wait.objects.open().filter(next_check_at__lte=now).order_by("next_check_at")
    for pk, game_id in list(waits.values_list("pk", "player__game_id")):
        yield game_id, partial(_check_wait, wait_id=pk, now=now)
    slow = Game.objects.filter(thinking_since__lte=now - thinking.ASK_AGAIN, status=Status.RUNNING)
    for pk in list(slow.order_by("thinking_since").values_list("pk", flat=True)):
        yield pk, partial(thinking.take_up, now=now)


def _hold(game_id: int, act: Callable[[Game], bool]) -> bool:
    """Lock a running game and check it, unless it is locked or set aside.

    Return whether anything was done.
    """
    held = Game.objects.select_for_update(skip_locked=True, no_key=True)
    game = held.filter(pk=game_id, status=Status.RUNNING, set_aside_at=None).first()
    return game is not None and act(game)


def _check_pause(game: Game, *, now: datetime) -> bool:
    if game.pause_check_at is None or game.pause_check_at > now:
        return False
    pausing.check(GameSession(game, now))
    return True


def _close_vote(game: Game, *, vote_id: int, now: datetime) -> bool:
    vote = Vote.objects.filter(pk=vote_id, closed=None).select_related("about").first()
    if vote is None:
        return False
    votes.close_late(game, vote, now)
    return True


def _check_wait(game: Game, *, wait_id: int, now: datetime) -> bool:
    """Remind a player, warn them that time is up, or act on the timeout or their standing order."""
    session = GameSession(game, now)
    wait = next((wait for wait in open_waits(session) if wait.pk == wait_id), None)
    if game.paused or wait is None or wait.next_check_at is None or wait.next_check_at > now:
        return False
    if _answer_late(session, wait):
        return True
    if wait.warned_at:
        _time_is_up(session, wait)
    elif wait.deadline is not None and wait.deadline > now:
        _remind(session, wait)
    elif wait.player.offered_at or not game.grace_hours:
        _time_is_up(session, wait)
    else:
        _warn(session, wait)
    return True


def _remind(session: GameSession, wait: Wait) -> None:
    """Send one email for all reminders that are due.

    If the first email about this wait is still held back, it goes in the reminder's place. Send
    none if the player has since chosen fewer, or has just had an email or is about to get one.
    """
    due = sum(moment <= session.now for moment in timing.reminders_left(session, wait))
    wait.reminders += due
    timing.plan_check(session, wait)
    wait.save()
    if due and post.hurry(topic=session.game.topic, user=wait.player.person, asks=ORDERS):
        return
    told = told_of_wait(session, wait)
    if due and (told is None or told + APART <= session.now):
        which = f"{(wait.clock_since or wait.since).timestamp():.0f}:{wait.reminders}"
        tell_of_wait(session, wait, Reminder, which)


def _warn(session: GameSession, wait: Wait) -> None:
    """Tell a player that their time is up; the grace period begins when they may read it."""
    game = session.game
    wait.warned_at = tell_of_wait(session, wait, OutOfTime, f"{session.now.timestamp():.0f}")
    timing.plan_check(session, wait)
    wait.save()
    game.version += 1
    game.save()


def _time_is_up(session: GameSession, wait: Wait) -> None:
    """Start a vote about a player who ran out of time, or let the bot play for them.

    Unless it was voted on already, the host of the game's event may first give them more time.
    Tell the player, unless they have been warned already or another email tells them more.
    """
    player = wait.player
    untold = wait.warned_at is None and player.offered_at is None
    asked_before = Vote.objects.filter(about=player, opened__gte=wait.since).exists()
    if not asked_before and player.offered_at is None and _give_grace(session, wait):
        return
    if not asked_before:
        absence.count_timeout(session, player)
    if player.timeouts >= absence.MOST_TIMEOUTS and not player.offered_at:
        absence.offer(session, player)
    votable = session.game.on_timeout == OnTimeout.VOTE and not player.offered_at
    if votable and votes.open_absent(session, player):
        wait.warned_at = wait.warned_at or session.now
        wait.next_check_at = wait.grace_until = None
        wait.save()
        if untold:
            tell_of_wait(session, wait, OutOfTime, f"{session.now.timestamp():.0f}")
    else:
        if untold and player.offered_at is None:
            _tell_played(session, wait)
        absence.play_late(session, player)


def _give_grace(session: GameSession, wait: Wait) -> bool:
    """Give a player the time that the host of the game's event gives them; return whether it did.

    They are told.
    """
    game, host = session.game, host_of(session.game)
    more = host.grace(game, wait.player, session.now) if host else NOTHING
    if more <= NOTHING:
        return False
    timing.extend(session, wait, more)
    wait.save()
    tell_of_wait(session, wait, MoreTime, f"{session.now.timestamp():.0f}", by_event=True)
    game.version += 1
    game.save()
    return True


def _tell_played(session: GameSession, wait: Wait) -> None:
    """Tell a player that their time is up and that the bot has played."""
    letter = Played(game=session.game.pk, seat=wait.player.seat, wait=wait.pk)
    post.notify(letter, user=wait.player.person)


def _answer_late(session: GameSession, wait: Wait) -> bool:
    """Let the bot answer if a player's standing order says it is time; return whether it did."""
    player, moment = wait.player, timing.answered_at(session, wait)
    if moment is None or moment > session.now:
        return False
    asked = standing_orders.question(session.title, session.state, player.seat)
    for _ in session.asked():
        if standing_orders.question(session.title, session.state, player.seat) != asked:
            break
        session.stand_in(player.seat, PlayedBy.STANDING)
    session.go_on()
    finish(session, player)
    return True
