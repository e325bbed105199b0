"""Guests: one press from the front page to a table with bots, without an account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import pruning
from games.accounts.models import User
from games.bots import LEVELS
from games.play import services
from games.play.errors import NoSeat
from games.play.models import Draft, Game, Wait
from games.play.policies import FOR_MEMBERS
from games.play.services.bot_games import MOST_OF_GUEST
from games.post import services as post
from games.post.models import Letter
from games.ratings.models import Rating
from games.study.models import Plan
from tests.factories import UserFactory
from tests.play.factories import play_on

pytestmark = pytest.mark.django_db

TITLES = ("teutonica", "hansa")


def play_now(client: Client, title: str = "hansa") -> Game:
    """The game that 'Play now' leads to."""
    response = client.post(reverse("play:play-bots", args=[title]), follow=True)
    assert response.status_code == 200
    return Game.objects.get(pk=int(response.request["PATH_INFO"].split("/")[2]))


def guest(client: Client, title: str = "hansa") -> tuple[User, Game]:
    game = play_now(client, title)
    return User.objects.get(guest=True), game


def first_order(page: str) -> str:
    """An order that the page offers."""
    return page.split('name="order" value="', 1)[1].split('"', maxsplit=1)[0]


@pytest.mark.parametrize("title", TITLES)
def test_one_press_leads_to_the_first_order(client, title):
    front = client.get("/").content.decode()
    assert reverse("play:play-bots", args=[title]) in front
    user, game = guest(client, title)
    page = client.get(game.get_absolute_url()).content.decode()
    assert game.is_running
    assert [player.bot for player in game.players.all()] == ["", "journeyman", "journeyman"]
    assert game.private
    assert not game.rated
    order = first_order(page)
    fields = {"order": order, "version": game.version, "draft_version": 0}
    client.post(f"{game.get_absolute_url()}order", fields)
    assert Draft.objects.get(player__user=user).orders == [order]


def test_pressing_twice_makes_one_table(client):
    user, game = guest(client)
    assert play_now(client) == game
    play_on(game, 12)
    assert play_now(client) != game
    assert User.objects.get(guest=True) == user


@pytest.mark.parametrize("level", LEVELS)
def test_a_guest_chooses_the_level_of_the_bots(client, level):
    assert f'name="bot" value="{level}"' in client.get("/").text
    form = {"bot": level}
    client.post(reverse("play:play-bots", args=["hansa"]), form)
    client.post(reverse("play:play-bots", args=["hansa"]), form)
    game = Game.objects.get()
    assert [player.bot for player in game.players.order_by("seat")][1:] == [level] * 2
    assert client.post(reverse("play:play-bots", args=["hansa"]), {"bot": "x"}).status_code == 404


def test_a_person_with_an_account_plays_bots_too(client):
    person = UserFactory()
    client.force_login(person)
    game = play_now(client, "teutonica")
    assert game.players.get(seat=0).user == person
    assert game.rated
    assert not User.objects.filter(guest=True).exists()


def test_the_game_after_the_guided_one_is_not_rated(client):
    client.force_login(UserFactory())
    rated = play_now(client, "hansa")
    form = {"friendly": "1"}
    client.post(reverse("play:play-bots", args=["hansa"]), form)
    friendly = Game.objects.exclude(pk=rated.pk).get()
    assert (rated.rated, friendly.rated) == (True, False)
    client.post(reverse("play:play-bots", args=["hansa"]), form)
    assert Game.objects.count() == 2
    assert play_now(client, "hansa") == rated


def test_the_browser_remembers_the_guest_on_their_games_only(client):
    user, game = guest(client)
    mine = client.get("/").content.decode()
    assert game.get_absolute_url() in mine
    assert Client().get(game.get_absolute_url()).status_code == 404
    for page in ("accounts:profile", "play:create", "post:letters", "account_email"):
        assert client.get(reverse(page))["Location"].startswith("/accounts/login/")
    assert client.get(reverse("account_signup")).status_code == 200
    assert client.get(reverse("club:person", args=[user.username])).status_code == 404


def test_nothing_links_to_a_page_about_a_guest(client):
    user, game = guest(client)
    for page in ("/", game.get_absolute_url(), f"{game.get_absolute_url()}chat/"):
        shown = client.get(page).content.decode()
        assert user.username in shown
        assert reverse("club:person", args=[user.username]) not in shown


def test_a_guest_reads_their_plan_as_text(client):
    _, game = guest(client)
    place = f"{game.get_absolute_url()}plan/m{game.moves_made}/"
    page = client.post(f"{place}act", {"act": "bot"}, follow=True).content.decode()
    text = reverse("study:plan-text", args=[Plan.objects.get().pk])
    assert f'href="{text}"' in page
    assert client.get(text).content.startswith(b"[")
    assert Client().get(text)["Location"].startswith("/accounts/login/")


def test_guests_play_bots_only(client):
    user, _ = guest(client)
    open_game = services.create_game(
        creator=UserFactory(),
        title="hansa",
        options={},
        seats=[services.SeatPlan(door="open"), services.SeatPlan(door="open")],
    )
    answer = client.post(reverse("play:join", args=[open_game.pk]), follow=True)
    assert str(FOR_MEMBERS) in answer.content.decode().replace("&#x27;", "'")
    assert not open_game.players.filter(user=user).exists()
    host = UserFactory()
    own = services.create_game(
        creator=host,
        title="hansa",
        options={},
        seats=[services.SeatPlan(user=host), services.SeatPlan(door="open")],
    )
    client.force_login(host)
    client.post(reverse("play:invite", args=[own.pk]), {"name": user.username})
    assert not Letter.objects.filter(recipient=user).exclude(state=Letter.State.UNWANTED).exists()


def test_a_guest_gets_no_letter_and_no_rating(client, mailoutbox):
    _, game = guest(client)
    play_on(game, 2000)
    assert Game.objects.get(pk=game.pk).is_over
    assert set(Letter.objects.values_list("state", flat=True)) <= {
        Letter.State.UNWANTED,
        Letter.State.SUPERSEDED,
    }
    assert mailoutbox == []
    assert not Rating.objects.exists()


def test_a_guest_plays_so_many_games(client):
    user, game = guest(client)
    Game.objects.filter(pk=game.pk).update(hours=24)
    for _ in range(MOST_OF_GUEST - 1):
        made = services.play_bots(user=user, title="hansa")
        Game.objects.filter(pk=made.pk).update(hours=24)
    with pytest.raises(NoSeat, match="Finish one"):
        services.play_bots(user=user, title="hansa")


def test_guests_of_one_address_are_limited(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "1/h/ip"}
    play_now(Client())
    answer = Client().post(reverse("play:play-bots", args=["hansa"]), follow=True)
    assert "Many guests came from your network" in answer.content.decode()
    assert User.objects.filter(guest=True).count() == 1


def sign_up(client: Client, name: str, email: str = "new@example.org") -> None:
    fields = {"username": name, "email": email, "password1": "Ti8-long-enough"}
    client.post(reverse("account_signup"), fields)
    post.sweep()


def confirm(client: Client, mail: object) -> None:
    link = next(word for word in mail.body.split() if "confirm-email" in word)
    client.post("/" + link.split("/", 3)[3])


def test_signing_up_keeps_the_games(client, mailoutbox):
    user, game = guest(client)
    sign_up(client, "Anna")
    # Until the address is confirmed, the guest plays on in this browser.
    assert client.get(game.get_absolute_url()).status_code == 200
    confirm(client, mailoutbox[0])
    person = User.objects.get(username="Anna")
    assert person.pk == user.pk
    assert not person.guest
    page = client.get(reverse("accounts:profile"))
    assert page.status_code == 200
    assert client.get(game.get_absolute_url()).status_code == 200
    assert game.players.get(seat=0).name == "Anna"


def test_a_guest_may_keep_their_name(client, mailoutbox):
    user, _ = guest(client)
    sign_up(client, user.username)
    confirm(client, mailoutbox[0])
    assert not User.objects.get(username=user.username).guest


def test_a_mistyped_address_is_mended_by_signing_up_again(client, mailoutbox):
    user, _ = guest(client)
    sign_up(client, "Anna", "wrong@example.org")
    sign_up(client, "Anna", "right@example.org")
    confirm(client, mailoutbox[-1])
    person = User.objects.get(username="Anna")
    assert person.pk == user.pk
    assert person.confirmed_address() == "right@example.org"


def test_signing_in_as_someone_ends_the_guest_here(client):
    _, game = guest(client)
    client.force_login(UserFactory())
    assert client.get(game.get_absolute_url()).status_code == 404


@pytest.mark.parametrize(("days", "there"), [(29, True), (31, False)])
def test_an_unclaimed_guest_is_forgotten(client, days, there):
    user, game = guest(client)
    User.objects.filter(pk=user.pk).update(last_login=timezone.now() - timedelta(days=days))
    pruning.prune(float("inf"))
    assert User.objects.filter(pk=user.pk).exists() == there
    assert Game.objects.get(pk=game.pk).is_running == there
    assert client.get(game.get_absolute_url()).status_code == (200 if there else 404)
    assert client.get("/").status_code == 200


def test_being_here_is_noted_once_a_day(client):
    user, game = guest(client)
    before = timezone.now() - timedelta(days=2)
    User.objects.filter(pk=user.pk).update(last_login=before)
    client.get(game.get_absolute_url())
    assert User.objects.get(pk=user.pk).last_login > before


def test_nobody_plays_a_title_that_is_not_there(client):
    assert client.post(reverse("play:play-bots", args=["chess"])).status_code == 404


def test_no_clock_is_shown_that_waits_for_nobody(client):
    _, game = guest(client)
    assert "left, until" not in client.get(game.get_absolute_url()).text
    assert "left, until" not in client.get("/").text
    Game.objects.update(rated=True)
    assert "left, until" in client.get(game.get_absolute_url()).text
    assert "left, until" in client.get("/").text
    Game.objects.update(rated=False)
    game.players.filter(seat=1).update(bot="", user=UserFactory())
    assert "left, until" in client.get(game.get_absolute_url()).text
    # Once time is up, it matters after all.
    game.players.filter(seat=1).update(bot="journeyman", user=None)
    Wait.objects.update(warned_at=timezone.now(), grace_until=timezone.now() + timedelta(hours=1))
    assert "Grace period until" in client.get(game.get_absolute_url()).text
    assert "Grace period until" in client.get("/").text


@pytest.mark.parametrize(
    ("chosen", "browser", "shown"),
    [
        ("", "Asia/Tokyo", "21:00"),
        ("", "Middle/Earth", "12:00"),
        ("", "", "12:00"),
        ("America/Lima", "Asia/Tokyo", "07:00"),
    ],
)
def test_times_are_in_the_zone_of_the_browser_until_one_is_chosen(client, chosen, browser, shown):
    if chosen:
        client.force_login(UserFactory(time_zone=chosen))
    client.cookies["zone"] = browser
    game = play_now(client)
    noon = timezone.now().replace(hour=12, minute=0)
    Wait.objects.update(warned_at=noon, grace_until=noon)
    for page in (game.get_absolute_url(), "/"):
        assert shown in client.get(page).text.partition("Grace period until")[2][:30]
