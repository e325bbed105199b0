"""The page of a league or cup: its present seasons, how to take part, and all seasons so far."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games.league.models import Entry, EntryStatus, Kind, League, Season, SeasonStatus
from games.league.pages.how import How
from games.league.pages.leagues import (
    TAKING_PART,
    PresentSeason,
    division_url,
    present_season,
    with_entries,
)
from games.league.pages.paths import path
from games.league.pages.standings import name_of
from games.league.pages.words import season_name, set_up, short_day, state_of, title_of
from games.league.policies import (
    LATE,
    late_places,
    obstacle_in_debts,
    obstacle_in_person,
    obstacle_to_entering,
)
from games.league.terms import REGISTRATION
from games.play.models.player import page_of
from games.play.pages.thumbnails import board_of, preview_of

MOST_NAMES = 60
"""How many of the people who have registered are named."""


@dataclass(frozen=True)
class Choices:
    """What a visitor can do about a season.

    `obstacle` says why they cannot enter, or won't play though they have, as a sentence. `is_in`
    says that they take part, `is_early` that leaving costs nothing yet, and `division` is the URL
    of their own.
    """

    obstacle: str = ""
    is_in: bool = False
    division: str = ""
    may_enter: bool = False
    may_leave: bool = False
    is_early: bool = False
    may_help: bool = False
    helps: bool = False


@dataclass(frozen=True)
class Present:
    """A season that registers or runs, with `people` who have registered and how many `more`.

    `invitation` is the URL of its page for others, if the visitor is to invite them.
    """

    shown: PresentSeason
    choices: Choices
    invitation: str = ""
    people: list[tuple[str, str]] = field(default_factory=list)
    more: int = 0


@dataclass(frozen=True)
class Past:
    """A season that has ended, and who won its first division; `stopped` says why nobody did."""

    name: str
    url: str
    end: str
    entries: int
    stopped: str
    winners: list[tuple[str, str]]


@dataclass(frozen=True)
class LeaguePage:
    """A league as one visitor sees it; `upcoming` says when registration opens for a season."""

    league: League
    title: str
    set_up: list[str]
    picture: str
    how: How
    present: list[Present]
    upcoming: str
    past: list[Past]

    @classmethod
    def of(cls, league: League, visitor: Any, now: datetime) -> "LeaguePage":
        """Read the page in a number of queries that depends only on how many seasons are open."""
        seated = Count("entries", filter=~Q(entries__division=None))
        counted = with_entries(league.seasons.order_by("-number")).annotate(seated=seated)
        seasons = list(counted)
        for season in seasons:
            season.league = league
        ended = (SeasonStatus.OVER, SeasonStatus.STOPPED)
        present = [season for season in seasons if season.status not in ended]
        past = [season for season in seasons if season.status in ended]
        board = board_of(league.title, league.options, league.seats)
        return cls(
            league=league,
            title=title_of(league),
            set_up=set_up(league),
            picture=preview_of(league.title, board) if board else "",
            how=How.of(league),
            present=[_present(season, visitor, now) for season in present],
            upcoming=_upcoming(league, present),
            past=_past(past),
        )

    @property
    def is_cup(self) -> bool:
        return self.league.kind == Kind.CUP


def _present(season: Season, visitor: Any, now: datetime) -> Present:
    choices = choices_of(season, visitor, now)
    shown = present_season(season, mine=choices.is_in)
    if not season.is_registering:
        return Present(shown, choices)
    registered = season.entries.registered().select_related("user")[:MOST_NAMES]
    people = [(name_of(entry.user), page_of(entry.user, "")) for entry in registered]
    league = season.league
    invites = choices.is_in or (visitor.pk is not None and visitor.pk == league.creator_id)
    link = path("join-cup", league.token) if league.kind == Kind.CUP and invites else ""
    return Present(shown, choices, link, people, max(0, shown.entries - len(people)))


def choices_of(season: Season, visitor: Any, now: datetime) -> Choices:
    """Return what a visitor can do about a season, in at most about ten small queries."""
    if not visitor.is_authenticated:
        open_to_all = season.is_registering or late_places(season, now).exists()
        return Choices(may_enter=open_to_all)
    entry = season.entries.filter(user=visitor).select_related("division").first()
    if entry is not None:
        owes = obstacle_in_debts(season, visitor) if season.is_registering else ""
        return replace(_of_entry(season, entry, now), obstacle=owes)
    helps = season.substitutes.filter(user=visitor).exists()
    may_help = season.status != SeasonStatus.STARTING and not obstacle_in_person(
        season, visitor, ""
    )
    obstacle = obstacle_to_entering(season, visitor, now)
    return Choices(
        obstacle=obstacle if season.is_registering else "",
        may_enter=not obstacle,
        may_help=may_help and not helps,
        helps=helps,
    )


def _of_entry(season: Season, entry: Entry, now: datetime) -> Choices:
    is_in = entry.status in TAKING_PART
    registered = entry.status == EntryStatus.REGISTERED
    begun = season.started_at
    return Choices(
        is_in=is_in,
        division=division_url(season, entry.division.number) if entry.division else "",
        may_leave=is_in and (season.is_registering or season.is_under_way),
        is_early=registered or (begun is not None and now < begun + LATE),
    )


def _upcoming(league: League, present: list[Season]) -> str:
    """Return when registration for the next season opens, '' if it is open or none is to come."""
    if league.kind != Kind.LEAGUE or not league.open or not present:
        return ""
    newest = present[0]
    if not newest.is_under_way:
        return ""
    return gettext("Registration for the next season opens on {day} at the latest.").format(
        day=date_format(localtime(newest.ends_at - REGISTRATION), "DATE_FORMAT")
    )


def _past(seasons: list[Any]) -> list[Past]:
    winners: dict[int, list[tuple[str, str]]] = {season.pk: [] for season in seasons}
    first = Entry.objects.filter(season__in=winners, division__number=1, final_rank=1)
    for entry in first.select_related("user").order_by("position"):
        winners[entry.season_id].append((name_of(entry.user), page_of(entry.user, "")))
    return [
        Past(
            name=season_name(season.league, season.number) or season.league.called,
            url=path("season", season.league.slug, season.number),
            end=short_day(season.ended_at),
            entries=season.seated,
            stopped="" if season.is_over else state_of(season),
            winners=winners[season.pk],
        )
        for season in seasons
    ]
