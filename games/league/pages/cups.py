"""The page of a cup's invitation link."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.league.models import EntryStatus, League, Season, SeasonStatus
from games.league.pages.how import How
from games.league.pages.standings import name_of
from games.league.pages.words import set_up, state_of, title_of
from games.league.policies import obstacle_in_season, obstacle_to_entering
from games.play.models.player import page_of
from games.play.pages.thumbnails import board_of, preview_of


@dataclass(frozen=True)
class CupPage:
    """A cup as whoever has its link sees it.

    `obstacle` says why they cannot join. Its organizer can cancel it while it `is_waiting`.
    """

    league: League
    season: Season
    link: str
    title: str
    set_up: list[str]
    how: How
    state: str
    picture: str
    organizer: str
    people: list[tuple[str, str]]
    is_in: bool
    is_organizer: bool
    is_waiting: bool
    obstacle: str

    @classmethod
    def of(cls, season: Season, visitor: Any, now: datetime) -> "CupPage":
        """Read the page in a fixed number of queries."""
        league = season.league
        there = [EntryStatus.REGISTERED, EntryStatus.PLAYING]
        entries = season.entries.filter(status__in=there).select_related("user")
        people = [entry.user for entry in entries.order_by("registered_at", "pk")]
        is_in = visitor in people and season.status != SeasonStatus.STOPPED
        board = board_of(league.title, league.options, league.seats)
        return cls(
            league=league,
            season=season,
            link=settings.SITE_URL + reverse("league:join-cup", args=[league.token]),
            title=title_of(league),
            set_up=set_up(league),
            how=How.of(league),
            state=state_of(season),
            picture=preview_of(league.title, board) if board else "",
            organizer="" if league.creator is None else league.creator.called,
            people=[(name_of(person), page_of(person, "")) for person in people],
            is_in=is_in,
            is_organizer=visitor.is_authenticated and league.creator_id == visitor.pk,
            is_waiting=season.is_registering,
            obstacle="" if is_in else _obstacle(season, visitor, now),
        )


def _obstacle(season: Season, visitor: Any, now: datetime) -> str:
    """Return why a visitor cannot join; those who are signed out can sign in or up first."""
    if not visitor.is_authenticated:
        return obstacle_in_season(season, now)
    return obstacle_to_entering(season, visitor, now, token=season.league.token)
