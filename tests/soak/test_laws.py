"""The soak finds what is broken, and says it in a sentence."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given

from games.play.engine.clock import Rest, counted
from games.play.models import EndedBy, Game, Move, PlayedBy, Wait
from games.post.models import Channel, Letter
from games.post.transports.mail import message_id
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on
from tests.play.test_clock import moments, rests, spans
from tests.running.mails import Mail, Mails
from tests.soak import laws
from tests.soak.house import PROCESSES
from tests.soak.laws import programs, pushes
from tests.soak.laws.clocks import Habits, awake, crossed
from tests.soak.laws.evidence import Evidence, Pushed
from tests.soak.laws.languages import strange_words
from tests.soak.laws.letters import unexplained
from tests.soak.laws.moves import confirmed as lost
from tests.soak.notes import Confirmation, Notes
from tests.soak.web import Answer


@pytest.fixture
def game(db: None) -> Game:
    """Return a running game whose letters have all been sent."""
    game = play_on(game_of(UserFactory(), UserFactory(), "journeyman"), 3)
    Letter.objects.waiting().update(state=Letter.State.SENT)
    return game


def taken() -> dict[str, list[float]]:
    """Return the mails of all letters that count as sent."""
    sent = Letter.objects.filter(state=Letter.State.SENT)
    return {message_id(letter): [10.0] for letter in sent}


def broken(taken: dict[str, list[float]], killed: dict[float, int]) -> list[str]:
    """Return what the laws say of these mails."""
    mails = Mails()
    mails.taken = taken
    return [sentence for _, sentence in laws.broken(Evidence(mails=mails, killed=killed))]


def dead(*moments: float) -> dict[float, int]:
    """Return when workers were dead, each with all hands full."""
    return dict.fromkeys(moments, PROCESSES)


def asking(game: Game) -> Letter:
    """Return the letter of the wait that is on."""
    return Letter.objects.get(key=f"turn:{open_wait(game).pk}")


def open_wait(game: Game) -> Wait:
    """Return the wait that is on."""
    return Wait.objects.open().select_related("player").get(player__game=game)


def test_nothing_is_broken_where_each_wait_has_its_letter(game: Game) -> None:
    assert broken(taken(), {}) == []


def test_a_wait_without_a_letter_is_named(game: Game) -> None:
    asking(game).delete()
    wait = open_wait(game)
    seat, move = wait.player.seat, wait.move
    assert broken(taken(), {}) == [
        f"Game {game.pk}: the wait for seat {seat} after move {move} has 0 letters."
    ]


def test_a_wait_that_the_log_does_not_know_is_named_too(game: Game) -> None:
    wait = open_wait(game)
    seat = wait.player.seat
    Wait.objects.filter(pk=wait.pk).update(move=99)
    told = f"Game {game.pk}: it waited for seat {seat} after move 99, and play did not."
    assert told in broken(taken(), {})


def test_a_wait_that_has_ended_too_early_is_named(game: Game) -> None:
    wait = open_wait(game)
    Wait.objects.filter(pk=wait.pk).update(
        ended_at=wait.since, ended_by=EndedBy.LEFT, next_check_at=None
    )
    told = f"Game {game.pk}: it waits for seats [], and play asks [{wait.player.seat}]."
    assert told in broken(taken(), {})


def test_a_letter_without_a_wait_is_named(game: Game) -> None:
    letter = asking(game)
    letter.pk, letter.key, letter.payload = None, "turn:98", {**letter.payload, "wait": 98}
    letter.save()
    found = " ".join(broken(taken(), {}))
    assert f"{letter} asks about no wait of the game." in found


def test_a_letter_that_never_came_is_named(game: Game) -> None:
    mails = taken()
    del mails[message_id(asking(game))]
    (sentence,) = broken(mails, {})
    assert sentence.endswith("counts as sent and never came.")


def test_a_mail_that_nobody_needed_comes_only_if_a_worker_died_with_it(
    game: Game, settings: Any
) -> None:
    """It was not noted that it came, and when it would have come again the turn was over."""
    settings.CELERY_TASK_TIME_LIMIT = 5
    letter, mails = asking(game), taken()
    Wait.objects.filter(pk=open_wait(game).pk).update(
        ended_at=timezone.now(), ended_by=EndedBy.ANSWERED, next_check_at=None
    )
    Letter.objects.filter(pk=letter.pk).update(state=Letter.State.SUPERSEDED)
    told = f"{Letter.objects.get(pk=letter.pk)} came though it is superseded."
    assert told in broken(mails, {})
    assert told not in broken(mails, dead(10.1))
    del mails[message_id(letter)]
    assert told not in broken(mails, {})


def test_a_mail_that_is_put_off_has_come_only_if_a_worker_died_with_it(
    game: Game, settings: Any
) -> None:
    """It was not noted that it came, and when it would have come again it was night."""
    settings.CELERY_TASK_TIME_LIMIT = 5
    letter, mails = asking(game), taken()
    Letter.objects.filter(pk=letter.pk).update(
        state=Letter.State.WAITING, attempts=2, due_at=timezone.now() + timedelta(hours=8)
    )
    told = f"{Letter.objects.get(pk=letter.pk)} came though it is waiting."
    assert told in broken(mails, {})
    assert told not in broken(mails, dead(10.1))


def test_a_mail_without_a_letter_is_named(game: Game) -> None:
    assert broken(taken() | {"<x@y>": [1.0]}, {}) == ["A mail or push without a letter: <x@y>"]


@pytest.mark.parametrize(
    ("killed", "breaches"),
    [([], 1), ([10.1], 0), ([9.8], 0), ([8.0], 1), ([100.0], 1), ([8.0, 100.0], 1)],
)
def test_a_mail_comes_again_only_if_a_worker_died_with_it(
    game: Game, killed: list[float], breaches: int, settings: Any
) -> None:
    settings.CELERY_TASK_TIME_LIMIT = 5
    mails = taken() | {message_id(asking(game)): [10.0, 50.0]}
    found = broken(mails, dead(*killed))
    assert len(found) == breaches
    assert all(sentence.startswith("A mail or push came again") for sentence in found)


def test_a_worker_that_died_explains_what_it_had_in_hand_and_no_more(
    settings: Any,
) -> None:
    settings.CELERY_TASK_TIME_LIMIT = 5
    mails = {f"<{number}>": [10.0, 30.0] for number in range(PROCESSES + 1)}
    assert unexplained(mails, dead(10.2)) == [f"<{PROCESSES}>"]
    assert unexplained(mails, dead(10.2, 10.4)) == []
    assert unexplained({"<a>": [10.0, 20.0, 30.0]}, dead(10.1)) == ["<a>"]
    assert unexplained({"<a>": [10.0, 20.0, 30.0]}, dead(10.1, 20.1)) == []


@pytest.fixture
def notes(game: Game) -> Notes:
    """Return what people have confirmed in the game, as they were told."""
    people = game.players.filter(user__isnull=False).values("seat")
    own = Move.objects.filter(game=game, seat__in=people, played_by=PlayedBy.SEAT)
    told = {
        (move.number, move.seat or 0, 0): Confirmation(move.seat or 0, (move.order,), told=True)
        for move in own.order_by("number")
    }
    return Notes(confirmed={game.pk: told})


def gone(notes: Notes) -> list[str]:
    """Return what the law says of these notes."""
    return list(lost(Evidence(notes=notes)))


def test_what_was_confirmed_is_there(notes: Notes) -> None:
    assert gone(notes) == []


@pytest.mark.parametrize("told", [True, False])
def test_what_was_told_and_is_gone_is_named(game: Game, notes: Notes, told: bool) -> None:
    """Without an answer it may be gone or there."""
    noted = notes.confirmed[game.pk]
    noted[99, 0, 0] = Confirmation(0, ("place t gone",), told)
    sentence = f"Game {game.pk}: what seat 0 confirmed is gone: place t gone."
    assert gone(notes) == ([sentence] if told else [])
    del noted[99, 0, 0]
    last = max(noted)
    noted[last] = noted[last]._replace(told=told)
    assert gone(notes) == []


def test_what_got_no_answer_may_be_gone_and_confirmed_again(game: Game, notes: Notes) -> None:
    noted = notes.confirmed[game.pk]
    last = max(noted)
    noted[last[0] - 1, 9, 0] = noted[last]._replace(told=False)
    assert gone(notes) == []


def test_what_was_played_twice_is_named(game: Game, notes: Notes) -> None:
    last = Move.objects.get(game=game, number=max(notes.confirmed[game.pk])[0])
    last.pk, last.number = None, last.number + 10
    last.save(force_insert=True)
    (sentence,) = gone(notes)
    assert sentence.endswith("was played and not confirmed.")


@pytest.mark.parametrize(
    ("again", "breaches"),
    [(Answer(200, "41", ""), 0), (Answer(200, "42", ""), 1), (Answer(412, "stale", ""), 1)],
)
def test_a_program_that_is_answered_otherwise_when_it_asks_again_is_named(
    again: Answer, breaches: int
) -> None:
    played, refused = Answer(200, "41", ""), Answer(412, "stale", "")
    notes = Notes(answers={"one": [played, again], "other": [refused, played]})
    assert len([*programs.answered(Evidence(notes=notes))]) == breaches


@pytest.fixture
def phone(game: Game) -> Channel:
    """Return a phone that somebody has connected just before they were asked."""
    wait = open_wait(game)
    return Channel.objects.create(
        user=wait.player.user,
        kind="push",
        url="https://fcm.googleapis.com/phone",
        created_at=wait.since - timedelta(microseconds=1),
    )


def test_a_turn_without_a_push_is_named(game: Game, phone: Channel) -> None:
    wait = open_wait(game)
    about = f"Game {game.pk}: the wait {wait.pk} for {phone.user}"
    assert [*pushes.pushed(Evidence())] == [f"{about} has no push."]
    letter = asking(game)
    letter.pk, letter.key, letter.channel = None, f"{letter.key}@{phone.pk}", phone
    letter.save()
    assert [*pushes.pushed(Evidence())] == []
    Letter.objects.filter(pk=letter.pk).update(state=Letter.State.SUPERSEDED)
    assert [*pushes.pushed(Evidence())] == [f"{about} is on, and its push is superseded."]
    now = timezone.now()
    Wait.objects.filter(pk=wait.pk).update(
        ended_at=now, ended_by=EndedBy.ANSWERED, next_check_at=None
    )
    assert [*pushes.pushed(Evidence(calm=[now]))] == []
    calm = [letter.due_at]
    assert [*pushes.pushed(Evidence(calm=calm))] == [f"{about} lasted, and its push is superseded."]


@pytest.mark.parametrize(("minutes", "breaches"), [(1, 0), (10, 1)])
def test_a_push_that_comes_late_is_named(
    game: Game, phone: Channel, minutes: int, breaches: int
) -> None:
    letter, now = asking(game), timezone.now()
    Letter.objects.filter(pk=letter.pk).update(channel=phone)
    Wait.objects.filter(pk=open_wait(game).pk).update(
        ended_at=now, ended_by=EndedBy.ANSWERED, next_check_at=None
    )
    push = Pushed(message_id(letter), 0.0, now + timedelta(minutes=minutes), Mail((), ""))
    assert len([*pushes.late(Evidence(pushes=[push]))]) == breaches


BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("start", "end", "habits", "hours"),
    [
        # The night of 25 October 2026 is an hour longer, that of 29 March an hour shorter.
        ("2026-10-24 12:00", "2026-10-25 12:00", Habits(BERLIN), 25),
        ("2026-03-28 12:00", "2026-03-29 12:00", Habits(BERLIN), 23),
        ("2026-10-24 12:00", "2026-10-25 12:00", Habits(BERLIN, (2, 3)), 23),
        ("2026-03-28 12:00", "2026-03-29 12:00", Habits(BERLIN, (2, 3)), 23),
        ("2026-10-24 12:00", "2026-10-25 12:00", Habits(BERLIN, (23, 7)), 16),
        ("2026-10-23 12:00", "2026-10-26 12:00", Habits(BERLIN, weekends=True), 24),
    ],
)
def test_waking_hours_are_those_of_the_wall_clock(
    start: str, end: str, habits: Habits, hours: int
) -> None:
    assert abs(awake(at(start), at(end), habits) - timedelta(hours=hours)) < timedelta(seconds=1)
    assert crossed(at(start), at(end), BERLIN)
    assert not crossed(at(start), at(start) + timedelta(hours=1), BERLIN)


@given(moments, spans, rests())
def test_the_site_counts_the_same_hours(start: datetime, span: timedelta, rest: Rest) -> None:
    sleep = (rest.sleeps_from, rest.sleeps_to) if rest.sleep else None
    zone = rest.zone if isinstance(rest.zone, ZoneInfo) else BERLIN
    habits = Habits(zone, sleep, rest.weekends, rest.vacations)
    apart = awake(start, start + span, habits) - counted(start, start + span, rest)
    assert abs(apart) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("text", "language", "strange"),
    [
        ("<p>It's <b>your</b> turn.</p>", "de", "your"),
        ("<p>Du bist am Zug.</p>", "de", ""),
        ("Wir warten auf dich.", "en", "dich, warten"),
        ("Merchant12 is in Lübeck: https://example.org/warten", "en", ""),
    ],
)
def test_a_word_of_another_language_is_named(text: str, language: str, strange: str) -> None:
    assert strange_words(text, language) == strange
