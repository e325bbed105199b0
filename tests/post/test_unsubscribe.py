"""Ending letters with one click (RFC 8058)."""

import re

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.accounts.models import User
from games.post import services
from games.post.models import Cadence
from games.post.unsubscribe import read, unsubscribe_url
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk

pytestmark = pytest.mark.django_db


def path_of(user: User, subject_of: str) -> str:
    return unsubscribe_url(user, subject_of).removeprefix("http://testserver")


def mode(user: User, subject_of: str) -> str:
    return services.cadence_of(user, subject_of).mode


def test_the_mail_itself_says_how_and_a_program_can_do_it(writer: Desk, mailoutbox) -> None:
    letter = LetterFactory(subject_of="game:1")
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
    assert mode(letter.recipient, "game:1") == Cadence.Mode.NONE
    assert mode(letter.recipient, "game:2") == Cadence.Mode.NOW


def test_following_the_link_changes_nothing(client: Client) -> None:
    user = UserFactory()
    page = client.get(path_of(user, "game:1"))
    assert "Send no more" in page.text
    assert client.head(path_of(user, "game:1")).status_code == 200
    assert not Cadence.objects.exists()


@pytest.mark.parametrize("subject_of", ["game:1", ""])
def test_it_can_be_undone(client: Client, subject_of: str) -> None:
    user = UserFactory()
    address = path_of(user, subject_of)
    assert "Undo" in client.post(address).text
    assert mode(user, subject_of) == Cadence.Mode.NONE
    assert "Undo" in client.get(address).text
    assert mode(user, subject_of) == Cadence.Mode.NONE
    assert "again" in client.post(address, {"undo": ""}).text
    assert mode(user, subject_of) == Cadence.Mode.NOW


def test_it_keeps_the_other_wishes_of_a_person(client: Client) -> None:
    user = UserFactory()
    services.set_cadence(
        user=user, mode="digest", minutes=5, hour=9, reminders=[75], quiet_from=22, quiet_to=6
    )
    client.post(path_of(user, ""))
    wish = services.cadence_of(user)
    assert (wish.mode, wish.hour, wish.reminders, wish.quiet_from) == ("none", 9, [75], 22)


@pytest.mark.parametrize("token", ["x", "WzEsIiJd:forged", "WzEsIiJd"])
def test_no_address_is_guessed(client: Client, token: str) -> None:
    UserFactory(pk=1)
    assert client.post(f"/post/unsubscribe/{token}/").status_code == 404
    assert not Cadence.objects.exists()


def test_who_is_gone_has_nothing_to_end(client: Client) -> None:
    user = UserFactory()
    address = path_of(user, "")
    user.delete()
    assert client.post(address).status_code == 404


@given(st.data())
def test_a_changed_address_is_no_address(data: st.DataObject) -> None:
    user = User(pk=7)
    token = path_of(user, "game:1").split("/")[-2]
    place = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.characters(codec="ascii", categories=["L", "Nd"]))
    changed = token[:place] + letter + token[place + 1 :]
    if changed != token:
        assert read(changed) is None
