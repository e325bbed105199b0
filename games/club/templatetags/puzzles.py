"""Template tags of puzzles, also for the page of notification settings."""

from django import template

from games.accounts.models import User
from games.club.services.puzzles import gets_daily

register = template.Library()


@register.simple_tag
def daily_puzzle(user: User) -> bool:
    """Return whether a person gets the puzzle of the day by email."""
    return gets_daily(user)
