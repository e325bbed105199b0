"""The pages of the mail room."""

import os
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.post import services
from games.post.letters import Attachment, Written
from games.post.models import Letter
from tests.factories import LetterFactory, UserFactory
from tests.post.conftest import Desk

pytestmark = pytest.mark.django_db

TWO_BY_ONE = bytes.fromhex("89504e470d0a1a0a")


@pytest.fixture
def letter_box(settings, tmp_path: Path) -> Path:
    """A site that keeps its mails as files and shows them."""
    settings.DEBUG = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = settings.MAIL_FOLDER = tmp_path
    return tmp_path


def test_a_person_sees_the_fate_of_his_letters_and_of_no_others(client: Client) -> None:
    person = UserFactory()
    LetterFactory(recipient=person, state=Letter.State.SENT, subject="Your turn in Lübeck")
    LetterFactory(recipient=person, state=Letter.State.FAILED, error="550 no such person")
    LetterFactory(subject="Not for you", state=Letter.State.SENT)
    client.force_login(person)
    page = client.get(reverse("post:letters")).text
    assert "Your turn in Lübeck" in page
    assert "550 no such person" in page
    assert "Not for you" not in page


def test_letters_that_were_not_needed_are_only_counted(client: Client) -> None:
    person = UserFactory()
    LetterFactory(recipient=person, state=Letter.State.SUPERSEDED, subject_of="game:7")
    LetterFactory(recipient=person, subject_of="game:8")
    client.force_login(person)
    page = client.get(reverse("post:letters")).text
    assert "Test: Game 8" in page
    assert "Game 7" not in page
    assert "1 more was not needed" in page


def test_who_has_no_address_is_told(client: Client) -> None:
    client.force_login(UserFactory(confirmed=False))
    assert "no letter can reach you" in client.get(reverse("post:letters")).text


def test_many_letters_come_in_pages_and_few_queries(
    client: Client, django_assert_max_num_queries
) -> None:
    person = UserFactory()
    LetterFactory.create_batch(31, recipient=person)
    client.force_login(person)
    with django_assert_max_num_queries(8):
        page = client.get(reverse("post:letters")).text
    assert "Older" in page
    assert "Newer" in client.get(reverse("post:letters") + "?page=2").text


def test_the_mailbox_shows_mails_newest_first_with_their_pictures(
    client: Client, letter_box: Path, writer: Desk
) -> None:
    picture = Attachment("board.png", TWO_BY_ONE, "image/png", content_id="board")
    writer.written = Written(
        "First", "see http://testserver/game/1/",
        '<html><head></head><img src="cid:board"></html>', (picture,),
    )  # fmt: skip
    services.deliver(letter_id=LetterFactory().pk)
    (first,) = letter_box.iterdir()
    os.utime(first, (0, 0))
    EmailMultiAlternatives("Second", "later", to=["x@example.org"]).send()
    box = client.get(reverse("post:mailbox")).text
    assert box.index("Second") < box.index("First")
    page = client.get(reverse("post:mail", args=[first.name, 0])).text
    assert '<a href="http://testserver/game/1/"' in page
    assert "<iframe" in page
    inside = client.get(reverse("post:mail-html", args=[first.name, 0]))
    assert "data:image/png;base64,iVBORw0KGgo=" in inside.text
    assert '<base target="_blank">' in inside.text
    assert "sandbox allow-popups" in inside["Content-Security-Policy"]


@pytest.mark.parametrize("file", ["../db.sqlite3", "..%2Fsecret_key", "none.log", ".log"])
def test_the_mailbox_shows_nothing_but_mails(client: Client, letter_box: Path, file: str) -> None:
    assert client.get(f"/post/mailbox/{file}/0/").status_code == 404


def test_a_number_that_is_not_there(client: Client, letter_box: Path) -> None:
    EmailMultiAlternatives("One", "text", to=["x@example.org"]).send()
    (file,) = [path.name for path in letter_box.iterdir()]
    assert client.get(f"/post/mailbox/{file}/1/").status_code == 404


@pytest.mark.parametrize("path", ["", "x.log/0/", "x.log/0/html/"])
def test_there_is_no_mailbox_on_a_real_site(client: Client, settings, path: str) -> None:
    settings.DEBUG = False
    assert client.get(f"/post/mailbox/{path}").status_code == 404


def test_the_staff_sees_letters_and_sends_failed_ones_again(client: Client) -> None:
    client.force_login(User.objects.create_superuser("Warden", "w@example.org", "x"))
    letter = LetterFactory(state=Letter.State.FAILED, error="550", attempts=10)
    page = client.get("/admin/post/letter/?state__exact=failed")
    assert letter.recipient.username in page.text
    client.post("/admin/post/letter/", {"action": "send_again", "_selected_action": [letter.pk]})
    letter.refresh_from_db()
    assert letter.state == Letter.State.WAITING
    assert letter.attempts == 0
