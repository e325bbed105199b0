"""A season from registration to the next one, in moved time and with real games."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from games.accounts import merging
from games.accounts.models import Block, User
from games.accounts.services import close_account
from games.league.models import (
    Entry,
    EntryStatus,
    League,
    LostBy,
    Season,
    SeasonStatus,
    Table,
    TableSeat,
)
from games.league.services import registering, running, seeding, starting
from games.league.system.schedule import BLOCKS
from games.league.terms import TAKE_BACK
from games.play import services as play
from games.play.letters.seats import Offered, SeatTaken
from games.play.models import Game, Move, Player, Status
from games.post.models import Letter
from games.post.notifications import notification_of
from games.post.notifications.base import Notification
from games.ratings.models import Pool, Rating
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, POINTS
from games.rules import TITLES
from tests.factories import UserFactory
from tests.league.factories import LeagueFactory
from tests.league.seasons import (
    entry_of,
    games_of,
    go_to_start,
    next_of,
    play_quickly,
    registered,
    seats_by_entry,
    tick,
)
from tests.play.factories import sitting
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]


@pytest.fixture
def league(timepiece: Timepiece) -> League:
    league = LeagueFactory(terms={"hours": 24, "grace_hours": 0})
    running.tick()
    return league


@pytest.fixture
def season(league: League) -> Season:
    return next_of(league)


def whole(season: Season) -> None:
    """All tables have their game, in which the first seat starts, and each entry has each once."""
    seats = seats_by_entry(season)
    playing = season.entries.exclude(division=None)
    assert seats.keys() == set(playing.values_list("pk", flat=True))
    assert all(sorted(each) == [*range(season.league.seats)] for each in seats.values())
    games = Game.objects.filter(event=season.event)
    assert games.count() == Table.objects.of(season).count() == playing.count()
    starts = Move.objects.filter(game__in=games, seat=None, order__startswith="start ")
    assert [*starts.values_list("order", flat=True)] == ["start 1"] * playing.count()


def test_a_season_leads_to_the_next(timepiece: Timepiece, league: League, season: Season) -> None:
    people = registered(season, 14)
    season = go_to_start(timepiece, season)
    assert season.status == SeasonStatus.RUNNING
    assert [each.entries.count() for each in season.divisions.all()] == [7, 7]
    whole(season)
    play_quickly(games_of(season))
    tick(timepiece, days=6)
    season.refresh_from_db()
    assert season.status == SeasonStatus.OVER
    for division in season.divisions.all():
        ranks = division.entries.order_by("final_rank").values_list("final_rank", flat=True)
        assert ranks[0] == 1
    moved = set(Entry.objects.filter(season=season, moves="up").values_list("user", flat=True))
    fallen = set(Entry.objects.filter(season=season, moves="down").values_list("user", flat=True))
    assert len(moved) >= 2
    assert len(fallen) <= 2

    new = next_of(league)
    for letter in Letter.objects.waiting().filter(kind="season_ended"):
        written = notification_of(letter).write(letter)
        assert written
        assert "The next season starts on" in written.text
    assert (new.number, new.status) == (2, SeasonStatus.REGISTERING)
    for person in people:
        registering.register(season=new, user=person)
    new = go_to_start(timepiece, new)
    whole(new)
    highest = set(new.divisions.get(number=1).entries.values_list("user", flat=True))
    lowest = set(new.divisions.get(number=2).entries.values_list("user", flat=True))
    assert moved <= highest
    assert fallen & lowest


def test_only_ratings_that_are_listed_put_newcomers_first(season: Season) -> None:
    people = registered(season, 14)
    for person, mean, deviation, games in (
        (people[-1], 0.5, 0.4, LISTED_GAMES),
        (people[-2], 1.5, 0.4, LISTED_GAMES - 1),
        (people[-3], 2.5, LISTED_DEVIATION / POINTS + 0.01, LISTED_GAMES),
    ):
        Rating.objects.create(
            title=season.league.title,
            pool=Pool.PEOPLE,
            user=person,
            mean=mean,
            deviation=deviation,
            games=games,
            last=timezone.now().date(),
        )
    found = seeding.divisions_of(season, [person.pk for person in people]).divisions
    order = [person for division in found for person in division]
    assert order == [person.pk for person in (people[-1], *people[:-1])]


def test_too_few_wait_a_week(timepiece: Timepiece, season: Season) -> None:
    registered(season, 5)
    before = season.starts_at
    season = go_to_start(timepiece, season)
    assert season.status == SeasonStatus.REGISTERING
    assert season.starts_at == before + timedelta(weeks=1)
    registered(season, 1)
    assert go_to_start(timepiece, season).status == SeasonStatus.RUNNING


def test_a_start_that_is_killed_goes_on(
    timepiece: Timepiece, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "BATCH", 4)
    registered(season, 14)
    made = play.create_game
    left = [6, 5, 100]

    def killed(**plan: object) -> Game:
        left[0] -= 1
        if left[0] < 0:
            del left[0]
            raise RuntimeError("killed")
        return made(**plan)

    monkeypatch.setattr(play, "create_game", killed)
    season = go_to_start(timepiece, season)
    assert season.status == SeasonStatus.STARTING
    assert Table.objects.of(season).count() == Game.objects.filter(event=season.event).count() == 4
    tick(timepiece, minutes=5)
    tick(timepiece, minutes=5)
    season.refresh_from_db()
    assert season.status == SeasonStatus.RUNNING
    whole(season)


def test_each_table_takes_as_many_queries_as_the_first(
    timepiece: Timepiece, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(season, 9)
    timepiece.now = season.starts_at
    starting.begin(season_id=season.pk, now=timepiece.now)
    counts = []
    for batch in (1, 4):
        monkeypatch.setattr(starting, "BATCH", batch)
        with CaptureQueriesContext(connection) as asked:
            starting.make_tables(season_id=season.pk, now=timepiece.now, until=0)
        counts.append(len(asked))
    each = (counts[1] - counts[0]) / 3
    assert each <= 45, "a game with its waits and letters"
    assert counts[0] - each <= 10


def test_those_who_blocked_each_other_are_in_two_divisions(
    timepiece: Timepiece, season: Season
) -> None:
    people = registered(season, 14)
    Block.objects.create(user=people[0], other=people[1], since=timepiece.now)
    season = go_to_start(timepiece, season)
    one, other = (entry_of(season, person).division_id for person in people[:2])
    assert one != other


def test_the_log_names_pairs_that_could_not_be_kept_apart(
    timepiece: Timepiece, season: Season, caplog: pytest.LogCaptureFixture
) -> None:
    people = registered(season, 6)
    Block.objects.create(user=people[0], other=people[1], since=timepiece.now)
    season = go_to_start(timepiece, season)
    assert season.status == SeasonStatus.RUNNING
    assert f"people {people[0].pk} and {people[1].pk} are in one division" in caplog.text


def test_who_leaves_gets_nothing_for_open_tables_and_a_substitute_plays_on(
    timepiece: Timepiece, season: Season
) -> None:
    people = registered(season, 6)
    substitute = UserFactory()
    registering.volunteer(season=season, user=substitute)
    season = go_to_start(timepiece, season)
    entry = entry_of(season, people[0])
    first, *others = Game.objects.filter(players__user=people[0]).order_by("pk")
    play_quickly([first])
    tick(timepiece, days=5)
    registering.withdraw(season=season, user=people[0])
    tick(timepiece, minutes=5)
    entry.refresh_from_db()
    assert entry.status == EntryStatus.LEFT
    assert entry.table_seats.get(table__game=first).lost_at is None, "what is over stands"
    for seat in entry.table_seats.filter(table__game__in=others):
        assert (seat.lost_by, seat.substitute) == (LostBy.LEFT, substitute)
        assert Player.objects.get(game=seat.table.game, seat=seat.seat).user == substitute
        letter = Letter.objects.get(kind="substituted", payload__game=seat.table.game_id)
        assert letter.recipient == substitute
        written = notification_of(letter).write(letter)
        assert written
        assert f"the seat of {people[0].username} in {seat.table.game.name}" in written.text
    play_quickly(games_of(season))
    tick(timepiece, minutes=5)
    season.refresh_from_db()
    assert season.status == SeasonStatus.OVER
    assert entry_of(season, people[1]).final_rank
    assert not season.entries.filter(user=substitute).exists()


def test_without_a_substitute_a_bot_plays_on(timepiece: Timepiece, season: Season) -> None:
    people = registered(season, 6)
    season = go_to_start(timepiece, season)
    game = Game.objects.filter(players__user=people[0]).first()
    play.leave(game=game, user=people[0])
    tick(timepiece, minutes=5)
    seat = TableSeat.objects.get(table__game=game, entry__user=people[0])
    player = Player.objects.get(game=game, seat=seat.seat)
    assert (seat.lost_by, player.bot, player.offered_at) == (LostBy.LEFT, "master", None)
    assert entry_of(season, people[0]).status == EntryStatus.PLAYING


def test_a_seat_on_offer_can_be_taken_back_for_a_day(timepiece: Timepiece, season: Season) -> None:
    people = registered(season, 6)
    season = go_to_start(timepiece, season)
    seat = TableSeat.objects.filter(entry__user=people[0]).first()
    game = seat.table.game
    Player.objects.filter(game=game, seat=seat.seat).update(offered_at=timepiece.now)
    until = date_format(timepiece.now + TAKE_BACK, "D j M")
    for player in Player.objects.at_table(game):
        offered = Offered(game=game.pk, seat=player.seat, offered=seat.seat)
        assert re.search(rf"(?:until|by) {until} [\d:]+ \(UTC\)", text_of(offered, player.user))
        page = unescape(sitting(player).get(game.get_absolute_url()).text)
        page = re.sub("[\u2068\u2069]|</?bdi>", "", page)
        told = "After {until} your seat is lost: someone else gets it"
        if player.seat != seat.seat:
            told = f"If {people[0].username} isn't back by {{until}}, someone else gets the seat"
        assert re.search(told.format(until=rf"{until} [\d:]+"), page)
    tick(timepiece, hours=23)
    seat.refresh_from_db()
    assert seat.lost_at is None
    assert "no points" not in text_of(SeatTaken(game=game.pk, taker=None), people[0])
    tick(timepiece, hours=2)
    seat.refresh_from_db()
    assert timedelta(hours=24) == TAKE_BACK
    assert seat.lost_by == LostBy.TIMEOUT
    assert Player.objects.get(game=game, seat=seat.seat).user is None
    lost = text_of(SeatTaken(game=game.pk, taker=None), people[0])
    assert "It brings you no points." in lost
    assert "finish one rated game before you enter another season" in " ".join(lost.split())


def text_of(notification: Notification, user: User) -> str:
    """What an email says, '' if there is nothing to say."""
    letter = Letter(**notification.row(user))
    letter.recipient = user
    written = notification.write(letter)
    return written.text if written else ""


def test_a_timeout_counts_once_the_grace_of_the_season_is_used_up(
    timepiece: Timepiece, season: Season
) -> None:
    """Nobody moves: each person has one day more in one of their games, and two timeouts there."""
    registered(season, 6)
    season = go_to_start(timepiece, season)
    timepiece.sweep(hours=25)
    waited = season.entries.exclude(grace_used_at=None)
    assert waited.exists()
    in_grace = Player.objects.filter(
        user__in=waited.values("user"), timeouts=0, waits__ended_at=None
    )
    assert in_grace.count() >= waited.count()
    timepiece.sweep(hours=25)
    assert Player.objects.filter(timeouts=1).exists()
    for _ in range(12):
        timepiece.sweep(hours=25)
        running.tick()
    lost = TableSeat.objects.exclude(lost_at=None)
    assert set(lost.values_list("lost_by", flat=True)) == {LostBy.TIMEOUT}
    assert not season.entries.exclude(table_seats__lost_at=None).filter(grace_used_at=None).exists()


@pytest.mark.parametrize(
    ("title", "seats"),
    [(title.id, seats) for title in TITLES.values() for seats in BLOCKS if seats in title.players],
)
def test_each_entry_of_a_season_starts_once_and_plays_once_in_each_place_of_the_turn_order(
    timepiece: Timepiece, title: str, seats: int
) -> None:
    season = next_of(_opened(LeagueFactory(title=title, seats=seats)))
    registered(season, 8)
    season = go_to_start(timepiece, season)
    assert season.status == SeasonStatus.RUNNING
    whole(season)
    for game in games_of(season):
        assert game.rules().view(game.position(), None).turn == 0


def _opened(league: League) -> League:
    running.tick()
    return league


def test_a_late_entry_has_the_place_of_one_that_withdrew(
    timepiece: Timepiece, season: Season
) -> None:
    people = registered(season, 6)
    season = go_to_start(timepiece, season)
    registering.withdraw(season=season, user=people[0])
    seats = set(TableSeat.objects.filter(entry__user=people[0]).values_list("table", "seat"))
    late = UserFactory()
    registering.register(season=season, user=late)
    mine = TableSeat.objects.filter(entry__user=late)
    assert set(mine.values_list("table", "seat")) == seats
    assert Player.objects.filter(user=late).count() == len(seats)
    assert not Player.objects.filter(user=people[0]).exists()
    whole(season)
    tick(timepiece, days=6)
    assert not TableSeat.objects.exclude(lost_at=None).exists()


def test_who_withdrew_and_is_not_replaced_has_left(timepiece: Timepiece, season: Season) -> None:
    people = registered(season, 6)
    season = go_to_start(timepiece, season)
    registering.withdraw(season=season, user=people[0])
    tick(timepiece, days=6)
    assert entry_of(season, people[0]).status == EntryStatus.LEFT
    lost = TableSeat.objects.filter(entry__user=people[0])
    assert set(lost.values_list("lost_by", flat=True)) == {LostBy.LEFT}


def test_the_table_of_a_game_ended_by_vote_is_shared(timepiece: Timepiece, season: Season) -> None:
    registered(season, 6)
    season = go_to_start(timepiece, season)
    game = games_of(season)[0]
    players = list(Player.objects.filter(game=game).order_by("seat"))
    vote = play.open_vote(player=players[0], kind="end")
    for player in players[1:]:
        play.cast(player=player, vote_id=vote.pk, choice="yes")
    tick(timepiece, minutes=5)
    table = Table.objects.get(game=game)
    assert table.ended_at
    assert (table.shared, table.places) == (True, None)


def test_accounts_are_merged_and_closed_within_a_season(
    timepiece: Timepiece, season: Season
) -> None:
    people = registered(season, 6)
    season = go_to_start(timepiece, season)
    kept = UserFactory()
    boss = UserFactory(is_staff=True)
    merging.merge(old=people[0], kept=kept, by=boss, reason="They asked")
    close_account(user=people[1])
    tick(timepiece, minutes=5)
    assert not TableSeat.objects.filter(entry__user=kept).exclude(lost_at=None).exists()
    closed = Entry.objects.get(season=season, user=None)
    assert set(closed.table_seats.values_list("lost_by", flat=True)) == {LostBy.CLOSED}
    assert closed.status == EntryStatus.LEFT
    play_quickly(games_of(season))
    tick(timepiece, days=6)
    season.refresh_from_db()
    assert season.status == SeasonStatus.OVER
    assert entry_of(season, kept).final_rank
    closed.refresh_from_db()
    assert closed.points == 0


def test_bots_finish_what_is_open_a_week_after_the_end(
    timepiece: Timepiece, league: League, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered(season, 6)
    season = go_to_start(timepiece, season)
    open_one, *others = games_of(season)
    play_quickly(others)
    timepiece.now = season.ends_at - timedelta(days=1)
    running.tick()
    assert next_of(league).number == 2
    tick(timepiece, days=1, minutes=5)
    season.refresh_from_db()
    assert season.status == SeasonStatus.CLOSING
    assert Game.objects.get(pk=open_one.pk).hours == 12
    tick(timepiece, days=7)
    assert not Player.objects.filter(game=open_one).exclude(user=None).exists()
    play_quickly([open_one])
    tick(timepiece, minutes=5)
    season.refresh_from_db()
    assert season.status == SeasonStatus.OVER
    assert not TableSeat.objects.exclude(lost_at=None).exists(), "that is no loss"
    assert not Game.objects.filter(event=season.event, status=Status.RUNNING).exists()
