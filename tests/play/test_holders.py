"""Who sat where, move by move: log, links, records, letters and chat tell who it was then."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.bot_names import bot_name
from games.accounts.services import close_account
from games.play import services
from games.play.models import Change, Game, Holder, Player
from games.play.services import chat
from games.post.models import Letter
from games.rules import record
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, play_out, player_to_move
from tests.play.writing import write

pytestmark = pytest.mark.django_db


def act(player: Player, *orders: str) -> Game:
    player.refresh_from_db()
    version = Game.objects.get(pk=player.game_id).version
    return services.confirm(player=player, version=version, orders=orders)


def page(game: Game, path: str = "", user=None) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(f"/game/{game.pk}/{path}").content.decode()


def held(game: Game, seat: int) -> list[tuple]:
    """The holders of a seat in turn: name, moves, how they came and went."""
    rows = Holder.objects.filter(player__game=game, player__seat=seat)
    return [(row.name, row.first_move, row.end_move, row.came, row.went) for row in rows]


@pytest.fixture
def taken():
    """A game in which the first to move took income and lost the seat to somebody else.

    Returns the game, that player as they were, the heir and the number of the income.
    """
    game = game_of_people()
    first = player_to_move(game)
    game = act(first, "income 1t", "end")
    number = game.moves_made - 1
    chat.say(player=first, text="I take my income.")
    Player.objects.filter(pk=first.pk).update(offered_at=timezone.now())
    heir = UserFactory(username="Heir")
    services.join(game=game, user=heir)
    return Game.objects.get(pk=game.pk), first, heir, number


def test_the_log_tells_who_played_then(taken):
    game, first, _heir, _ = taken
    name = first.user.username
    for path in ("log/", ""):
        text = page(game, path)
        assert f"{name} takes a trader as income." in text
        assert f"Heir takes over from {name}." in text
        assert "Heir takes 1 trader" not in text


def test_the_link_to_a_move_tells_who_played_it(taken):
    game, first, _heir, number = taken
    name = first.user.username
    text = page(game, f"move/{number}/")
    assert f"{name} takes a trader as income." in text
    assert "Heir" not in text
    act(player_to_move(game), "end")
    assert f"Heir takes over from {name}." in page(game, f"move/{game.moves_made + 1}/")


def test_the_record_tells_every_holder_and_plays_again(taken):
    game, first, _heir, _number = taken
    read = record.read(page(game, "record.txt"))
    assert read.players[first.seat] == first.user.username
    assert read.holders == (record.Holder(first.seat, game.moves_made + 1, "Heir"),)


def test_a_letter_tells_who_played_then(taken):
    game, first, _heir, _ = taken
    name = first.user.username
    second = player_to_move(game)
    text = write(Letter.objects.get(kind="turn", recipient=second.user)).text
    assert f"{name} takes a trader as income." in text
    assert f"Heir takes over from {name}." in text


def test_the_score_sheet_tells_who_played():
    game = game_of(UserFactory(username="Ada"), "journeyman", "journeyman")
    player = player_to_move(game)
    act(player, "end")
    Player.objects.filter(pk=player.pk).update(offered_at=timezone.now())
    services.join(game=game, user=UserFactory(username="Heir"))
    number = Game.objects.get().moves_made + 1
    done = play_out(Game.objects.get())
    assert f"Red: Ada, from move {number} Heir." in page(done)
    over = write(Letter.objects.get(kind="over", recipient__username="Heir"))
    assert f"Red: Ada, from move {number} Heir." in over.text
    assert f"Red: Ada, from move {number} Heir." in over.html


def test_what_was_said_stays_with_who_said_it(taken):
    game, first, heir, _ = taken
    chat.say(player=Player.objects.get(user=heir), text="Here I am.")
    said = page(game, "chat/", first.user)
    assert authors(said) == ["Heir", first.user.username]


def authors(page: str) -> list[str]:
    """The authors of the messages on a page; a person's name is a link."""
    return re.findall(r"<b>\s*(?:<a [^>]*>)?\s*([^<]*?)\s*(?:</a>)?\s*</b>", page)


def test_who_takes_a_seat_over_has_not_read_what_was_said_from_it(taken):
    game, _first, heir, _ = taken
    assert "1 new message" in page(game, "chat/", heir)


def test_the_history_of_a_seat(taken):
    game, first, heir, _ = taken
    name, end = first.user.username, game.moves_made + 1
    assert held(game, first.seat) == [
        (name, 1, end, Change.SEATED, Change.TAKEN),
        ("Heir", end, None, Change.TAKEN, ""),
    ]
    close_account(user=heir)
    bot = bot_name(game.pk, first.seat)
    gone = f"Former player {first.seat + 1}"
    assert [row[0] for row in held(game, first.seat)] == [name, gone, bot]
    assert f"{gone} has closed their account. {bot}, a journeyman bot, plays on." in page(
        game, "log/"
    )


def test_a_person_whose_account_is_gone_is_named_nowhere(taken):
    game, first, heir, _ = taken
    name = first.user.username
    assert name in page(game)
    close_account(user=first.user)
    for path in ("", "log/", "record.txt", "chat/"):
        assert name not in page(game, path, heir)
    assert f"Former player {first.seat + 1} takes a trader as income." in page(game, "log/")
    assert f"Former player {first.seat + 1}" in authors(page(game, "chat/", heir))


def test_a_new_name_is_told_for_old_moves_too(taken):
    game, first, _heir, _ = taken
    page(game)
    first.user.username = "Renamed"
    first.user.save()
    assert "Renamed takes a trader as income." in page(game)


def test_who_comes_and_goes_before_a_game_begins_is_noted_and_not_told():
    guest, second = UserFactory(), UserFactory()
    game = game_of(UserFactory(), "journeyman", "open")
    services.join(game=game, user=guest)
    game = Game.objects.get()
    assert game.is_running

    game = game_of(UserFactory(), "journeyman", "invited", "open")
    services.join(game=game, user=guest)
    services.leave(game=game, user=guest)
    services.join(game=game, user=second)
    services.join(game=game, user=UserFactory(), invited=True)
    assert held(game, 3) == [
        (guest.username, 1, 1, Change.JOINED, Change.LEFT),
        (second.username, 1, None, Change.JOINED, ""),
    ]
    assert held(game, 2)[0][3] == Change.INVITED
    text = page(game, "log/")
    assert guest.username not in text
    assert not record.read(page(game, "record.txt")).holders


def test_pages_of_a_game_whose_seats_change_hands_cost_one_query_more(
    taken, django_assert_max_num_queries
):
    game, *_ = taken
    for path, most in (("", 5), ("log/", 5), ("move/3/", 7), ("record.txt", 5)):
        page(game, path)
        with django_assert_max_num_queries(most):
            page(game, path)
