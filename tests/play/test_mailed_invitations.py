"""Invitations to email addresses, whether or not their owners have accounts."""

import logging
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts.forms.ways_in import InvitedSignupForm
from games.accounts.models import User
from games.accounts.people import block
from games.play.invited import LINK_LASTS, token_of
from games.play.models import Game, Invitation
from games.play.services import inviting
from games.post.models import Letter
from games.post.services import sweep
from tests.factories import PASSWORD, UserFactory
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
    assert sent.subject == "Hanna invites you to a board game, played at your own pace"
    assert "Hanna invites you to a game of Hansa Teutonica." in sent.body
    assert f"/invited/{token_of(Invitation.objects.get())[:8]}" in sent.body
    assert game.token not in sent.body
    assert "because a player entered this address" in sent.body
    everything = sent.subject + sent.body + str(sent.alternatives[0])
    assert "pills" not in everything, "a stranger wrote it"


def test_the_owner_of_an_account_is_invited_as_by_name_and_nobody_learns_of_the_account(
    client, game
):
    guest = UserFactory()
    told = f"We've sent an invitation to {guest.email.lower()}."
    assert told in ask(client, game, guest.email.upper())
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
    long_ago = timezone.now() - LINK_LASTS - timedelta(minutes=1)
    Invitation.objects.update(at=long_ago)
    assert "We've sent an invitation" in ask(elsewhere, theirs, STRANGER)
    assert Invitation.objects.count() == 1, "old hashes are deleted"


def test_a_person_invites_few_addresses_a_day(client, game, host):
    for number in range(inviting.MOST_ADDRESSES_A_DAY):
        assert "We've sent" in ask(client, game, f"{number}@example.net")
    second = game_of(host, "open")
    assert "You've invited 5 addresses in a day." in ask(client, second, "one@example.net")
    assert Letter.objects.filter(kind="account").count() == inviting.MOST_ADDRESSES_A_DAY


@pytest.mark.parametrize("wrong", ["@", "a@", "a b@example.org", "a@example", "x" * 300 + "@a.org"])
def test_what_is_no_address_is_refused(client, game, wrong):
    assert "isn't an email address" in ask(client, game, wrong)
    assert not Invitation.objects.exists()


def test_a_name_that_could_be_read_as_a_link_is_left_out(game):
    host = UserFactory(username="Win.example.com")
    theirs = game_of(host, "open")
    inviting.invite(game=theirs, host=host, name=STRANGER)
    sweep()
    assert "A player invites you to a game of" in mail.outbox[0].body
    assert "Win.example.com" not in mail.outbox[0].body


def link_to(address: str) -> str:
    """The link in the newest email to an address, which a worker sends first."""
    sweep()
    sent = [each for each in mail.outbox if each.to == [address]]
    return re.findall(r"http://testserver(/invited/\S+/)", sent[-1].body)[0]


def sign_up(browser: Client, **changes: str) -> str:
    """Sign up on the usual page, which asks for an address."""
    data = {
        "username": "Grandma",
        "email": STRANGER,
        "password1": PASSWORD,
        "next": "/invited/",
    }
    return browser.post("/accounts/signup/", data | changes, follow=True).text


def take_seat(browser: Client, query: str = "", **changes: str) -> str:
    """Sign up on the page of the invitation, with a name and a password."""
    data = {"username": "Grandma", "password1": PASSWORD}
    return browser.post(f"/invited/{query}", data | changes, follow=True).text


def holders(game: Game) -> set[str]:
    return {player.name for player in game.players.all()}


@pytest.mark.parametrize("door", ["open", "invited"])
def test_signing_up_from_an_invitation_takes_the_seat_without_a_second_email(client, host, door):
    game = game_of(host, door, "open")
    ask(client, game, STRANGER)
    browser, link = Client(), link_to(STRANGER)
    mails = len(mail.outbox)
    page = browser.get(link, follow=True)
    assert page.redirect_chain == [("/invited/", 302)]
    assert "Hanna invites you to play Hansa Teutonica" in page.text
    assert STRANGER in page.text
    assert [field.name for field in page.context["form"].visible_fields()] == [
        "username",
        "password1",
    ]
    assert "That name" in take_seat(browser, username=host.username)
    assert "at least 8 characters" in take_seat(browser, password1="short")

    assert game.name in take_seat(browser)
    assert "Grandma" in holders(game)
    person = User.objects.get(username="Grandma")
    assert person.confirmed_address() == STRANGER
    sweep()
    assert [each.to for each in mail.outbox[mails:] if each.to == [STRANGER]] == []
    # The link still leads its own reader to the table, and nobody else anywhere.
    assert browser.get(link, follow=True).redirect_chain[-1][0] == game.get_absolute_url()
    assert Client().get(link, follow=True).status_code == 404


