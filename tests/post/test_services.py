"""What the services of `games.post` promise."""

import smtplib
from datetime import timedelta

import pytest
from celery import Celery
from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from games.accounts.models import User
from games.post import services
from games.post.models import Letter
from games.post.services import delivery, queue, tally
from games.post.transports import MAIL, transports
from games.post.transports.base import Rejected, Trouble
from games.post.transports.mail import message_id
from tests.factories import LetterFactory, UserFactory
from tests.post import conftest
from tests.post.conftest import Clock, Desk, Killed, put_aside

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


def order(key: str = "wait:1", user: User | None = None, **kwargs: object) -> Letter:
    return conftest.order(user or UserFactory(), key, **kwargs)


def hours_pass(hours: float) -> None:
    Letter.objects.update(due_at=F("due_at") - timedelta(hours=hours))


def test_one_key_is_one_letter(desk: Desk) -> None:
    user = UserFactory()
    first = order(user=user, turn=1)
    again = order(user=user, turn=2)
    assert first == again
    assert again.payload["turn"] == 1
    services.sweep()
    services.sweep()
    assert desk.sent == [first]


def test_a_letter_lives_and_dies_with_the_transaction_it_belongs_to(desk: Desk) -> None:
    with transaction.atomic():
        order()
        transaction.set_rollback(True)
    assert not Letter.objects.exists()


def test_delivery_is_asked_for_after_the_commit_and_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(queue, "enqueue", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        letter = order()
        order()
        assert not asked
    assert asked == [letter.pk]


@pytest.mark.parametrize(
    ("minutes", "asked_for"), [(2, timedelta(minutes=2)), (5, timedelta(minutes=5)), (6, None)]
)
def test_delivery_of_what_is_due_soon_is_asked_for_at_its_time(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks,
    minutes: int,
    asked_for: timedelta | None,
) -> None:
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(queue.current_app, "send_task", lambda *_, **how: asked.append(how))
    begun = timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        letter = order(not_before=begun + timedelta(minutes=minutes))
    assert letter.due_at == begun + timedelta(minutes=minutes)
    assert [how["eta"] for how in asked] == (
        [] if asked_for is None else [begun + asked_for + queue.EARLY]
    )


def test_a_kind_that_is_not_in_the_register_is_refused_at_once() -> None:
    with pytest.raises(LookupError, match="Note is not in the register"):
        order()
    assert not Letter.objects.exists()


def test_a_broker_that_is_down_costs_neither_the_letter_nor_much_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    down = Celery("down", broker="redis://127.0.0.1:1/0", set_as_current=False)
    down.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(queue, "current_app", down)
    letter = order()
    begin = timezone.now()
    queue.enqueue(letter.pk)
    assert timezone.now() - begin < timedelta(seconds=1.5)
    assert "The broker took no task" in caplog.text
    services.sweep()
    assert desk.sent == [letter]


@pytest.mark.parametrize("step", ["writing", "before_sending", "after_sending"])
def test_a_worker_that_dies_loses_nothing(desk: Desk, step: str) -> None:
    letter = order()
    setattr(desk, step, Killed())
    with pytest.raises(Killed):
        services.deliver(letter_id=letter.pk)
    desk.well()
    services.sweep()
    assert len(desk.sent) == (step == "after_sending"), "it is in the dead one's hands for a while"
    hours_pass(1)
    services.sweep()
    letter.refresh_from_db()
    assert letter.state == Letter.State.SENT
    assert letter.attempts == 2
    assert len({message_id(sent) for sent in desk.sent}) == 1


def test_a_worker_that_cannot_count_what_it_sent_sends_it_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = order()

    def fail(_: Letter) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(tally, "note_taken", fail)
    with pytest.raises(OperationalError):
        services.deliver(letter_id=letter.pk)
    hours_pass(1)
    services.sweep()
    assert desk.sent == [letter]


def test_a_letter_on_which_every_worker_dies_is_given_up(desk: Desk) -> None:
    letter = order()
    desk.writing = Killed()
    for _ in range(delivery.MAX_ATTEMPTS):
        with pytest.raises(Killed):
            services.deliver(letter_id=letter.pk)
        hours_pass(1)
    desk.well()
    services.sweep()
    letter.refresh_from_db()
    assert letter.state == Letter.State.FAILED
    assert "broke off" in letter.error


def test_a_sweep_takes_what_was_missed_and_nothing_before_its_time(desk: Desk) -> None:
    missed = LetterFactory.create_batch(3)
    LetterFactory(due_at=timezone.now() + timedelta(minutes=1))
    assert services.sweep() == 3
    assert desk.sent == missed


def test_a_sweep_ends_when_its_time_is_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    LetterFactory.create_batch(2)
    monkeypatch.setattr(delivery, "SWEEP_TIME", timedelta(0))
    assert services.sweep() == 0
    longest = settings.SWEEP_SECONDS + settings.EMAIL_TIMEOUT
    assert longest < settings.CELERY_TASK_TIME_LIMIT, "no limit ends it with a letter in hand"


def test_a_broken_letter_does_not_stop_the_others(desk: Desk, caplog) -> None:
    broken = LetterFactory(kind="unknown")
    good = LetterFactory()
    services.sweep()
    assert desk.sent == [good]
    broken.refresh_from_db()
    assert broken.state == Letter.State.WAITING
    assert "Nobody writes letters of kind 'unknown'" in broken.error


def test_what_was_put_aside_is_never_sent(desk: Desk) -> None:
    one, other = UserFactory(), UserFactory()
    letter = order("a", user=one)
    kept = order("b", user=other)
    assert put_aside(one) == 1
    services.deliver(letter_id=letter.pk)
    services.sweep()
    assert desk.sent == [kept]
    assert put_aside(other) == 0, "what is sent stays sent"


def test_a_writer_with_nothing_left_to_say_puts_it_aside(desk: Desk) -> None:
    letter = order()
    desk.written = None
    services.sweep()
    letter.refresh_from_db()
    assert letter.state == Letter.State.SUPERSEDED
    assert not desk.sent


def test_putting_aside_wins_over_a_retry(desk: Desk, caplog) -> None:
    letter = order()

    def fail_meanwhile(*_: object) -> None:
        put_aside(letter.recipient)
        raise OSError("no route")

    desk.send = fail_meanwhile
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transports()[MAIL], "send", fail_meanwhile)
        services.deliver(letter_id=letter.pk)
    letter.refresh_from_db()
    assert letter.state == Letter.State.SUPERSEDED


