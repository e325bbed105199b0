"""Letters in each person's own rhythm."""

from datetime import timedelta

import pytest

from games.accounts.models import User
from games.post import services
from games.post.models import BouncedAddress, Channel, Letter, Schedule
from games.post.services.schedules import SECOND_THOUGHTS
from tests.factories import LetterFactory, UserFactory
from tests.post import conftest
from tests.post.conftest import Clock, Desk, Note

pytestmark = pytest.mark.django_db

Mode = Schedule.Mode


def choose(user: User, mode: str, topic: str = "", **more: object) -> None:
    schedule = {"minutes": 15, "hour": 7, "reminders": [50], **more}
    services.set_schedule(user=user, topic=topic, mode=mode, **schedule)


def order(user: User, topic: str = "game:1", key: str = "", **more: object) -> Letter:
    return conftest.order(user, key or f"wait:{topic}", topic, **more)


def now_is(letter: Letter) -> Letter:
    letter.refresh_from_db()
    return letter


def test_who_has_chosen_nothing_is_told_what_they_have_not_seen(desk: Desk, clock: Clock) -> None:
    user = UserFactory()
    schedule = services.schedule_of(user, "game:1")
    assert (schedule.mode, schedule.reminders) == (Mode.UNSEEN, [50, 90])
    assert order(user).due_at == clock.now


def test_a_wish_for_a_game_counts_before_the_one_for_all_but_quiet_hours_are_for_all() -> None:
    user = UserFactory()
    choose(user, Mode.DIGEST, quiet_from=22, quiet_to=6, reminders=[75])
    choose(user, Mode.QUIET, "game:1", minutes=30, quiet_from=1, quiet_to=2)
    own, other = services.schedule_of(user, "game:1"), services.schedule_of(user, "game:2")
    assert (own.mode, own.minutes, own.reminders) == (Mode.QUIET, 30, [50])
    assert (other.mode, other.reminders) == (Mode.DIGEST, [75])
    assert (own.quiet_from, own.quiet_to) == (other.quiet_from, other.quiet_to) == (22, 6)
    services.drop_schedule(user=user, topic="game:1")
    assert services.schedule_of(user, "game:1").mode == Mode.DIGEST


def test_who_wants_no_letters_gets_a_row_that_says_so(desk: Desk) -> None:
    user = UserFactory()
    choose(user, Mode.NONE, "game:1")
    unwanted, urgent = order(user), order(user, key="urgent", urgent=True)
    other = order(user, "game:2")
    services.sweep()
    assert desk.sent == [other]
    for letter in (unwanted, urgent):
        assert now_is(letter).state == Letter.State.UNWANTED
        assert letter.error


def test_changes_put_off_what_waits_for_quiet(desk: Desk, clock: Clock) -> None:
    user = UserFactory()
    choose(user, Mode.QUIET, minutes=15)
    letter, urgent = order(user), order(user, key="urgent", urgent=True)
    other = order(user, "game:2")
    services.sweep()
    assert desk.sent == [urgent]
    begin = clock.now
    clock.go(minutes=10)
    assert services.debounce(topic="game:1") == 1
    clock.go(minutes=10)
    services.sweep()
    assert desk.sent == [urgent, other]
    assert now_is(letter).due_at == begin + timedelta(minutes=25)
    while now_is(letter).state == Letter.State.WAITING:
        assert clock.now <= begin + timedelta(minutes=90), "but not for ever"
        services.debounce(topic="game:1")
        clock.go(minutes=1)
        services.sweep()
    assert clock.now == begin + timedelta(minutes=90)


def test_a_change_hurries_no_letter_that_was_ordered_for_later(desk: Desk, clock: Clock) -> None:
    user = UserFactory()
    choose(user, Mode.QUIET, minutes=15)
    letter = order(user, not_before=clock.now + timedelta(hours=2))
    due_at = letter.due_at
    assert due_at == clock.now + timedelta(hours=2, minutes=15)
    clock.go(minutes=5)
    services.debounce(topic="game:1")
    assert now_is(letter).due_at == due_at


def test_other_wishes_hurry_no_letter_that_was_ordered_for_later(desk: Desk, clock: Clock) -> None:
    user = UserFactory()
    letter = order(user, not_before=clock.now + timedelta(hours=2))
    choose(user, Mode.NOW)
    assert now_is(letter).due_at == clock.now + timedelta(hours=2)


def test_a_digest_holds_nothing_back_that_has_less_than_a_day_then(
    desk: Desk, clock: Clock
) -> None:
    user = UserFactory()
    choose(user, Mode.DIGEST, hour=(clock.now + timedelta(hours=4)).hour)
    short = order(user, key="short", until=clock.now + timedelta(hours=24))
    long = order(user, key="long", until=clock.now + timedelta(hours=72))
    assert short.due_at == clock.now < long.due_at
    choose(user, Mode.DIGEST, hour=(clock.now + timedelta(hours=8)).hour)
    assert now_is(short).due_at == clock.now


def test_a_change_stirs_nobody_who_does_not_wait_for_quiet(desk: Desk, clock: Clock) -> None:
    for mode in (Mode.NOW, Mode.DIGEST):
        user = UserFactory()
        choose(user, mode)
        order(user, key=mode)
    assert services.debounce(topic="game:1") == 0


@pytest.mark.parametrize(("minutes", "sent"), [(0, 0), (29, 0), (30, 1)])
def test_nothing_leaves_in_quiet_hours_however_long_it_has_been_due(
    desk: Desk, clock: Clock, minutes: int, sent: int
) -> None:
    user = UserFactory(time_zone="Asia/Kolkata")  # half an hour from the others
    letter = order(user)
    choose(user, Mode.NOW, quiet_from=18, quiet_to=20)
    Letter.objects.update(due_at=clock.now - timedelta(hours=1))
    clock.go(hours=2, minutes=minutes)  # 19:30 and later in Kolkata
    services.sweep()
    assert len(desk.sent) == sent
    if not sent:
        assert now_is(letter).attempts == 0
        assert letter.due_at == clock.now + timedelta(minutes=30 - minutes)


