"""The clock of a wait: start it, stop it, and compute its deadline and next check.

Callers hold the game's lock, and save the wait and its player.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.play.engine.clock import NOTHING, counted, deadline
from games.play.engine.session import GameSession
from games.play.models import AFTER_PAUSE, Game, Pace, Player, Wait
from games.post.timing import after_quiet

AWAY = timedelta(hours=6)
"""The most time a seat on offer gets before the bot plays for it."""


LAST_REMINDER = timedelta(hours=1)
"""The last reminder comes at least this long before time runs out."""


def begin_turn(game: Game, player: Player, turn: int) -> None:
    """Add the hours of a new turn to the player's bank, once per turn.

    A turn goes on after others have answered in it; that adds no hours.
    """
    if player.banked_turn == turn:
        return
    kept = player.bank if game.pace == Pace.BANK else NOTHING
    player.bank, player.banked_turn = kept + timedelta(hours=game.hours), turn


def budget_of(game: Game, player: Player, *, own: bool) -> timedelta:
    """Return how long a player has for a wait; `own` if it is in their own turn, which has begun.

    At pace BANK, a turn has at least the time of an answer. So does the rest of a turn whose time
    had run out before others answered in it.
    """
    least = timedelta(hours=game.reaction_hours)
    if player.offered_at:
        return min(AWAY, least, timedelta(hours=game.hours))
    if not own:
        return least
    return max(least, player.bank) if game.pace == Pace.BANK else player.bank or least


def start(session: GameSession, wait: Wait, budget: timedelta) -> None:
    """Give a clock a new budget and start it, unless the game is paused or set aside."""
    wait.budget, wait.used = budget, NOTHING
    wait.warned_at, wait.grace_until, wait.reminders = None, None, 0
    go_on(session, wait)


def go_on(session: GameSession, wait: Wait) -> None:
    """Start a stopped clock again, unless the game is paused or set aside."""
    stands = session.game.paused or session.game.set_aside_at
    wait.clock_since = None if stands else session.now
    plan(session, wait)


def go_on_after_pause(session: GameSession, wait: Wait) -> None:
    """Start a clock again with at least AFTER_PAUSE left, even if it had run out.

    This way no player loses a turn, and no grace period begins, before they can know that the pause
    is over.
    """
    wait.budget = max(wait.budget, wait.used + AFTER_PAUSE)
    wait.warned_at = wait.grace_until = None
    go_on(session, wait)


def plan(session: GameSession, wait: Wait) -> None:
    """Set when a clock runs out and when to check it next; both None while it is stopped."""
    if wait.clock_since is None:
        wait.deadline = wait.next_check_at = None
        return
    rest, before = session.people.rest_of(wait.player), wait.deadline
    wait.deadline = deadline(wait.clock_since, wait.budget - wait.used, rest)
    if wait.deadline != before:
        wait.planned_at = session.now
        wait.revision += wait.pk is not None
    plan_check(session, wait)


def plan_check(session: GameSession, wait: Wait) -> None:
    """Set when to check a clock next: at a reminder, its deadline, or the end of the grace period.

    Or earlier, if a standing order is due to answer before that. Does nothing if the clock is
    stopped.
    """
    if wait.deadline is None:
        return
    if wait.warned_at:
        grace = timedelta(hours=session.game.grace_hours)
        wait.grace_until = deadline(wait.warned_at, grace, session.people.rest_of(wait.player))
        moments = [wait.grace_until]
    else:
        moments = [wait.deadline, *reminders_left(session, wait)[:1]]
    settled = answered_at(session, wait)
    wait.next_check_at = min(moments if settled is None else [*moments, settled])


def answered_at(session: GameSession, wait: Wait) -> datetime | None:
    """Return when a standing order answers for a waiting player; None for never."""
    wish = session.wish_of(wait.player.seat)
    if wish is None or wish["hours"] is None:
        return None
    return wait.since + timedelta(hours=wish["hours"])


def reminders_left(session: GameSession, wait: Wait) -> list[datetime]:
    """Return when the player is still to be reminded in this wait.

    Reminders avoid quiet hours, and none comes within LAST_REMINDER of the deadline.
    """
    since, end, player = wait.clock_since, wait.deadline, wait.player
    if since is None or end is None or player.offered_at:
        return []
    rest, schedule = session.people.rest_of(player), session.people.schedule_of(player.person)
    chosen = [
        deadline(since, wait.budget * part / 100 - wait.used, rest)
        for part in sorted(schedule.reminders)[wait.reminders :]
    ]
    zone = ZoneInfo(player.person.time_zone)
    readable = [after_quiet(schedule, zone, moment) for moment in chosen]
    return [moment for moment in readable if moment <= end - LAST_REMINDER]


def extend(session: GameSession, wait: Wait, more: timedelta) -> None:
    """Give a clock more time; one that had run out has it from now on."""
    halt(session, wait)
    wait.budget = max(wait.budget, wait.used) + more
    wait.warned_at = None
    go_on(session, wait)


def halt(session: GameSession, wait: Wait) -> None:
    """Stop a clock that will go on later, and add the time it has counted."""
    stop(session, wait)
    wait.deadline = wait.grace_until = None


def stop(session: GameSession, wait: Wait) -> None:
    """Stop a clock for good when its wait ends; keep the time it counted and its deadline."""
    if wait.clock_since is not None:
        rest = session.people.rest_of(wait.player)
        wait.used += counted(wait.clock_since, session.now, rest)
    wait.clock_since = wait.next_check_at = None


def full_bank(game: Game) -> timedelta:
    """Return what a time bank holds at the start."""
    return timedelta(hours=game.bank_hours)


def put_by(session: GameSession, wait: Wait) -> None:
    """Keep the time left of a turn in the player's bank. The clock must be stopped.

    At pace BANK it goes to the bank, up to its initial size. At pace DAYS it counts for the same
    turn only.
    """
    left, player, game = max(NOTHING, wait.budget - wait.used), wait.player, session.game
    player.bank = min(left, full_bank(game)) if game.pace == Pace.BANK else left
