"""Words about duplicates: what a week is called, what is played in it, and until when."""

from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from games.accounts.direction import isolated
from games.duplicate.models import Duplicate
from games.duplicate.setups import SEATS
from games.play.models import Game
from games.play.pages.boards import BOARD, called
from games.play.pages.wording import set_up_of


def week_name(duplicate: Duplicate) -> str:
    """Return what a duplicate is called: 'Duplicate of week 49, 2026'."""
    year, week, _ = duplicate.monday.isocalendar()
    return gettext("Duplicate of week {week}, {year}").format(week=week, year=year)


def week_of(duplicate: Duplicate) -> str:
    """Return its week alone: 'Week 49, 2026'."""
    year, week, _ = duplicate.monday.isocalendar()
    return gettext("Week {week}, {year}").format(week=week, year=year)


def week_url(duplicate: Duplicate) -> str:
    """Return the path of a duplicate's page."""
    return _path(*duplicate.monday.isocalendar()[:2])


@lru_cache(maxsize=1000)
def _path(year: int, week: int) -> str:
    return reverse("duplicate:week", args=[year, week])


def title_of(duplicate: Duplicate) -> str:
    """Return what is played: 'Hansa Teutonica: Britannia', or 'Hansa'."""
    return called(duplicate.title, duplicate.options.get(BOARD))


def set_up(duplicate: Duplicate) -> list[str]:
    """Return how it differs from the standard, but for the board."""
    board = {BOARD: duplicate.options[BOARD]} if BOARD in duplicate.options else {}
    named = set_up_of(Game(title=duplicate.title, options=board), SEATS)
    game = Game(title=duplicate.title, options=duplicate.options)
    return [each for each in set_up_of(game, SEATS) if each not in named]


def state_of(duplicate: Duplicate, *, joining: bool) -> str:
    """Return where a duplicate is in its life, as a sentence; `joining` while one can join it."""
    if duplicate.closed_at is not None:
        return gettext("It is over.")
    until = date_format(localtime(duplicate.played_until), "DATETIME_FORMAT")
    if not joining:
        return gettext("Games that are over by {moment} count.").format(moment=until)
    last = date_format(localtime(duplicate.joined_until), "DATETIME_FORMAT")
    return gettext("You can join until {last}. Games that are over by {moment} count.").format(
        last=last, moment=until
    )


def name_of(user: Any) -> str:
    """Return the name of a person, isolated; `user` is None once their account is closed."""
    return pgettext("duplicate", "Former player") if user is None else isolated(user.username)
