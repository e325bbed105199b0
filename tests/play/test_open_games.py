"""Games that have not started: who hears of their seats, and what becomes of idle ones."""

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.accounts.models import Follow, User
from games.play import services
from games.play.engine import absence, votes
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.errors import NoSeat
from games.play.models import Game, Player, Status
from games.play.services import inviting
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, game_of_people, play_out, player_to_move
from tests.play.timepiece import Timepiece, at, timepiece
from tests.play.writing import write

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> User:
    return UserFactory(username="Hanna")


def letters(kind: str, user: User) -> list[Letter]:
    return list(Letter.objects.filter(kind=kind, recipient=user).order_by("pk"))


def sweep(timepiece: Timepiece, **span: float) -> int:
    timepiece.go(**span)
    return services.sweep_open_games()


@pytest.mark.parametrize("seated", [True, False])
def test_the_host_is_asked_after_two_weeks_and_the_game_closed_after_four(
    host: User, timepiece: Timepiece, seated: bool
):
    guest = UserFactory()
    game = game_of(host, "open", "open", name="Sundays")
    if not seated:
        services.join(game=game, user=guest)
        services.leave(game=game, user=host)
    assert sweep(timepiece, days=13, hours=23) == 0
    assert sweep(timepiece, hours=1) == 1
    assert sweep(timepiece, hours=1) == 0, "once"
    (asked,) = letters("still_wanted", host)
    told = write(asked)
    assert told.subject == "Sundays: nobody has joined for two weeks"
    assert "Do you still want to play it?" in told.text
    assert "we'll close it on Mon 30 Mar" in told.text
    browser = Client()
    browser.force_login(host)
    page = browser.get(game.get_absolute_url()).text
    assert "Keep it open" in page

    assert sweep(timepiece, days=13, hours=22) == 0
    assert sweep(timepiece, hours=2) == 1
    game.refresh_from_db()
    assert game.status == Status.CANCELLED
    for person in [host] if seated else [host, guest]:
        (closed,) = letters("cancelled", person)
        told = write(closed)
        assert "Nobody joined it for four weeks, so we've closed it." in told.text
        assert ("You had a seat in it." in told.text) == (person == guest or seated)
    assert write(asked) is None


@pytest.mark.parametrize("life", ["keep", "join", "leave", "invite", "seat"])
def test_whatever_shows_life_keeps_a_game_open(host: User, timepiece: Timepiece, life: str):
    game = game_of(host, "open", "open", "open")
    guest = UserFactory()
    if life == "leave":
        services.join(game=game, user=guest)
    sweep(timepiece, days=14)
    timepiece.go(days=10)
    if life == "keep":
        browser = Client()
        browser.force_login(host)
        browser.post(f"/game/{game.pk}/keep")
    elif life == "join":
        services.join(game=game, user=guest)
    elif life == "leave":
        services.leave(game=game, user=guest)
    elif life == "invite":
        inviting.invite(game=game, host=host, name=guest.username)
    else:
        services.fill_seat(game=game, user=host, seat=1, door="invited")
    assert sweep(timepiece, days=13) == 0
    assert Game.objects.get(pk=game.pk).is_open
    assert sweep(timepiece, days=1) == 1
    assert len(letters("still_wanted", host)) == 2, "asked anew after two more weeks"


def test_after_a_standstill_of_the_site_nothing_is_closed_unasked(host, timepiece: Timepiece):
    game = game_of(host, "open")
    sweep(timepiece, days=40)
    assert Game.objects.get(pk=game.pk).is_open
    assert len(letters("still_wanted", host)) == 1
    sweep(timepiece, days=14)
    assert not Game.objects.get(pk=game.pk).is_open


def test_the_list_is_mended_that_a_release_before_did_not_keep(host: User, timepiece: Timepiece):
    waits, begun, offers = game_of(host, "open"), game_of_people(3), game_of_people(3)
    game_of(host, "invited", "invited", private=True)
    services.leave(game=offers, user=player_to_move(offers).user)
    Game.objects.filter(pk=waits.pk).update(free_since=None)
    Game.objects.filter(pk=begun.pk).update(free_since=timezone.now())
    assert sweep(timepiece) == 0
    assert set(Game.objects.joinable()) == {waits, offers}


