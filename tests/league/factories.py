"""Leagues, seasons and entries for tests."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from games.accounts.models import User
from games.league.models import (
    Division,
    Entry,
    EntryStatus,
    League,
    LostBy,
    Moves,
    Season,
    SeasonStatus,
    Substitute,
    Table,
    TableSeat,
)
from games.league.system.schedule import tables
from games.play.models import EndedBy, Game, Player, Status, Wait
from games.play.services import Terms
from tests.factories import UserFactory
from tests.play.factories import game_of

WEEK = timedelta(weeks=1)


class LeagueFactory(DjangoModelFactory):
    """A public league of Hansa for three."""

    class Meta:
        model = League

    slug = factory.Sequence(lambda number: f"league-{number}")
    name = factory.Sequence(lambda number: f"League {number}")
    title = "hansa"
    seats = 3


class SeasonFactory(DjangoModelFactory):
    """The first season of a league, which registers and starts in a week."""

    class Meta:
        model = Season

    league = factory.SubFactory(LeagueFactory)
    number = 1
    opens_at = factory.LazyFunction(lambda: timezone.now() - WEEK)
    starts_at = factory.LazyAttribute(lambda season: season.opens_at + 2 * WEEK)
    ends_at = factory.LazyAttribute(lambda season: season.starts_at + season.league.weeks * WEEK)


class EntryFactory(DjangoModelFactory):
    """Somebody who has registered for a season."""

    class Meta:
        model = Entry

    season = factory.SubFactory(SeasonFactory)
    user = factory.SubFactory(UserFactory)
    registered_at = factory.LazyFunction(timezone.now)


class SubstituteFactory(DjangoModelFactory):
    """Somebody who would take over a seat in a season."""

    class Meta:
        model = Substitute

    season = factory.SubFactory(SeasonFactory)
    user = factory.SubFactory(UserFactory)
    since = factory.LazyFunction(timezone.now)


def division_of(
    season: Season, people: Sequence[User], seats: Sequence[Sequence[int]], **game: Any
) -> Division:
    """A division of people, a row a game: `seats` has the index of the person in each seat.

    The season is running.
    """
    Season.objects.filter(pk=season.pk).update(
        status=SeasonStatus.RUNNING, started_at=season.starts_at
    )
    season.refresh_from_db()
    division = Division.objects.create(season=season, number=season.divisions.count() + 1)
    for position, person in enumerate(people):
        EntryFactory(
            season=season,
            user=person,
            division=division,
            position=position,
            status=EntryStatus.PLAYING,
            seed=position + 1,
        )
    for number, indexes in enumerate(seats, 1):
        made = game_of(*(people[index] for index in indexes), title=season.league.title, **game)
        add_table(division, made, indexes, number)
    return division


def add_table(division: Division, game: Game, indexes: Sequence[int], number: int = 1) -> Table:
    """A table of a division at which a game is played: entries are seated by their positions."""
    entries = list(division.entries.order_by("position"))
    table = Table.objects.create(division=division, number=number, game=game)
    for seat, index in enumerate(indexes):
        TableSeat.objects.create(table=table, seat=seat, entry=entries[index])
    return table


def end_table(table: Table, *places: int, scores: Sequence[int] = ()) -> Table:
    """Let a table's game be over, with the places of its seats; None of it was played."""
    now = timezone.now()
    table.places = list(places)
    table.scores = list(scores) or [40 - 3 * place for place in places]
    table.ended_at = now
    table.save()
    totals = [{"total": score} for score in table.scores]
    Game.objects.filter(pk=table.game_id).update(
        status=Status.OVER, ended=now, result={"places": table.places, "scores": totals}
    )
    Wait.objects.filter(player__game=table.game_id, ended_at=None).update(
        ended_at=now, ended_by=EndedBy.OVER, next_check_at=None
    )
    return table


def lose_seat(table: Table, seat: int, substitute: User | None = None) -> TableSeat:
    """Let the entry in a seat of a table have lost it, to a substitute or to a bot."""
    lost = table.seats.get(seat=seat)
    lost.lost_at, lost.lost_by, lost.substitute = timezone.now(), LostBy.LEFT, substitute
    lost.save()
    return lost


