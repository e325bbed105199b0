"""A person's record in leagues and cups, a part of their profile."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext_lazy

from games.accounts.models import Profile, User
from games.accounts.people import shows
from games.club.pages.parts import Part
from games.league.models import Entry, EntryStatus, Kind, Season
from games.league.pages.access import visible_to
from games.league.pages.leagues import division_url
from games.league.pages.words import figure, whole_name

NEWEST = 50
"""How many seasons are listed, the newest first."""


@dataclass(frozen=True)
class RecordRow:
    """A season that a person plays or has played.

    `division` is 0 in a cup, which has only one, and `place` as long as the season runs.
    """

    name: str
    url: str
    division: int
    place: int
    points: str
    moves: str
    left: bool


def record_of(person: User, visitor: Any) -> dict[str, object] | None:
    """Return what a visitor sees of a person's seasons, in two queries; None if that is nothing."""
    if not shows(Profile.of(person), "games", visitor):
        return None
    rows = [_row(entry) for entry in _entries(person, visitor)[:NEWEST]]
    return {"rows": rows} if rows else None


def has_record(person: User, visitor: Any) -> bool:
    """Return whether a visitor sees seasons of a person, in one query besides their profile."""
    return shows(Profile.of(person), "games", visitor) and _entries(person, visitor).exists()


def _entries(person: User, visitor: Any) -> Any:
    entries = Entry.objects.filter(
        visible_to(visitor, "season__league__"), user=person, division__isnull=False
    )
    return entries.select_related("season__league", "division").order_by("-season__starts_at")


def _row(entry: Entry) -> RecordRow:
    season: Season = entry.season
    number = entry.division.number if entry.division else 1
    return RecordRow(
        name=whole_name(season.league, season.number),
        url=division_url(season, number),
        division=0 if season.league.kind == Kind.CUP else number,
        place=entry.final_rank or 0,
        points="" if entry.final_rank is None else figure(entry.points),
        moves=entry.moves,
        left=entry.status == EntryStatus.LEFT,
    )


RECORD = Part(
    template="league/record.html",
    context=record_of,
    words=pgettext_lazy("heading", "Leagues and cups"),
    exists=has_record,
)
