"""A rematch of a finished game."""

import re
from dataclasses import fields

import pytest
from django.test import Client
from django.utils.translation import override

from games.accounts.models import User
from games.play import services
from games.play.errors import NoSeat
from games.play.forms.new_game import fields_of_rematch
from games.play.forms.terms import TermsForm, fields_of
from games.play.models import Game
from games.play.services import Terms, inviting
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_out
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return UserFactory(username="Ann")


@every_title
def test_the_same_people_play_on_the_same_terms_with_seats_turned(title: str, ann):
    ben = UserFactory(username="Ben")
    terms = Terms(hours=24, reaction_hours=12, agreement="everyone", rated=False)
    game = play_out(game_of(ann, "journeyman", ben, title=title, terms=terms, name="Sundays"))
    again = services.rematch(game=game, user=ann)
    assert again.name == "Sundays (rematch)"
    for name in ("title", "options", "private", "hours", "reaction_hours", "agreement", "rated"):
        assert getattr(again, name) == getattr(game, name)
    seats = [(each.user, each.bot, each.door) for each in again.players.order_by("seat")]
    assert seats == [(None, "journeyman", ""), (None, "", "invited"), (ann, "", "")]
    invitation = Letter.objects.get(kind="invitation")
    assert invitation.recipient == ben

    assert services.rematch(game=game, user=ben) == again, "both want the same game"
    again.refresh_from_db()
    assert again.is_running
    assert (at(again, 1).user, Game.objects.count()) == (ben, 2)
    assert services.rematch(game=game, user=ann) == again, "the button pressed twice"
    assert Letter.objects.filter(kind="invitation").count() == 1


def test_a_closed_account_and_a_limit_leave_the_others_their_rematch(ann, monkeypatch):
    ben, cid, dan = (UserFactory(username=name) for name in ("Ben", "Cid", "Dan"))
    game = play_out(game_of(ann, ben, cid, dan))
    # Staff can close an account without taking its seats in games that are over.
    User.objects.filter(pk=ben.pk).update(is_active=False)
    monkeypatch.setattr(inviting, "MOST_A_DAY", 1)
    again = services.rematch(game=game, user=ann)
    assert [letter.recipient for letter in Letter.objects.filter(kind="invitation")] == [cid]
    services.rematch(game=game, user=dan)
    assert {each.user for each in again.players.all()} == {ann, dan, None}
    assert [each.door for each in again.players.order_by("seat")].count("invited") == 2


def test_a_rematch_of_a_rematch_has_no_longer_name(ann):
    game = play_out(game_of(ann, "journeyman", "journeyman", name="x" * 60))
    again = play_out(services.rematch(game=game, user=ann))
    third = services.rematch(game=again, user=ann)
    assert again.name == third.name
    assert len(third.name) == 60
    assert again.pk != third.pk


def test_a_rematch_is_called_so_once_in_the_language_of_who_asks(ann):
    game = play_out(game_of(ann, "journeyman", "journeyman", name="Sonntags"))
    with override("de"):
        again = play_out(services.rematch(game=game, user=ann))
    assert again.name == "Sonntags (Revanche)"
    assert services.rematch(game=again, user=ann).name == "Sonntags (rematch)"


@pytest.mark.parametrize(
    "terms",
    [
        Terms(hours=24, reaction_hours=12, grace_hours=12, agreement="unanimous"),
        Terms(pace="bank", hours=5, bank_hours=50, reaction_hours=3, grace_hours=0, rated=False),
        Terms(on_timeout="bot", least_reliability=90, newcomers=False, rated_with_bots=True),
    ],
)
def test_a_form_filled_in_with_terms_gives_them(terms: Terms):
    form = TermsForm(fields_of(terms))
    assert form.is_valid()
    assert form.terms() == terms


