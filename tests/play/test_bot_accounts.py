"""Bot accounts at tables: who may seat them, where it is told, and what their seats may do."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import bot_accounts, people
from games.accounts.models import PersonalToken, User
from games.play import services
from games.play.errors import NoSeat
from games.play.models import Game, Player, Status
from games.play.pages.groups import groups_of
from games.play.seat_history import SeatHistory
from games.play.services import Terms, inviting
from games.play.services import bot_accounts as at_tables
from games.play.services.bot_accounts import seatable_by
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.bot_accounts import bot_account
from tests.play.factories import FIRST, game_of, play_out
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

RATED = Terms(rated_with_bots=True)


@pytest.fixture
def anna() -> User:
    return UserFactory(username="Anna")


@pytest.fixture
def robo(anna) -> User:
    return bot_account("Robo", anna)


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def wish(*seats: str, **more: str) -> dict[str, str]:
    """The form of a new game with these seats."""
    chosen = {f"seat_{number}": seat for number, seat in enumerate(seats)}
    return {"title": "hansa", "players": str(len(seats)), **chosen, **more}


def test_a_host_seats_one_and_everybody_is_told_whose_it_is(robo) -> None:
    host = UserFactory()
    client = browser(host)
    page = client.get(reverse("play:create")).text
    assert "Bot of Anna: Robo" in page
    client.post(reverse("play:create"), wish("me", f"account:{robo.pk}", "open"))
    game = Game.objects.get()
    assert (game.rated, game.is_open) == (False, True)
    room = client.get(game.get_absolute_url()).text
    assert "bot of Anna" in room
    assert "a friendly game" in room
    other = browser(guest := UserFactory())
    assert "bot of" in other.get(reverse("play:invitation", args=[game.token])).text
    services.join(game=game, user=guest)
    for url in (game.get_absolute_url(), reverse("play:lobby")):
        assert "bot of Anna" in client.get(url, follow=True).text
    over = play_out(game)
    assert "bot of Anna" in client.get(over.get_absolute_url()).text
    assert "Bot of" in client.get(reverse("club:person", args=["Robo"])).text
    assert not groups_of(host)[1] or "Robo" not in groups_of(host)[1]
    assert not Letter.objects.filter(recipient=robo).exclude(state="unwanted").exists()


def test_who_may_seat_it_and_when(anna, robo) -> None:
    own = bot_account("Own", anna, by_all=False)
    host, foe, apart = UserFactory.create_batch(3)
    people.block(user=foe, other=robo)
    people.block(user=anna, other=apart)

    def seen_by(person: User) -> set[str]:
        return set(seatable_by(person).values_list("username", flat=True))

    assert [seen_by(each) for each in (anna, host, foe, apart)] == [
        {"Robo", "Own"}, {"Robo"}, set(), set(),
    ]  # fmt: skip
    # Bots of one owner may play each other.
    assert seen_by(own) == {"Robo", "Own"}
    PersonalToken.objects.filter(user=robo).update(last_used_at=timezone.now() - timedelta(hours=2))
    assert seen_by(host) == set()
    with pytest.raises(NoSeat, match="can't play at the moment"):
        game_of(host, robo, "journeyman", title="hansa")
    page = browser(host).post(
        reverse("play:create"), wish("me", f"account:{robo.pk}", "bot:journeyman")
    )
    assert "not a valid choice for a seat" in page.text
    assert not Game.objects.exists()


def test_it_has_only_so_many_games(anna, robo, monkeypatch) -> None:
    monkeypatch.setattr(at_tables, "MOST_GAMES", 2)
    for _ in range(2):
        game = game_of(anna, robo, "open", title="hansa")
    assert robo not in seatable_by(anna)
    services.cancel_game(game=game, user=anna)
    assert robo in seatable_by(anna)


@pytest.mark.parametrize("seats", [
    ("me", "account:{robo}", "account:{robo}"), ("here", "account:{robo}", "here"),
    ("account:{robo}", "bot:journeyman", "bot:journeyman"), ("me", "account:0", "open"),
    ("me", "account:x", "open"),
])  # fmt: skip
def test_what_cannot_be_a_table_is_refused(robo, seats) -> None:
    names = {"friend_0": "Ann", "friend_2": "Bea"}
    sent = wish(*(seat.format(robo=robo.pk) for seat in seats), **names)
    page = browser(UserFactory()).post(reverse("play:create"), sent)
    assert "errorlist" in page.text
    assert not Game.objects.exists()


def test_it_is_rated_among_people_if_they_agree(anna, robo) -> None:
    host, guest = UserFactory.create_batch(2)
    sent = wish("me", f"account:{robo.pk}", "open", rated_with_bots="on")
    client = browser(host)
    short = client.get(
        reverse("play:create"), sent, headers={"HX-Request": "true", "HX-Target": "in-short"}
    )
    assert "friendly" not in short.text
    client.post(reverse("play:create"), sent)
    game = Game.objects.get()
    assert game.rated
    assert game.rated_with_bots
    assert (
        "rated among its people, although a bot account plays"
        in browser(guest).get(game.get_absolute_url()).text
    )
    with pytest.raises(NoSeat, match="A bot of yours plays"):
        services.join(game=game, user=anna)
    services.join(game=game, user=guest)
    assert Game.objects.get().is_running


def test_without_two_people_or_a_word_it_is_friendly(anna, robo) -> None:
    host = UserFactory()
    assert not game_of(host, robo, "journeyman", title="hansa", terms=RATED).rated
    assert not game_of(host, robo, "open", title="hansa").rated
    assert not game_of(host, robo, "open", title="hansa").rated_with_bots
    with pytest.raises(NoSeat, match="nobody can have two seats"):
        game_of(anna, robo, "open", title="hansa", terms=RATED)
    second = bot_account("Second", anna)
    with pytest.raises(NoSeat, match="nobody can have two seats"):
        game_of(host, robo, second, "open", title=FIRST, terms=RATED)


def test_it_is_friendly_once_bots_have_the_seats_of_all_people_but_one(robo) -> None:
    host = UserFactory()
    game = game_of(host, robo, "open", "open", title=FIRST, terms=RATED)
    assert services.fill_seat(game=game, user=host, seat=2, bot="journeyman").rated_with_bots
    game = services.fill_seat(game=game, user=host, seat=3, bot="journeyman")
    assert game.is_running
    assert (game.rated, game.rated_with_bots) == (False, False)


def test_it_takes_no_seat_on_its_own_and_is_never_with_who_blocked_it(robo) -> None:
    host, foe = UserFactory.create_batch(2)
    game = game_of(host, "open", "open", title="hansa")
    with pytest.raises(NoSeat, match="takes no seat on its own"):
        services.join(game=game, user=robo)
    with_robo = game_of(host, robo, "open", title="hansa")
    people.block(user=foe, other=robo)
    with pytest.raises(NoSeat, match="No free seat"):
        services.join(game=with_robo, user=foe)
    with pytest.raises(NoSeat, match="No player has that name"):
        inviting.invite(game=game, host=host, name="Robo")


def test_it_has_no_vote(robo) -> None:
    host, other = UserFactory.create_batch(2)
    game = game_of(host, other, robo, title="hansa")
    seats = {player.user_id: player for player in game.players.with_waits()}
    vote = services.open_vote(player=seats[host.pk], kind="pause")
    assert {player.user_id for player in vote.voters(list(seats.values()))} == {host.pk, other.pk}
    services.cast(player=seats[other.pk], vote_id=vote.pk, choice="yes")
    assert Game.objects.get(pk=game.pk).paused


def test_the_last_person_who_leaves_ends_the_game(robo) -> None:
    host = UserFactory()
    game = game_of(host, robo, "journeyman", title="hansa")
    services.leave(game=game, user=host)
    assert Game.objects.get().status == Status.CANCELLED


def test_whose_bots_have_played_is_read_at_once(robo, django_assert_num_queries) -> None:
    bots = [robo, bot_account("Mecha")]
    game = game_of(*UserFactory.create_batch(2), *bots, title=FIRST)
    services.leave(game=game, user=game.creator)
    game, players = Game.objects.get(), list(Player.objects.at_table(game))
    with django_assert_num_queries(1):
        assert "bot of Anna" in SeatHistory.of(game, players).levels_at(0)


def test_its_clock_is_that_of_a_person(timepiece: Timepiece) -> None:
    host, other = UserFactory.create_batch(2)
    robo = bot_account()
    game = game_of(host, other, robo, title="hansa", terms=Terms(hours=24, on_timeout="bot"))
    for _ in range(12):
        timepiece.sweep(days=2)
    mine = game.players.get(user=robo)
    assert mine.timeouts
    assert mine.offered_at
    assert not Letter.objects.filter(recipient=robo).exclude(state="unwanted").exists()


def test_a_rematch_seats_it_again_while_it_is_awake(robo) -> None:
    host, other = UserFactory.create_batch(2)
    over = play_out(game_of(host, other, robo, title="hansa"))
    again = services.rematch(game=over, user=host)
    assert again.players.filter(user=robo).exists()
    assert not again.invitations.filter(guest=robo).exists()
    bot_accounts.set_seated_by_all(owner=robo.owner, number=robo.pk, allowed=False)
    over = play_out(game_of(robo.owner, robo, other, title="hansa"))
    again = services.rematch(game=over, user=other)
    assert not again.players.filter(user=robo).exists()
    assert again.players.filter(door="invited").count() == 2
