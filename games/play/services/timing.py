"""A player's clock: set going, stopped, looked ahead from. The caller holds the game, and saves."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.accounts.models import Vacation
from games.play.clock import NO_REST, NOTHING, Rest, counted, deadline
from games.play.models import Game, Pace, Player
from games.play.services import standing
from games.post import services as post
from games.post.cadence import after_quiet

AWAY = timedelta(hours=6)
"""What a seat that is offered to others has at most before the bot plays for it."""


LAST_REMINDER = timedelta(hours=1)
"""Nobody is reminded later than this before time runs out."""

MORE = timedelta(hours=24)
"""What the others give at pace BANK to who has used up a bank."""

AFTER_PAUSE = timedelta(hours=12)
"""What every clock has at least when a pause is over."""


def rest_of(user: Any) -> Rest:
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
    """Add the hours of a turn to what its player has, once, however often others answer in it."""
    if player.banked_turn == turn:
        return
    kept = player.bank if game.pace == Pace.BANK else NOTHING
    player.bank, player.banked_turn = kept + timedelta(hours=game.hours), turn


def budget_of(game: Game, player: Player, *, own: bool) -> timedelta:
    """Return how long a player has for a wait, `own` if it is in their turn, which has begun.

    Nobody has less for a turn with a bank than for an answer, nor for the rest of a turn whose time
    had run out before others answered in it.
    """
    least = timedelta(hours=game.reaction_hours)
    if player.offered:
        return min(AWAY, least, timedelta(hours=game.hours))
    if not own:
        return least
    return max(least, player.bank) if game.pace == Pace.BANK else player.bank or least


def budget_again(game: Game, *, own: bool) -> timedelta:
    """Return what the others give an absent player who is waited for once more."""
    if not own:
        return timedelta(hours=game.reaction_hours)
    return MORE if game.pace == Pace.BANK else timedelta(hours=game.hours)


def start(game: Game, player: Player, now: datetime, budget: timedelta) -> None:
    """Set a player's clock to a fresh budget, and going unless the game is paused."""
    player.budget, player.used = budget, NOTHING
    player.overdue, player.grace_until, player.reminders = None, None, 0
    go_on(game, player, now)


def go_on(game: Game, player: Player, now: datetime) -> None:
    """Let a clock that stands still go on, unless the game is paused."""
    if game.paused:
        player.clock_since = player.deadline = player.attend = None
        return
    player.clock_since = now
    plan(game, player)


def go_on_after_pause(game: Game, player: Player, now: datetime) -> None:
    """Let a clock go on with AFTER_PAUSE left at least, also one that had run out.

    So nobody loses a turn, and no grace begins, before they can know that the pause is over.
    """
    player.budget = max(player.budget, player.used + AFTER_PAUSE)
    player.overdue = player.grace_until = None
    go_on(game, player, now)


def plan(game: Game, player: Player) -> None:
    """Work out when a running clock runs out and when it must be looked at next."""
    rest = _rest(player)
    left = player.budget - player.used
    player.deadline = deadline(player.clock_since, left, rest)
    attend(game, player, rest)


def attend(game: Game, player: Player, rest: Rest | None = None) -> None:
    """Work out when a clock must be looked at next: at a reminder, its end, or that of the grace.

    One that has not run out is looked at when it does at the latest; either when a standing order
    is to answer by then.
    """
    rest = rest or _rest(player)
    if player.overdue:
        grace = timedelta(hours=game.grace_hours)
        player.grace_until = deadline(player.overdue, grace, rest)
        moments = [player.grace_until]
    else:
        moments = [player.deadline, *reminders_left(game, player, rest)[:1]]
    settled = standing.moment(game, player)
    player.attend = min(moments if settled is None else [*moments, settled])


def reminders_left(game: Game, player: Player, rest: Rest | None = None) -> list[datetime]:
    """Return when the player is still to be reminded in this wait.

    Never in quiet hours, and never when time runs out within an hour anyway.
    """
    if player.offered:
        return []
    rest = rest or _rest(player)
    wish = post.cadence_of(player.user, game.subject)
    chosen = [
        deadline(player.clock_since, player.budget * part / 100 - player.used, rest)
        for part in sorted(wish.reminders)[player.reminders :]
    ]
    zone = ZoneInfo(player.user.time_zone)
    readable = [after_quiet(wish, zone, moment) for moment in chosen]
    return [moment for moment in readable if moment <= player.deadline - LAST_REMINDER]


def halt(player: Player, now: datetime) -> None:
    """Let a clock stand still: what has counted is noted."""
    player.used = spent(player, now)
    player.clock_since = player.deadline = player.attend = player.grace_until = None


def clear(player: Player) -> None:
    """Take a clock away: its wait is over."""
    player.budget = player.used = NOTHING
    player.clock_since = player.deadline = player.attend = None
    player.overdue = player.grace_until = None
    player.reminders = 0


def spent(player: Player, now: datetime) -> timedelta:
    """Return how much of the budget has counted."""
    if player.clock_since is None:
        return player.used
    return player.used + counted(player.clock_since, now, _rest(player))


def full_bank(game: Game) -> timedelta:
    """Return what a bank holds at first."""
    return timedelta(hours=game.bank_hours)


def put_by(game: Game, player: Player, now: datetime) -> None:
    """Keep what a turn has left: in the bank, which has no more than at first, or until it goes on.

    At pace DAYS it counts for the same turn only.
    """
    left = max(NOTHING, player.budget - spent(player, now))
    player.bank = min(left, full_bank(game)) if game.pace == Pace.BANK else left


def _rest(player: Player) -> Rest:
    """Return the rest that a player's clock keeps; a seat on offer keeps none."""
    if player.offered or player.user is None:
        return NO_REST
    return rest_of(player.user)
