"""A person's results in duplicates, a part of their profile."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Min
from django.utils.translation import gettext, ngettext, pgettext_lazy

from games.accounts.figures import signed
from games.accounts.models import Profile, User
from games.accounts.people import shows
from games.club.pages.parts import Part
from games.duplicate.models import DuplicateGame
from games.duplicate.pages.words import title_of, week_of, week_url

NEWEST = 20
"""How many weeks are listed, the newest first."""


@dataclass(frozen=True)
class ResultRow:
    """A week that a person has played to the end, and how they fared at their table."""

    name: str
    url: str
    title: str
    place: int
    points: int
    lead: str


def record_of(person: User, visitor: Any) -> dict[str, object] | None:
    """Return what a visitor sees of a person's duplicates, in two queries; None if nothing."""
    if not shows(Profile.of(person), "games", visitor):
        return None
    games = _results(person)
    whole = games.aggregate(weeks=Count("pk"), best=Min("place"))
    if not whole["weeks"]:
        return None
    newest = games.select_related("duplicate").order_by("-duplicate__monday")[:NEWEST]
    return {"rows": [_row(game) for game in newest], "summary": _summary(**whole)}


def has_record(person: User, visitor: Any) -> bool:
    """Return whether a visitor sees duplicates of a person; one query besides their profile."""
    return shows(Profile.of(person), "games", visitor) and _results(person).exists()


def _results(person: User) -> Any:
    """Return a person's games with a result, of duplicates whose results everyone may see."""
    return DuplicateGame.objects.filter(
        user=person, place__isnull=False, duplicate__closed_at__isnull=False
    )


def _row(game: Any) -> ResultRow:
    return ResultRow(
        name=week_of(game.duplicate),
        url=week_url(game.duplicate),
        title=title_of(game.duplicate),
        place=game.place,
        points=game.points,
        lead=signed(game.lead),
    )


def _summary(weeks: int, best: int) -> str:
    played = ngettext("{weeks} week played.", "{weeks} weeks played.", weeks).format(weeks=weeks)
    return f"{played} {gettext('Best place at the table: {place}.').format(place=best)}"


RECORD = Part(
    template="duplicate/record.html",
    context=record_of,
    words=pgettext_lazy("heading", "Duplicates of the week"),
    exists=has_record,
)
