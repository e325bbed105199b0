"""What staff do about seasons: for a reason, logged, told, and only where it can be done."""

from datetime import timedelta
from math import inf

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Block, StaffAct, User
from games.accounts.staff import NoReason
from games.league.errors import LeagueError
from games.league.models import (
    Apart,
    Entry,
    EntryStatus,
    League,
    LostBy,
    Season,
    SeasonStatus,
    TableSeat,
)
from games.league.policies import apart_among
from games.league.services import leaving, running, seeding, staffing
from games.play import services as play
from games.play.models import Game, Player, Status
from games.play.policies import forbidden_votes, obstacle_to_joining
from games.post.models import Letter
from games.post.notifications import notification_of
from tests.factories import UserFactory, sign_in_staff
from tests.league.factories import EntryFactory, SeasonFactory, division_of
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db

WHY = "There was a mistake."


@pytest.fixture
def by() -> User:
    return UserFactory(is_staff=True)


def told() -> list[User]:
    return [letter.reader for letter in Letter.objects.filter(kind="league_staff").order_by("pk")]


def test_a_stopped_season_has_no_result_and_its_people_are_told(by: User):
    season = SeasonFactory()
    people = UserFactory.create_batch(3)
    division = division_of(season, people, [(0, 1, 2)])
    EntryFactory(season=season, status=EntryStatus.LEFT)
    staffing.stop(season=season, by=by, reason=WHY)
    assert Season.objects.get().status == SeasonStatus.STOPPED
    assert division.tables.get().game.status == Status.RUNNING
    assert told() == people
    act = StaffAct.objects.get()
    assert (act.kind, act.by, act.reason, act.details) == ("stop", by, WHY, str(season))
    with pytest.raises(LeagueError, match="ended already"):
        staffing.stop(season=season, by=by, reason=WHY)


def test_the_games_of_a_stopped_season_go_on_as_any_others(by: User):
    season = SeasonFactory(starts_at=timezone.now())
    EntryFactory.create_batch(6, season=season)
    running.tick()
    player = Player.objects.select_related("game").filter(seat=0).first()
    game, leaver = player.game, player.user
    play.leave(game=game, user=leaver)
    assert (bool(obstacle_to_joining(game, by)), bool(forbidden_votes(game))) == (True, True)
    staffing.stop(season=season, by=by, reason=WHY)
    game = Game.objects.get(pk=game.pk)
    assert (obstacle_to_joining(game, by), forbidden_votes(game)) == ("", ())


def test_a_season_that_cannot_start_can_be_stopped(by: User):
    season = SeasonFactory(starts_at=timezone.now(), league__options={"board": "none"})
    entries = EntryFactory.create_batch(6, season=season)
    running.tick()
    season.refresh_from_db()
    assert season.status == SeasonStatus.STARTING
    staffing.stop(season=season, by=by, reason=WHY)
    assert told() == [entry.user for entry in entries]
    running.tick()
    assert not Game.objects.exists()


def test_an_act_without_a_reason_or_by_somebody_who_plays_there_changes_nothing(by: User):
    season = SeasonFactory()
    with pytest.raises(NoReason):
        staffing.stop(season=season, by=by, reason=" ")
    EntryFactory(season=season, user=by)
    with pytest.raises(LeagueError, match="You play in this season"):
        staffing.stop(season=season, by=by, reason=WHY)
    assert Season.objects.get().is_registering
    assert not Letter.objects.exists()


def test_who_is_put_into_a_division_starts_there(by: User):
    season = SeasonFactory()
    entries = EntryFactory.create_batch(14, season=season)
    last = entries[-1]
    with pytest.raises(LeagueError, match="divisions 1 to 2"):
        staffing.place(entry=last, division=3, by=by, reason=WHY)
    staffing.place(entry=last, division=1, by=by, reason=WHY)
    assert told() == [last.user]
    people = [entry.user_id for entry in season.entries.registered() if entry.user_id]
    first, second = seeding.divisions_of(season, people).divisions
    assert last.user_id in first
    assert len(first) == len(second) == 7
    Season.objects.update(status=SeasonStatus.RUNNING)
    with pytest.raises(LeagueError, match="before the season starts"):
        staffing.place(entry=last, division=2, by=by, reason=WHY)


@pytest.fixture
def lost() -> TableSeat:
    """A seat that its person has lost: a bot plays there."""
    season = SeasonFactory()
    division = division_of(season, UserFactory.create_batch(3), [(0, 1, 2)])
    seat = TableSeat.objects.get(seat=1)
    play.let_bot_play(game=division.tables.get().game, seat=1)
    TableSeat.objects.filter(pk=seat.pk).update(lost_at=timezone.now(), lost_by=LostBy.TIMEOUT)
    Entry.objects.filter(pk=seat.entry_id).update(status=EntryStatus.LEFT)
    Letter.objects.all().delete()
    return TableSeat.objects.get(pk=seat.pk)


def test_a_seat_that_is_given_back_counts_again(by: User, lost: TableSeat):
    staffing.give_back(seat=lost, by=by, reason=WHY)
    seat = TableSeat.objects.get(pk=lost.pk)
    assert (seat.lost_at, seat.lost_by) == (None, LostBy.KEPT)
    assert at(seat.table.game, 1).user == seat.entry.user
    assert seat.entry.status == EntryStatus.PLAYING
    assert told() == [seat.entry.user]
    assert StaffAct.objects.get().game == seat.table.game_id
    with pytest.raises(LeagueError, match="can be given back"):
        staffing.give_back(seat=seat, by=by, reason=WHY)


