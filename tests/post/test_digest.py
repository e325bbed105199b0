"""Digests: what is due in one mail, and each of its letters with the same fate as alone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils.safestring import mark_safe

from games.accounts.models import User
from games.post import services
from games.post.letters import Attachment, Written
from games.post.models import Channel, Letter, Schedule, Tally
from games.post.notifications.notices import notice
from games.post.services import bundles, delivery
from games.post.transports import MAIL, transports
from games.post.transports.base import Rejected
from games.post.transports.mail import message_id
from tests.factories import UserFactory
from tests.post import conftest
from tests.post.conftest import Clock, Desk, Killed, put_aside, said, written_by

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


@pytest.fixture
def reader(clock: Clock) -> User:
    """Somebody who wants a digest at seven, in a zone two hours from here."""
    reader = UserFactory(time_zone="Africa/Johannesburg")
    services.set_schedule(user=reader, mode=Schedule.Mode.DIGEST, minutes=15, hour=7, reminders=[])
    return reader


def order(user: User, number: int, **options: object) -> Letter:
    return conftest.order(user, f"wait:{number}", f"game:{number}", **options)


def told(letter: Letter) -> Written:
    return notice(letter, f"About {letter.topic}", "It waits.", path="/1", label="Go there")


@pytest.fixture
def mails(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Written]]:
    """The ids and contents of mails that are sent."""
    sent: list[tuple[str, Written]] = []

    def send(letter: Letter, written: Written, address: str) -> None:
        if desk.before_sending:
            raise desk.before_sending
        sent.append((message_id(letter), written))
        if desk.after_sending:
            raise desk.after_sending

    monkeypatch.setattr(transports()[MAIL], "send", send)
    monkeypatch.setattr(desk, "write", told)
    written_by(monkeypatch, told)
    return sent


def whole(mail: tuple[str, Written]) -> tuple[str, ...]:
    """All that is in a mail."""
    number, written = mail
    return (number, repr(written), written.text, written.html)


def states(*orders: Letter) -> list[str]:
    return [Letter.objects.get(pk=letter.pk).state for letter in orders]


def test_what_is_due_goes_out_at_its_hour_in_one_mail(reader: User, mails, clock: Clock) -> None:
    first, second = order(reader, 1), order(reader, 2)
    other = order(UserFactory(), 3)
    clock.go(hours=16, minutes=59)
    services.sweep()
    assert len(mails) == 1
    assert states(first, second, other) == ["waiting", "waiting", "sent"]
    clock.go(minutes=1)
    services.sweep()
    services.sweep()
    assert len(mails) == 2
    digest = mails[1][1]
    assert digest.subject == "2 updates: About game:1, and more"
    for body in (digest.text, digest.html):
        assert body.index("About game:1") < body.index("About game:2")
        assert "It waits." in body
        assert f"{settings.SITE_URL}/1" in body
        assert body.count("You got this email because") == 1
    assert states(first, second) == ["sent", "sent"]


def test_one_letter_alone_stays_itself(reader: User, mails, clock: Clock) -> None:
    letter = order(reader, 1)
    clock.go(days=1)
    services.sweep()
    assert [*map(whole, mails)] == [whole((message_id(letter), told(letter)))]


def test_what_is_urgent_does_not_wait(reader: User, mails) -> None:
    order(reader, 1)
    urgent = order(reader, 2, urgent=True)
    services.sweep()
    assert [*map(whole, mails)] == [whole((message_id(urgent), told(urgent)))]


def test_what_needs_no_email_of_its_own_comes_with_digests_alone(
    reader: User, mails, clock: Clock, monkeypatch
) -> None:
    monkeypatch.setattr(conftest.Note, "digested", True)
    other = UserFactory()
    for person in (reader, other):
        Channel.objects.create(user=person, kind="json", url="https://x.example.org/")
    first, second = order(reader, 1), order(other, 2)
    assert states(first, second) == ["waiting", "unwanted"]
    assert Letter.objects.count() == 2, "none goes through a channel"
    order(reader, 3)
    clock.go(days=1)
    services.sweep()
    assert states(first, second) == ["sent", "unwanted"]
    assert len(mails) == 1


def bundled(
    reader: User, desk: Desk, clock: Clock, trouble: str = "before_sending"
) -> list[Letter]:
    """Three letters in a digest whose first delivery has come to nothing, and ten minutes later."""
    ordered = [order(reader, number) for number in (1, 2, 3)]
    clock.go(days=1)
    setattr(desk, trouble, Killed())
    with pytest.raises(Killed):
        services.sweep()
    desk.well()
    services.sweep()
    assert Letter.objects.get(kind="digest").parts.count() == 3
    clock.go(minutes=10)
    return ordered


def test_what_is_put_aside_before_it_leaves_is_not_told(
    reader: User, desk: Desk, mails, clock: Clock
) -> None:
    first, second, third = bundled(reader, desk, clock)
    put_aside(reader, "game:2")
    services.sweep()
    ((_, mail),) = mails
    assert "About game:2" not in mail.text
    assert "About game:3" in mail.text
    assert states(first, second, third) == ["sent", "superseded", "sent"]


def test_what_is_no_longer_wanted_is_not_told(
    reader: User, desk: Desk, mails, clock: Clock
) -> None:
    first, second, third = bundled(reader, desk, clock)
    services.unsubscribe(user=reader, topic="game:1")
    services.sweep()
    assert "About game:1" not in mails[0][1].text
    assert states(first, second, third) == ["unwanted", "sent", "sent"]


def test_a_digest_with_nothing_left_is_put_aside(
    reader: User, desk: Desk, mails, clock: Clock
) -> None:
    bundled(reader, desk, clock)
    services.unsubscribe(user=reader, topic="")
    services.sweep()
    assert not mails
    assert Letter.objects.get(kind="digest").state == Letter.State.SUPERSEDED


def test_another_rhythm_does_not_tear_a_digest_that_is_under_way(
    reader: User, desk: Desk, mails, clock: Clock
) -> None:
    ordered = bundled(reader, desk, clock)
    clock.go(minutes=-10)
    services.set_schedule(user=reader, mode=Schedule.Mode.NOW, minutes=15, hour=7, reminders=[])
    services.sweep()
    assert not mails, "it is in the hands of one who may still send it"
    clock.go(minutes=10)
    services.sweep()
    assert len(mails) == 1
    assert states(*ordered) == ["sent"] * 3


def test_dying_right_after_sending_is_the_only_window_and_the_mail_keeps_its_id(
    reader: User, desk: Desk, mails, clock: Clock
) -> None:
    bundled(reader, desk, clock, "after_sending")
    services.sweep()
    assert len(mails) == 2
    assert len({message_id for message_id, _ in mails}) == 1


def test_a_letter_that_cannot_be_written_holds_up_no_other(
    reader: User, desk: Desk, mails, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog
) -> None:
    ordered = [order(reader, number) for number in (1, 2, 3)]

    def write(letter: Letter) -> Written:
        if letter.topic == "game:2":
            raise ValueError("no such game")
        return told(letter)

    written_by(monkeypatch, write)
    clock.go(days=1)
    services.sweep()
    assert len(mails) == 1
    assert states(*ordered) == ["sent", "waiting", "sent"]
    written_by(monkeypatch, told)
    clock.go(hours=1)
    services.sweep()
    assert whole(mails[1]) == whole((message_id(ordered[1]), told(ordered[1])))


def test_a_digest_that_fails_for_good_takes_its_letters_with_it_and_back(
    reader: User, desk: Desk, mails, clock: Clock
) -> None:
    ordered = [order(reader, number) for number in (1, 2, 3)]
    clock.go(days=1)
    desk.before_sending = Rejected("550 no such person")
    services.sweep()
    assert states(*ordered) == ["waiting"] * 3, "it may refuse everybody"
    clock.go(hours=1)
    Tally.objects.create(transport=MAIL, since=clock.now, taken=1)
    services.sweep()
    desk.well()
    assert states(*ordered) == ["failed"] * 3
    assert "550 no such person" in Letter.objects.get(pk=ordered[0].pk).error
    assert services.send_again(letter_ids=[letter.pk for letter in ordered]) == 1
    services.sweep()
    assert len(mails) == 1
    assert states(*ordered) == ["sent"] * 3


def test_after_many_failures_in_its_pauses(reader: User, desk: Desk, mails, clock: Clock, caplog):
    ordered = [order(reader, number) for number in (1, 2)]
    clock.go(days=1)
    desk.before_sending = OSError("down")
    for _ in range(delivery.MAX_ATTEMPTS):
        services.sweep()
        clock.go(days=1)
    assert states(*ordered) == ["failed", "failed"]
    assert Letter.objects.get(kind="digest").attempts == delivery.MAX_ATTEMPTS


def test_what_waits_leads_with_its_board_and_its_own_address(
    reader: User, mails, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a digest had no address, and news stood above what waits."""

    def write(letter: Letter) -> Written:
        number = letter.topic.removeprefix("game:")
        if number == "1":
            return told(letter)
        board = Attachment("board.png", b"png", "image/png", f"board-{number}@board", "Anna leads.")
        address = f"hansa+turn.{number}@reply.example.org"
        about = f"About {letter.topic}"
        return said(
            about,
            f"{about}. Reply to {address}",
            mark_safe(f'<img src="cid:{board.content_id}" alt="{board.words}">{about}, {address}'),
            attachments=(board,),
            reply_to=address,
            waits=True,
            until=clock.now + timedelta(days=int(number)),
        )

    written_by(monkeypatch, write)
    for number in (3, 1, 2):
        order(reader, number)
    conftest.order(reader, "reminder:3", "game:3")
    clock.go(days=1)
    services.sweep()

    ((_, digest),) = mails
    assert digest.subject == "About game:2, and 2 more"
    assert [each.content_id for each in digest.attachments] == ["board-2@board", "board-3@board"]
    assert digest.reply_to == ""
    for whole in (digest.text, digest.html):
        waiting, news = whole[whole.index("Waiting for you") :].split("Other news")
        assert waiting.index("turn.2@") < waiting.index("turn.3@"), "by the end of their time"
        assert "About game:1" in news
        assert "About game:1" not in waiting
        for number in (2, 3):
            assert f"hansa+turn.{number}@reply.example.org" in waiting
    assert digest.text.count("About game:3.") == 1
    for number in (2, 3):
        assert digest.html.count(f'<img src="cid:board-{number}@board" alt="Anna leads.">') == 1


