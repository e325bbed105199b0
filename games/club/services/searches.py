"""Saved searches for open games: keep them, and tell their owners of new games."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import User
from games.club.errors import ClubError
from games.club.forms import OPEN_FIELDS, SearchForm
from games.club.letters import NewGames
from games.club.models import SavedSearch
from games.club.pages.finding import open_games
from games.post import services as post

MOST = 5
"""How many searches a person can save."""

LISTED = 10
"""How many new games a notification names at most."""


@transaction.atomic
def save_search(*, user: User, sent: Mapping[str, str]) -> SavedSearch:
    """Save a search for open games; raises ClubError for too many, or if it wants every game.

    The same search is saved once.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    form = SearchForm(sent, OPEN_FIELDS)
    form.is_valid()
    wanted = {name: sent[name] for name, value in form.cleaned_data.items() if value}
    if not wanted:
        raise ClubError(gettext("Choose what you're looking for first, then save the search."))
    same = SavedSearch.objects.filter(user=user, wanted=wanted).first()
    if same is not None:
        return same
    if user.saved_searches.count() >= MOST:
        raise ClubError(
            gettext("You can save {most} searches. Remove one first.").format(most=MOST)
        )
    return SavedSearch.objects.create(user=user, wanted=wanted, checked_at=timezone.now())


def remove_search(*, user: User, number: int) -> None:
    """Remove a person's saved search, if there is one with this id."""
    user.saved_searches.filter(pk=number).delete()


def tell_searchers(*, now: datetime | None = None) -> int:
    """Notify the owners of saved searches about new open games; return how many were notified."""
    now = now or timezone.now()
    numbers = SavedSearch.objects.filter(user__is_active=True).values_list("pk", flat=True)
    return sum(_tell(number, now) for number in list(numbers))


@transaction.atomic
def _tell(number: int, now: datetime) -> bool:
    saved = (
        SavedSearch.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        .select_related("user")
        .filter(pk=number)
        .first()
    )
    if saved is None:
        return False
    search = SearchForm(saved.as_sent(), OPEN_FIELDS).search()
    games = open_games(search, saved.user).exclude(creator=saved.user)
    new = games.filter(created__gt=saved.checked_at, created__lte=now)
    found = list(new.values_list("pk", flat=True)[:LISTED])
    saved.checked_at = now
    saved.save(update_fields=["checked_at"])
    if found:
        post.notify(NewGames(search=saved.pk, games=found), user=saved.user)
    return bool(found)
