"""Words about leagues: what is played there, what they and their seasons are called, figures."""

from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, npgettext, pgettext

from games.club.pages.games import nth
from games.league.models import Kind, League, Season, SeasonStatus
from games.league.terms import CLOSING
from games.play.language import say
from games.play.models import Game
from games.play.pages.boards import BOARD, called
from games.play.pages.wording import pace_of, set_up_of
from games.rules.common.message import term


def season_name(league: League, number: int) -> str:
    """Return what a season is called beside its league's name; '' for the only one of a cup."""
    if league.kind == Kind.CUP:
        return ""
    return pgettext("league", "Season {number}").format(number=number)


def whole_name(league: League, number: int) -> str:
    """Return what a season is called where its league is not named: 'Hansa, season 3'."""
    if league.kind == Kind.CUP:
        return league.called
    return pgettext("league", "{league}, season {number}").format(
        league=league.called, number=number
    )


def title_of(league: League) -> str:
    """Return what is played in a league: 'Hansa Teutonica: Britannia', or 'Hansa'."""
    return called(league.title, league.options.get(BOARD))


def set_up(league: League) -> list[str]:
    """Return how its games differ from the standard, but for the board: 'Missions'."""
    game = Game(title=league.title, options=league.options)
    board = {BOARD: league.options[BOARD]} if BOARD in league.options else {}
    named = set_up_of(Game(title=league.title, options=board), league.seats)
    return [each for each in set_up_of(game, league.seats) if each not in named]


def pace(league: League) -> str:
    """Return how time is counted in the games of a league, in one or two sentences."""
    return pace_of(Game(title=league.title, **league.terms))


def state_of(season: Season, entered: int = 0) -> str:
    """Return where a season is in its life, as a sentence.

    `entered` is how many have registered. As long as these are too few, it says how many it takes.
    """
    cup = season.league.kind == Kind.CUP
    match season.status:
        case SeasonStatus.REGISTERING:
            least = season.league.least_entries
            if cup:
                said = gettext("It starts as soon as {number} players have joined.")
                return said.format(number=least)
            said = gettext("It starts on {day} if at least {number} players have registered.")
            if entered >= least:
                said = gettext("It starts on {day}.")
            return said.format(day=day_of(season, "starts_at"), number=least)
        case SeasonStatus.STARTING:
            return gettext("It is starting right now.")
        case SeasonStatus.RUNNING:
            return gettext("It runs from {start} to {end}.").format(
                start=day_of(season, "started_at"), end=day_of(season, "ends_at")
            )
        case SeasonStatus.CLOSING:
            said = gettext(
                "Its last day was {day}. On {end}, bots finish the games that are still open."
            )
            return said.format(day=day_of(season, "ends_at"), end=_day(season.ends_at + CLOSING))
        case SeasonStatus.OVER:
            return gettext("It ran from {start} to {end}.").format(
                start=day_of(season, "started_at"), end=day_of(season, "ended_at")
            )
    if season.started_at is None:
        return gettext("It was called off before it began.")
    return gettext("Staff stopped it, so it has no result.")


def day_of(season: Season, moment: str) -> str:
    """Return the day of a moment of a season, by the name of its field, '' if it is not known."""
    found = getattr(season, moment)
    return "" if found is None else _day(found)


def short_day(moment: datetime | None) -> str:
    """Return the day of a moment for a narrow place, '' if it is not known: '3 Dec 2026'."""
    return "" if moment is None else date_format(localtime(moment), "SHORT_DATE_FORMAT")


def _day(moment: datetime) -> str:
    return date_format(localtime(moment), "DATE_FORMAT")


def figure(value: Fraction | int) -> str:
    """Return a number with at most two decimals, as the language writes it: '6.33'."""
    rounded = round(Fraction(value), 2)
    if rounded.denominator == 1:
        return number_format(rounded.numerator)
    return number_format(Decimal(rounded.numerator) / rounded.denominator)


def points_of(points: str, *, short: bool = False) -> str:
    """Return points, given as a figure, with their word: '4.5 points', or `short` '3 pts'."""
    number = 1 if points == figure(1) else 2
    if short:
        said = npgettext("table", "{points} pt", "{points} pts", number)
    else:
        said = npgettext("standings", "{points} point", "{points} points", number)
    return said.format(points=points)


def percent(value: Fraction) -> str:
    """Return a share in percent, as the language writes it: '83.33%'."""
    return pgettext("share", "{number}%").format(number=figure(value * 100))


def reach(best: int, worst: int) -> str:
    """Return which places can still be reached: 'can still finish 2nd to 5th'."""
    if best == worst:
        return say(term("standings", "will finish {place}", place=nth(best)))
    return say(
        term("standings", "can still finish {best} to {worst}", best=nth(best), worst=nth(worst))
    )
