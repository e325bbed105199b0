"""What becomes of entries, cups and lists of substitutes when accounts go and time passes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import merging
from games.accounts.errors import CannotMerge
from games.accounts.models import User
from games.accounts.services import close_account
from games.league.models import Apart, Entry, League, SeasonStatus, Substitute
from hansa_site.pruning import prune
from tests.factories import UserFactory
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    SubstituteFactory,
    division_of,
)

pytestmark = pytest.mark.django_db

TABLES = [(0, 1, 2), (3, 4, 5)]


def merge(old: User, kept: User) -> None:
    merging.merge(old=old, kept=kept, by=UserFactory(is_staff=True), reason="They asked")


def test_two_who_play_in_one_season_are_merged_once_it_is_over() -> None:
    people = UserFactory.create_batch(6)
    old, kept = people[0], people[3]
    season = SeasonFactory()
    division_of(season, people, TABLES)
    with pytest.raises(CannotMerge, match="once it is over"):
        merge(old, kept)
    season.status = SeasonStatus.OVER
    season.save()
    merge(old, kept)
    # Both results stand, one of them without a name.
    assert Entry.objects.filter(season=season).count() == 6
    assert Entry.objects.get(season=season, user=kept).position == 3
    assert Entry.objects.get(season=season, position=0).user is None


def test_who_plays_under_one_name_and_is_registered_under_the_other_plays_on() -> None:
    old, kept = UserFactory(), UserFactory()
    season = SeasonFactory()
    division_of(season, [old, *UserFactory.create_batch(5)], TABLES)
    EntryFactory(season=season, user=kept)
    merge(old, kept)
    assert Entry.objects.get(season=season, user=kept).position == 0
    assert Entry.objects.filter(season=season).count() == 6


def test_nobody_is_kept_apart_from_themselves() -> None:
    old, kept, third = UserFactory.create_batch(3)
    for one, other in ((old, kept), (old, third)):
        Apart.objects.create(one=one, other=other, at=timezone.now(), why="They asked")
    merge(old, kept)
    pair = Apart.objects.get()
    assert (pair.one, pair.other) == (kept, third)


def test_a_closed_account_leaves_its_results_without_a_name() -> None:
    people = UserFactory.create_batch(6)
    season = SeasonFactory()
    division_of(season, people, TABLES)
    close_account(user=people[0])
    assert Entry.objects.get(season=season, position=0).user is None


def test_a_closed_account_registers_for_nothing() -> None:
    entry = EntryFactory()
    close_account(user=entry.user)
    assert not Entry.objects.exists()


def test_lists_of_substitutes_and_cups_that_never_began_go_after_a_month() -> None:
    now = timezone.now()
    for days in (29, 31):
        ended = {"status": SeasonStatus.STOPPED, "ended_at": now - timedelta(days=days)}
        SeasonFactory(league=LeagueFactory(kind="cup", name=f"Never {days}"), **ended)
        begun = SeasonFactory(
            league=LeagueFactory(kind="cup", name=f"Begun {days}"), started_at=now, **ended
        )
        SubstituteFactory(season=begun)
    SubstituteFactory()
    prune(float("inf"))
    assert set(League.objects.filter(kind="cup").values_list("name", flat=True)) == {
        "Never 29",
        "Begun 29",
        "Begun 31",
    }
    assert Substitute.objects.count() == 2
