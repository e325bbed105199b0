"""The places of the site, as the header links to them."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@dataclass(frozen=True)
class Place:
    """A link in the header: its words, the page it leads to, and the pages that belong there."""

    words: str
    page: str
    others: frozenset[str] = frozenset()

    def current(self, shown: str) -> str:
        """Return the value of `aria-current` while the page of this name is shown."""
        if shown == self.page:
            return "page"
        return "true" if shown in self.others else ""


MINE = Place(
    "My games",
    "play:lobby",
    frozenset({"study:own-tables", "study:plans", "study:read-record", "study:positions"}),
)
PLACES = (
    Place("Play", "club:open-games", frozenset({"play:create", "club:wait-for-table"})),
    Place("Watch", "club:running-games", frozenset({"club:finished-games"})),
    Place(
        "Learn",
        "study:learn",
        frozenset(
            {
                "play:rules",
                "play:rules-of",
                "study:learn-step",
                "study:puzzles",
                "study:puzzle",
                "study:puzzle-turn",
                "study:puzzle-answer",
            }
        ),
    ),
    Place(
        "People",
        "club:people",
        frozenset(
            {
                "club:leaderboard",
                "club:leaderboard-of",
                "club:calibration",
                "club:statistics",
                "club:statistics-of",
                "club:person",
                "club:person-games",
                "club:person-part",
                "club:bot",
                "club:bot-games",
                "club:bot-style",
            }
        ),
    ),
)


@register.inclusion_tag("places.html", takes_context=True)
def my_games(context: dict[str, Any]) -> dict[str, Any]:
    """Show the link to the visitor's own games."""
    return _links(context, (MINE,))


@register.inclusion_tag("places.html", takes_context=True)
def places(context: dict[str, Any]) -> dict[str, Any]:
    """Show the links to the places that everyone has."""
    return _links(context, PLACES)


def _links(context: dict[str, Any], places: tuple[Place, ...]) -> dict[str, Any]:
    match = getattr(context.get("request"), "resolver_match", None)
    shown = match.view_name if match else ""
    return {"links": [(each.words, reverse(each.page), each.current(shown)) for each in places]}
