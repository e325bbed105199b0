"""When letters about a wait come: laws over simulated games, whatever their people chose.

Letters count as sent when they are due; what they say is tested elsewhere.
"""

from datetime import timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.accounts.models import User
from games.play.engine.clock import deadline
from games.play.engine.people import rests_of
from games.play.engine.waits import APART
from games.play.letters.context import ORDERS
from games.play.models import Move, PlayedBy, Player
from games.post import services as post
from games.post.models import Letter, Schedule
from games.post.notifications import names_of
from games.post.timing import is_quiet
from tests.cases import first
from tests.play import poll_title
from tests.play.test_clock_ends import MOST_STEPS, World
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

OF_A_TIMEOUT = ("warning", "played", "offered")
SENT = Letter.State.SENT


class LetterWorld(World):
    """People with notifications of every kind, and a mail server that takes no time."""

    def person(self) -> User:
        """Somebody with quiet hours, whether they sleep then or not."""
        user = super().person()
        wish: dict[str, Any] = {
            "mode": self.mode(),
            "minutes": self.dice.choice((15, 60, 240, 1440)),
        }
        if self.dice.random() < 0.6:
            wish["quiet_from"] = self.dice.randrange(24)
            wish["quiet_to"] = (wish["quiet_from"] + self.dice.randint(1, 16)) % 24
        if self.dice.random() < 0.3:
            wish["quiet_from"], wish["quiet_to"] = user.sleeps_from, user.sleeps_to
        wish["reminders"] = self.dice.sample((25, 50, 75, 90), self.dice.randint(0, 4))
        Schedule.objects.create(user=user, hour=self.dice.randrange(24), **wish)
        return user

    def mode(self) -> str:
        return self.dice.choice([mode for mode in Schedule.Mode.values if mode != "none"])

    def deliver(self) -> None:
        """Count what is due as sent at its time."""
        due = Letter.objects.due(self.piece.now)
        for letter in due.filter(channel=None):
            letter.state, letter.sent_at = SENT, letter.due_at
            letter.save()

    def sweep(self) -> None:
        self.deliver()
        late = {player.pk: player for player in self.people() if player.is_waited_for}
        before = Move.objects.count()
        super().sweep()
        played = Move.objects.filter(number__gt=before, played_by=PlayedBy.CLOCK)
        for player in late.values():
            if played.filter(seat=player.seat).exists() and player.offered_at is None:
                self.check_told(player)
        self.check_graces()

    def move(self, player: Player) -> None:
        self.deliver()
        super().move(player)

    def meddle(self) -> None:
        self.deliver()
        if self.dice.random() < 0.3:
            self.change_notifications()
        super().meddle()

    def change_notifications(self) -> None:
        """Let somebody be told at other times; quiet hours stay."""
        user = self.dice.choice([player.user for player in self.people()])
        now = post.schedule_of(user)
        post.set_schedule(
            user=user,
            mode=self.mode(),
            minutes=now.minutes,
            hour=now.hour,
            reminders=now.reminders,
            quiet_from=now.quiet_from,
            quiet_to=now.quiet_to,
        )

    def check_told(self, player: Player) -> None:
        """No bot plays for somebody who is not told that their time has run out."""
        told = Letter.objects.sent_or_waiting().filter(
            recipient=player.user, kind__in=OF_A_TIMEOUT, created_at__gte=player.wait.since
        )
        assert told.exists(), player

    def check_graces(self) -> None:
        """A grace lasts its hours from the moment at which its letter may be read."""
        for player in self.people():
            if player.wait is None or player.wait.grace_until is None:
                continue
            warning = Letter.objects.filter(recipient=player.user, kind="warning").latest("pk")
            told = warning.sent_at or warning.due_at
            hours = timedelta(hours=self.terms.grace_hours)
            assert player.wait.grace_until == deadline(
                told, hours, rests_of([player.user])[player.user.pk]
            )


def of_waits() -> dict[int, list[Letter]]:
    """The letters about each wait that were sent or will be, in the order they come."""
    waits: dict[int, list[Letter]] = {}
    asking = Letter.objects.sent_or_waiting().filter(kind__in=names_of(asks=ORDERS))
    for letter in asking.order_by("pk"):
        if "wait" in letter.payload:
            waits.setdefault(letter.payload["wait"], []).append(letter)
    return {
        key: sorted(letters, key=lambda each: each.sent_at or each.due_at)
        for key, letters in waits.items()
    }


def check_letters() -> None:
    """Hold the laws about all letters that came."""
    for letters in of_waits().values():
        moments = [letter.sent_at or letter.due_at for letter in letters]
        for one, next_one in pairwise(moments):
            assert next_one - one >= APART, letters
        # What comes first never only reminds.
        assert letters[0].kind != "reminder", letters
    for letter in Letter.objects.sent_or_waiting().select_related("recipient"):
        wish = post.schedule_of(letter.recipient, letter.topic)
        due = letter.sent_at or letter.due_at
        assert not is_quiet(wish, ZoneInfo(letter.recipient.time_zone), due), letter


@pytest.mark.parametrize("seed", first(4, range(30)))
def test_letters_about_a_wait_keep_their_distance(seed: int, timepiece: Timepiece, monkeypatch):
    monkeypatch.setattr(poll_title, "LAST", 6)
    with poll_title.registered():
        world = LetterWorld("poll", seed, timepiece)
        for _ in range(MOST_STEPS):
            world.game.refresh_from_db()
            if not world.game.is_running:
                break
            world.go_on()
        world.deliver()
        check_letters()
