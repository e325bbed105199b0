"""Staff see the site as a person does, for an hour, and never what they could use in a game."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import staff as staff_room
from games.accounts.models import StaffAct, User
from games.club.staff.see_as import SHOWN
from games.league.models import Entry
from games.play import services as play
from games.play.errors import NoSeat
from games.play.models import Game, Message, Player
from games.play.services import chat, staff
from tests.factories import UserFactory, sign_in_staff
from tests.hansa_site.test_doors import addresses
from tests.league.factories import EntryFactory, SeasonFactory
from tests.play.factories import game_of, game_of_people, play_out, player_to_move
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db

WHY = "They asked us to"


@pytest.fixture
def boss(client: Client) -> User:
    return sign_in_staff(client)


def see_as(client: Client, person: User, reason: str = WHY) -> Any:
    return client.post(f"/staff/person/{person.pk}/see-as", {"reason": reason}, follow=True)


def later(monkeypatch: pytest.MonkeyPatch, **span: float) -> None:
    moment = timezone.now() + timedelta(**span)
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_staff_see_the_site_as_a_person_and_change_nothing(client: Client, boss: User):
    game = game_of_people(3, private=True)
    person = player_to_move(game).user
    other = game.players.exclude(user=person).first()
    chat.say(player=other, text="Good day")
    assert client.get(f"/game/{game.pk}/").status_code == 404

    see_as(client, person, "")
    assert client.get(f"/game/{game.pk}/").status_code == 404
    see_as(client, person)
    act = StaffAct.objects.get()
    assert (act.kind, act.by, act.about) == ("see_as", boss, person)

    page = client.get(f"/game/{game.pk}/").text
    assert f"You see the site as {person.username} does, for 59\xa0minutes more" in page
    assert "Your turn" in page
    assert "Good day" in client.get(f"/game/{game.pk}/chat/").text
    assert Player.objects.get(user=person).seen_message == 0, "reading was undone"
    assert "data-pushes-of" not in page, "this browser is none of the person's devices"
    refused = (f"/game/{game.pk}/chat/say", f"/game/{game.pk}/leave", "/game/new/")
    for path in (*refused, "/post/devices/", "/post/devices/here/"):
        assert client.post(path, {"text": "I resign"}).status_code == 403
    own = ("/accounts/profile/", "/accounts/password/change/", "/feeds/", "/post/letters/when/")
    for path in (*own, "/post/devices/key/"):
        assert client.get(path).status_code == 403
    assert Message.objects.count() == 1

    client.post("/staff/stop-seeing")
    assert client.get(f"/game/{game.pk}/").status_code == 404
    assert boss.username in client.get("/").text


def test_what_is_shown_is_there() -> None:
    assert SHOWN - addresses().keys() == set()


def test_staff_see_a_person_s_seasons_and_enter_none(client: Client, boss: User):
    season = SeasonFactory(league__kind="cup", league__private=True)
    person = EntryFactory(season=season).user
    token, page = season.league.token, f"/leagues/{season.league.slug}/"
    see_as(client, person)
    shown = client.get(page).text
    assert "You're in" in shown
    assert token not in shown
    assert client.get(f"/cups/join/{token}/").status_code == 403
    assert client.post(f"{page}{season.number}/withdraw").status_code == 403
    assert Entry.objects.filter(user=person).exists()


@pytest.mark.parametrize("third", ["journeyman", "open"], ids=["running", "open"])
def test_staff_do_not_look_into_games_they_are_in(client: Client, boss: User, third: str):
    other = UserFactory()
    game_of(boss, other, third)
    assert "in the same game" in see_as(client, other).text
    assert not StaffAct.objects.exists()


def test_nor_into_one_that_they_left(client: Client, boss: User):
    """A bot plays for them, and the seat may be theirs again."""
    other = UserFactory()
    game = game_of(boss, other, "journeyman")
    staff.replace(game=game, seat=0, by=UserFactory(is_staff=True), reason=WHY)
    assert "in the same game" in see_as(client, other).text


def test_a_game_that_is_over_or_not_theirs_is_in_nobody_s_way(client: Client, boss: User):
    other = UserFactory()
    play_out(game_of(boss, other, "journeyman"))
    waiting = game_of(UserFactory(), boss, other, "open")
    play.leave(game=waiting, user=boss)
    see_as(client, other)
    assert "You see the site as" in client.get("/").text
    play.join(game=waiting, user=UserFactory())
    assert "You see the site as" in client.get("/").text


@pytest.mark.parametrize("door", ["open", "journeyman"], ids=["open", "running"])
def test_who_begins_to_play_with_them_sees_nothing_more(client: Client, boss: User, door: str):
    other = UserFactory()
    see_as(client, other)
    game = game_of(other, UserFactory(), "open", door)
    assert client.get(f"/game/{game.pk}/").status_code == 200
    play.join(game=game, user=boss)
    page = client.get(f"/game/{game.pk}/")
    assert page.status_code == 403
    assert "in the same game" in page.text
    assert game.name not in page.text
    assert boss.username in client.get("/").text, "they see the site as themselves again"


def test_who_has_seen_what_a_player_knows_does_not_join_their_game(client: Client, boss: User):
    other, gone = UserFactory(), UserFactory()
    game = game_of(other, gone, "journeyman")
    see_as(client, other)
    client.get(f"/game/{game.pk}/")
    client.post("/staff/stop-seeing")
    Player.objects.filter(game=game, user=gone).update(offered_at=timezone.now())
    with pytest.raises(NoSeat, match="seen the site as a player of this game"):
        play.join(game=game, user=boss)
    play.join(game=Game.objects.get(pk=game.pk), user=UserFactory())


def test_what_they_saw_before_it_began_is_no_secret_of_the_game(
    client: Client, boss: User, monkeypatch: pytest.MonkeyPatch
):
    other, gone = UserFactory(), UserFactory()
    see_as(client, other)
    later(monkeypatch, hours=1, seconds=1)
    game = game_of(other, gone, "journeyman")
    Player.objects.filter(game=game, user=gone).update(offered_at=timezone.now())
    play.join(game=game, user=boss)
    assert at(game, 1).user == boss


def test_it_ends_after_an_hour(client: Client, boss: User, monkeypatch: pytest.MonkeyPatch):
    game = game_of_people(3, private=True)
    person = player_to_move(game).user
    see_as(client, person)
    assert timedelta(hours=1) == staff_room.SEEING_LASTS
    later(monkeypatch, minutes=59)
    assert client.get(f"/game/{game.pk}/").status_code == 200
    later(monkeypatch, minutes=1)
    page = client.get(f"/game/{game.pk}/")
    assert page.status_code == 403
    assert f"seen the site as {person.username} for an hour" in page.text
    assert client.get(f"/game/{game.pk}/").status_code == 404
    assert StaffAct.objects.count() == 1


@pytest.mark.parametrize("change", [{"is_staff": True}, None], ids=["staff by now", "deleted"])
def test_it_ends_when_the_person_may_not_be_seen_any_more(
    client: Client, boss: User, change: dict[str, bool] | None
):
    person = UserFactory()
    see_as(client, person)
    if change:
        User.objects.filter(pk=person.pk).update(**change)
    else:
        person.delete()
    assert client.get("/").status_code == 403
    assert boss.username in client.get("/").text


def test_who_is_staff_no_longer_sees_only_their_own(client: Client, boss: User):
    person = UserFactory()
    see_as(client, person)
    User.objects.filter(pk=boss.pk).update(is_staff=False)
    page = client.get("/").text
    assert boss.username in page
    assert person.username not in page


@pytest.mark.parametrize("end", ["they stop", "the hour is over"])
def test_a_form_that_was_shown_as_the_person_is_not_sent_as_staff(
    boss: User, client: Client, monkeypatch: pytest.MonkeyPatch, end: str
):
    """A page in another tab still shows the person's seat when it has ended."""
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies  # the same browser
    other = UserFactory()
    game = game_of(UserFactory(), "open", "open")
    see_as(client, other)
    page = strict.get(f"/game/{game.pk}/").text
    token = re.search('"csrfmiddlewaretoken" value="(.*?)"', page)[1]
    form = {"csrfmiddlewaretoken": token}
    if end == "they stop":
        strict.post("/staff/stop-seeing", form)
    else:
        later(monkeypatch, minutes=61)
        assert strict.get("/").status_code == 403
    answer = strict.post(f"/game/{game.pk}/join", form)
    assert answer.status_code == 403
    assert not Player.objects.filter(user__in=[boss, other]).exists()
