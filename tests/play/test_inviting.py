"""People are asked to a table by name: once, by those who sit there, while a seat is free."""

import re
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone

from games.accounts import people
from games.play import services
from games.play.models import Game, Invitation, Status
from games.play.services import inviting
from games.post import services as post
from games.post.models import BouncedAddress, Channel, Letter
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people
from tests.play.writing import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def host():
    return UserFactory()


@pytest.fixture
def guest():
    return UserFactory(username="Cäcilie")


def invite(client, game, name):
    answer = client.post(reverse("play:invite", args=[game.pk]), {"name": name}, follow=True)
    return " ".join(str(message) for message in answer.context["messages"])


def invitations():
    return Letter.objects.filter(kind="invitation")


@pytest.mark.parametrize("private", [False, True])
def test_a_letter_asks_and_its_link_leads_to_a_seat(client, host, guest, private):
    game = game_of(host, "invited", "open", private=private)
    client.force_login(host)
    assert "emailed" in invite(client, game, " cäcilie ")

    written = write(invitations().get(recipient=guest))
    assert written.subject == f"{host.username} invites you to a game of {game.rules().name}"
    (link,) = set(re.findall(r"http://testserver(/invited/\S+)", written.text))
    assert f'href="http://testserver{link}"' in written.html
    client.force_login(guest)
    assert "invites you to play" in client.get(link, follow=True).text
    client.post(reverse("play:invited"))
    assert game.players.filter(user=guest).exists()


@pytest.mark.parametrize("private", [False, True])
def test_the_page_of_the_game_leads_those_who_are_asked_to_a_seat(client, host, guest, private):
    game = game_of(host, "invited", "open", private=private)
    client.force_login(host)
    invite(client, game, guest.username)
    page = write(invitations().get(recipient=guest)).url
    client.force_login(UserFactory())
    assert client.get(page).status_code == (404 if private else 200)
    client.force_login(guest)
    found = client.get(page, follow=True)
    assert "Take my seat" in found.text
    answer = client.post(found.redirect_chain[-1][0], follow=True)
    assert answer.context["access"].is_player
    assert client.get(page).status_code == 200


def test_their_own_games_show_those_who_are_asked_where_they_can_sit(client, host, guest):
    games = [
        game_of(host, "invited", "open", name="CHEAP PILLS", private=True),
        game_of(host, "open", "open"),
    ]
    for game in games:
        inviting.invite(game=game, host=host, name=guest.username)

    def asked():
        return client.get(reverse("play:lobby")).context["invited"]

    client.force_login(guest)
    assert [card.url for card in asked()] == [game.get_absolute_url() for game in reversed(games)]
    page = client.get(reverse("play:lobby")).text
    assert page.count(f"{host.username} invites you to a game of Hansa Teutonica") == len(games)
    assert "PILLS" not in page

    services.join(game=games[0], user=guest)
    assert [card.url for card in asked()] == [games[1].get_absolute_url()]
    people.block(user=guest, other=host)
    assert asked() == []
    people.unblock(user=guest, other=host)
    (invitation,) = games[1].invitations.all()
    inviting.withdraw(game=games[1], host=host, number=invitation.pk)
    assert asked() == []


def test_a_private_game_that_began_without_them_stays_private(client, host, guest):
    game = game_of(host, "invited", "open", private=True)
    client.force_login(host)
    invite(client, game, guest.username)
    Game.objects.filter(pk=game.pk).update(status=Status.RUNNING)
    client.force_login(guest)
    assert client.get(game.get_absolute_url()).status_code == 404


def test_nobody_gets_two(client, host, guest):
    game = game_of(host, "open", "open")
    client.force_login(host)
    invite(client, game, guest.username)
    assert "has already been invited to this game" in invite(client, game, guest.username)

    assert invitations().count() == 1


def test_somebody_who_came_and_left_is_invited_again(client, host, guest):
    game = game_of(host, "open", "open")
    client.force_login(host)
    invite(client, game, guest.username)
    services.join(game=game, user=guest)
    services.leave(game=game, user=guest)
    assert "emailed" in invite(client, game, guest.username)
    assert "already" in invite(client, game, guest.username)

    assert invitations().count() == 2


def never(guest):
    post.set_schedule(user=guest, mode="none", minutes=15, hour=7, reminders=[])


def asleep(guest):
    BouncedAddress.objects.create(address=guest.email)


