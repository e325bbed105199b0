"""Seats: created, joined, left, filled; and the lobby that shows them."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.services import close_account
from games.bots import LEVELS
from games.play import services
from games.play.errors import NoSeat
from games.play.models import Event, Game, Player
from games.play.pages.thumbnails import picture_of
from games.play.pages.wording import set_up_of
from games.play.services import Terms
from games.post import services as post
from games.post.models import Letter
from games.ratings.anchors import set_anchors
from games.ratings.skill import Estimate
from games.rules import TITLES
from games.rules.errors import IllegalOptions
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of, game_of_people, play_on, play_out, player_to_move

pytestmark = pytest.mark.django_db


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_game_begins_when_its_last_seat_is_taken():
    game = game_of(UserFactory(), "open", "open")
    game = services.join(game=game, user=UserFactory())
    assert game.is_open
    game = services.join(game=game, user=UserFactory())

    assert game.is_running
    assert game.state


def test_joining_twice_takes_one_seat():
    user = UserFactory()
    game = game_of(UserFactory(), "open", "open")
    services.join(game=game, user=user)
    services.join(game=game, user=user)

    assert Player.objects.filter(user=user).count() == 1


def test_a_seat_kept_for_the_link_is_not_for_passers_by():
    game = game_of(UserFactory(), "journeyman", "invited")

    with pytest.raises(NoSeat, match="link"):
        services.join(game=game, user=UserFactory())
    assert services.join(game=game, user=UserFactory(), invited=True).is_running


def test_a_seat_can_be_left_before_the_game_begins():
    user = UserFactory()
    game = game_of(UserFactory(), user, "open")
    services.leave(game=game, user=user)

    assert Player.objects.get(seat=1).door == "open"
    assert signed_in(user).get("/").content.decode().count("Open games")


def test_only_its_creator_takes_a_game_back():
    creator, guest = UserFactory(), UserFactory()
    game = game_of(creator, guest, "open")
    with pytest.raises(NoSeat):
        services.cancel_game(game=game, user=guest)
    services.cancel_game(game=game, user=creator)

    assert Game.objects.get().status == "cancelled"
    with pytest.raises(NoSeat):
        services.join(game=game, user=UserFactory())


def test_six_players_are_refused_with_a_sentence():
    with pytest.raises(IllegalOptions, match="2 to 5"):
        game_of(UserFactory(), *["journeyman"] * 5)


def test_the_form_offers_only_what_goes_together():
    creator = signed_in(UserFactory())
    plain = creator.get("/game/new/?players=4").content.decode()
    east = creator.get("/game/new/?players=4&option_board=east").content.decode()
    two = creator.get("/game/new/?players=2").content.decode()

    assert "option_missions" in plain
    assert "option_missions" not in east
    assert "option_two_player" in two
    assert "option_two_player" not in plain
    assert "option_board" not in two


def test_what_does_not_go_together_is_refused_with_the_reason():
    creator = signed_in(UserFactory())
    seats = {f"seat_{seat}": "open" for seat in range(1, 4)} | {"seat_0": "me"}
    chosen = {"players": "4", "option_board": "east", "option_missions": "on"}
    page = creator.post("/game/new/", chosen | seats)

    assert "only for the board &#x27;hanse&#x27;" in page.content.decode()
    assert not Game.objects.exists()


def test_nobody_sits_twice():
    user = UserFactory()
    with pytest.raises(NoSeat, match="one seat"):
        game_of(user, user, "open")


def test_an_invitation_shows_first_and_seats_on_a_press():
    game = game_of(UserFactory(), "journeyman", "invited", private=True)
    guest = signed_in(UserFactory())
    url = f"/join/{game.token}/"

    assert guest.get(url).status_code == 200
    assert Player.objects.filter(door="invited").count() == 1
    assert guest.post(url).status_code == 302
    assert Game.objects.get().is_running


def test_an_invitation_shows_the_signed_out_the_game_and_two_ways_in():
    host = UserFactory(username="Hanna")
    game = game_of(host, "journeyman", "invited", name="Sundays")

    url = f"/join/{game.token}/"
    page = Client().get(url).text
    assert f"/accounts/login/?next={url}" in page
    for words in ("Hanna invites you", "Sundays", "Take my seat", "Learn in five minutes"):
        assert words in page
    assert f'action="{reverse("play:play-bots", args=[game.title])}"' in page
    assert "at one table" in page, "how long it takes"
    assert page.partition("<details")[2].count("When time runs out") == 1, "the terms are folded"
    # Nobody signs up for a seat that is not free.
    game.players.filter(door="invited").update(door="", bot="journeyman")
    assert "Take my seat" not in Client().get(url).text
    assert Client().post(url)["Location"].startswith("/accounts/login/")


SIGN_UP = {"username": "Otto", "email": "otto@example.net", "password1": PASSWORD}


@pytest.mark.parametrize("elsewhere", [False, True], ids=["same browser", "another browser"])
def test_signing_up_by_the_link_leads_to_its_seat(elsewhere, mailoutbox):
    game = game_of(UserFactory(), "journeyman", "invited", "invited", private=True)
    url, browser = f"/join/{game.token}/", Client()
    assert "letters and digits" in browser.post(url, SIGN_UP | {"username": "<b>"}).text
    assert "Check your email" in browser.post(url, SIGN_UP, follow=True).text
    assert "Otto" not in {player.name for player in game.players.all()}
    post.sweep()
    link = re.search(r"http://testserver(/accounts/confirm\S+)", mailoutbox[0].body)[1]
    if elsewhere:
        browser = Client()
    shown = browser.get(link)
    confirmed = browser.post(link, {"next": shown.context["redirect_field_value"]}, follow=True)
    if elsewhere:
        assert confirmed.redirect_chain[-1][0] == f"/accounts/login/?next={quote(url, safe='')}"
        signing_in = {"login": "Otto", "password": PASSWORD, "next": url}
        page = browser.post("/accounts/login/", signing_in, follow=True)
        assert page.redirect_chain[-1][0] == url
        browser.post(url)
    else:
        assert confirmed.redirect_chain[-1][0] == game.get_absolute_url()
    assert "Otto" in {player.name for player in game.players.all()}


def test_a_wrong_invitation_leads_nowhere():
    assert Client().get("/join/not-a-token/").status_code == 404


def test_the_lobby_shows_the_longest_wait_first():
    me = UserFactory()
    old = game_of(me, "journeyman", "journeyman", name="The old one")
    game_of(me, "journeyman", "journeyman", name="The new one")
    game_of(me, "open", "open", name="The open one")
    done = play_out(game_of(me, "random", "journeyman", name="The finished one"))
    page = signed_in(me).get("/").content.decode()

    places = [page.index(f"The {word} one") for word in ("old", "new", "open", "finished")]
    assert places == sorted(places)
    play_on(old, 1)
    player = player_to_move(old)
    services.confirm(player=player, version=player.game.version, orders=["end"])
    page = signed_in(me).get("/").content.decode()
    assert page.index("The new one") < page.index("The old one")
    assert done.is_over


def test_the_lobby_costs_the_same_for_many_games(django_assert_max_num_queries):
    me = UserFactory()
    for _ in range(6):
        game_of(me, "open", "open")
        game_of(UserFactory(), "open", "open")
    client = signed_in(me)

    with django_assert_max_num_queries(10):
        client.get("/")


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"seat_1": "me"}, "only one seat"),
        ({"private": "on"}, "no open seats"),
        ({f"seat_{seat}": "bot:journeyman" for seat in range(3)}, "needs at least one person"),
        ({"seat_1": "nonsense"}, "valid choice"),
    ],
)
def test_a_new_game_that_cannot_be_is_refused(wishes, sentence):
    data = {"title": "teutonica", "players": 3, "seat_0": "me", "seat_1": "open", "seat_2": "open"}
    page = signed_in(UserFactory()).post("/game/new/", data | wishes)

    assert sentence in page.content.decode()
    assert not Game.objects.exists()


def test_a_game_against_bots_begins_at_once():
    data = {"title": "teutonica", "players": 3, "seat_0": "me"}
    data |= {"seat_1": "bot:journeyman", "seat_2": "bot:merchant"}
    answer = signed_in(UserFactory()).post("/game/new/", data)

    assert answer["Location"] == Game.objects.get().get_absolute_url()
    assert Game.objects.get().is_running


def test_bots_are_offered_by_their_levels():
    set_anchors(
        "hansa", {"journeyman": Estimate(mean=0.5, deviation=0.05)}, games={"journeyman": 400}
    )
    client = signed_in(UserFactory())
    page = client.get("/game/new/?title=hansa").content.decode()
    for bot, level in LEVELS.items():
        assert f'<option value="bot:{bot}">Bot: {level.name}</option>' in page
        assert str(level.sentence) in page
    assert "bot:random" not in page
    assert "Journeyman: 1600 ± 10" in page
    other = client.get("/game/new/?title=teutonica", headers={"HX-Request": "true"})
    assert 'id="levels"' in other.content.decode(), "the strengths change with the title"
    assert "1600 ± 10" not in other.content.decode()


def test_a_forgotten_account_leaves_its_games():
    game = play_on(game_of_people(), 4)
    done = play_out(game_of(Player.objects.first().user, "journeyman", "journeyman"))
    leaver = Player.objects.filter(game=game).first().user
    waiting = game_of(leaver, "open", "open", name="Not begun")
    name = leaver.username
    close_account(user=leaver)

    game.refresh_from_db()
    assert game.is_running or game.is_over
    assert player_to_move(game).user_id
    for kept in (game, done):
        assert name not in Client().get(f"/game/{kept.pk}/").content.decode()
        assert name not in Client().get(f"/game/{kept.pk}/record.txt").content.decode()
    assert waiting.players.filter(door="open").count() == 3


NEW = {"title": "teutonica", "players": "3", "seat_0": "me", "seat_1": "open", "seat_2": "open"}


def test_the_same_form_sent_twice_makes_one_game():
    creator = signed_in(UserFactory())
    key = creator.get("/game/new/").context["form"].key
    once = creator.post("/game/new/", NEW | {"key": key})
    twice = creator.post("/game/new/", NEW | {"key": key})

    assert once["Location"] == twice["Location"] == Game.objects.get().get_absolute_url()


def test_a_form_that_was_changed_or_is_anothers_makes_another_game():
    creator = signed_in(UserFactory())
    key = creator.get("/game/new/").context["form"].key
    for client, more in (
        (creator, {}),
        (creator, {"name": "A second"}),
        (signed_in(UserFactory()), {}),
    ):
        client.post("/game/new/", NEW | {"key": key} | more)

    assert Game.objects.count() == 3


def test_asking_for_other_options_keeps_all_that_was_chosen():
    creator = signed_in(UserFactory())
    sent = NEW | {"players": "5", "seat_2": "invited", "seat_4": "bot:journeyman", "private": "on"}
    sent |= {"name": "A <b>name", "preset": "own", "hours": "36", "on_timeout": "bot"}
    form = creator.post("/game/new/", sent | {"show": "1"}).context["form"]

    assert not Game.objects.exists()
    assert not form.errors
    assert {name: str(form[name].value()) for name in sent if name in form.fields} == {
        name: value for name, value in sent.items() if name in form.fields
    }
    assert {name: form.terms[name].value() for name in ("preset", "hours", "on_timeout")} == {
        "preset": "own",
        "hours": "36",
        "on_timeout": "bot",
    }


def test_what_htmx_fetches_has_no_field_that_is_not_recomputed():
    creator = signed_in(UserFactory())
    chosen = {"players": "2", "seat_1": "invited", "name": "A name"}
    part = creator.get("/game/new/", chosen, headers={"HX-Request": "true"}).content.decode()

    names = set(re.findall(r'name="(\w+)"', part))
    assert {name for name in names if not name.startswith("option_")} == {
        "title",
        "players",
        "show",
    }
    assert "option_two_player" in names


@pytest.mark.parametrize("title", TITLES)
def test_a_value_that_is_no_longer_offered_gives_way_to_the_usual_one(title):
    chosen = {f"option_{option.name}": "gone" for option in TITLES[title].options()}
    page = signed_in(UserFactory()).get("/game/new/", chosen | {"title": title})

    form = page.context["form"]
    for option in form.options:
        assert form[f"option_{option.name}"].value() == option.default


def test_a_number_of_players_that_the_title_does_not_have_is_refused():
    page = signed_in(UserFactory()).post("/game/new/", NEW | {"title": "hansa", "players": "5"})

    assert "valid choice" in page.content.decode()
    assert not Game.objects.exists()


def test_an_event_gives_its_games_their_terms():
    event = Event.objects.create(name="Winter league", terms={"hours": 48, "rated": False})
    game = game_of(UserFactory(), UserFactory(), event=event, terms=Terms(hours=24, grace_hours=6))
    assert (game.hours, game.grace_hours, game.rated) == (48, 6, False)
    assert set_up_of(game, 2)[0] == "Part of Winter league"
    event.delete()
    assert Game.objects.get(pk=game.pk).event is None


def test_friends_are_invited_with_the_game(mailoutbox):
    me, anna = UserFactory(username="Me"), UserFactory(username="Anna")
    sent = NEW | {"seat_1": "friend", "friend_1": " anna ", "seat_2": "friend"}
    sent |= {"friend_2": "bert@example.org"}
    page = signed_in(me).post("/game/new/", sent, follow=True).content.decode()

    game = Game.objects.get()
    assert list(game.players.values_list("door", flat=True)) == ["", "invited", "invited"]
    assert Letter.objects.get(recipient=anna).kind == "invitation"
    assert "We&#x27;ve emailed Anna an invitation." in page
    assert "We&#x27;ve sent an invitation to bert@example.org." in page


@pytest.mark.parametrize(
    ("friend", "sentence"),
    [
        ("", "Enter your friend&#x27;s name"),
        ("Nobody", "Nobody here is called Nobody"),
        ("Anna", "only one seat"),
    ],
)
def test_a_friend_who_cannot_be_is_told_before_the_game_is_made(friend, sentence):
    UserFactory(username="Anna")
    sent = NEW | {"seat_1": "friend", "friend_1": "anna", "seat_2": "friend", "friend_2": friend}
    page = signed_in(UserFactory()).post("/game/new/", sent).content.decode()

    assert sentence in page
    assert not Game.objects.exists()


def test_a_group_is_offered_again():
    me, anna, bert = UserFactory(), UserFactory(username="Anna"), UserFactory(username="Bert")
    game_of(me, bert, anna)
    game_of(me, anna, bert)
    game_of(me, "journeyman", "journeyman")
    page = signed_in(me).get("/game/new/")

    (group,) = page.context["groups"]
    assert group.told == "Anna and Bert"
    sent = {"players": "3", "again": ",".join(group.names)}
    again = signed_in(me).post("/game/new/", sent).context["form"]
    assert [again[f"friend_{seat}"].value() for seat in (1, 2)] == ["Anna", "Bert"]
    assert [again[f"seat_{seat}"].value() for seat in range(3)] == ["me", "friend", "friend"]


def test_a_folded_mistake_is_unfolded():
    client = signed_in(UserFactory())
    page = client.post("/game/new/", NEW | {"preset": "own", "hours": "0"}).text
    assert '<details class="more agreed" open>' in page
    assert '<details class="more agreed">' in client.get("/game/new/").text


def test_the_creator_opens_closes_and_fills_free_seats():
    me = UserFactory()
    game = game_of(me, "open", "open")
    client = signed_in(me)
    client.post(f"/game/{game.pk}/seat/1", {"door": "invited"})
    assert game.players.get(seat=1).door == "invited"
    client.post(f"/game/{game.pk}/seat/1", {"door": "open"})
    assert game.players.get(seat=1).door == "open"
    client.post(f"/game/{game.pk}/seat/1", {"bot": "journeyman"})
    assert game.players.get(seat=1).bot == "journeyman"
    page = client.get(f"/game/{game.pk}/").content.decode()
    assert page.count("Give to a bot") == 1
    assert all(f'name="bot" value="{level}"' in page for level in LEVELS)
    client.post(f"/game/{game.pk}/seat/2", {"bot": "master"})
    assert Game.objects.get(pk=game.pk).is_running


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"bot": "nobody"}, "There is no such bot"),
        ({"door": "wide"}, "no open seats"),
        ({}, "no open seats"),
    ],
)
def test_a_seat_is_not_filled_with_anything(wish, sentence):
    me = UserFactory()
    game = game_of(me, "open", "open")
    page = signed_in(me).post(f"/game/{game.pk}/seat/1", wish, follow=True).content.decode()

    assert sentence in page
    assert Game.objects.get(pk=game.pk).players.get(seat=1).is_free


def test_only_the_creator_fills_seats_and_only_free_ones():
    me, other = UserFactory(), UserFactory()
    game = game_of(me, other, "open")
    with pytest.raises(NoSeat, match="creator"):
        services.fill_seat(game=game, user=other, seat=2, bot="journeyman")
    with pytest.raises(NoSeat, match="taken"):
        services.fill_seat(game=game, user=me, seat=1, bot="journeyman")
    private = game_of(me, "invited", "invited", private=True)
    with pytest.raises(NoSeat, match="private"):
        services.fill_seat(game=private, user=me, seat=1, door="open")


def test_a_card_shows_the_board_and_who_won():
    me = UserFactory(username="Me")
    done = play_out(game_of(me, "journeyman", title="hansa"))
    page = signed_in(me).get("/").content.decode()

    assert '<img src="/en/boards/hansa/baltic.png"' in page
    assert page.count('<span class="winner">won</span>') == done.players.filter(place=1).count()


def test_a_card_that_was_drawn_before_follows_what_it_shows():
    me = UserFactory(username="Me")
    game = game_of(me, "journeyman", name="Old name")
    assert "Old name" in signed_in(me).get("/").text

    game.name = "New name"
    game.save()
    page = signed_in(me).get("/").text
    assert "New name" in page
    assert "Old name" not in page


def test_open_games_load_later_for_people_who_play():
    other = game_of(UserFactory(), "open", "open", name="Still free")
    me = UserFactory()
    assert other.name in signed_in(me).get("/").text

    game_of(me, "journeyman")
    page = signed_in(me).get("/").text
    assert other.name not in page
    assert 'hx-get="/games/"' in page
    assert '<a href="/games/">Open games</a>' in page
    part = signed_in(me).get("/games/", headers={"HX-Request": "true"})
    assert part["X-Fragment"]
    assert other.name in part.text
    assert "<html" not in part.text


@pytest.mark.parametrize("title", TITLES)
def test_every_table_has_a_picture_of_its_board(title):
    for table in TITLES[title].setups():
        answer = Client().get(picture_of(title, table.options, table.players))
        assert answer.content.startswith(b"\x89PNG")
        assert len(answer.content) < 40_000


@pytest.mark.parametrize("path", ["hansa/hanse-45", "chess/board", "teutonica/baltic"])
def test_there_is_no_picture_of_another_board(path):
    assert Client().get(f"/boards/{path}.png").status_code == 404


def test_games_to_watch_are_called_by_their_people_and_board():
    host, other = UserFactory(username="Anna"), UserFactory(username="Bert")
    game_of(host, other, "journeyman", "journeyman", name="Your game", options={"board": "east"})
    shown = Client().get("/").text.partition("Games to watch")[2]
    assert "Anna, Bert and 2 bots" in shown
    assert "Hansa Teutonica: The Eastern" in shown
    assert "Your game" not in shown