def test_what_does_not_fit_into_one_digest_follows_at_once_in_another(
    reader: User, mails, clock: Clock
) -> None:
    ordered = [order(reader, number) for number in range(2 * bundles.MOST + 1)]
    clock.go(days=1)
    services.sweep()
    assert states(*ordered) == ["sent"] * len(ordered)
    assert [mail.text.count("It waits.") for _, mail in mails] == [bundles.MOST, bundles.MOST, 1]


def test_a_digest_in_which_one_thing_waits_is_answered_at_its_address(
    reader: User, mails, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(letter: Letter) -> Written:
        waits = letter.topic == "game:2"
        return replace(told(letter), reply_to="hansa+turn.2@x.org" if waits else "", waits=waits)

    written_by(monkeypatch, write)
    order(reader, 1), order(reader, 2)
    clock.go(days=1)
    services.sweep()
    assert mails[0][1].reply_to == "hansa+turn.2@x.org"


@pytest.mark.parametrize("hour", [7, 9])
def test_each_game_may_have_an_hour_of_its_own(
    reader: User, mails, clock: Clock, hour: int
) -> None:
    services.set_schedule(
        user=reader, topic="game:2", mode=Schedule.Mode.DIGEST, minutes=15, hour=hour,
        reminders=[],
    )  # fmt: skip
    order(reader, 1), order(reader, 2)
    clock.go(hours=18)
    services.sweep()
    clock.go(hours=2)
    services.sweep()
    assert len(mails) == (1 if hour == 7 else 2)
