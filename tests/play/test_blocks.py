"""A person whom another blocked cannot come to their games or write to them, and is not told."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts import people
from games.play import services
from games.play.errors import NoSeat
from games.play.models import Message, Player
from games.play.policies import NOT_FOR_YOU
from games.play.services import chat, inviting
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import game_of
from tests.play.timepiece import at
from tests.play.writing import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def host():
    return UserFactory(username="Host")


@pytest.fixture
def pest(host):
    pest = UserFactory(username="Pest")
    people.block(user=host, other=pest)
    return pest


@pytest.mark.parametrize("invited", [False, True], ids=["lobby", "link"])
def test_a_blocked_person_cannot_join(host, pest, invited):
    game = game_of(host, "open", "open")
    with pytest.raises(NoSeat) as refused:
        services.join(game=game, user=pest, invited=invited)
    assert str(refused.value) == str(NOT_FOR_YOU)
    services.join(game=game, user=UserFactory(), invited=invited)
    people.unblock(user=host, other=pest)
    services.join(game=game, user=pest, invited=invited)


def test_a_blocked_person_cannot_take_a_seat_on_offer(host, pest):
    game = game_of(host, UserFactory(), UserFactory())
    Player.objects.filter(game=game, seat=2).update(offered_at=timezone.now())
    with pytest.raises(NoSeat):
        services.join(game=game, user=pest)
    services.join(game=game, user=UserFactory())


def test_whoever_blocks_may_join_the_other(host, pest):
    game = game_of(pest, "open", "open")
    services.join(game=game, user=host)


def test_the_pages_offer_no_seat_and_do_not_say_why(client, host, pest):
    game = game_of(host, "open", "invited", name="Feast")
    client.force_login(pest)
    for page in (game.get_absolute_url(), reverse("play:invitation", args=[game.token])):
        shown = client.get(page)
        assert str(NOT_FOR_YOU) in re.sub(r"\s+", " ", shown.text)
        assert "Take my seat" not in shown.text
        assert "block" not in shown.text.lower()
    assert "Feast" not in client.get(reverse("play:lobby")).text
    client.logout()
    assert "Feast" in client.get(reverse("play:lobby")).text


def test_an_invitation_from_a_blocked_person_reaches_nobody(client, host, pest):
    game = game_of(pest, "open", "open")
    client.force_login(pest)
    page = client.post(reverse("play:invite", args=[game.pk]), {"name": "Host"}, follow=True)
    assert "Host can&#x27;t be reached by email at the moment." in page.text
    assert not Letter.objects.filter(recipient=host).exists()


def test_an_invitation_that_is_on_its_way_is_not_sent(host):
    other = UserFactory()
    game = game_of(other, "open", "open")
    inviting.invite(game=game, host=other, name="Host")
    letter = Letter.objects.get(recipient=host)
    people.block(user=host, other=other)
    assert write(letter) is None


def test_what_a_blocked_person_writes_is_hidden_and_makes_no_email(client, host):
    pest, third = UserFactory(username="Pest"), UserFactory()
    game = game_of(host, pest, third)
    chat.say(player=at(game, 1), text="Good morning")
    Letter.objects.filter(kind="chat").delete()
    people.block(user=host, other=pest)
    chat.say(player=at(game, 1), text="You fool")

    assert [each.recipient for each in Letter.objects.filter(kind="chat")] == [third]
    assert Message.objects.unread_by(at(game, 0)).count() == 1
    assert Message.objects.unread_by(at(game, 2)).count() == 2
    pages = {}
    for person in (host, pest, third, UserFactory()):
        client.force_login(person)
        pages[person] = client.get(reverse("play:chat", args=[game.pk])).text
        assert ("Message from someone you blocked" in pages[person]) == (person == host)
    assert "You fool" in pages[host].split("<details")[1]
    assert "Good morning" in pages[host].split("</details>", 1)[1]
    people.unblock(user=host, other=pest)
    client.force_login(host)
    assert "someone you blocked" not in client.get(reverse("play:chat", args=[game.pk])).text


def test_an_email_leaves_out_what_is_hidden(host):
    pest, third = UserFactory(), UserFactory()
    game = game_of(host, pest, third)
    chat.say(player=at(game, 2), text="Good morning")
    people.block(user=host, other=pest)
    chat.say(player=at(game, 1), text="You fool")
    written = write(Letter.objects.get(kind="chat", recipient=host))
    assert "Good morning" in written.text
    assert "fool" not in written.text + written.html + written.short + written.subject


def test_open_games_of_people_i_follow_come_first(client, host):
    friend = UserFactory()
    for creator, name in ((UserFactory(), "First"), (friend, "Theirs"), (UserFactory(), "Last")):
        game_of(creator, "open", "open", name=name)
    theirs_too = game_of(UserFactory(), "open", "open", name="Joined")
    services.join(game=theirs_too, user=friend)

    def listed():
        client.force_login(host)
        games = client.get(reverse("play:lobby")).context["joinable"]
        return [game.name for game in games]

    assert listed() == ["Joined", "Last", "Theirs", "First"]
    people.follow(user=host, other=friend)
    assert listed() == ["Joined", "Theirs", "Last", "First"]
