"""The email about a turn is not sent to whoever has seen it on the site."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.play.models import Wait
from games.post import services as post
from games.post.models import Letter, Schedule
from games.post.services.delivery import SEEN
from tests.play.factories import game_of_people, player_to_move

pytestmark = pytest.mark.django_db

IN_VIEW = {"HX-Request": "true", "X-In-View": "yes"}
HIDDEN = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def two_minutes(settings):
    settings.UNSEEN_MINUTES = 2


@pytest.fixture
def asked():
    """A player whose turn it is, and their browser."""
    player = player_to_move(game_of_people())
    client = Client()
    client.force_login(player.user)
    return player, client


def poll(client, player, headers, wait=None):
    """What an open page of the player asks every few seconds."""
    query = {"version": player.game.version, "wait": wait or player.wait.pk}
    url = f"{player.game.get_absolute_url()}poll"
    assert client.get(url, query, headers=headers).status_code == 204


def later(letter):
    """Deliver a letter as if its time had come."""
    Letter.objects.filter(pk=letter.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    post.deliver(letter_id=letter.pk)
    letter.refresh_from_db()
    return letter


def turn_letter(player):
    return Letter.objects.get(recipient=player.user, kind="turn", channel=None)


def test_it_waits_two_minutes(asked, mailoutbox):
    player, _ = asked
    letter = turn_letter(player)
    assert timedelta(seconds=90) < letter.due_at - letter.created_at <= timedelta(minutes=2)
    post.sweep()
    letter.refresh_from_db()
    assert letter.state == Letter.State.WAITING
    assert later(letter).state == Letter.State.SENT
    assert len([mail for mail in mailoutbox if mail.subject == letter.subject]) == 1


def test_what_was_seen_is_not_sent_and_the_history_says_so(asked, mailoutbox):
    player, client = asked
    page = client.get(player.game.get_absolute_url()).content.decode()
    assert f"&amp;wait={player.wait.pk}" in page
    poll(client, player, IN_VIEW)
    page = client.get(player.game.get_absolute_url()).content.decode()
    assert "&amp;wait=" not in page
    letter = later(turn_letter(player))
    assert letter.state == Letter.State.SUPERSEDED
    assert mailoutbox == []
    history = client.get(reverse("post:letters") + "?all").content.decode()
    assert SEEN.replace("'", "&#x27;") in history


@pytest.mark.parametrize("headers", [HIDDEN, {}])
def test_a_tab_in_the_background_shows_nothing(asked, headers, mailoutbox):
    player, client = asked
    poll(client, player, headers)
    assert later(turn_letter(player)).state == Letter.State.SENT


def test_nobody_sees_for_others(asked):
    player, _ = asked
    other = Client()
    other.force_login(player.game.players.exclude(pk=player.pk).first().user)
    poll(other, player, IN_VIEW)
    poll(Client(), player, IN_VIEW)
    assert Wait.objects.get(pk=player.wait.pk).seen_at is None


@pytest.mark.parametrize("wait", ["x", "-1", "9" * 30, "²"])
def test_an_odd_wait_is_no_error(asked, wait):
    player, client = asked
    poll(client, player, IN_VIEW, wait)
    assert Wait.objects.get(pk=player.wait.pk).seen_at is None


@pytest.mark.parametrize("mode", [Schedule.Mode.NOW, Schedule.Mode.QUIET, Schedule.Mode.DIGEST])
def test_whoever_wants_every_email_gets_it(asked, mode, mailoutbox):
    player, client = asked
    post.set_schedule(user=player.user, mode=mode, minutes=5, hour=7, reminders=[50])
    poll(client, player, IN_VIEW)
    assert later(turn_letter(player)).state == Letter.State.SENT


def test_reminders_stay(asked):
    player, client = asked
    before = player.wait.next_check_at
    poll(client, player, IN_VIEW)
    assert Wait.objects.get(pk=player.wait.pk).next_check_at == before
