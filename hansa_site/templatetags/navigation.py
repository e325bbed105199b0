"""The links in the header."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@dataclass(frozen=True)
class NavLink:
    """A link: its words, the page that it leads to, and the `others` that belong to that page."""

    words: str
    page: str
    others: frozenset[str] = frozenset()

    def current(self, shown: str) -> str:
        """Return the value of `aria-current` while the page of this name is shown."""
        if shown == self.page:
            return "page"
        return "true" if shown in self.others else ""


MY_GAMES = NavLink(
    "My games",
    "play:lobby",
    frozenset({"study:own-tables", "study:plans", "study:read-record", "study:positions"}),
)
FOR_ALL = (
    NavLink("Play", "club:open-games", frozenset({"play:create", "club:wait-for-table"})),
    NavLink("Watch", "club:running-games", frozenset({"club:finished-games"})),
    NavLink(
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
    NavLink(
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


@register.inclusion_tag("navigation.html", takes_context=True)
def my_games(context: dict[str, Any]) -> dict[str, Any]:
    """Show the link to the visitor's own games."""
    return _shown(context, (MY_GAMES,))


@register.inclusion_tag("navigation.html", takes_context=True)
def navigation(context: dict[str, Any]) -> dict[str, Any]:
    """Show the links that everyone has."""
    return _shown(context, FOR_ALL)


def _shown(context: dict[str, Any], links: tuple[NavLink, ...]) -> dict[str, Any]:
    match = getattr(context.get("request"), "resolver_match", None)
    shown = match.view_name if match else ""
    return {"links": [(each.words, reverse(each.page), each.current(shown)) for each in links]}