def test_a_rematch_with_changes_begins_as_the_last_game_was(ann, client: Client):
    ben, cid = UserFactory(username="Ben"), UserFactory(username="Cid")
    options, terms = {"board": "britannia"}, Terms(hours=5, rated=False)
    game = game_of(ann, cid, "apprentice", ben, options=options, terms=terms, name="Sundays")
    game = play_out(game)
    User.objects.filter(pk=cid.pk).update(is_active=False)
    client.force_login(ann)
    page = client.get(f"/game/{game.pk}/")
    link = f"/game/new/?rematch={game.pk}"
    assert f'href="{link}"' in page.text
    form = client.get(link)
    assert "Rematch of" in form.text
    sent = fields_of_rematch(game, ann) | {"rematch": game.pk, "key": "k"}
    shown = form.context["form"]
    assert {name: shown[name].value() for name in ("seat_1", "friend_2")} == {
        "seat_1": "bot:apprentice",
        "friend_2": "Ben",
    }
    client.post("/game/new/", sent)
    again = services.rematch_of(game)
    assert again is not None
    assert (again.name, again.options) == ("Sundays (rematch)", game.options)
    for field in fields(Terms):
        assert getattr(again, field.name) == getattr(game, field.name), field.name
    seats = [(each.user, each.bot, each.door) for each in again.players.order_by("seat")]
    closed, bens = (None, "", "invited"), (None, "", "invited")
    assert seats == [closed, (None, "apprentice", ""), bens, (ann, "", "")]
    assert [letter.recipient for letter in Letter.objects.filter(kind="invitation")] == [ben]


def test_who_asks_second_joins_the_rematch_as_it_was_changed(ann, client: Client):
    ben, cid = UserFactory(username="Ben"), UserFactory(username="Cid")
    game = play_out(game_of(ann, ben, cid))
    sent = fields_of_rematch(game, ann) | {"option_board": "east", "rematch": game.pk, "key": "k"}
    client.force_login(ann)
    client.post("/game/new/", sent)
    client.post("/game/new/", sent | {"option_board": "britannia"})
    again = services.rematch_of(game)
    assert again is not None
    assert again.options["board"] == "east"
    page = client.get(f"/game/{game.pk}/").text
    assert f'href="{again.get_absolute_url()}"' in page
    assert "Join the rematch" not in page

    client.force_login(ben)
    page = client.get(f"/game/{game.pk}/").text
    told = r"Ann\W* asks for a rematch: Hansa Teutonica: The Eastern Hanseatic League\."
    assert re.search(told, page)
    assert "Join the rematch" in page
    answer = client.get(f"/game/new/?rematch={game.pk}", follow=True)
    assert "asked for a rematch already" in answer.text
    client.post(f"/game/{game.pk}/rematch")
    assert again.players.filter(user=ben).exists()
    assert Game.objects.count() == 2

    services.cancel_game(game=again, user=ann)
    page = client.get(f"/game/{game.pk}/").text
    assert ("Rematch with changes" in page, "Join the rematch" in page) == (True, False)
    client.post("/game/new/", fields_of_rematch(game, ben) | {"rematch": game.pk, "key": "k"})
    assert Game.objects.filter(creator=ben).exists()


def test_a_cancelled_rematch_is_not_joined(ann):
    ben = UserFactory()
    game = play_out(game_of(ann, ben, "journeyman"))
    services.cancel_game(game=services.rematch(game=game, user=ann), user=ann)
    with pytest.raises(NoSeat, match="was cancelled"):
        services.rematch(game=game, user=ben)


def test_who_may_not_ask_is_told_why(ann, client: Client):
    game = game_of(ann, "journeyman", "journeyman")
    with pytest.raises(NoSeat, match="isn't over"):
        services.rematch(game=game, user=ann)
    game = play_out(game)
    client.force_login(UserFactory())
    assert "Rematch" not in client.get(f"/game/{game.pk}/").text
    answer = client.post(f"/game/{game.pk}/rematch", follow=True)
    assert "Only the players of a game can ask for a rematch." in answer.text
    client.force_login(ann)
    assert "Rematch" in client.get(f"/game/{game.pk}/").text
    answer = client.post(f"/game/{game.pk}/rematch")
    assert answer.url == Game.objects.order_by("-pk")[0].get_absolute_url()
    client.force_login(UserFactory())
    answer = client.get(f"/game/new/?rematch={game.pk}", follow=True)
    assert "Only the players of a game can ask for a rematch." in answer.text
    assert client.get("/game/new/?rematch=99999999").status_code == 404
    assert client.get("/game/new/?rematch=x").status_code == 200
