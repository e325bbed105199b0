"""What has been kept long enough goes, a bounded number of rows at a time, and nothing else."""

from datetime import timedelta

import pytest
from celery.schedules import crontab
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from games.accounts import pruning
from games.accounts.models import User
from games.post.models import BouncedAddress, Channel, Letter, Received
from games.post.services import deliver
from games.post.services.channels import note_trouble
from hansa_site.celery import app
from hansa_site.pruning import prune
from tests.factories import LetterFactory, UserFactory

pytestmark = [pytest.mark.engine, pytest.mark.django_db]

ALL = float("inf")
A_MINUTE = timedelta(minutes=1)


def ago(days: int) -> dict[str, timedelta]:
    """Return a moment a minute less than so many days ago, and one a minute more."""
    now = timezone.now()
    return {"kept": now - timedelta(days=days) + A_MINUTE, "gone": now - timedelta(days=days)}


def test_letters_go_once_nothing_is_to_be_done_with_them(settings) -> None:
    settings.KEEP_LETTERS_DAYS = 100
    done = set(Letter.State) - {Letter.State.WAITING}
    for name, moment in ago(100).items():
        for state in done:
            LetterFactory(key=f"{name} {state}", state=state, created_at=moment)
        LetterFactory(key=f"{name} waiting", created_at=moment)
    assert prune(ALL)["letters"] == len(done)
    gone = [letter.key for letter in Letter.objects.filter(key__startswith="gone")]
    assert gone == ["gone waiting"]
    assert Letter.objects.filter(key__startswith="kept").count() == len(Letter.State)


def test_a_digest_may_go_before_its_parts(settings) -> None:
    whole = LetterFactory(
        state=Letter.State.SENT, created_at=ago(settings.KEEP_LETTERS_DAYS)["gone"]
    )
    part = LetterFactory(state=Letter.State.SENT, bundle=whole)
    prune(ALL)
    part.refresh_from_db()
    assert part.bundle is None


def test_notes_of_received_emails_go(settings) -> None:
    settings.KEEP_RECEIVED_DAYS = 20
    for name, moment in ago(20).items():
        Received.objects.create(message_id=name, received_at=moment, outcome="played")
    assert prune(ALL)["received emails"] == 1
    assert Received.objects.get().message_id == "kept"


def test_that_an_address_bounced_is_forgotten_once_nobody_has_it() -> None:
    person = UserFactory()
    for address in (person.email.upper(), "gone@example.org"):
        BouncedAddress.objects.create(address=address)
    assert prune(ALL)["bounced addresses of nobody"] == 1
    assert BouncedAddress.objects.get().address == person.email.upper()


def test_sessions_go_when_they_have_expired() -> None:
    for name, age in (("kept", A_MINUTE), ("gone", -A_MINUTE)):
        session = SessionStore()
        session["name"] = name
        session.save()
        Session.objects.filter(pk=session.session_key).update(expire_date=timezone.now() + age)
    assert prune(ALL)["expired sessions"] == 1
    assert Session.objects.get().get_decoded() == {"name": "kept"}


def test_what_has_been_off_for_long_goes_and_no_page_tells_of_it_any_more() -> None:
    person = UserFactory()
    for name, moment in ago(90).items():
        for active in (True, False):
            url = f"https://example.org/{name}/{active}"
            Channel.objects.create(
                user=person, kind="json", url=url, active=active, created_at=moment
            )
    dead = Channel.objects.filter(user=person, active=False)
    LetterFactory(recipient=person, channel=dead.first(), created_at=ago(90)["gone"])
    note_trouble(person)
    assert prune(ALL)["dead devices and services"] == 1
    assert dead.get().url.startswith("https://example.org/kept")
    assert User.objects.get(pk=person.pk).channel_fails
    LetterFactory(recipient=person, channel=dead.get(), created_at=ago(90)["kept"])
    dead.update(created_at=ago(90)["gone"])
    assert prune(ALL)["dead devices and services"] == 0
    Letter.objects.all().delete()
    assert prune(ALL)["dead devices and services"] == 1
    assert not User.objects.get(pk=person.pk).channel_fails
    assert Channel.objects.filter(user=person).count() == 2


def test_people_stay_however_long_they_have_been_away() -> None:
    long_ago = timezone.now() - timedelta(days=5000)
    UserFactory(last_login=long_ago)
    UserFactory(last_login=None)
    UserFactory(guest=True, last_login=long_ago)
    assert prune(ALL)["guests"] == 1
    assert User.objects.filter(guest=False).count() == 2


def test_each_transaction_deletes_a_bounded_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "BATCH", 3)
    old = timezone.now() - timedelta(days=5000)
    LetterFactory.create_batch(8, state=Letter.State.SENT, created_at=old)
    # No time left: still one batch, so that every night makes headway.
    assert pruning.delete_in_batches(Letter.objects.all(), float("-inf")) == 3
    assert Letter.objects.count() == 5
    assert pruning.delete_in_batches(Letter.objects.all(), ALL) == 5


def test_the_command_says_what_it_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    LetterFactory(state=Letter.State.SENT, created_at=timezone.now() - timedelta(days=5000))
    call_command("prune")
    assert "       1 letters\n" in capsys.readouterr().out
    call_command("prune")
    assert "       0 letters\n" in capsys.readouterr().out


def test_a_letter_deleted_meanwhile_troubles_no_worker() -> None:
    letter = LetterFactory(state=Letter.State.SENT)
    letter_id = letter.pk
    letter.delete()
    deliver(letter_id=letter_id)


def test_what_beat_sends_expires_before_it_sends_it_again(settings) -> None:
    app.loader.import_default_modules()
    schedule = settings.CELERY_BEAT_SCHEDULE
    assert len(schedule) > 10
    for name, entry in schedule.items():
        nightly = isinstance(entry["schedule"], crontab)
        period = 24 * 3600 if nightly else entry["schedule"]
        assert 0 < entry["options"]["expires"] <= period, name
        assert entry["task"] in app.tasks, name