def test_a_guest_of_the_site_keeps_their_games_when_they_sign_up_by_an_invitation(client, game):
    ask(client, game, STRANGER)
    browser = Client()
    browser.post("/play/hansa/")
    guest = User.objects.get(guest=True)
    browser.get(link_to(STRANGER))
    take_seat(browser)
    person = User.objects.get(username="Grandma")
    assert (person.pk, person.guest) == (guest.pk, False)
    assert "Grandma" in holders(game)


def test_another_address_is_confirmed_as_always(client, game):
    ask(client, game, STRANGER)
    browser = Client()
    browser.get(link_to(STRANGER))
    assert "Check your email" in sign_up(browser, email="else@example.net")
    person = User.objects.get(username="Grandma")
    assert person.confirmed_address() is None
    assert "Grandma" not in holders(game)
    # Nor does the invitation prove its address in another browser.
    assert "Check your email" in sign_up(Client(), username="Thief")
    assert Client().post("/invited/", {"username": "Thief"}).status_code == 404


def test_whoever_opens_the_email_gets_its_address_and_no_other(client, game):
    """Whatever is sent with the form, nobody confirms an address whose email they have not."""
    ask(client, game, STRANGER)
    browser = Client()
    browser.get(link_to(STRANGER))
    take_seat(browser, "?email=victim@example.net", email="victim@example.net")
    assert User.objects.get(username="Grandma").confirmed_address() == STRANGER
    assert not EmailAddress.objects.filter(email="victim@example.net").exists()


@pytest.mark.parametrize("confirmed", [True, False])
def test_an_account_with_the_address_is_never_taken_over(client, game, confirmed):
    ask(client, game, STRANGER)
    browser, link = Client(), link_to(STRANGER)
    owner = UserFactory(username="Greta", email=STRANGER)
    owner.emailaddress_set.update(verified=confirmed)
    page = browser.get(link, follow=True)
    assert "form" not in page.context
    assert f'name="login" value="{STRANGER}"' in page.text
    take_seat(browser)
    sign_up(browser)
    assert not User.objects.filter(username="Grandma").exists()
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)
    assert owner.emailaddress_set.get().verified == confirmed
    assert holders(game) == {"Hanna", "Free seat"}
    if confirmed:
        fields = {"login": STRANGER, "password": PASSWORD, "next": "/invited/"}
        assert "Take my seat" in browser.post("/accounts/login/", fields, follow=True).text
        browser.post("/invited/")
        assert "Greta" in holders(game)


def test_a_token_makes_one_account_however_quick_two_are(client, game, monkeypatch):
    ask(client, game, STRANGER)
    link = link_to(STRANGER)
    first, second = Client(), Client()
    for browser in (first, second):
        browser.get(link)
    calls = [lambda: take_seat(first, username="First")]
    own = InvitedSignupForm.try_save

    def late(form, request):
        if calls:
            calls.pop()()
        return own(form, request)

    monkeypatch.setattr(InvitedSignupForm, "try_save", late)
    take_seat(second, username="Second")
    assert EmailAddress.objects.filter(email=STRANGER, verified=True).count() == 1
    assert "Second" not in holders(game)
    assert "First" in holders(game)


def test_an_invitation_by_name_asks_its_reader_to_sign_in(client, game):
    guest = UserFactory(username="Gustav")
    ask(client, game, "Gustav")
    browser = Client()
    page = browser.get(link_to(guest.email), follow=True)
    assert 'name="login" value="Gustav"' in page.text
    assert guest.email not in page.text


@pytest.mark.parametrize("end", ["withdrawn", "cancelled", "used", "old", "forged", "another game"])
def test_a_token_that_has_ended_proves_nothing(client, game, host, end, monkeypatch):
    ask(client, game, STRANGER)
    link, row = link_to(STRANGER), Invitation.objects.get()
    opened, browser = Client(), Client()
    opened.get(link)
    if end == "withdrawn":
        client.post(f"/game/{game.pk}/invite/{row.pk}/withdraw")
    elif end == "cancelled":
        client.post(f"/game/{game.pk}/cancel")
    elif end == "used":
        first = Client()
        first.get(link)
        sign_up(first, username="First")
    elif end == "old":
        monkeypatch.setattr("games.play.invited.LINK_LASTS", timedelta(seconds=-1))
    elif end == "forged":
        link = link[:-4] + "AAA/"
        opened = browser
    else:
        Invitation.objects.update(game=game_of(host, "open"))
    browser.get(link)
    for each in (opened, browser):
        page = each.get("/invited/")
        assert page.status_code == 404
        assert "This invitation is no longer valid" in page.text
        assert STRANGER not in each.get("/accounts/signup/").text
        take_seat(each, username="Late", email=STRANGER)
        sign_up(each, username="Late", email="late@example.net" if end == "used" else STRANGER)
    assert not User.objects.filter(username="Late", emailaddress__verified=True).exists()
    assert not EmailAddress.objects.filter(email=STRANGER, verified=True).exists() or end == "used"
    assert "Late" not in holders(game)


