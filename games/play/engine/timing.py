"""The clock of a wait: start it, stop it, and compute its deadline and next check.

Callers hold the game's lock and, unless stated otherwise, save the wait.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.accounts.models import User, Vacation
from games.play.engine import standing_orders
from games.play.engine.clock import NO_REST, NOTHING, Rest, counted, deadline
from games.play.models import AFTER_PAUSE, Game, Pace, Player, Wait
from games.post import services as post
from games.post.timing import after_quiet

AWAY = timedelta(hours=6)
"""The most time a seat on offer gets before the bot plays for it."""


LAST_REMINDER = timedelta(hours=1)
"""The last reminder comes at least this long before time runs out."""

MORE = timedelta(hours=24)
"""What a vote for more time gives a player who has used up their time bank."""


def rest_of(user: User) -> Rest:
    """Return a person's time off."""
    vacations = Vacation.objects.filter(user=user).values_list("first", "last")
    return Rest(
        zone=ZoneInfo(user.time_zone),
        sleeps_from=user.sleeps_from,
        sleeps_to=user.sleeps_to,
        weekends=user.weekends_off,
        vacations=tuple(vacations),
    )


def begin_turn(game: Game, player: Player, turn: int) -> None:
    """Add the hours of a new turn to the player's bank, once per turn, and save the bank.

    A turn goes on after others have answered in it; that adds no hours.
    """
    if player.banked_turn == turn:
        return
    kept = player.bank if game.pace == Pace.BANK else NOTHING
    player.bank, player.banked_turn = kept + timedelta(hours=game.hours), turn
    player.save(update_fields=["bank", "banked_turn"])


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


def budget_again(game: Game, *, own: bool) -> timedelta:
    """Return how much time a player gets when the others vote to wait longer."""
    if not own:
        return timedelta(hours=game.reaction_hours)
    return MORE if game.pace == Pace.BANK else timedelta(hours=game.hours)


def start(game: Game, wait: Wait, now: datetime, budget: timedelta) -> None:
    """Give a clock a new budget and start it, unless the game is paused."""
    wait.budget, wait.used = budget, NOTHING
    wait.warned_at, wait.grace_until, wait.reminders = None, None, 0
    go_on(game, wait, now)


def go_on(game: Game, wait: Wait, now: datetime) -> None:
    """Start a stopped clock again, unless the game is paused."""
    wait.clock_since = None if game.paused else now
    plan(game, wait)


def go_on_after_pause(game: Game, wait: Wait, now: datetime) -> None:
    """Start a clock again with at least AFTER_PAUSE left, even if it had run out.

    This way no player loses a turn, and no grace period begins, before they can know that the pause
    is over.
    """
    wait.budget = max(wait.budget, wait.used + AFTER_PAUSE)
    wait.warned_at = wait.grace_until = None
    go_on(game, wait, now)


def plan(game: Game, wait: Wait) -> None:
    """Set when a clock runs out and when to check it next; both None while it is stopped."""
    if wait.clock_since is None:
        wait.deadline = wait.next_check_at = None
        return
    rest = _rest(wait.player)
    wait.deadline = deadline(wait.clock_since, wait.budget - wait.used, rest)
    plan_check(game, wait, rest)


def plan_check(game: Game, wait: Wait, rest: Rest | None = None) -> None:
    """Set when to check a clock next: at a reminder, its deadline, or the end of the grace period.

    Or earlier, if a standing order is due to answer before that. Does nothing if the clock is
    stopped.
    """
    if wait.deadline is None:
        return
    rest = rest or _rest(wait.player)
    if wait.warned_at:
        grace = timedelta(hours=game.grace_hours)
        wait.grace_until = deadline(wait.warned_at, grace, rest)
        moments = [wait.grace_until]
    else:
        moments = [wait.deadline, *reminders_left(game, wait, rest)[:1]]
    settled = standing_orders.moment(game, wait)
    wait.next_check_at = min(moments if settled is None else [*moments, settled])


def reminders_left(game: Game, wait: Wait, rest: Rest | None = None) -> list[datetime]:
    """Return when the player is still to be reminded in this wait.

    Reminders avoid quiet hours, and none comes within LAST_REMINDER of the deadline.
    """
    since, end, player = wait.clock_since, wait.deadline, wait.player
    if since is None or end is None or player.offered_at:
        return []
    rest = rest or _rest(player)
    schedule = post.schedule_of(player.person, game.topic)
    chosen = [
        deadline(since, wait.budget * part / 100 - wait.used, rest)
        for part in sorted(schedule.reminders)[wait.reminders :]
    ]
    zone = ZoneInfo(player.person.time_zone)
    readable = [after_quiet(schedule, zone, moment) for moment in chosen]
    return [moment for moment in readable if moment <= end - LAST_REMINDER]


def halt(wait: Wait, now: datetime) -> None:
    """Stop a clock that will go on later, and add the time it has counted."""
    stop(wait, now)
    wait.deadline = wait.grace_until = None


def stop(wait: Wait, now: datetime) -> None:
    """Stop a clock for good when its wait ends; keep the time it counted and its deadline."""
    if wait.clock_since is not None:
        wait.used += counted(wait.clock_since, now, _rest(wait.player))
    wait.clock_since = wait.next_check_at = None


def full_bank(game: Game) -> timedelta:
    """Return what a time bank holds at the start."""
    return timedelta(hours=game.bank_hours)


def put_by(game: Game, wait: Wait) -> None:
    """Keep the time left of a turn, and save the player's bank. The clock must be stopped.

    At pace BANK it goes to the bank, up to its initial size. At pace DAYS it counts for the same
    turn only.
    """
    left, player = max(NOTHING, wait.budget - wait.used), wait.player
    player.bank = min(left, full_bank(game)) if game.pace == Pace.BANK else left
    player.save(update_fields=["bank"])


def _rest(player: Player) -> Rest:
    """Return the time off that stops a player's clock; none for a seat on offer."""
    if player.offered_at or player.user is None:
        return NO_REST
    return rest_of(player.user)
