"""Who may see the pages of leagues and cups: all but the private ones are public."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from games.league.models import Entry, League, Substitute


def visible_to(user: Any, path: str = "") -> Q:
    """Return the condition that a visitor may see a league or cup: a public one, or one of theirs.

    `path` leads from the rows of the query to the league, with its underscores; it is empty if they
    are leagues. Staff see all.
    """
    public = Q(**{f"{path}private": False})
    if not user.is_authenticated:
        return public
    if user.is_staff:
        return Q()
    league = OuterRef(f"{path}pk")
    entered = Exists(Entry.objects.filter(user=user, season__league=league))
    helps = Exists(Substitute.objects.filter(user=user, season__league=league))
    return public | Q(**{f"{path}creator": user.pk}) | Q(entered) | Q(helps)


def may_see(user: Any, league: League) -> bool:
    """Return whether a visitor may see a league or cup; no query if it is public."""
    if not league.private:
        return True
    return League.objects.filter(visible_to(user), pk=league.pk).exists()