def test_only_its_creator_keeps_a_game_open(host: User):
    game, guest = game_of(host, "open", "open"), UserFactory()
    services.join(game=game, user=guest)
    with pytest.raises(NoSeat, match="Only the game's creator"):
        services.keep_open(game=game, user=guest)
    running = game_of_people()
    with pytest.raises(NoSeat, match="isn't open any more"):
        services.keep_open(game=running, user=running.creator)


def test_the_host_hears_of_friends_who_take_or_leave_a_seat(host: User):
    game = game_of(host, "open", "open", "open", name="Sundays")
    anna = UserFactory(username="Anna")
    services.join(game=game, user=anna, invited=True)
    (took,) = letters("seat_changed", host)
    told = write(took)
    assert told.subject == "Sundays: Anna has taken a seat"
    assert "2 seats are free. The game starts when all are taken." in told.text
    services.leave(game=game, user=anna)
    left = letters("seat_changed", host)[-1]
    assert write(left).subject == "Sundays: Anna has left"
    assert write(took) is None, "it is not true any more"
    services.leave(game=game, user=host)
    assert len(letters("seat_changed", host)) == 2, "not of oneself"
    for _ in range(4):
        services.join(game=Game.objects.get(pk=game.pk), user=UserFactory())
    assert Game.objects.get(pk=game.pk).is_running
    assert len(letters("seat_changed", host)) == 5, "the start is told instead of the last seat"
    assert write(left) is None


def test_open_games_come_first_in_which_a_seat_came_free_last(host: User, timepiece: Timepiece):
    old = game_of(host, "open", "open", name="Old")
    running = game_of_people(3, name="Running")
    timepiece.go(days=1)
    new = game_of(host, "open", "open", name="New")
    timepiece.go(days=1)
    services.leave(game=running, user=player_to_move(running).user)
    timepiece.go(days=1)
    newest = game_of(host, "open", "open", name="Newest")
    assert list(Game.objects.joinable()) == [newest, running, new, old]
    visitor = UserFactory()
    browser = Client()
    browser.force_login(visitor)
    names = [card.name for card in browser.get("/games/").context["cards"]]
    assert names == ["Newest", "Running", "New", "Old"]
    Follow.objects.create(user=visitor, other=at(running, 0).user or at(running, 1).user)
    assert Game.objects.joinable().welcoming(visitor).first() == running
    assert not Player.objects.filter(user=visitor).exists()


def is_listed(game: Game) -> bool:
    return game in Game.objects.joinable()


def test_a_game_that_waits_is_listed_while_a_seat_is_free_for_anyone(host: User):
    game = game_of(host, "open", "open")
    guest = UserFactory()
    assert is_listed(game)
    assert not is_listed(game_of(host, "invited", "invited", private=True))
    services.fill_seat(game=game, user=host, seat=2, door="invited")
    services.join(game=game, user=guest)
    assert not is_listed(game)
    services.leave(game=game, user=guest)
    assert is_listed(game)
    services.fill_seat(game=game, user=host, seat=1, bot="apprentice")
    assert not is_listed(game)
    services.fill_seat(game=game, user=host, seat=2, door="open")
    assert is_listed(game)
    services.cancel_game(game=game, user=host)
    assert not is_listed(game)


def test_a_running_game_is_listed_while_a_seat_is_on_offer():
    game = game_of_people(3)
    first, second, _ = game.players.all()
    taker = UserFactory()
    assert not is_listed(game)
    services.leave(game=game, user=first.user)
    services.leave(game=game, user=second.user)
    services.join(game=game, user=taker)
    assert is_listed(game)
    services.join(game=game, user=UserFactory())
    assert not is_listed(game)
    services.leave(game=game, user=taker)
    assert is_listed(game)
    play_out(game)
    assert not is_listed(game)


@pytest.mark.parametrize("how", ["says so", "moves"])
def test_a_game_is_not_listed_once_who_was_away_is_back(how: str):
    game = game_of_people(3)
    orders = draft_turn(game)
    player = player_to_move(game)
    with transaction.atomic():
        session = GameSession(locked_game(game.pk))
        absence.offer(session, session.players[player.seat])
        votes.touch(session.game)
    assert is_listed(game)
    if how == "moves":
        version = Game.objects.get(pk=game.pk).version
        services.confirm(player=at(game, player.seat), version=version, orders=orders)
    else:
        services.come_back(player=at(game, player.seat))
    assert not is_listed(game)
