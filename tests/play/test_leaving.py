"""Leaving: a seat is given up before a game or in it, by its player or with their account."""

from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.bot_names import bot_name
from games.accounts.models import User
from games.accounts.services import close_account
from games.play import services
from games.play.engine.locks import locked_game
from games.play.errors import NoSeat
from games.play.models import Change, Game, Holder, Player
from games.play.services import Terms, leaving
from games.post.models import Letter
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import game_of, game_of_people, play_out, player_to_move
from tests.play.poll_title import registered
from tests.play.timepiece import Timepiece, asked, at, timepiece
from tests.play.writing import write

__all__ = ["timepiece"]

pytestmark = pytest.mark.django_db


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def written(kind: str, user):
    return write(Letter.objects.get(kind=kind, recipient=user))


# Before the game


def test_a_creator_who_leaves_a_private_game_keeps_it_in_their_lobby():
    creator = UserFactory()
    game = game_of(creator, "invited", "invited", private=True, name="Among friends")
    client = signed_in(creator)
    client.post(f"/game/{game.pk}/leave")

    assert client.get("/").content.decode().count(">Among friends</a>") == 1
    page = client.get(f"/game/{game.pk}/").content.decode()
    assert "Cancel game" in page
    assert "Invitation link" in page
    for _ in range(3):
        services.join(game=game, user=UserFactory(), invited=True)
    assert ">Among friends</a>" not in client.get("/").content.decode()


def test_guests_are_told_that_a_game_is_cancelled():
    creator, guest = UserFactory(username="Ada"), UserFactory()
    game = game_of(creator, guest, "invited", private=True, name="Among friends")
    signed_in(creator).post(f"/game/{game.pk}/cancel")

    letter = written("cancelled", guest)
    assert letter.subject == "Among friends is cancelled"
    assert "Ada cancelled the game before it began." in letter.text
    assert "Ada cancelled the game before it began." in letter.html
    assert Letter.objects.filter(kind="cancelled").count() == 1


def test_an_open_game_whose_creator_closes_their_account_goes_on_or_is_cancelled():
    creator, guest = UserFactory(), UserFactory()
    peopled = game_of(creator, guest, "open")
    deserted = game_of(creator, "journeyman", "invited", private=True)
    close_account(user=creator)

    assert Game.objects.get(pk=peopled.pk).is_open
    assert Game.objects.get(pk=deserted.pk).status == "cancelled"


# In a running game


def test_a_player_leaves_a_running_game_and_a_bot_plays_on():
    game = game_of_people(private=True)
    player = player_to_move(game)
    others = [each.user for each in game.players.exclude(pk=player.pk)]
    client = signed_in(player.user)
    page = client.get(f"/game/{game.pk}/leave").content.decode()
    assert "A bot plays in your place right away" in page
    assert Game.objects.get().version == game.version
    answer = client.post(f"/game/{game.pk}/leave")
    assert answer["Location"] == "/"

    name, bot = player.user.username, bot_name(game.pk, player.seat)
    game = Game.objects.get()
    assert game.is_running
    assert player_to_move(game).seat != player.seat
    seat = Player.objects.get(pk=player.pk)
    assert (seat.user, seat.bot, seat.is_waited_for) == (None, "journeyman", False)
    assert seat.offered_at
    table = signed_in(others[0]).get(f"/game/{game.pk}/").content.decode()
    assert f"{name} leaves the game. {bot}, a journeyman bot, plays on." in table
    assert f"{bot}, a journeyman bot, plays for {name}, who left. The seat is on offer." in table
    for other in others:
        letter = written("offered", other)
        assert letter.subject == f"{game.name}: {name} has left"
        assert f"{name} leaves the game. {bot}, a journeyman bot, plays on." in letter.text
        assert f"/join/{game.token}/" in letter.text
    assert not Letter.objects.filter(kind__in=["offered", "seat"], recipient=player.user).exists()
    held = Holder.objects.get(user=player.user)
    assert held.went == Change.LEFT
    assert held.end_move == game.moves.filter(seat=player.seat, turn__gt=0).first().number


def test_somebody_else_takes_the_seat_of_a_player_who_has_left():
    game = game_of_people()
    player = player_to_move(game)
    services.leave(game=game, user=player.user)
    heir = UserFactory(username="Heir")
    assert game.name in signed_in(heir).get("/").content.decode()
    services.join(game=game, user=heir)

    seat = Player.objects.get(pk=player.pk)
    assert (seat.user, seat.bot, seat.offered_at) == (heir, "", None)
    names = [each.name for each in Holder.objects.filter(player=seat)]
    bot = bot_name(game.pk, player.seat)
    assert names == [player.user.username, bot, "Heir"]
    page = signed_in(heir).get(f"/game/{game.pk}/log/").content.decode()
    assert f"Heir takes over from {bot}." in page
    assert f"{bot} ends the turn." in page


def test_a_player_who_has_left_may_come_back_while_the_seat_is_free():
    game = game_of_people()
    player = player_to_move(game)
    services.leave(game=game, user=player.user)
    services.join(game=game, user=player.user)
    assert Player.objects.get(pk=player.pk).user == player.user


@pytest.fixture
def polls():
    with registered():
        yield


