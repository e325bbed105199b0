"""The clock of a wait: set going, stopped, looked ahead from.

Callers hold the game and save the player's wait, where nothing else is said.
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
"""What a seat that is offered to others has at most before the bot plays for it."""


LAST_REMINDER = timedelta(hours=1)
"""Nobody is reminded later than this before time runs out."""

MORE = timedelta(hours=24)
"""What the others give at pace BANK to who has used up a bank."""


def rest_of(user: User) -> Rest:
    """Return when a person rests."""
    vacations = Vacation.objects.filter(user=user).values_list("first", "last")
    return Rest(
        zone=ZoneInfo(user.time_zone),
        sleeps_from=user.sleeps_from,
        sleeps_to=user.sleeps_to,
        weekends=user.weekends_off,
        vacations=tuple(vacations),
    )


def begin_turn(game: Game, player: Player, turn: int) -> None:
    """Add the hours of a turn to what its player has, once, however often others answer in it.

    The player's bank is saved.
    """
    if player.banked_turn == turn:
        return
    kept = player.bank if game.pace == Pace.BANK else NOTHING
    player.bank, player.banked_turn = kept + timedelta(hours=game.hours), turn
    player.save(update_fields=["bank", "banked_turn"])


def budget_of(game: Game, player: Player, *, own: bool) -> timedelta:
    """Return how long a player has for a wait, `own` if it is in their turn, which has begun.

    Nobody has less for a turn with a bank than for an answer, nor for the rest of a turn whose time
    had run out before others answered in it.
    """
    least = timedelta(hours=game.reaction_hours)
    if player.offered_at:
        return min(AWAY, least, timedelta(hours=game.hours))
    if not own:
        return least
    return max(least, player.bank) if game.pace == Pace.BANK else player.bank or least


def budget_again(game: Game, *, own: bool) -> timedelta:
    """Return what the others give an absent player who is waited for once more."""
    if not own:
        return timedelta(hours=game.reaction_hours)
    return MORE if game.pace == Pace.BANK else timedelta(hours=game.hours)


def start(game: Game, wait: Wait, now: datetime, budget: timedelta) -> None:
    """Set a clock to a fresh budget, and going unless the game is paused."""
    wait.budget, wait.used = budget, NOTHING
    wait.warned_at, wait.grace_until, wait.reminders = None, None, 0
    go_on(game, wait, now)


def go_on(game: Game, wait: Wait, now: datetime) -> None:
    """Let a clock that stands still go on, unless the game is paused."""
    wait.clock_since = None if game.paused else now
    plan(game, wait)


def go_on_after_pause(game: Game, wait: Wait, now: datetime) -> None:
    """Let a clock go on with AFTER_PAUSE left at least, also one that had run out.

    So nobody loses a turn, and no grace begins, before they can know that the pause is over.
    """
    wait.budget = max(wait.budget, wait.used + AFTER_PAUSE)
    wait.warned_at = wait.grace_until = None
    go_on(game, wait, now)


def plan(game: Game, wait: Wait) -> None:
    """Work out when a clock runs out and when to look at it next: never while it stands still."""
    if wait.clock_since is None:
        wait.deadline = wait.next_check_at = None
        return
    rest = _rest(wait.player)
    wait.deadline = deadline(wait.clock_since, wait.budget - wait.used, rest)
    plan_check(game, wait, rest)


def plan_check(game: Game, wait: Wait, rest: Rest | None = None) -> None:
    """Work out when a clock must be looked at next: at a reminder, its end, or that of the grace.

    One that has not run out is looked at when it does at the latest; either when a standing order
    is to answer by then.
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

    Never in quiet hours, and never when time runs out within an hour anyway.
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
    """Let a clock stand still: what has counted is noted."""
    stop(wait, now)
    wait.deadline = wait.grace_until = None


def stop(wait: Wait, now: datetime) -> None:
    """Stop a clock for good, its wait is over: what has counted is noted, when it was due stays."""
    if wait.clock_since is not None:
        wait.used += counted(wait.clock_since, now, _rest(wait.player))
    wait.clock_since = wait.next_check_at = None


def full_bank(game: Game) -> timedelta:
    """Return what a bank holds at first."""
    return timedelta(hours=game.bank_hours)


def put_by(game: Game, wait: Wait) -> None:
    """Keep what a turn has left: in the bank, which has no more than at first, or until it goes on.

    At pace DAYS it counts for the same turn only. The clock has stopped; the player's bank is
    saved.
    """
    left, player = max(NOTHING, wait.budget - wait.used), wait.player
    player.bank = min(left, full_bank(game)) if game.pace == Pace.BANK else left
    player.save(update_fields=["bank"])


def _rest(player: Player) -> Rest:
    """Return the rest that a player's clock keeps; a seat on offer keeps none."""
    if player.offered_at or player.user is None:
        return NO_REST
    return rest_of(player.user)
