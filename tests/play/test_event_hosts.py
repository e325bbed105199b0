"""A host decides about the games of its events; games without one know nothing of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import User
from games.bots import LEVELS
from games.club.pages.finding import Search, open_games
from games.play import event_hosts, services
from games.play.engine import session
from games.play.engine.locks import locked_game
from games.play.engine.rewinding import rewind
from games.play.errors import LostSeat, NoSeat, NotYourTurn, PlayError
from games.play.event_hosts import EventHost, Place
from games.play.management.commands.verify_games import problem_of
from games.play.models import Change, Event, Game, Holder, Player, Status, Vote, VoteKind
from games.play.pages.cards import cards_of
from games.play.pages.wording import set_up_of
from games.play.policies import choices_in, obstacle_to_vote
from games.play.services import Terms
from games.post.models import Letter
from games.post.services import sweep as send
from games.rules import record
from games.rules.replay import replay
from games.rules.title import CHANCE
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, sitting
from tests.play.poll_title import registered
from tests.play.timepiece import Timepiece, asked, at, give, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

PLACE = Place("Season 3, division 2", "/seasons/3/2/")
KEPT = "This seat is for a substitute."
GRACE = timedelta(hours=24)


@dataclass
class House:
    """A host whose games only `welcome` may join, and which gives each person time once."""

    welcome: User | None = None
    given: set[int] = field(default_factory=set)

    def obstacle(self, game: Game, user: Any) -> str:
        return "" if user == self.welcome else KEPT

    def grace(self, game: Game, player: Player, now: datetime) -> timedelta:
        if player.person.pk in self.given:
            return timedelta()
        self.given.add(player.person.pk)
        return GRACE


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(event_hosts, "_hosts", {})
    house = House()
    event_hosts.register(
        EventHost(
            kind="house",
            obstacle_to_joining=house.obstacle,
            grace=house.grace,
            places=lambda games: dict.fromkeys(games, PLACE),
            stand_in="master",
            forbidden_votes={VoteKind.CANCEL, VoteKind.END},
        )
    )
    with registered():
        yield house


def hosted(*seats: Any, kind: str = "house", title: str = "poll", **terms: Any) -> Game:
    """A game of an event; its players let time run out without further warning."""
    terms = {"hours": 48, "grace_hours": 0, "on_timeout": "bot"} | terms
    event = Event.objects.create(name="Winter league", kind=kind, terms=terms)
    return game_of(*(seats or UserFactory.create_batch(3)), title=title, event=event)


def on_offer(game: Game, seat: int = 0) -> Game:
    services.leave(game=game, user=at(game, seat).user)
    return Game.objects.get(pk=game.pk)


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_a_kind_has_one_host(house: House):
    other = EventHost("house", house.obstacle, house.grace, lambda games: {}, "master")
    with pytest.raises(ValueError, match="house"):
        event_hosts.register(other)


# Who may join


def test_its_free_seats_are_in_no_list_of_those_that_anyone_can_join(house: House):
    game = on_offer(hosted())
    assert game not in Game.objects.joinable()
    assert game not in open_games(Search(), UserFactory())
    assert game in Game.objects.watchable()
    (card,) = cards_of([game])
    assert (card.free, card.place) == (0, PLACE)


def test_an_event_without_a_host_has_none_of_this(house: House):
    game = on_offer(hosted(kind=""))
    assert game in Game.objects.joinable()
    assert game not in Game.objects.watchable()
    (card,) = cards_of([game])
    assert (card.free, card.place) == (1, None)
    assert at(game, 0).bot != "master"


def test_only_whom_the_host_lets_in_may_take_a_seat(house: House):
    game = on_offer(hosted())
    house.welcome = UserFactory()
    with pytest.raises(NoSeat, match=KEPT):
        services.join(game=game, user=UserFactory())
    services.join(game=game, user=house.welcome)
    assert at(game, 0).user == house.welcome


def test_the_page_says_who_may_take_a_seat(house: House):
    game = on_offer(hosted(title="hansa"))
    for client in (Client(), sitting(at(hosted(), 0))):
        assert KEPT in client.get(game.get_absolute_url()).content.decode()


def test_the_others_are_not_asked_to_find_somebody(house: House, mailoutbox):
    game = on_offer(hosted(title="hansa"))
    assert Letter.objects.filter(kind="offered").count() == 2
    send()
    told = [each.body for each in mailoutbox if "on offer" in each.body]
    assert told
    assert not [body for body in told if game.token in body or "lobby" in body]


# Time


def test_the_host_gives_time_before_a_timeout_counts(house: House, timepiece: Timepiece):
    game = hosted()
    timepiece.sweep(hours=48)
    late = at(game, 0)
    assert (late.timeouts, late.wait.deadline) == (0, timepiece.now + GRACE)
    assert Letter.objects.filter(kind="more_time", recipient=late.user).count() == 1
    timepiece.sweep(hours=24)
    assert at(game, 0).timeouts == 1
    assert game.moves.filter(played_by="clock").exists()


def test_the_letter_says_who_gives_it(house: House, timepiece: Timepiece, mailoutbox):
    hosted(title="hansa")
    timepiece.sweep(hours=48)
    timepiece.go(hours=2)
    send()
    assert any("once in Winter league you get more time" in each.body for each in mailoutbox)


def test_who_answers_in_that_time_has_not_timed_out(house: House, timepiece: Timepiece):
    game = hosted()
    timepiece.sweep(hours=48)
    timepiece.go(hours=23)
    give(game, 0, "vote")
    assert timepiece.sweep(hours=2) == 0
    assert at(game, 0).timeouts == 0


def test_others_vote_only_after_that_time(house: House, timepiece: Timepiece):
    hosted(on_timeout="vote")
    timepiece.sweep(hours=48)
    assert not Vote.objects.exists()
    timepiece.sweep(hours=24)
    assert Vote.objects.count() == 1


# Where it stands


def test_its_place_stands_at_the_table_and_in_letters_about_a_turn(
    house: House, timepiece: Timepiece, mailoutbox, settings
):
    game = hosted(title="hansa")
    page = sitting(asked(game)).get(game.get_absolute_url()).content.decode()
    assert page.count(PLACE.text) == 1
    assert f'href="{PLACE.url}"' in page
    timepiece.go(hours=2)
    send()
    (turn,) = [each for each in mailoutbox if "your move" in each.subject]
    for body in (turn.body, turn.alternatives[0][0]):
        assert body.count(PLACE.text) == 1
        assert settings.SITE_URL + PLACE.url in body
    assert not any("Winter league" in line for line in set_up_of(game, 3))


def test_a_list_of_hosted_games_takes_one_query_more(house: House):
    alone = [game_of(UserFactory(), "journeyman") for _ in range(3)]
    theirs = [hosted(), hosted()]
    lists = Game.objects.for_lists()
    without = [*lists.filter(pk__in=[game.pk for game in alone])]
    mixed = [*lists.filter(pk__in=[game.pk for game in [*alone, *theirs]])]
    assert queries(lambda: cards_of(mixed)) == queries(lambda: cards_of(without)) + 1


# The start


def test_a_host_that_tells_of_the_start_has_the_only_word_on_it(house: House, monkeypatch):
    telling = replace(event_hosts._hosts["house"], tells_start=True)
    monkeypatch.setitem(event_hosts._hosts, "house", telling)
    game = hosted(title="teutonica")
    assert not Letter.objects.exists()
    assert asked(game).wait.deadline, "the clock runs all the same"
    services.confirm(player=asked(game), version=game.version, orders=["end"])
    (turn,) = Letter.objects.all()
    assert (turn.kind, turn.recipient) == ("turn", asked(game).user), "later turns are told of"


def test_who_lets_time_run_from_the_start_is_told(house: House, timepiece: Timepiece, monkeypatch):
    telling = replace(event_hosts._hosts["house"], tells_start=True)
    monkeypatch.setitem(event_hosts._hosts, "house", telling)
    late = asked(hosted(title="hansa"))
    timepiece.sweep(hours=48)
    assert [letter.recipient for letter in Letter.objects.all()] == [late.user]


class LastOutcome(Random):
    """Chance that always brings the last of what it may bring, such as the last seat."""

    def choices(self, population: Any, *weights: Any, **more: Any) -> list[Any]:
        return [population[-1]]


def starter(game: Game) -> int:
    return game.rules().view(game.position(), None).turn


@every_title
def test_the_first_seat_starts_where_its_host_says_so(house: House, monkeypatch, title: str):
    monkeypatch.setattr(session, "dice", LastOutcome())
    assert starter(hosted(title=title)) == starter(hosted(kind="", title=title)) == 2
    starting = replace(event_hosts._hosts["house"], first_seat_starts=True)
    monkeypatch.setitem(event_hosts._hosts, "house", starting)
    game = hosted(title=title)
    assert starter(game) == 0
    assert not problem_of(game)

    text = Client().get(f"{game.get_absolute_url()}record.txt").content
    known = record.read(text)
    assert (CHANCE, "start 1") in [entry[:2] for entry in known.orders]
    assert replay(known) == game.position()

    rewind(locked_game(game.pk), 0, "The rules failed.", timezone.now())
    assert starter(Game.objects.get(pk=game.pk)) == 0


# Votes


def test_a_table_cannot_vote_for_what_its_host_forbids(house: House):
    game = hosted()
    player = at(game, 1)
    for kind in (VoteKind.CANCEL, VoteKind.END):
        assert "Winter league" in obstacle_to_vote(player.game, player, kind)
        with pytest.raises(PlayError):
            services.open_vote(player=player, kind=kind)
    services.open_vote(player=player, kind=VoteKind.PAUSE)


def test_nor_cancel_it_because_someone_is_absent(house: House, timepiece: Timepiece):
    game = hosted(on_timeout="vote")
    for _ in range(2):
        timepiece.sweep(hours=48)
    vote = Vote.objects.get()
    assert "cancel" not in choices_in(vote, at(game, 1).game)
    with pytest.raises(PlayError):
        services.cast(player=at(game, 1), vote_id=vote.pk, choice="cancel")
    services.cast(player=at(game, 1), vote_id=vote.pk, choice="bot")


# Bots and substitutes


def test_its_bot_plays_for_who_leaves_even_if_nobody_is_left(house: House):
    game = hosted()
    for seat in range(3):
        services.leave(game=game, user=at(game, seat).user)
    assert {at(game, seat).bot for seat in range(3)} == {"master"}
    assert "master" in LEVELS
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_a_substitute_gets_the_seat_with_a_clock_of_their_own(house: House, timepiece: Timepiece):
    game = hosted()
    Player.objects.filter(game=game, seat=0).update(offered_at=timepiece.now)
    timepiece.go(hours=1)
    heir = UserFactory()
    services.give_seat(game=game, seat=0, user=heir)
    assert (at(game, 0).user, at(game, 0).offered_at) == (heir, None)
    assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=48)


def test_a_substitute_is_asked_at_once_where_a_bot_was_thinking(house: House, timepiece: Timepiece):
    game, heir = hosted(), UserFactory()
    services.leave(game=game, user=at(game, 0).user)
    assert Game.objects.get(pk=game.pk).thinking_since
    timepiece.go(minutes=1)
    services.give_seat(game=game, seat=0, user=heir)
    game = Game.objects.get(pk=game.pk)
    assert game.thinking_since is None
    assert at(game, 0).wait.deadline == timepiece.now + timedelta(hours=48)
    assert Letter.objects.filter(recipient=heir, kind="turn").exists()
    assert not services.think(game_id=game.pk, number=game.moves_made)


def test_whoever_is_excused_gives_their_seat_up_and_the_game_does_not_count(house: House):
    game, heir = hosted(), UserFactory()
    owner = at(game, 0).user
    services.give_seat(game=game, seat=0, user=heir, excused=owner)
    assert at(game, 0).user == heir
    held = Holder.objects.filter(player__game=game, player__seat=0).order_by("pk")
    assert list(held.values_list("user", "excused")) == [(owner.pk, True), (heir.pk, False)]


def test_nobody_gets_a_seat_that_someone_plays_in_or_a_second_one(house: House):
    game = hosted()
    with pytest.raises(NoSeat):
        services.give_seat(game=game, seat=1, user=UserFactory())
    on_offer(game)
    with pytest.raises(NoSeat):
        services.give_seat(game=game, seat=0, user=at(game, 1).user)
    with pytest.raises(NoSeat):
        services.give_seat(game=game, seat=0, user=UserFactory(guest=True))
    with pytest.raises(ValueError, match="no seat 7"):
        services.give_seat(game=game, seat=7, user=UserFactory())


def test_a_bot_plays_on_for_good(house: House, timepiece: Timepiece, mailoutbox):
    game = hosted(title="hansa")
    gone = at(game, 1)
    services.let_bot_play(game=game, seat=1)
    assert (at(game, 1).bot, at(game, 1).offered_at) == ("master", None)
    assert Holder.objects.get(player=gone, end_move__isnull=False).went == Change.EVENT
    with pytest.raises(LostSeat):
        services.come_back(player=gone)
    timepiece.go(hours=2)
    send()
    (letter,) = [each for each in mailoutbox if gone.person.email in each.to]
    assert "A bot has taken over your seat in Winter league." in letter.body
    assert "voted" not in letter.body


def test_an_offered_seat_is_taken_off_offer_once_the_bot_plays_on(house: House):
    game = on_offer(hosted())
    version = game.version
    for _ in range(2):
        services.let_bot_play(game=game, seat=0)
    assert at(game, 0).offered_at is None
    assert Game.objects.get(pk=game.pk).version == version + 1


def test_a_bot_plays_on_for_an_absent_person_too(house: House, timepiece: Timepiece):
    game = hosted()
    Player.objects.filter(game=game, seat=0).update(offered_at=timepiece.now)
    services.let_bot_play(game=game, seat=0)
    assert (at(game, 0).user, at(game, 0).bot, at(game, 0).offered_at) == (None, "master", None)


# The end of a season


def test_turns_are_shortened_once_and_running_clocks_stay(house: House, timepiece: Timepiece):
    game = hosted()
    before = at(game, 0).wait.deadline
    for _ in range(2):
        services.shorten(game=game)
    assert Game.objects.get(pk=game.pk).hours == 24
    assert at(game, 0).wait.deadline == before
    with pytest.raises(ValueError, match="No event"):
        services.shorten(game=game_of(UserFactory(), "journeyman", terms=Terms(hours=48)))
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)
    with pytest.raises(NotYourTurn):
        services.shorten(game=game)


# Games without an event


def test_a_game_without_an_event_costs_no_query(django_assert_num_queries):
    game = Game.objects.get(pk=game_of(UserFactory(), "journeyman").pk)
    with django_assert_num_queries(0):
        assert event_hosts.host_of(game) is None
        assert event_hosts.place_of(game) is None
        assert event_hosts.places_of([game]) == {}
