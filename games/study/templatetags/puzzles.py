"""Template tags of puzzles, also for the page of notification settings."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.accounts.models import User
from games.bots.puzzles import STARS, Puzzle
from games.study.pages.puzzle import stars_of
from games.study.services.puzzles import gets_daily

register = template.Library()


@register.simple_tag
def daily_puzzle(user: User) -> bool:
    """Return whether a person gets the puzzle of the day by email."""
    return gets_daily(user)


@register.simple_tag
def stars(puzzle: Puzzle) -> SafeString:
    """Return how hard a puzzle is, as stars."""
    shown = "★" * puzzle.stars + "☆" * (STARS - puzzle.stars)
    words = stars_of(puzzle)
    return format_html(
        '<span class="stars" role="img" aria-label="{}" title="{}">{}</span>', words, words, shown
    )
