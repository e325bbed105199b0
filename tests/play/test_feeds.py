"""Feeds: what waits for one person, for nobody without the secret, the same bytes for the same."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from games.accounts.models import User
from games.accounts.services import change_rest
from games.play import services
from games.play.models import Game, Player, Wait
from games.play.services.feeds import renew_feed_secret
from tests.play.factories import game_of_people, player_to_move
from tests.play.feed_rules import breaches_of_atom, breaches_of_calendar
from tests.play.timepiece import timepiece

pytestmark = pytest.mark.django_db
__all__ = ["timepiece"]
ATOM = "{http://www.w3.org/2005/Atom}"
BOTH = pytest.mark.parametrize("name", ["atom", "calendar"])


@pytest.fixture
def player():
    player = player_to_move(game_of_people())
    renew_feed_secret(user=player.user)
    return player


def address(name, user):
    return reverse(f"play:{name}", args=[user.pk, user.feed_secret])


def entries(client, user):
    feed = ElementTree.fromstring(client.get(address("atom", user)).content)
    return feed.findall(f"{ATOM}entry")


def events(client, user):
    return Calendar.from_ical(client.get(address("calendar", user)).content).events


def test_the_feed_tells_what_waits_and_leads_there(client, player):
    (entry,) = entries(client, player.user)

    assert player.game.name in entry.find(f"{ATOM}title").text
    link = entry.find(f"{ATOM}link").get("href")
    assert link == f"http://testserver{player.game.get_absolute_url()}"
    assert "Your turn: " in entry.find(f"{ATOM}summary").text


def test_the_calendar_has_the_very_moment(client, player):
    (event,) = events(client, player.user)

    assert player.wait.deadline.replace(microsecond=0) == event.DTSTART
    assert player.game.name in event["summary"]


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_calendar_says_which_language_it_is_in(client, player, code):
    User.objects.filter(pk=player.user_id).update(language=code)

    answer = client.get(address("calendar", player.user))
    assert answer["Content-Language"] == code
    assert Calendar.from_ical(answer.content)["prodid"].endswith(f"//{code.upper()}")


def test_others_are_told_nothing_of_it(client, player):
    other = player.game.players.exclude(pk=player.pk).first().user
    renew_feed_secret(user=other)

    assert entries(client, other) == []
    assert events(client, other) == []


def test_a_wait_that_is_over_is_gone(client, player):
    services.confirm(player=player, version=player.game.version, orders=["end"])

    assert entries(client, player.user) == []
    assert events(client, player.user) == []


def test_a_clock_that_stands_still_has_no_moment(client, player):
    Wait.objects.update(deadline=None)

    assert len(entries(client, player.user)) == 1
    assert events(client, player.user) == []


def in_grace(player: Player) -> Player:
    """The player after their time ran out, an hour ago."""
    now = timezone.now()
    ended = now - timedelta(hours=1)
    Wait.objects.update(
        deadline=ended, warned_at=now + timedelta(hours=5), grace_until=now + timedelta(hours=29)
    )
    player.refresh_from_db()
    return player


def voted_on(player: Player) -> Player:
    """The player while the others vote about them."""
    in_grace(player)
    Wait.objects.update(grace_until=None)
    return player


def paused(player: Player) -> Player:
    Wait.objects.update(deadline=None, clock_since=None)
    return player


def moved(player: Player) -> Player:
    """The player after their clock moved by a change of their time off."""
    player.user.weekends_off = not player.user.weekends_off
    player.user.save()
    change_rest(user=player.user, sleeps_from=1, sleeps_to=9, weekends_off=True)
    player.refresh_from_db()
    return player


def test_an_entry_that_moved_is_newer_than_before(timepiece, client, player):
    (before,) = events(client, player.user)
    assert before["SEQUENCE"] == 0
    timepiece.go(hours=1)
    player = moved(player)
    (after,) = events(client, player.user)
    assert after["UID"] == before["UID"]
    assert before.DTSTART < after.DTSTART == player.wait.deadline.replace(microsecond=0)
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after.DTSTAMP == timepiece.now.replace(microsecond=0) > before.DTSTAMP

    game = Game.objects.get()
    vote = services.open_vote(player=player, kind="pause")
    other = game.players.exclude(pk=player.pk).first()
    services.cast(player=other, vote_id=vote.pk, choice="yes")
    assert events(client, player.user) == []
    timepiece.go(days=15)
    timepiece.sweep()
    (resumed,) = events(client, player.user)
    assert resumed["UID"] == before["UID"]
    assert resumed["SEQUENCE"] > after["SEQUENCE"]


def test_the_feed_tells_moments_in_the_zone_of_its_reader(client, player):
    Wait.objects.update(deadline=datetime(2026, 12, 1, 23, tzinfo=UTC))
    player.user.time_zone = "Asia/Tokyo"
    player.user.save()
    (entry,) = entries(client, player.user)
    told = entry.find(f"{ATOM}summary").text
    assert "Time runs out on Wed 2 Dec 2026, 08:00 (Asia/Tokyo)." in told


def gone(player: Player) -> Player:
    Game.objects.update(status="over")
    return player


@pytest.mark.parametrize("make", [lambda player: player, in_grace, voted_on, paused, gone])
@pytest.mark.parametrize("called", ["Hansa", "<b>&\"'", "a\nb\x08\x1b", "Ä, ö; ü\\" * 9])
def test_both_feeds_are_what_the_standards_ask(client, player, make, called):
    make(player)
    Game.objects.update(name=called[:80])
    assert breaches_of_atom(client.get(address("atom", player.user)).content) == []
    assert breaches_of_calendar(client.get(address("calendar", player.user)).content) == []


def test_the_feed_says_where_it_is_found(client, player):
    feed = ElementTree.fromstring(client.get(address("atom", player.user)).content)
    (link,) = [each for each in feed.findall(f"{ATOM}link") if each.get("rel") == "self"]
    assert link.get("href") == f"http://testserver{address('atom', player.user)}"


def test_both_feeds_show_the_end_of_a_grace_too(client, player):
    in_grace(player)
    (entry,) = entries(client, player.user)
    told = entry.find(f"{ATOM}summary").text
    assert f"{player.wait.deadline:%a %-d %b %Y, %H:%M} (UTC)" in told
    assert f"{player.wait.grace_until:%a %-d %b %Y, %H:%M} (UTC)" in told
    ended, grace = events(client, player.user)
    assert player.wait.deadline.replace(microsecond=0) == ended.DTSTART
    assert player.wait.grace_until.replace(microsecond=0) == grace.DTSTART
    assert "your grace period ends" in grace["summary"]


def test_no_feed_says_that_it_changed_in_the_future(client, player):
    in_grace(player)
    (entry,) = entries(client, player.user)
    assert datetime.fromisoformat(entry.find(f"{ATOM}updated").text) <= timezone.now()
    for event in events(client, player.user):
        assert event["dtstamp"].dt <= timezone.now()


@BOTH
def test_the_same_again_is_not_sent_again(client, player, name):
    first = client.get(address(name, player.user))
    again = client.get(address(name, player.user), HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")

    services.confirm(player=player, version=player.game.version, orders=["end"])
    assert client.get(address(name, player.user), HTTP_IF_NONE_MATCH=first["ETag"]).content


@BOTH
@pytest.mark.parametrize("empty", [False, True])
def test_what_is_the_same_has_the_same_bytes(client, player, name, empty):
    if empty:
        Game.objects.update(status="over")
    first = client.get(address(name, player.user)).content

    assert client.get(address(name, player.user)).content == first


@BOTH
def test_only_the_newest_secret_opens_it(client, player, name):
    old = address(name, player.user)
    renew_feed_secret(user=player.user)

    assert client.get(old).status_code == 404
    assert client.get(address(name, player.user)).status_code == 200


@BOTH
def test_who_never_asked_has_no_feed(client, player, name):
    other = player.game.players.exclude(pk=player.pk).first().user

    assert client.get(reverse(f"play:{name}", args=[other.pk, "x"])).status_code == 404
    assert client.get(f"/feeds/{other.pk}//waiting.atom").status_code == 404


@BOTH
def test_a_closed_account_has_no_feed(client, player, name):
    player.user.is_active = False
    player.user.save()

    assert client.get(address(name, player.user)).status_code == 404


@BOTH
@pytest.mark.parametrize("called", ["<b>&\"'", "a\nURL:evil", "a\x08b\x1b", "Ä, ö; ü\\"])
def test_any_name_of_a_game_is_only_a_name(client, player, name, called):
    Game.objects.update(name=called)
    assert client.get(address(name, player.user)).status_code == 200

    assert len(entries(client, player.user)) == 1
    (event,) = events(client, player.user)
    assert event["url"] == f"http://testserver{player.game.get_absolute_url()}"


def test_addresses_are_made_on_a_press_and_renewed_on_another(client, player):
    other = player.game.players.exclude(pk=player.pk).first().user
    client.force_login(other)
    page = reverse("play:feeds")
    assert client.get(page).context["feeds"] == {}
    other.refresh_from_db()
    assert other.feed_secret == ""

    seen = []
    for _ in range(2):
        client.post(page)
        other.refresh_from_db()
        seen.append(client.get(page).context["feeds"]["atom"])
        assert seen[-1] == f"http://testserver{address('atom', other)}"
    assert seen[0] != seen[1]


def test_strangers_are_asked_to_sign_in_first(client):
    assert client.get(reverse("play:feeds")).status_code == 302