def season_under_way(league: League, people: Sequence[User], **season: Any) -> Season:
    """A season in its middle, of one division of 7 people or more.

    Two of its tables are over, a third one as its players ended it by vote. The last two people
    have lost a seat, one of them to a substitute. One more person would be a substitute.
    """
    found = SeasonFactory(league=league, opens_at=timezone.now() - 5 * WEEK, **season)
    terms = Terms(**league.terms)
    division_of(found, people, tables(len(people), league.seats), terms=terms)
    own = list(Table.objects.of(found))
    end_table(own[0], *(2, 1, 3, 4, 5)[: league.seats])
    end_table(own[1], *(1, 2, 2, 4, 5)[: league.seats])
    Table.objects.filter(pk=own[2].pk).update(shared=True, ended_at=timezone.now())
    lose_seat(own[5], 0)
    helper, _ = (SubstituteFactory(season=found) for _ in range(2))
    lose_seat(own[6], 0, helper.user)
    Player.objects.filter(game=own[3].game, seat=1).update(bank=timedelta(hours=3))
    return found


def season_over(league: League, people: Sequence[User], **season: Any) -> Season:
    """A season that is over; the first of the people won it."""
    found = SeasonFactory(league=league, opens_at=timezone.now() - 14 * WEEK, **season)
    division = division_of(found, people, tables(len(people), league.seats))
    entries = list(division.entries.order_by("position"))
    for table in Table.objects.of(found).prefetch_related("seats"):
        positions = [seat.entry_id for seat in table.seats.all()]
        end_table(table, *(sorted(positions).index(each) + 1 for each in positions))
    for rank, entry in enumerate(entries, 1):
        entry.final_rank, entry.final_points = rank, str(30 - 3 * rank)
        entry.moves = Moves.UP if rank < 3 else Moves.DOWN if rank > 5 else Moves.STAY
    Entry.objects.bulk_update(entries, ["final_rank", "final_points", "moves"])
    found.status, found.ended_at = SeasonStatus.OVER, timezone.now() - WEEK
    found.save()
    return found


def large_season(divisions: int, people: Sequence[User] = (), **season: Any) -> Season:
    """A running season with divisions of eight, of these people or of new ones.

    Its games are rows without moves. No table is over.
    """
    found = SeasonFactory(status=SeasonStatus.RUNNING, **season)
    people = people or User.objects.bulk_create(
        User(username=f"Crowd{found.pk}of{number}", look=f"{found.pk}of{number}")
        for number in range(8 * divisions)
    )
    made = Division.objects.bulk_create(
        Division(season=found, number=number) for number in range(1, divisions + 1)
    )
    entries = Entry.objects.bulk_create(
        Entry(
            season=found,
            user=person,
            division=made[number // 8],
            position=number % 8,
            status=EntryStatus.PLAYING,
            registered_at=found.opens_at,
        )
        for number, person in enumerate(people)
    )
    games = Game.objects.bulk_create(
        Game(title=found.league.title, name="Game", rules_version=1, status="running")
        for _ in entries
    )
    rows = Table.objects.bulk_create(
        Table(division=made[number // 8], number=number % 8 + 1, game=game)
        for number, game in enumerate(games)
    )
    drawn = tables(8, found.league.seats)
    seats = TableSeat.objects.bulk_create(
        TableSeat(table=row, seat=seat, entry=entries[number // 8 * 8 + position])
        for number, row in enumerate(rows)
        for seat, position in enumerate(drawn[number % 8])
    )
    Player.objects.bulk_create(
        Player(game=each.table.game, seat=each.seat, user=each.entry.user) for each in seats
    )
    return found


def end_tables(season: Season, number: int = 8) -> None:
    """Let so many tables of each division of eight be over, in rows alone.

    Who is before another at one of them is before them at all.
    """
    for table in range(1, number + 1):
        order = tables(8, season.league.seats)[table - 1]
        places = [1 + sorted(order).index(position) for position in order]
        scores = [60 - 9 * place for place in places]
        ended = Table.objects.of(season).filter(number=table)
        ended.update(places=places, scores=scores, ended_at=timezone.now())


def end_large(season: Season) -> None:
    """Let a season with divisions of eight be over."""
    end_tables(season)
    for rank in range(1, 9):
        entries = season.entries.filter(position=rank - 1)
        moves = Moves.UP if rank < 3 else Moves.DOWN if rank > 6 else Moves.STAY
        entries.update(final_rank=rank, final_points=str(40 - 5 * rank), moves=moves)
    season.status, season.started_at = SeasonStatus.OVER, season.starts_at
    season.ended_at = season.ends_at
    season.save()