def test_a_substitute_keeps_the_seat(by: User, lost: TableSeat):
    Player.objects.filter(game=lost.table.game, seat=1).update(user=UserFactory(), bot="")
    with pytest.raises(LeagueError, match="substitute"):
        staffing.give_back(seat=lost, by=by, reason=WHY)


def test_before_bots_finish_it_says_until_when_and_the_clock_is_a_new_one(
    by: User, lost: TableSeat
):
    Player.objects.filter(game=lost.table.game, seat=1).update(timeouts=2)
    staffing.give_back(seat=lost, by=by, reason=WHY)
    assert at(lost.table.game, 1).timeouts == 0
    assert "You can play there until" in said_to_staff_readers()


def test_once_bots_finish_a_season_only_the_result_is_given_back(by: User, lost: TableSeat):
    season = lost.table.division.season
    Season.objects.update(status=SeasonStatus.CLOSING, ends_at=timezone.now() - timedelta(days=7))
    staffing.give_back(seat=lost, by=by, reason=WHY)
    seat = TableSeat.objects.get(pk=lost.pk)
    assert (seat.lost_at, at(seat.table.game, 1).user) == (None, None)
    assert "counts for you again" in said_to_staff_readers()
    leaving.settle_seats(season_id=season.pk, now=timezone.now(), until=inf)
    seat.refresh_from_db()
    assert seat.lost_at is None
    kinds = Letter.objects.filter(recipient=seat.entry.user).values_list("kind", "state")
    assert set(kinds) == {("league_staff", "waiting")}, "nothing else is told"


def said_to_staff_readers() -> str:
    (letter,) = Letter.objects.filter(kind="league_staff")
    written = notification_of(letter).write(letter)
    assert written is not None
    return written.short


def test_what_is_over_or_was_decided_by_staff_is_not_given_back(by: User, lost: TableSeat):
    TableSeat.objects.update(lost_by=LostBy.STAFF)
    with pytest.raises(LeagueError, match="Staff gave this seat to a bot"):
        staffing.give_back(seat=lost, by=by, reason=WHY)
    TableSeat.objects.update(lost_by=LostBy.TIMEOUT)
    Game.objects.update(status=Status.OVER, ended=timezone.now())
    with pytest.raises(LeagueError, match="tables that are over stand"):
        staffing.give_back(seat=lost, by=by, reason=WHY)


def test_staff_see_who_could_not_be_kept_apart_unless_they_play_there(client: Client):
    season = SeasonFactory(starts_at=timezone.now())
    entries = EntryFactory.create_batch(6, season=season)
    one, other = sorted((entries[0].user, entries[4].user), key=lambda each: each.pk)
    Block.objects.create(user=other, other=one, since=timezone.now())
    running.tick()
    season.refresh_from_db()
    assert season.together == [[one.pk, other.pk]]
    boss = sign_in_staff(client)
    page = client.get(reverse("league:staff")).text
    assert "Together all the same" in page
    assert page.count(one.username) == page.count(other.username) == 1
    EntryFactory(season=season, user=boss)
    assert "Together all the same" not in client.get(reverse("league:staff")).text
    staffing.stop(season=season, by=UserFactory(is_staff=True), reason=WHY)
    season.refresh_from_db()
    assert season.together == []


def test_a_pair_is_kept_apart_until_it_is_let_together_and_nobody_is_told(by: User):
    one, other = UserFactory.create_batch(2)
    names = (other.username, one.username)
    pair = staffing.keep_apart(names=names, by=by, reason=WHY)
    assert apart_among([one.pk, other.pk]) == {(one.pk, other.pk)}
    with pytest.raises(LeagueError, match="already"):
        staffing.keep_apart(names=names, by=by, reason=WHY)
    for wrong in ((one.username, one.username), (one.username, "nobody")):
        with pytest.raises(LeagueError):
            staffing.keep_apart(names=wrong, by=by, reason=WHY)
    staffing.let_together(pair=pair, by=by, reason=WHY)
    assert not Apart.objects.exists()
    assert not Letter.objects.exists()
    acts = list(StaffAct.objects.order_by("pk").values_list("kind", "about"))
    assert acts == [("apart", None), ("together", None)], "it is in nobody's export"


def test_the_pages_of_staff_do_all_of_it(client: Client, lost: TableSeat):
    sign_in_staff(client)
    season = lost.table.division.season
    page = client.get(reverse("league:staff"))
    assert reverse("league:staff-season", args=[season.pk]) in page.content.decode()
    where = reverse("league:staff-season", args=[season.pk])
    assert "Give a seat back" in client.get(where).content.decode()
    answer = client.post(f"{where}give-back", {"seat": lost.pk, "reason": ""})
    assert "Say why" in answer.content.decode()
    client.post(f"{where}give-back", {"seat": lost.pk, "reason": WHY})
    assert TableSeat.objects.get(pk=lost.pk).lost_at is None
    client.post(f"{where}stop", {"reason": WHY})
    assert Season.objects.get().status == SeasonStatus.STOPPED


def test_a_league_is_renamed_or_closed_in_the_admin_and_nothing_else(client: Client):
    season = SeasonFactory(league__name="Old name", league__weeks=9)
    boss = sign_in_staff(client)
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    where = reverse("admin:league_league_change", args=[season.league_id])
    assert season.league.token not in client.get(where).text
    client.post(where, {"name": "New name", "weeks": 1, "seats": 5})
    league = League.objects.get()
    assert (league.name, league.open, league.weeks, league.seats) == ("New name", False, 9, 3)