@pytest.mark.parametrize("pace", ["bank", "days"])
@pytest.mark.usefixtures("polls")
def test_who_comes_back_finds_their_clock_as_it_was(timepiece: Timepiece, pace: str):
    game = game_of_people(title="poll", terms=Terms(pace=pace, hours=10, bank_hours=100))
    player = asked(game)
    Player.objects.filter(pk=player.pk).update(timeouts=1)
    timepiece.go(hours=6)
    services.leave(game=game, user=player.user)
    left = at(game, player.seat)
    services.join(game=game, user=player.user)
    now = at(game, player.seat)
    assert (now.user, now.bank, now.timeouts) == (player.user, left.bank, 1)
    services.leave(game=game, user=player.user)
    heir = UserFactory()
    services.join(game=game, user=heir)
    now = at(game, player.seat)
    assert (now.user, now.bank, now.timeouts) == (heir, timedelta(hours=100), 0)


def test_who_plays_with_bots_alone_cancels_the_game_by_leaving():
    user = UserFactory()
    game = game_of(user, "journeyman", "journeyman")
    client = signed_in(user)
    assert "leaving cancels it" in client.get(f"/game/{game.pk}/leave").content.decode()
    client.post(f"/game/{game.pk}/leave")
    assert Game.objects.get().status == "cancelled"


def test_nobody_leaves_what_is_over_or_not_theirs():
    user = UserFactory()
    done = play_out(game_of(user, "random", "journeyman"))
    with pytest.raises(NoSeat, match="over"):
        services.leave(game=done, user=user)
    with pytest.raises(NoSeat, match="not playing"):
        services.leave(game=game_of_people(), user=user)
    assert Client().get(f"/game/{done.pk}/leave").status_code == 302
    assert signed_in(UserFactory()).get(f"/game/{done.pk}/leave").status_code == 404


def test_those_who_are_left_may_have_agreed_already():
    game = game_of_people(3)
    first, second, third = Player.objects.filter(game=game)
    vote = services.open_vote(player=first, kind="pause")
    assert vote.closed is None
    services.leave(game=game, user=second.user)
    vote.refresh_from_db()
    assert vote.closed is None
    services.leave(game=game, user=third.user)
    vote.refresh_from_db()
    assert vote.outcome == "yes"


def test_an_account_that_is_closed_leaves_likewise():
    game = game_of_people()
    player = player_to_move(game)
    other = game.players.exclude(pk=player.pk).first().user
    close_account(user=player.user)

    seat = Player.objects.get(pk=player.pk)
    assert seat.offered_at
    gone = f"Former player {player.seat + 1}"
    assert written("offered", other).subject == f"{game.name}: {gone} has closed their account"
    assert Holder.objects.get(player=seat, end_move__isnull=False).went == Change.CLOSED
    assert player_to_move(game).user_id


def test_closing_an_account_locks_no_game_that_is_over(monkeypatch):
    user, others = UserFactory(), ("journeyman", "journeyman")
    play_out(game_of(user, *others, title="hansa"))
    mine, joined = game_of(user, "open", "open"), game_of(*UserFactory.create_batch(2), user)
    numbers = []

    def noted(number):
        numbers.append(number)
        return locked_game(number)

    monkeypatch.setattr(leaving, "locked_game", noted)
    close_account(user=user)
    assert numbers == [mine.pk, joined.pk]


# The admin closes accounts


@pytest.fixture
def staff():
    client = Client()
    sign_in_staff(client)
    return client


@pytest.mark.parametrize("bulk", [False, True])
def test_who_is_deleted_in_the_admin_freezes_no_game(staff, bulk):
    game = game_of_people()
    player = player_to_move(game)
    user = player.user
    done = play_out(game_of(user, "journeyman", "journeyman"))
    if bulk:
        url = "/admin/accounts/user/"
        sent = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
    else:
        url, sent = f"/admin/accounts/user/{user.pk}/delete/", {"post": "yes"}
        assert "protected" not in staff.get(url).content.decode()
    assert staff.post(url, sent).status_code == 302

    assert not User.objects.filter(pk=user.pk).exists()
    assert Game.objects.get(pk=done.pk).is_over
    asked = player_to_move(game)
    assert asked.user_id
    game = services.confirm(player=asked, version=asked.game.version, orders=["end"])
    assert game.is_running


def test_nobody_with_a_seat_is_deleted_in_any_other_way():
    user = Player.objects.filter(game=game_of_people()).first().user
    with pytest.raises(Exception, match="protected"):
        user.delete()
    with pytest.raises(Exception, match="protected"):
        User.objects.filter(pk=user.pk).delete()


def test_the_admin_shows_no_position_of_a_game(staff):
    game = game_of_people()
    Game.objects.filter(pk=game.pk).update(beginning=game.state)
    page = staff.get(f"/admin/play/game/{game.pk}/change/").text
    assert "field-options" in page
    assert "field-state" not in page
    assert "field-beginning" not in page


def test_the_admin_changes_nothing_that_a_game_stands_on(staff):
    """Every model of play is read only or not there; when a person rests is not edited either."""
    game = game_of_people()
    player = Player.objects.first()
    for path in ("game/add/", f"game/{game.pk}/delete/"):
        assert staff.get(f"/admin/play/{path}").status_code == 403
    changed = staff.post(f"/admin/play/game/{game.pk}/change/", {"name": "x"})
    assert changed.status_code in (403, 302)
    for model in ("move", "packedlog", "player", "draft", "holder", "note", "standingorder"):
        assert staff.get(f"/admin/play/{model}/").status_code == 404
    page = staff.get(f"/admin/accounts/user/{player.user_id}/change/").content.decode()
    assert 'name="time_zone"' not in page
    assert 'name="sleeps_from"' not in page
