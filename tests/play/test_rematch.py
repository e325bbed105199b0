"""A rematch of a finished game."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.play import services
from games.play.errors import NoSeat
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