def unconfirmed(guest):
    EmailAddress.objects.filter(user=guest).update(verified=False)


@pytest.mark.parametrize("unreached", [never, asleep, unconfirmed])
def test_the_host_hears_if_the_guest_cannot_be_reached(client, host, guest, unreached):
    game = game_of(host, "open", "open")
    client.force_login(host)
    unreached(guest)
    for _ in range(2):
        said = invite(client, game, guest.username)
        assert (
            said
            == "Cäcilie can't be reached by email at the moment. Send them the invitation link."
        )


def test_a_guest_with_a_webhook_is_reached(client, host, guest):
    game = game_of(host, "open", "open")
    client.force_login(host)
    asleep(guest)
    Channel.objects.create(user=guest, kind="json", url="https://example.org/hook")
    assert "emailed" in invite(client, game, guest.username)


def test_what_cannot_be_is_said_and_nothing_is_sent(client, host, guest):
    game = game_of(host, guest, "open")
    client.force_login(host)

    assert "is already in this game" in invite(client, game, guest.username)
    assert "No player has that name" in invite(client, game, "Nobody")
    assert "No player has that name" in invite(client, game, "")
    client.force_login(UserFactory())
    assert "Only players and the game" in invite(client, game, guest.username)
    assert not invitations().exists()


def test_nobody_is_asked_to_a_game_that_began(client, host, guest):
    game = game_of(host, "journeyman", "journeyman")
    client.force_login(host)

    assert "All seats are taken" in invite(client, game, guest.username)


def test_an_invitation_that_is_no_use_is_not_sent(host, guest):
    game = game_of(host, "open", "open")
    inviting.invite(game=game, host=host, name=guest.username)
    letter = invitations().get()
    services.join(game=game, user=guest)
    assert write(letter) is None

    services.leave(game=game, user=guest)
    assert write(letter) is None, "an invitation is for one time"
    inviting.invite(game=game, host=host, name=guest.username)
    letter = invitations().latest("pk")
    assert write(letter) is not None
    for _ in range(2):
        services.join(game=game, user=UserFactory())
    assert write(letter) is None


def test_asking_has_an_end(client, host, guest, monkeypatch):
    monkeypatch.setattr("games.play.services.inviting.MOST", 1)
    game = game_of(host, "open", "open")
    client.force_login(host)
    invite(client, game, guest.username)

    assert "Send others the link" in invite(client, game, UserFactory().username)
    assert invitations().count() == 1


def test_asking_has_an_end_over_all_games_within_a_day(client, host, guest, monkeypatch):
    monkeypatch.setattr("games.play.services.inviting.MOST_A_DAY", 2)
    client.force_login(host)
    for _ in range(2):
        assert "emailed" in invite(client, game_of(host, "open", "open"), guest.username)
    game = game_of(host, "open", "open")

    assert "people in a day" in invite(client, game, guest.username)
    assert invitations().count() == 2
    other = UserFactory()
    inviting.invite(game=game_of(other, "open", "open"), host=other, name=guest.username)
    assert invitations().count() == 3, "everybody counts by themselves"
    Invitation.objects.update(at=timezone.now() - inviting.DAY)
    assert "emailed" in invite(client, game, guest.username)


def test_what_a_stranger_calls_a_game_is_not_mailed(client, host, guest):
    game = game_of(host, "open", "open", name="CHEAP PILLS at pills.example")
    inviting.invite(game=game, host=host, name=guest.username)

    written = write(invitations().get(recipient=guest))
    for text in (written.subject, written.short, written.text, written.html):
        assert "pills" not in text.lower()
    assert "Hansa Teutonica" in written.subject


def test_the_link_is_the_first_thing_in_the_waiting_room(client, host):
    client.force_login(host)
    page = client.get(game_of(host, "invited", "invited").get_absolute_url()).text
    assert page.index('id="invitation"') < page.index('id="room"')


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Status.OPEN, "but all its seats are taken"),
        (Status.RUNNING, "but it has started, and all its seats are taken"),
        (Status.OVER, "but it's over"),
    ],
)
def test_an_invitation_that_comes_too_late_says_why(client, status, said):
    game = game_of_people()
    Game.objects.filter(pk=game.pk).update(status=status)
    page = client.get(reverse("play:invitation", args=[game.token])).text
    assert said in unescape(page)
    assert ("See the game" in page) == (status != Status.OPEN)
