"""The parts of a person's page that load when they come into view.

Rooms above this one register theirs when their app is ready.
"""

from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Part:
    """A part of a person's page: its template, and what it shows of a person to a visitor.

    `context` returns None if the visitor may not see it. One of another room has `words` for the
    link to it, which is shown if `exists` says so of person and visitor.
    """

    template: str
    context: Callable[[User, Any], Context | None]
    words: Any = ""
    exists: Callable[[User, Any], bool] | None = None


PARTS: dict[str, Part] = {
    "ratings": Part("club/ratings.html", _ratings),
    "results": Part("club/results.html", _results),
    "style": Part("club/style.html", _style),
    "reliability": Part("club/reliability.html", _reliability),
    "answering": Part("club/answering.html", _answering),
}
"""The parts by name; it stands in the address."""


def register(name: str, part: Part) -> None:
    """Register a part of another room; raises ValueError if another one has the name."""
    if PARTS.setdefault(name, part) is not part:
        raise ValueError(f"There is a part {name!r} already; choose another name.")


def parts_of_others(person: User, visitor: Any) -> list[tuple[str, Any]]:
    """Return name and words of what other rooms show a visitor of a person; a query for each."""
    return [
        (name, part.words)
        for name, part in PARTS.items()
        if part.exists is not None and part.exists(person, visitor)
    ]
