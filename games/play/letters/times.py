"""The time that a letter's reader has, as it stays true: letters are often read days later."""

from datetime import datetime
from zoneinfo import ZoneInfo

from games.play.models import Game, Wait
from games.play.pages.time_left import moment_in, span


def moment_text(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment with its time zone: 'Tue 24 Nov 18:00 (Europe/Berlin)'."""
    return f"{moment_in(moment, zone)} ({zone})"


def deadline_text(game: Game, wait: Wait, now: datetime, zone: ZoneInfo) -> str:
    """Return until when the reader has time in their open wait, as a sentence."""
    if game.paused_until is not None:
        until = moment_text(game.paused_until, zone)
        return (
            f"The game is paused until {until} at the latest. Clocks are stopped, but you can still"
            " move."
        )
    if wait.deadline is None:
        return "Your clock is stopped."
    if wait.grace_until is not None:
        return f"Your grace period ends {moment_text(wait.grace_until, zone)}."
    ends = moment_text(wait.deadline, zone)
    if wait.warned_at:
        return f"Your time ran out {ends}, and the others decide how the game goes on."
    if wait.deadline <= now:
        return f"Your time ran out {ends}."
    return f"Your time runs out {ends}, {span(wait.deadline - now)} after we sent this."