def test_an_answer_to_a_persons_own_mail_waits_for_nothing(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = UserFactory()
    choose(user, Mode.NONE, quiet_from=0, quiet_to=23)
    Channel.objects.create(user=user, kind="json", url="https://x.example/")
    monkeypatch.setattr(Note, "answers", True)
    monkeypatch.setattr(Note, "scheduled", False)
    answer = order(user)
    services.sweep()
    assert desk.sent == [answer], "and no webhook"


def test_another_rhythm_plans_what_waits_anew(desk: Desk, clock: Clock) -> None:
    user = UserFactory()
    choose(user, Mode.DIGEST, hour=7)
    letter, other = order(user), order(UserFactory(), key="other")
    assert letter.due_at == clock.now + timedelta(hours=19)
    choose(user, Mode.QUIET, minutes=20)
    assert now_is(letter).due_at == clock.now + timedelta(minutes=20)
    choose(user, Mode.NONE, "game:1")
    assert now_is(letter).state == Letter.State.UNWANTED
    services.drop_schedule(user=user, topic="game:1")
    assert now_is(letter).state == Letter.State.WAITING, "they have thought again soon enough"
    choose(user, Mode.NOW)
    assert now_is(letter).due_at == clock.now
    assert now_is(other).due_at == clock.now
    services.sweep()
    assert desk.sent == [other, letter] or desk.sent == [letter, other]


def test_what_was_not_wanted_for_long_stays_so(desk: Desk, clock: Clock) -> None:
    user = UserFactory()
    choose(user, Mode.NONE)
    letter = order(user)
    clock.now += SECOND_THOUGHTS
    choose(user, Mode.NOW)
    assert now_is(letter).state == Letter.State.UNWANTED


def test_a_new_rhythm_does_not_hurry_a_letter_in_its_pause(
    desk: Desk, clock: Clock, caplog
) -> None:
    user = UserFactory()
    letter = order(user)
    desk.before_sending = OSError("down")
    services.sweep()
    due_at = now_is(letter).due_at
    assert due_at > clock.now
    choose(user, Mode.NOW)
    assert now_is(letter).due_at == due_at
    choose(user, Mode.NONE)
    assert now_is(letter).state == Letter.State.UNWANTED


def test_a_letter_ordered_while_its_reader_unsubscribed_is_not_sent(desk: Desk) -> None:
    letter = LetterFactory(topic="game:1")
    Schedule.objects.create(user=letter.recipient, topic="game:1", mode=Mode.NONE)
    services.sweep()
    assert not desk.sent
    assert now_is(letter).state == Letter.State.UNWANTED


def test_only_what_asks_for_the_same_is_put_aside(desk: Desk) -> None:
    user = UserFactory()
    order(user)
    assert services.supersede(topic="game:1", user=user, asks="a vote") == 0
    assert services.supersede(topic="game:1", user=user, asks="") == 0
    assert services.supersede(topic="game:1", user=user, asks="orders") == 1


def test_an_address_that_mail_came_back_from_is_left_alone_until_its_owner_says_so(
    desk: Desk, clock: Clock
) -> None:
    user = UserFactory()
    old = LetterFactory(
        recipient=user, state=Letter.State.FAILED, due_at=clock.now - timedelta(days=9)
    )
    BouncedAddress.objects.create(address=user.email.upper(), bounced_at=clock.now)
    letter = order(user)
    services.sweep()
    assert not desk.sent
    assert now_is(letter).state == Letter.State.FAILED
    assert "bounced" in letter.error
    assert services.works_again(user=user) == 1
    services.sweep()
    assert desk.sent == [letter]
    assert now_is(old).state == Letter.State.FAILED
    assert services.works_again(user=user) == 0


def test_what_was_ordered_before_mail_came_back_is_sent_once_it_arrives_again(
    desk: Desk, clock: Clock
) -> None:
    user = UserFactory()
    choose(user, Mode.QUIET, minutes=60)
    letter = order(user)
    clock.go(minutes=30)
    BouncedAddress.objects.create(address=user.email, bounced_at=clock.now)
    clock.go(minutes=30)
    services.sweep()
    assert now_is(letter).state == Letter.State.FAILED
    assert services.works_again(user=user) == 1
    services.sweep()
    assert desk.sent == [letter]


def test_everybody_s_rows_are_read_in_one_query(django_assert_num_queries) -> None:
    users = UserFactory.create_batch(3)
    choose(users[0], Mode.QUIET, "game:1")
    choose(users[1], Mode.DIGEST)
    with django_assert_num_queries(1):
        schedules = services.schedules.schedules_of({user.pk for user in users}, "game:1")
    assert [schedules[user.pk].mode for user in users] == [Mode.QUIET, Mode.DIGEST, Mode.UNSEEN]


def test_the_schedules_of_all_games_of_a_reader_are_read_in_one_query(
    django_assert_num_queries,
) -> None:
    user = UserFactory()
    choose(user, Mode.QUIET, "game:1")
    choose(user, Mode.DIGEST, quiet_from=22, quiet_to=7)
    with django_assert_num_queries(1):
        schedules = services.schedules.schedules_by_topic(user, {"", "game:1", "game:2"})
    modes = {topic: schedule.mode for topic, schedule in schedules.items()}
    assert modes == {"": Mode.DIGEST, "game:1": Mode.QUIET, "game:2": Mode.DIGEST}
    assert {schedule.quiet_to for schedule in schedules.values()} == {7}
