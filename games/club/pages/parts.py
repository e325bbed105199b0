"""The parts of a person's page that load when they come into view."""

from collections.abc import Callable
from typing import Any

from games.accounts.models import Profile, User
from games.accounts.people import shows
from games.club.pages.answering import Answering
from games.club.pages.portrait import portraits_of
from games.club.pages.ratings import ratings_of
from games.club.pages.results import Results
from games.club.pages.statistics import LEAST_GAMES
from games.club.pages.subject import Subject
from games.play.reliability import Reliability

Context = dict[str, object]
"""What a template shows."""


def style_of(subject: Subject, visitor: Any) -> Context:
    """Return what a person or bot is like as a player."""
    return {"portraits": portraits_of(subject, visitor), "least_games": LEAST_GAMES}


def _ratings(person: User, visitor: Any) -> Context:
    return {"ratings": ratings_of(person, visitor)}


def _results(person: User, visitor: Any) -> Context | None:
    """Everyone who played with them sees how they fared together."""
    shown = shows(Profile.of(person), "games", visitor)
    if not shown and not visitor.is_authenticated:
        return None
    results = Results.of(Subject(person), visitor)
    return {"results": results if shown else None, "together": results.together}


def _style(person: User, visitor: Any) -> Context | None:
    if not shows(Profile.of(person), "games", visitor):
        return None
    return style_of(Subject(person), visitor)


def _reliability(person: User, visitor: Any) -> Context | None:
    if not shows(Profile.of(person), "pace", visitor):
        return None
    return {"reliability": Reliability.of(person)}


def _answering(person: User, visitor: Any) -> Context | None:
    if not shows(Profile.of(person), "pace", visitor):
        return None
    return {"answering": Answering.of(person)}


PARTS: dict[str, Callable[[User, Any], Context | None]] = {
    "ratings": _ratings,
    "results": _results,
    "style": _style,
    "reliability": _reliability,
    "answering": _answering,
}
"""By the name of a part and its template: what it shows of a person, None if the visitor may not
see it."""
