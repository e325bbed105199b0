"""Ending letters with one click (RFC 8058)."""

import re

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.accounts import merging
from games.accounts.models import User
from games.post import services
from games.post.models import Schedule
from games.post.unsubscribe import read, unsubscribe_url
from games.study.letters import PUZZLES
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk

pytestmark = pytest.mark.django_db


def path_of(user: User, topic: str) -> str:
    return unsubscribe_url(user, topic).removeprefix("http://testserver")


def mode(user: User, topic: str) -> str:
    return services.schedule_of(user, topic).mode


def test_the_mail_itself_says_how_and_a_program_can_do_it(writer: Desk, mailoutbox) -> None:
    letter = LetterFactory(topic="game:1")
    services.deliver(letter_id=letter.pk)
    message = mailoutbox[0].message()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = re.fullmatch(r"<http://testserver(/.*)>", message["List-Unsubscribe"])[1]
    # No cookie, no token of a form, nobody signed in: a mail program's request.
    program = Client(enforce_csrf_checks=True)
    answer = program.post(
        address, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 200
    assert mode(letter.recipient, "game:1") == Schedule.Mode.NONE
    assert mode(letter.recipient, "game:2") == Schedule.Mode.UNSEEN


def test_following_the_link_changes_nothing(client: Client) -> None:
    user = UserFactory()
    page = client.get(path_of(user, "game:1"))
    assert "Stop these emails" in page.text
    assert client.head(path_of(user, "game:1")).status_code == 200
    assert not Schedule.objects.exists()


@pytest.mark.parametrize("topic", ["game:1", ""])
def test_it_can_be_undone(client: Client, topic: str) -> None:
    user = UserFactory()
    address = path_of(user, topic)
    assert "Undo" in client.post(address).text
    assert mode(user, topic) == Schedule.Mode.NONE
    assert "Undo" in client.get(address).text
    assert mode(user, topic) == Schedule.Mode.NONE
    assert "again" in client.post(address, {"undo": ""}).text
    assert mode(user, topic) == Schedule.Mode.UNSEEN


def test_it_keeps_the_other_wishes_of_a_person(client: Client) -> None:
    user = UserFactory()
    services.set_schedule(
        user=user, mode="digest", minutes=5, hour=9, reminders=[75], quiet_from=22, quiet_to=6
    )
    client.post(path_of(user, ""))
    schedule = services.schedule_of(user)
    assert (schedule.mode, schedule.hour) == ("none", 9)
    assert (schedule.reminders, schedule.quiet_from) == ([75], 22)


@pytest.mark.parametrize("token", ["x", "WzEsIiJd:forged", "WzEsIiJd"])
def test_no_address_is_guessed(client: Client, token: str) -> None:
    UserFactory(pk=1)
    assert client.post(f"/post/unsubscribe/{token}/").status_code == 404
    assert not Schedule.objects.exists()


def test_who_is_gone_has_nothing_to_end(client: Client) -> None:
    user = UserFactory()
    address = path_of(user, "")
    user.delete()
    assert client.post(address).status_code == 404


def test_links_of_an_account_that_was_merged_end_the_emails_of_the_other(client: Client) -> None:
    oldest, old, kept = UserFactory.create_batch(3)
    addresses = [path_of(user, "game:1") for user in (oldest, old)]
    staff = UserFactory(is_staff=True)
    merging.merge(old=oldest, kept=old, by=staff, reason="One person")
    merging.merge(old=old, kept=kept, by=staff, reason="One person")
    for address in addresses:
        assert kept.username in client.get(address).text
        client.post(address)
        assert mode(kept, "game:1") == Schedule.Mode.NONE
        client.post(address, {"undo": ""})


def test_unsubscribing_from_puzzles_speaks_of_puzzles(client: Client) -> None:
    user = UserFactory()
    address = path_of(user, PUZZLES)
    asked, ended = client.get(address).text, client.post(address).text
    again = client.post(address, {"undo": ""}).text
    assert "<h1>Emails about the puzzle of the day</h1>" in asked
    assert f"Stop emailing {user.username} the puzzle of the day?" in asked
    assert f"We won't email {user.username} the puzzle of the day any more." in ended
    assert "You can still solve it on the site" in ended
    assert f"We'll email {user.username} the puzzle of the day again." in again
    for page in (asked, ended, again):
        assert "games go on" not in page
        assert "once a day" not in page


@given(st.data())
def test_a_changed_address_is_no_address(data: st.DataObject) -> None:
    user = User(pk=7)
    token = path_of(user, "game:1").split("/")[-2]
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.characters(codec="ascii", categories=["L", "Nd"]))
    changed = token[:place] + letter + token[place + 1 :]
    if changed != token:
        assert read(changed) is None
