"""Invitations to email addresses, whether or not their owners have accounts."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.people import block
from games.play.models import Game, MailedInvitation
from games.play.services import inviting
from games.post.models import Letter
from games.post.services import sweep
from tests.factories import UserFactory
from tests.play.factories import game_of

pytestmark = pytest.mark.django_db

STRANGER = "grandma@example.net"


@pytest.fixture
def host() -> User:
    return UserFactory(username="Hanna")


@pytest.fixture
def game(host: User) -> Game:
    return game_of(host, "open", "open", name="Buy my pills")


@pytest.fixture
def client(host: User) -> Client:
    client = Client()
    client.force_login(host)
    return client


def ask(client: Client, game: Game, address: str) -> str:
    answer = client.post(f"/game/{game.pk}/invite", {"name": address}, follow=True)
    return answer.text.replace("&#x27;", "'")


def test_a_stranger_gets_an_email_whose_link_leads_to_a_seat(client, game):
    assert f"We've sent an invitation to {STRANGER}." in ask(client, game, STRANGER)
    sweep()
    (sent,) = mail.outbox
    assert sent.to == [STRANGER]
    assert sent.subject == "You're invited to a board game, played at your own pace"
    assert "Hanna invites you to a game of Hansa Teutonica." in sent.body
    assert f"/join/{game.token}/" in sent.body
    assert "because a player entered this address" in sent.body
    everything = sent.subject + sent.body + str(sent.alternatives[0])
    assert "pills" not in everything, "a stranger wrote it"
    assert STRANGER not in MailedInvitation.objects.get().address_hash


def test_the_owner_of_an_account_is_invited_as_by_name_and_nobody_learns_of_the_account(
    client, game
):
    guest = UserFactory()
    address = guest.email.upper()
    assert f"We've sent an invitation to {address}." in ask(client, game, address)
    letter = Letter.objects.get(kind="invitation")
    assert letter.recipient == guest


@pytest.mark.parametrize("why", ["seated", "blocked"])
def test_who_must_not_be_written_to_is_not_and_the_host_hears_the_same(client, game, host, why):
    guest = UserFactory()
    if why == "blocked":
        block(user=guest, other=host)
    else:
        game.players.filter(seat=1).update(user=guest, door="")
    assert "We've sent an invitation to" in ask(client, game, guest.email)
    assert not Letter.objects.filter(kind="invitation").exists()


def test_an_address_is_left_alone_for_a_month(client, game, host):
    ask(client, game, STRANGER)
    other = UserFactory()
    theirs = game_of(other, "open")
    elsewhere = Client()
    elsewhere.force_login(other)
    assert "was invited not long ago" in ask(elsewhere, theirs, STRANGER.upper())
    long_ago = timezone.now() - inviting.AGAIN - timedelta(minutes=1)
    MailedInvitation.objects.update(at=long_ago)
    assert "We've sent an invitation" in ask(elsewhere, theirs, STRANGER)
    assert MailedInvitation.objects.count() == 1, "old hashes are deleted"


def test_a_person_invites_few_addresses_a_day(client, game, host):
    for number in range(inviting.MOST_ADDRESSES_A_DAY):
        assert "We've sent" in ask(client, game, f"{number}@example.net")
    second = game_of(host, "open")
    assert "You've invited 5 addresses in a day." in ask(client, second, "one@example.net")
    assert Letter.objects.filter(kind="account").count() == inviting.MOST_ADDRESSES_A_DAY


@pytest.mark.parametrize("wrong", ["@", "a@", "a b@example.org", "a@example", "x" * 300 + "@a.org"])
def test_what_is_no_address_is_refused(client, game, wrong):
    assert "isn't an email address" in ask(client, game, wrong)
    assert not MailedInvitation.objects.exists()


def test_a_name_that_could_be_read_as_a_link_is_left_out(game):
    host = UserFactory(username="Win.example.com")
    theirs = game_of(host, "open")
    inviting.invite(game=theirs, host=host, name=STRANGER)
    sweep()
    assert "A player invites you to a game of" in mail.outbox[0].body
    assert "Win.example.com" not in mail.outbox[0].body