def test_retries_back_off_and_end(desk: Desk, caplog) -> None:
    letter = order()
    desk.before_sending = smtplib.SMTPServerDisconnected("gone")
    pauses = []
    for attempt in range(1, delivery.MAX_ATTEMPTS + 1):
        services.deliver(letter_id=letter.pk)
        letter.refresh_from_db()
        assert letter.attempts == attempt
        assert "gone" in letter.error
        pauses.append(letter.due_at - timezone.now())
        hours_pass(12)
    assert letter.state == Letter.State.FAILED
    assert sum(pauses, timedelta()) > timedelta(days=2.5), "a provider may be away so long"
    growing = pauses[:5]
    assert growing == sorted(growing)
    assert pauses[0] < timedelta(minutes=1)
    assert max(pauses) < delivery.LONGEST_PAUSE * 1.3
    desk.well()
    services.sweep()
    assert not desk.sent


def test_a_letter_in_its_pause_is_left_alone(desk: Desk, caplog) -> None:
    letter = order()
    desk.before_sending = OSError("down")
    services.deliver(letter_id=letter.pk)
    desk.well()
    services.deliver(letter_id=letter.pk)
    assert not desk.sent


def test_a_second_refusal_for_good_is_the_last_once_another_letter_was_taken(
    desk: Desk, clock: Clock
) -> None:
    letter = order()
    desk.before_sending = Rejected("550 no such person")

    def state_after(**span: float) -> str:
        clock.go(**span)
        services.deliver(letter_id=letter.pk)
        letter.refresh_from_db()
        return letter.state

    for hours in range(3):
        assert state_after(hours=hours) == Letter.State.WAITING, "it may refuse everybody"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk, "before_sending", None)
        services.deliver(letter_id=order("wait:2").pk)
    assert state_after(minutes=59) == Letter.State.WAITING, "it was taken before the last refusal"
    clock.go(minutes=11)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk, "before_sending", None)
        services.deliver(letter_id=order("wait:3").pk)
    assert state_after(minutes=15) == Letter.State.FAILED
    assert "550 no such person" in letter.error


@pytest.mark.parametrize(
    "refusal",
    [
        Trouble("450 try again later"),
        Rejected("550 your account is suspended"),
        smtplib.SMTPAuthenticationError(535, b"who are you"),
    ],
)
def test_a_provider_may_refuse_everything_for_a_day(
    desk: Desk, clock: Clock, caplog: pytest.LogCaptureFixture, refusal: Exception
) -> None:
    letters = [order(f"wait:{number}") for number in range(5)]
    assert not services.mail_is_late()
    services.deliver(letter_id=letters[0].pk)
    desk.before_sending, begun = refusal, clock.now
    for _ in range(24):
        clock.go(hours=1)
        services.sweep()
        assert services.mail_is_late() == (clock.now - begun > timedelta(hours=1))
    put_aside(letters[1].recipient)
    desk.well()
    clock.go(minutes=75)
    services.sweep()
    assert not services.mail_is_late()
    assert desk.sent[0] == letters[0]
    assert sorted(letter.pk for letter in desk.sent[1:]) == [letter.pk for letter in letters[2:]]
    assert not Letter.objects.filter(state=Letter.State.FAILED).exists()


@pytest.mark.parametrize(
    ("person", "reason"),
    [
        ({"confirmed": False}, "This person has no confirmed address."),
        ({"is_active": False}, "This account is closed."),
    ],
)
def test_who_cannot_get_letters_gets_none_and_it_is_said_why(
    desk: Desk, person: dict[str, bool], reason: str
) -> None:
    letter = order(user=UserFactory(**person))
    services.sweep()
    letter.refresh_from_db()
    assert not desk.sent
    assert letter.state == Letter.State.FAILED
    assert letter.error == reason


def test_what_failed_can_be_sent_again(desk: Desk) -> None:
    letter = LetterFactory(state=Letter.State.FAILED, attempts=10, error="x")
    sent = LetterFactory(state=Letter.State.SENT)
    assert services.send_again(letter_ids=[letter.pk, sent.pk]) == 1
    services.sweep()
    assert desk.sent == [letter]
