"""Who may enter a season, who may not, and what they are told."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import Block
from games.league.errors import LeagueError
from games.league.hosting import grace
from games.league.models import (
    Entry,
    League,
    LostBy,
    Season,
    SeasonStatus,
    Substitute,
    Table,
    TableSeat,
)
from games.league.pages.league import choices_of
from games.league.policies import obstacle_to_entering
from games.league.services import registering, running, staffing
from games.league.terms import GRACE
from games.play import services as play
from games.play.errors import NoSeat
from games.play.models import Game, Player
from tests.club.factories import finished
from tests.factories import UserFactory
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    SubstituteFactory,
    division_of,
)
from tests.league.seasons import registered

pytestmark = pytest.mark.django_db

TABLES = [(0, 1, 2), (3, 4, 5)]
DAY = timedelta(days=1)


def obstacle(season: Season, user: object, **more: str) -> str:
    return obstacle_to_entering(season, user, timezone.now(), **more)


def test_one_enters_once_and_can_withdraw_and_come_again() -> None:
    season, person = SeasonFactory(), UserFactory()
    assert registering.register(season=season, user=person) == registering.register(
        season=season, user=person
    )
    registering.withdraw(season=season, user=person)
    assert not season.entries.exists()
    with pytest.raises(LeagueError, match="You don't play"):
        registering.withdraw(season=season, user=person)
    registering.register(season=season, user=person)
    assert season.entries.get().user == person


def test_guests_and_people_whose_account_is_closed_stay_out() -> None:
    season = SeasonFactory()
    assert "Guests" in obstacle(season, UserFactory(guest=True))
    assert "closed" in obstacle(season, UserFactory(is_active=False))
    with pytest.raises(LeagueError, match="Guests"):
        registering.register(season=season, user=UserFactory(guest=True))


def test_registration_opens_and_ends() -> None:
    person = UserFactory()
    assert "opens on" in obstacle(SeasonFactory(opens_at=timezone.now() + DAY), person)
    for status in (SeasonStatus.STARTING, SeasonStatus.RUNNING, SeasonStatus.OVER):
        assert obstacle(SeasonFactory(status=status), person)


def test_who_lost_tables_by_their_clock_finishes_games_first() -> None:
    people = UserFactory.create_batch(6)
    division_of(SeasonFactory(), people, TABLES)
    season = SeasonFactory()
    lost = TableSeat.objects.filter(entry__user=people[0])
    lost.update(lost_at=timezone.now() - DAY, lost_by=LostBy.LEFT)
    assert obstacle(season, people[0]) == ""
    lost.update(lost_by=LostBy.TIMEOUT)
    assert "Finish 1 rated game first" in obstacle(season, people[0])
    game = finished(people[0], people[1])
    Game.objects.filter(pk=game.pk).update(result={}, rated=False)
    assert obstacle(season, people[0])
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert obstacle(season, people[0]) == ""


def test_who_lost_tables_after_they_registered_makes_good_before_the_start() -> None:
    people = UserFactory.create_batch(6)
    division_of(SeasonFactory(), people, TABLES)
    season = SeasonFactory()
    for person in [*people, UserFactory()]:
        registering.register(season=season, user=person)
    lost = TableSeat.objects.filter(entry__user__in=people[:2])
    lost.update(lost_at=timezone.now() - DAY, lost_by=LostBy.TIMEOUT)
    Game.objects.filter(pk=finished(people[1], people[2]).pk).update(result={})
    shown = [choices_of(season, person, timezone.now()).obstacle for person in people[:3]]
    assert shown == [obstacle(season, people[0]), "", ""]
    assert "Finish 1 rated game first" in shown[0]
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now())
    running.tick()
    there = season.entries.filter(division__isnull=False)
    assert set(there.values_list("user", flat=True)) >= {person.pk for person in people[1:]}
    assert there.count() == season.entries.count() == 6


def test_a_game_finished_before_the_loss_makes_good_for_nothing() -> None:
    people = UserFactory.create_batch(6)
    division_of(SeasonFactory(), people, TABLES)
    game = finished(people[0], people[1])
    Game.objects.filter(pk=game.pk).update(result={}, ended=timezone.now() - 2 * DAY)
    TableSeat.objects.filter(entry__user=people[0]).update(
        lost_at=timezone.now() - DAY, lost_by=LostBy.TIMEOUT
    )
    assert obstacle(SeasonFactory(), people[0])


def test_nobody_plays_more_than_eight_games_at_once() -> None:
    person = UserFactory()
    for _ in range(2):
        EntryFactory(season=SeasonFactory(league=LeagueFactory(seats=4)), user=person)
    assert "at most 8 games" in obstacle(SeasonFactory(), person)
    # The next season of a league begins once the one before is over.
    league = League.objects.first()
    assert obstacle(SeasonFactory(league=league, number=2), person) == ""


def test_substitutes_do_not_play_in_the_season() -> None:
    season, person = SeasonFactory(), UserFactory()
    registering.volunteer(season=season, user=person)
    registering.volunteer(season=season, user=person)
    assert Substitute.objects.get().user == person
    registering.register(season=season, user=person)
    assert not Substitute.objects.exists()
    with pytest.raises(LeagueError, match="yourself"):
        registering.volunteer(season=season, user=person)
    registering.withdraw(season=season, user=person)
    registering.volunteer(season=season, user=person)
    registering.stop_volunteering(season=season, user=person)
    assert not Substitute.objects.exists()


def test_who_is_blocked_by_a_player_or_at_the_table_is_no_substitute_there() -> None:
    season = SeasonFactory()
    people = registered(season, 6)
    pest, friend = UserFactory.create_batch(2)
    Block.objects.create(user=people[1], other=pest, since=timezone.now())
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now())
    running.tick()
    for each in (pest, friend):
        SubstituteFactory(season=season, user=each)
    table = Table.objects.filter(seats__entry__user=people[1]).first()
    leaver = table.seats.exclude(entry__user=people[1]).first().entry.user
    play.leave(game=table.game, user=leaver)
    running.tick()
    seat = table.seats.get(entry__user=leaver)
    assert seat.substitute == friend


def test_grace_is_given_once_a_season_and_only_to_the_entry() -> None:
    season = SeasonFactory()
    people = UserFactory.create_batch(6)
    division_of(season, people, [(0, 1, 2), (1, 2, 0)])
    first, second = Game.objects.order_by("pk")
    now = timezone.now()
    mine = [Player.objects.get(game=game, user=people[0]) for game in (first, second)]
    assert grace(first, mine[0], now) == GRACE
    assert grace(second, mine[1], now) == timedelta()
    assert Entry.objects.get(user=people[0]).grace_used_at == now
    theirs = Player.objects.get(game=first, user=people[1])
    TableSeat.objects.filter(table__game=first, seat=theirs.seat).update(lost_at=now)
    assert grace(first, theirs, now) == timedelta()


def test_nobody_takes_a_free_seat_without_the_league() -> None:
    season = SeasonFactory()
    people = registered(season, 6)
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now())
    running.tick()
    game = Game.objects.filter(players__user=people[0]).first()
    play.leave(game=game, user=people[0])
    with pytest.raises(NoSeat, match="substitutes"):
        play.join(game=game, user=UserFactory())
    staffing.stop(season=season, by=UserFactory(is_staff=True), reason="There was a mistake.")
    heir = UserFactory()
    play.join(game=game, user=heir)
    assert game.players.filter(user=heir).exists(), "its games go on as any others"
