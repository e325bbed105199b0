"""What becomes of entries, cups and lists of substitutes when accounts go and time passes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import merging
from games.accounts.errors import CannotMerge
from games.accounts.models import User
from games.accounts.services import close_account
from games.league.contributions import write
from games.league.models import (
    Apart,
    Entry,
    EntryStatus,
    League,
    LostBy,
    Season,
    SeasonStatus,
    Substitute,
    TableSeat,
)
from games.league.services import telling
from games.post.models import Letter
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


@pytest.mark.parametrize("which", ["old", "kept"])
def test_of_two_entries_the_one_that_was_played_to_the_end_keeps_its_name(which: str) -> None:
    people = UserFactory.create_batch(6)
    old, kept = people[0], people[3]
    season = SeasonFactory()
    division_of(season, people, TABLES)
    gone, stayed = (kept, old) if which == "old" else (old, kept)
    Entry.objects.filter(user=gone).update(status=EntryStatus.LEFT)
    with pytest.raises(CannotMerge, match="once it is over"):
        merge(old, kept)
    Season.objects.update(status=SeasonStatus.OVER)
    position = Entry.objects.get(user=stayed).position
    merge(old, kept)
    assert Entry.objects.get(season=season, user=kept).position == position
    assert Entry.objects.filter(season=season, user=None).count() == 1


def test_a_merged_person_is_told_of_the_end_once() -> None:
    people = UserFactory.create_batch(6)
    old, kept = people[0], people[3]
    season = SeasonFactory()
    division_of(season, people, TABLES)
    Letter.objects.all().delete()
    Season.objects.update(status=SeasonStatus.OVER)
    telling.tell_ended(season)
    merge(old, kept)
    ends = Letter.objects.filter(kind="season_ended", recipient=kept)
    assert ends.count() == 2
    assert [letter.key for letter in ends.waiting()] == [f"season_ended:{season.pk}:{kept.pk}"]


def test_an_email_that_only_one_of_two_accounts_gets_goes_to_the_kept_one() -> None:
    people = UserFactory.create_batch(6)
    old, kept = people[0], UserFactory()
    season = SeasonFactory()
    division_of(season, people, TABLES)
    Letter.objects.all().delete()
    Season.objects.update(status=SeasonStatus.OVER)
    telling.tell_ended(season)
    merge(old, kept)
    assert Letter.objects.waiting().get(kind="season_ended", recipient=kept)


def test_of_two_who_registered_one_is_left_and_no_substitute_plays() -> None:
    old, kept = UserFactory(), UserFactory()
    season, other = SeasonFactory(), SeasonFactory()
    for user in (old, kept):
        EntryFactory(season=season, user=user)
    EntryFactory(season=other, user=kept)
    SubstituteFactory(season=other, user=old)
    merge(old, kept)
    assert Entry.objects.get(season=season).user == kept
    assert not Substitute.objects.exists()


def test_pairs_that_play_in_one_division_stay_known_after_a_merge() -> None:
    old, kept, third = UserFactory.create_batch(3)
    season = SeasonFactory(status=SeasonStatus.RUNNING, together=[[old.pk, third.pk]])
    merge(old, kept)
    season.refresh_from_db()
    assert season.together == [[kept.pk, third.pk]]


def test_an_export_has_seats_of_all_kinds_and_entries_that_have_ended() -> None:
    people = UserFactory.create_batch(6)
    season = SeasonFactory(league__name="Winter league")
    division = division_of(season, people, TABLES)
    table = division.tables.get(number=2)
    TableSeat.objects.filter(table=table, seat=0).update(
        lost_at=timezone.now(), lost_by=LostBy.TIMEOUT, substitute=people[0]
    )
    Entry.objects.filter(user=people[0]).update(final_rank=2, final_points="9/2", moves="up")
    files = dict(write(people[0]))
    (entry,) = files["leagues/entries.json"]
    assert (entry["league"], entry["division_number"], entry["final_points"]) == (
        "Winter league",
        1,
        "9/2",
    )
    taken = files["leagues/tables.json"]
    assert [(each["game"], each["lost_by"]) for each in taken] == [
        (division.tables.get(number=1).game_id, ""),
        (table.game_id, "timeout"),
    ]


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