def test_the_address_and_the_token_are_on_no_page_of_others_and_in_no_log(client, game, caplog):
    caplog.set_level(logging.DEBUG)
    ask(client, game, STRANGER)
    link = link_to(STRANGER)
    token = link.split("/")[2]
    browser = Client()
    for page in (link, "/invited/", "/accounts/signup/?next=/invited/"):
        assert token not in browser.get(page).text
    browser.get(link[:-1])
    sign_up(browser)
    other = UserFactory()
    elsewhere = Client()
    elsewhere.force_login(other)
    pages = [game.get_absolute_url(), f"/join/{game.token}/", "/", f"/game/{game.pk}/poll?room=1"]
    for visitor in (client, browser, elsewhere, Client()):
        for page in pages:
            text = visitor.get(page).text
            assert token not in text
            assert visitor is client or STRANGER not in text
    assert "Hanna" in browser.get(game.get_absolute_url()).text
    assert token not in caplog.text
    assert STRANGER not in caplog.text


def test_the_host_sees_whom_they_invited_and_sends_again_or_withdraws(client, game, monkeypatch):
    guest = UserFactory(username="Gustav")
    for to in (STRANGER, "Gustav"):
        ask(client, game, to)
    page = client.get(game.get_absolute_url()).text
    listed = page.partition('id="invited"')[2].partition("</section>")[0]
    assert STRANGER in listed
    assert "/people/Gustav/" in listed
    assert guest.email not in listed
    assert f'datetime="{Invitation.objects.first().at:%Y-%m-%dT%H:%M}' in listed
    assert "Send again" not in listed, "not within a day"
    assert "Withdraw" in listed
    mailed, named = Invitation.objects.order_by("pk")

    def post(row: Invitation, act: str) -> str:
        answer = client.post(f"/game/{game.pk}/invite/{row.pk}/{act}", follow=True)
        return answer.text.replace("&#x27;", "'")

    for row in (mailed, named):
        assert "less than a day ago" in post(row, "again")
    for times in (2, 3):
        Invitation.objects.update(at=timezone.now() - timedelta(hours=25))
        assert "Send again" in client.get(game.get_absolute_url()).text
        assert f"We've sent an invitation to {STRANGER}." in post(mailed, "again")
        assert "We've emailed Gustav an invitation." in post(named, "again")
        sweep()
        assert len([each for each in mail.outbox if each.to == [STRANGER]]) == times
        assert len([each for each in mail.outbox if each.to == [guest.email]]) == times
    Invitation.objects.update(at=timezone.now() - timedelta(hours=25))
    for row in (mailed, named):
        assert "3 times, which is the most" in post(row, "again")
        assert "The invitation is withdrawn." in post(row, "withdraw")
        assert "accepted or withdrawn in the meantime" in post(row, "withdraw")
        assert "accepted or withdrawn in the meantime" in post(row, "again")
    assert STRANGER not in client.get(game.get_absolute_url()).text.partition('id="invited"')[2]
    assert "3 times, which is the most" in ask(client, game, STRANGER), "nor by inviting anew"
    browser = Client()
    browser.force_login(guest)
    browser.get(link_to(guest.email))
    assert browser.get("/invited/").status_code == 404


def test_invitations_are_their_hosts_own(client, game, host):
    ask(client, game, STRANGER)
    row = Invitation.objects.get()
    other = UserFactory()
    game.players.filter(seat=1).update(user=other, door="")
    elsewhere = Client()
    elsewhere.force_login(other)
    assert STRANGER not in elsewhere.get(game.get_absolute_url()).text
    for act in ("again", "withdraw"):
        elsewhere.post(f"/game/{game.pk}/invite/{row.pk}/{act}")
    row.refresh_from_db()
    assert (row.times, row.withdrawn_at) == (1, None)


def test_the_waiting_room_names_whom_one_has_invited_once_and_to_nobody_else(client, host):
    other = UserFactory()
    game = game_of(host, other, "invited")
    ask(client, game, STRANGER)
    page = client.get(game.get_absolute_url()).text
    assert page.count(STRANGER) == 2, "in the list, and for screen readers on its button"
    assert "by invitation" in page
    assert page.index("Invite a player") < page.index("Leave game")
    theirs = Client()
    theirs.force_login(other)
    page = theirs.get(game.get_absolute_url()).text
    assert STRANGER not in page
    assert "by invitation" in page
