"""The link in a letter: one game, one person, two weeks, and only by a press on the button."""

import pytest
from django.contrib.sessions.models import Session
from django.core import signing
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.play import visits
from games.play.models import Draft, Game
from tests.factories import UserFactory
from tests.play.factories import game_of_people, player_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    return player_to_move(game_of_people(private=True))


def link(player):
    return visits.visit_url(player.user, player.game).removeprefix("http://testserver")


def order(client, player, **kwargs):
    """Draft an order as the page does."""
    form = {"version": player.game.version, "draft_version": 0, "order": "income 1t"}
    return client.post(reverse("play:order", args=[player.game_id]), form, **kwargs)


def everything():
    """All that a visit could change."""
    rows = [Game.objects.values(), Draft.objects.values(), User.objects.values()]
    return [list(row) for row in rows], Session.objects.count()


def test_looking_at_the_link_changes_nothing(client, player):
    before = everything()
    page = client.get(link(player))

    assert f"as {player.user.username}" in page.content.decode()
    assert everything() == before
    assert not client.session.keys()
    assert client.get(player.game.get_absolute_url()).status_code == 404


def test_the_press_opens_the_table_and_lets_its_player_play(client, player):
    response = client.post(link(player), follow=True)
    assert response.redirect_chain == [(player.game.get_absolute_url(), 302)]
    assert response.context["table"].asked

    order(client, player)
    assert Draft.objects.get(player=player).orders == ["income 1t"]


def test_every_other_page_is_that_of_a_stranger(client, player):
    client.post(link(player))
    other = game_of_people(private=True)
    other.players.filter(seat=0).update(user=player.user)

    assert client.get(other.get_absolute_url()).status_code == 404
    for name in ("accounts:profile", "play:create", "post:letters", "account_change_password"):
        response = client.get(reverse(name))
        assert response.status_code == 302
        assert "login" in response.url
    assert not client.get(reverse("play:lobby")).wsgi_request.user.is_authenticated
    assert "_auth_user_id" not in client.session


def test_one_browser_visits_several_games(client, player):
    other = player_to_move(game_of_people(private=True))
    client.post(link(player))
    client.post(link(other))

    for each in (player, other):
        page = client.get(each.game.get_absolute_url())
        assert page.wsgi_request.user == each.user


def test_a_link_ends_after_two_weeks(client, player, monkeypatch):
    address = link(player)
    client.post(address)
    now = timezone.now().timestamp()
    late = now + visits.LASTS.total_seconds() + 1
    monkeypatch.setattr("django.core.signing.time.time", lambda: late)

    assert client.get(address).status_code == 410
    assert client.post(address).status_code == 410
    assert client.get(player.game.get_absolute_url()).status_code == 404


def test_another_password_ends_it_at_once(client, player):
    address = link(player)
    client.post(address)
    player.user.set_password("eight-herrings")
    player.user.save()

    assert client.get(player.game.get_absolute_url()).status_code == 404
    assert client.post(address).status_code == 410


def test_a_closed_account_ends_it(client, player):
    client.post(link(player))
    User.objects.filter(pk=player.user_id).update(is_active=False)

    assert client.get(player.game.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("at", [0, 10, -1, -30])
def test_a_token_that_was_touched_is_worth_nothing(client, player, at):
    token = visits.token_of(player.user, player.game)
    letter = "A" if token[at] != "A" else "B"
    cut = at % len(token)
    touched = token[:cut] + letter + token[cut + 1 :]

    assert visits.read(touched) is None
    assert client.post(reverse("play:visit", args=[touched])).status_code == 410


def test_what_the_site_signed_for_something_else_is_no_visit(player):
    value = [player.user_id, player.game_id, player.user.get_session_auth_hash()[:16]]

    assert visits.read(signing.dumps(value)) is None
    assert visits.read(signing.dumps("x", salt="games.play.visit")) is None


def test_somebody_else_stays_who_he_is(client, player):
    stranger = UserFactory()
    client.force_login(stranger)
    page = client.get(link(player))

    assert f"You're signed in as {stranger.username}" in page.content.decode()
    assert client.post(link(player)).status_code == 403
    assert client.get(player.game.get_absolute_url()).status_code == 404


def test_who_is_signed_in_anyway_goes_straight_to_the_table(client, player):
    client.force_login(player.user)

    assert client.get(link(player)).url == player.game.get_absolute_url()


def test_a_seat_that_was_given_up_is_no_longer_visited(client, player):
    client.post(link(player))
    player.game.players.filter(pk=player.pk).update(user=UserFactory())
    # Who created a game sees it without a seat too.
    Game.objects.update(creator=None)

    assert client.get(player.game.get_absolute_url()).status_code == 404
    assert client.get(link(player)).status_code == 404


def test_a_visit_is_left(client, player):
    client.post(link(player))
    client.post(reverse("play:leave-visit", args=[player.game_id]))

    assert client.get(player.game.get_absolute_url()).status_code == 404


def test_times_at_the_table_are_the_guests_own(client, player, monkeypatch):
    User.objects.filter(pk=player.user_id).update(time_zone="Asia/Tokyo")
    client.post(link(player))
    seen = []

    def note_zone(**_):
        seen.append(timezone.get_current_timezone_name())
        raise Http404

    monkeypatch.setattr("games.play.views.table.enter", note_zone)
    client.get(player.game.get_absolute_url())
    assert seen == ["Asia/Tokyo"]


def test_the_language_chosen_in_the_browser_wins_over_the_account(client, player):
    User.objects.filter(pk=player.user_id).update(language="de")
    client.post(link(player))
    table = player.game.get_absolute_url()
    page = client.get(table)
    assert page["Content-Language"] == "de"
    assert 'name="language" value="en"' in page.text

    sent = {"language": "en", "back": table}
    answer = client.post(reverse("accounts:language"), sent, follow=True)
    assert answer.redirect_chain == [(table, 302)]
    assert answer["Content-Language"] == "en"
    assert User.objects.get(pk=player.user_id).language == "de"
    client.force_login(player.user)
    assert client.get(table)["Content-Language"] == "de"
