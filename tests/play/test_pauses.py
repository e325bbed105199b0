"""Pauses: everybody hears of them, and nobody loses a clock to the end of one."""

from datetime import timedelta

import pytest
from django.core import mail

from games.play import services
from games.play.engine.pausing import PAUSE_TIME
from games.play.models import AFTER_PAUSE, Game, Vote
from games.play.services import Terms
from games.post.models import Letter
from games.post.services import sweep as send
from tests.factories import UserFactory
from tests.play.factories import game_of
from tests.play.poll_title import registered
from tests.play.timepiece import Timepiece, at, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _registered():
    with registered():
        yield


def poll(**terms) -> Game:
    return game_of(*UserFactory.create_batch(3), title="poll", terms=Terms(**terms))


def agree(game: Game, kind: str) -> None:
    """Ask for a pause or its end, and let enough of the others agree."""
    vote = services.open_vote(player=at(game, 1), kind=kind)
    services.cast(player=at(game, 2), vote_id=vote.pk, choice="yes")


def told(kind: str) -> list[int]:
    """Whom letters of a kind were written to, by seat."""
    return sorted(letter.payload["seat"] for letter in Letter.objects.filter(kind=kind))


def mails(game: Game, seat: int, subject: str) -> list[str]:
    """What was sent to a seat under a subject."""
    send()
    address = at(game, seat).user.email
    return [each.body for each in mail.outbox if each.to == [address] and subject in each.subject]


def end_of_pause(timepiece: Timepiece) -> None:
    timepiece.sweep(seconds=PAUSE_TIME.total_seconds())


def test_everybody_hears_that_a_pause_is_agreed(timepiece: Timepiece):
    game = poll()
    agree(game, "pause")
    assert told("paused") == [0, 1, 2]
    for seat in range(3):
        (text,) = mails(game, seat, "the game is paused")
        assert "paused until Mon 16 Mar 12:00 (UTC) at the latest" in text


def test_everybody_hears_a_day_before_that_a_pause_ends(timepiece: Timepiece):
    game = poll()
    agree(game, "pause")
    assert timepiece.sweep(seconds=(PAUSE_TIME - DAY).total_seconds() - 1) == 0
    assert timepiece.sweep(seconds=1) == 1
    assert timepiece.sweep() == 0
    assert told("pause_ends") == [0, 1, 2]
    (text,) = mails(game, 0, "the pause is about to end")
    assert "The pause ends Mon 16 Mar 12:00 (UTC)" in text
    assert "within 12 hours" in text


def test_everybody_hears_that_a_pause_is_over_and_who_is_asked_until_when(timepiece: Timepiece):
    game = poll(hours=48)
    agree(game, "pause")
    end_of_pause(timepiece)
    assert sorted(told("resumed") + told("goes_on")) == [0, 1, 2]
    assert told("resumed") == [0]
    (text,) = mails(game, 0, "the game goes on")
    assert "The pause is over, and your clock is running." in text
    assert "Your time runs out Wed 18 Mar 12:00 (UTC)" in text
    (text,) = mails(game, 1, "the game goes on")
    assert f"The pause is over. We're waiting for {at(game, 0).name}." in text


def test_what_is_no_longer_true_of_a_pause_is_not_sent(timepiece: Timepiece):
    game = poll()
    agree(game, "pause")
    timepiece.go(hours=1)
    agree(game, "resume")
    assert mails(game, 0, "the game is paused") == []
    assert len(mails(game, 0, "the game goes on")) == 1
    assert timepiece.sweep(seconds=(PAUSE_TIME - DAY).total_seconds()) > 0
    assert told("pause_ends") == []


def test_each_pause_of_a_game_is_told(timepiece: Timepiece):
    game = poll()
    for _ in range(2):
        agree(game, "pause")
        agree(game, "resume")
    assert told("paused") == [0, 0, 1, 1, 2, 2]
    assert (told("resumed"), told("goes_on")) == ([0, 0], [1, 1, 2, 2])


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("used", [0, 47, 48])
@pytest.mark.parametrize("grace_hours", [0, 1, 24])
def test_no_clock_ends_within_twelve_hours_of_a_pause(
    timepiece: Timepiece, early: bool, used: int, grace_hours: int
):
    game = poll(hours=48, grace_hours=grace_hours)
    timepiece.sweep(hours=used)
    agree(game, "pause")
    if early:
        timepiece.go(days=3)
        agree(game, "resume")
    else:
        end_of_pause(timepiece)
    left = max(AFTER_PAUSE, timedelta(hours=48 - used))
    assert at(game, 0).wait.deadline == timepiece.now + left
    assert at(game, 0).wait.warned_at is None
    # Time runs out as always then: a letter says so before a grace begins.
    Letter.objects.filter(kind="warning").delete()
    timepiece.sweep(seconds=left.total_seconds())
    player = at(game, 0)
    if grace_hours:
        assert told("warning") == [0]
        assert player.wait.grace_until == timepiece.now + timedelta(hours=grace_hours)
    else:
        assert Vote.objects.filter(game=game, kind="absent", closed=None).exists()
