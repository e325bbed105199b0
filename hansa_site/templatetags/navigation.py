"""The links in the header."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy

from games.accounts.languages import plain
from games.accounts.requests import page_around

register = template.Library()


@dataclass(frozen=True)
class NavLink:
    """A link: its words, the page that it leads to, and the `others` that belong to that page."""

    words: Any
    page: str
    others: frozenset[str] = frozenset()

    def current(self, shown: str) -> str:
        """Return the value of `aria-current` while the page of this name is shown."""
        if shown == self.page:
            return "page"
        return "true" if shown in self.others else ""


MY_GAMES = NavLink(
    pgettext_lazy("link", "My games"),
    "play:lobby",
    frozenset({"study:own-tables", "study:plans", "study:read-record", "study:positions"}),
)
FOR_ALL = (
    NavLink(
        pgettext_lazy("link", "Play"),
        "club:open-games",
        frozenset({"play:create", "club:wait-for-table"}),
    ),
    NavLink(
        pgettext_lazy("link", "Watch"), "club:running-games", frozenset({"club:finished-games"})
    ),
    NavLink(
        pgettext_lazy("link", "Leagues"),
        "league:leagues",
        frozenset(
            {
                "league:league",
                "league:season",
                "league:division",
                "duplicate:weeks",
                "duplicate:week",
            }
        ),
    ),
    NavLink(
        pgettext_lazy("link", "Learn"),
        "study:learn",
        frozenset(
            {
                "play:rules",
                "play:rules-of",
                "study:best-games",
                "club:explorer",
                "club:explorer-of",
                "club:opening",
                "study:learn-step",
                "study:puzzles",
                "study:puzzle",
                "study:puzzle-turn",
                "study:puzzle-answer",
            }
        ),
    ),
    NavLink(
        pgettext_lazy("link", "People"),
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

LINKS = {"mine": (MY_GAMES,), "all": FOR_ALL}


@register.simple_tag(takes_context=True)
def my_games(context: dict[str, Any]) -> SafeString:
    """Show the link to the visitor's own games."""
    return _shown("mine", _page(context.get("request")), get_language())


@register.simple_tag(takes_context=True)
def navigation(context: dict[str, Any]) -> SafeString:
    """Show the links that everyone has."""
    return _shown("all", _page(context.get("request")), get_language())


@lru_cache(maxsize=1024)
def _shown(name: str, shown: str, _language: str) -> SafeString:
    """Return links on a page in a language, where they are the same for everyone."""
    links = [(each.words, reverse(each.page), each.current(shown)) for each in LINKS[name]]
    return render_to_string("navigation.html", {"links": links})


def _page(request: Any) -> str:
    """Return the name of the page that is shown, '' if it has none."""
    match = getattr(request, "resolver_match", None)
    if match is None or not request.headers.get("HX-Request"):
        return match.view_name if match else ""
    try:
        return resolve(plain(page_around(request)).partition("?")[0]).view_name
    except Resolver404:
        return ""
