"""A season lived by the site's own tasks, from registration to the start of the next one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db.models import QuerySet
from django.test import Client

from games.accounts.services import book_vacation
from games.league.answering import Habits
from games.league.models import (
    Entry,
    EntryStatus,
    League,
    LostBy,
    Moves,
    Season,
    SeasonStatus,
    Table,
    TableSeat,
)
from games.league.policies import debts_of
from games.league.services import staffing
from games.league.system.points import POINTS
from games.league.terms import PACE, TAKE_BACK
from games.play.models import Change, Game, Holder, Player, Status, Wait
from games.play.services import Terms
from games.post.models import Letter, Schedule
from games.ratings.models import Result
from tests.factories import UserFactory
from tests.league.factories import LeagueFactory
from tests.league.living import SeasonWorld, newest
from tests.league.seasons import entry_of, games_of, play_quickly
from tests.play.factories import game_of
from tests.play.test_week import chosen
from tests.play.thinking import hurry
from tests.play.timepiece import Timepiece, timepiece
from tests.play.week import Person

__all__ = ["hurry", "timepiece"]
pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]

DAY, WEEKS = timedelta(days=1), 3
Mode = Schedule.Mode


class Snail(Habits):
    """Somebody who always takes most of a day, but never too long."""

    def answer(self, *_: object) -> float:
        return 20.0


@pytest.fixture
def world(seed: int, timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch) -> SeasonWorld:
    return SeasonWorld(seed, timepiece, monkeypatch)


def league_of(title: str, seats: int) -> League:
    """A league with the clock of the site's own, whose season is shorter than some games take."""
    return LeagueFactory(
        name=title.capitalize(),
        title=title,
        seats=seats,
        terms=asdict(Terms(**PACE)),
        weeks=WEEKS,
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_season_is_lived_to_the_start_of_the_next(
    world: SeasonWorld, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    hansa, teutonica = league_of("hansa", 3), league_of("teutonica", 4)
    world.tick()
    people = [world.person(time_zone="Europe/Berlin" if n % 2 else "UTC") for n in range(14)]
    for number, person in enumerate(people):
        mode = [Mode.DIGEST, Mode.DIGEST, Mode.UNSEEN, Mode.LATER][number % 4]
        chosen(person, mode, weekday=6 if number == 5 else None, reminders=[])
    absent, fading, slow, resting, *_, withdrawn = people
    world.habits[slow.user.pk] = Snail()
    both = people[:7]
    first = {league: newest(league) for league in (hansa, teutonica)}
    register(world, first, people, both)
    world.gone |= dict.fromkeys((absent.user.pk, withdrawn.user.pk), world.clock.now)
    world.until(lambda: started(first), at_most=15 * DAY)
    start = world.clock.now
    died = world.killed
    assert died > 10, "workers died at the start"
    assert [each.entries.count() for each in first[hansa].divisions.all()] == [7, 7]

    helper, late = world.person(), world.person()
    world.plan(start + DAY / 2, lambda: world.enter(withdrawn, first[hansa], "withdraw"))
    world.plan(start + DAY, lambda: world.enter(helper, first[hansa], "volunteer"))
    world.plan(start + DAY, lambda: world.enter(helper, first[teutonica], "volunteer"))
    world.plan(start + 3 * DAY, lambda: world.enter(late, first[hansa]))
    holidays = [(start + days * DAY).date() for days in (6, 10)]
    book_vacation(user=resting.user, first=holidays[0], last=holidays[1])
    world.run(start + 5 * DAY)
    assert entry_of(first[hansa], late.user).status == EntryStatus.PLAYING
    world.run(start + 8 * DAY)
    world.gone[fading.user.pk] = world.clock.now
    world.run(start + 10 * DAY)
    look_around(list(first.values()))
    agreed = open_game(first[hansa], world)
    world.vote(agreed, "end")
    assert Game.objects.get(pk=agreed.pk).status == Status.OVER
    world.until(lambda: lost_of(fading).exists(), at_most=8 * DAY)
    give_back(world, fading)
    world.run(start + 19 * DAY)
    world.vote(open_game(first[teutonica], world), "pause")
    enter(world, newest(hansa), [*people[2:-1], late])
    enter(world, newest(teutonica), people[2:11])

    world.until(lambda: ended(first), at_most=14 * DAY, step=24)
    assert world.killed > died + 10, "and at the end"
    for season in first.values():
        check_end(world, season)
    assert TableSeat.objects.filter(substitute=helper.user).exists()
    assert Table.objects.get(game=agreed).shared
    make_good(world, newest(hansa), absent)
    second = {league: newest(league) for league in first}
    assert {each.number for each in second.values()} == {2}
    world.until(lambda: started(second), at_most=16 * DAY)
    check_moves(first[hansa], second[hansa])
    world.run(world.clock.now + 2 * DAY)
    check_letters(world, [*first.values(), *second.values()])
    check_ratings()
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


def register(
    world: SeasonWorld,
    seasons: Mapping[League, Season],
    people: Sequence[Person],
    both: Sequence[Person],
) -> None:
    """Let people register over a week; one changes their mind twice."""
    for league, season in seasons.items():
        enter(world, season, people if league.title == "hansa" else both)
    one, season = people[7], next(iter(seasons.values()))
    world.plan(world.clock.now + 8 * DAY, lambda: world.enter(one, season, "withdraw"))
    world.plan(world.clock.now + 9 * DAY, lambda: world.enter(one, season))


def started(seasons: Mapping[League, Season]) -> bool:
    for season in seasons.values():
        season.refresh_from_db()
    return all(season.is_under_way for season in seasons.values())


def ended(seasons: Mapping[League, Season]) -> bool:
    look_around(list(seasons.values()))
    for season in seasons.values():
        season.refresh_from_db()
    return all(season.is_over for season in seasons.values())


def look_around(seasons: Sequence[Season]) -> None:
    """Open all pages of seasons, as somebody who plays there and as a visitor."""
    player = Client()
    player.force_login(seasons[0].entries.exclude(user=None).first().user)
    for season in seasons:
        where = f"/leagues/{season.league.slug}/"
        pages = ["/leagues/", where, f"{where}{season.number}/"]
        for number in season.divisions.values_list("number", flat=True):
            division = f"{where}{season.number}/{number}/"
            pages += [division, f"{division}division.atom", f"{division}division.ics"]
        for client in (Client(), player):
            assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(
                pages, 200
            )


def open_game(season: Season, world: SeasonWorld) -> Game:
    """A running game of a season whose people are all there."""
    for game in games_of(season):
        people = list(game.players.values_list("user", flat=True))
        if game.is_running and None not in people and not any(map(world.is_gone, people)):
            return game
    raise AssertionError("There is none.")


def lost_of(person: Person) -> QuerySet[TableSeat]:
    """The seats of a person that bots play now."""
    open_ones = TableSeat.objects.filter(substitute=None, table__game__status=Status.RUNNING)
    return open_ones.filter(entry__user=person.user).exclude(lost_at=None)


def give_back(world: SeasonWorld, person: Person) -> None:
    """Let staff give somebody a seat back, who has come back, too."""
    boss = UserFactory(is_staff=True)
    staffing.give_back(seat=lost_of(person).first(), by=boss, reason="They were in hospital.")
    del world.gone[person.user.pk]
    world.forget_ranges()


def enter(world: SeasonWorld, season: Season, people: Sequence[Person]) -> None:
    """Let people register over a week; those who still owe games try again each day."""

    def attempt(person: Person) -> None:
        answer = world.enter(person, season)
        if "Finish" in answer:
            world.plan(world.clock.now + DAY, lambda: attempt(person))

    for person in people:
        at = world.clock.now + world.dice.random() * 7 * DAY
        world.plan(at, lambda who=person: attempt(who))


def check_end(world: SeasonWorld, season: Season) -> None:
    """Each table has a result whose points are all there, and only those who left lost seats."""
    assert season.status == SeasonStatus.OVER
    tables = list(Table.objects.of(season).prefetch_related("seats").select_related("game"))
    given: Counter[int] = Counter()
    for table in tables:
        assert table.game.is_over
        assert table.ended_at == table.game.ended
        places = [1] * season.league.seats
        if not table.shared:
            places = table.game.result["places"]
            assert (table.places, len(table.scores)) == (places, season.league.seats)
        worth = [shared_points(places, place) for place in places]
        assert sum(worth) == sum(POINTS[season.league.seats]), "points are all given"
        for seat in table.seats.all():
            given[seat.entry_id] += 0 if seat.lost_at else worth[seat.seat]
            check_seat(table, seat)
    for entry in season.entries.exclude(division=None):
        assert entry.points == given[entry.pk]
    assert not Wait.objects.open().filter(player__game__in=[t.game_id for t in tables]).exists()
    for division in season.divisions.all():
        ranks = dict(division.entries.values_list("position", "final_rank"))
        for seen in world.ranges[division.pk]:
            assert all(low <= ranks[at] <= high for at, (low, high) in seen.items())


def shared_points(places: Sequence[int], place: int) -> Fraction:
    """What a place is worth: the mean of all places that are shared with it."""
    worth, level = POINTS[len(places)], places.count(place)
    return Fraction(sum(worth[place - 1 : place - 1 + level]), level)


def check_seat(table: Table, seat: TableSeat) -> None:
    """A seat is lost if, and only if, its person left it, or ran out of time and stayed away."""
    held = list(
        Holder.objects.filter(player__game=table.game, player__seat=seat.seat).order_by("pk")
    )
    if seat.lost_at is None:
        own = [each for each in held if each.user_id == seat.entry.user_id]
        assert own[-1].until is None or own[-1].went == Change.EVENT, f"{table} {seat}"
        return
    assert seat.lost_by in (LostBy.TIMEOUT, LostBy.LEFT)
    player = Player.objects.get(game=table.game, seat=seat.seat)
    if player.user_id == seat.entry.user_id:
        # The game ended before somebody else could have the seat.
        assert player.offered_at <= table.ended_at - TAKE_BACK
    elif seat.substitute_id is None:
        assert held[-1].bot
    else:
        assert any(each.user_id == seat.substitute_id for each in held)


def make_good(world: SeasonWorld, season: Season, person: Person) -> None:
    """Whoever lost tables by their clock can enter once they have finished as many rated games."""
    debts = debts_of(person.user, season)
    assert debts >= 3
    world.clock.go(minutes=1)
    for left in range(debts, 0, -1):
        assert "Finish" in world.enter(person, season)
        assert not Entry.objects.filter(season=season, user=person.user).exists()
        assert debts_of(person.user, season) == left
        play_quickly([game_of(person.user, UserFactory(), UserFactory(), title="hansa")])
        world.clock.go(minutes=1)
    world.enter(person, season)
    assert entry_of(season, person.user).status == EntryStatus.REGISTERED


def check_moves(before: Season, after: Season) -> None:
    """Those who moved up play in the highest division now, those who moved down below it."""
    of = dict(after.entries.exclude(division=None).values_list("user", "division__number"))
    for entry in before.entries.exclude(division=None).exclude(user__in=[None]):
        number = of.get(entry.user_id)
        if number is None:
            continue
        step = {Moves.UP: -1, Moves.STAY: 0, Moves.DOWN: 1}[Moves(entry.moves)]
        assert number <= entry.division.number + step, entry


def check_letters(world: SeasonWorld, seasons: Sequence[Season]) -> None:
    """Nothing was told twice, and each thing to those whom it is about."""
    told = Counter((each.key, each.reader, each.way) for each in world.told)
    assert [key for key, times in told.items() if times > 1] == []
    for season in seasons:
        played = season.entries.exclude(division=None)
        # Whoever withdrew was told of the start, too.
        begun = written(season, "season_begun")
        assert Counter(played.values_list("user", flat=True)) <= begun
        assert begun <= Counter(season.entries.values_list("user", flat=True))
        stayed = played.filter(status=EntryStatus.PLAYING).values_list("user", flat=True)
        assert written(season, "season_ended") == Counter(stayed if season.is_over else ())
    for each in world.told:
        if each.key.startswith("week_standing:"):
            assert world.people[each.reader].schedule.mode == Mode.DIGEST
    assert any(each.key.startswith("week_standing:") for each in world.told)
    assert not Letter.objects.filter(error__contains="Error").exists(), "nothing broke off"


def written(season: Season, kind: str) -> Counter[int | None]:
    """How many emails of a kind about a season each person has got, or gets."""
    letters = Letter.objects.sent_or_waiting() | Letter.objects.superseded()
    about = letters.filter(kind=kind, payload__season=season.pk)
    return Counter(about.values_list("recipient", flat=True))


def check_ratings() -> None:
    """Each game that is over is known to ratings, once, and no other."""
    games = Game.objects.filter(status=Status.OVER).values_list("pk", flat=True)
    assert sorted(Result.objects.values_list("game", flat=True)) == sorted(games)
