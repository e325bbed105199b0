"""Emails that ask a player for something: for orders in a wait, or for a vote."""

from dataclasses import dataclass
from typing import Any

from games.accounts.models import User
from games.play.letters.addresses import reply_to, vote_to
from games.play.letters.base import SeatNotification, WaitNotification
from games.play.letters.context import VOTE, Scene
from games.play.letters.news import GoesOn
from games.play.letters.times import moment_text
from games.play.models import Draft, Note, Wait
from games.play.pages.conditional import broken_since, still_waiting
from games.play.pages.listing import listed_orders
from games.play.pages.wording import agreement_of, follows_from, question_of, silence_of
from games.play.scratch import try_draft
from games.post.letters import Written, sentences
from games.post.models import Letter


def asking(scene: Scene, headline: str, **context: Any) -> Written:
    """Ask the reader for orders, and show the game as it is now, with their own notes on it."""
    title, player = scene.game.rules(), scene.seat
    draft = Draft.objects.of(player) or Draft()
    drafted = try_draft(scene.game, scene.state, player.seat, draft.orders, scene.names)
    sentence = scene.drawing.asked_of_me(scene.view, title.orders(scene.state, player.seat))
    time = scene.time
    address = reply_to(player)
    subject = f"{scene.game.called}: {headline}"
    begins = scene.is_first
    rewound = scene.rewound
    begun = f"{scene.game.called} has started." if begins else ""
    return scene.written(
        subject=subject,
        template="turn",
        short=sentences(subject, begun, rewound, sentence, time),
        picture=scene.picture(),
        reply_to=address,
        moves=True,
        waits=True,
        until=scene.wait.grace_until or scene.wait.deadline,
        headline=headline,
        sentence=sentence,
        time=time,
        turn_of=scene.names[scene.view.turn] if scene.view.turn >= 0 else "",
        own_turn=scene.view.turn == player.seat,
        drafted=drafted.lines,
        planned=[
            *broken_since(player, scene.seat_history, scene.names),
            *still_waiting(player, scene.seat_history, scene.names),
        ],
        notes=Note.objects.filter(player=player).values_list("text", flat=True).first() or "",
        answerable=bool(address),
        primers=scene.new_primers(drafted.state) if address else [],
        legal=listed_orders(title, scene.state, player.seat) if address else [],
        supply=scene.supply,
        begun=begun,
        rewound=rewound,
        **(scene.beginning() if begins else {}),
        **context,
    )


@dataclass(frozen=True)
class Turn(WaitNotification):
    """Asks for orders, in the player's own turn or in another's.

    `stepped_aside` says that a standing order did not apply.
    """

    kind = "turn"
    seeable = True

    stepped_aside: bool = False

    def seen(self) -> bool:
        shown = Wait.objects.exclude(seen_at=None)
        return self.wait is not None and shown.filter(pk=self.wait).exists()

    def tell(self, scene: Scene) -> Written | None:
        own = scene.view.turn == self.seat
        headline = "your move" if own else "your answer is needed"
        return asking(scene, headline, stepped_aside=self.stepped_aside)


@dataclass(frozen=True)
class Reminder(WaitNotification):
    """Asks for orders again, unless time has run out since."""

    kind = "reminder"
    urgent = True

    def tell(self, scene: Scene) -> Written | None:
        if scene.wait.warned_at:
            return None
        return asking(scene, "your clock is running", reminded=True)


@dataclass(frozen=True)
class MoreTime(WaitNotification):
    """Asks for orders again, after a vote to wait or at the decision of staff."""

    kind = "more_time"
    urgent = True

    by_staff: bool = False

    def tell(self, scene: Scene) -> Written | None:
        if scene.wait.warned_at:
            return None
        note = "Your time had run out, and the others voted to wait for you."
        if self.by_staff:
            note = "The staff of this site gave you more time."
        return asking(scene, "you have more time", note=note)


@dataclass(frozen=True)
class OutOfTime(WaitNotification):
    """Says that time has run out and what happens next, and still asks for orders."""

    kind = "warning"
    urgent = True

    def tell(self, scene: Scene) -> Written | None:
        if not scene.wait.warned_at:
            return None
        return asking(
            scene,
            "your time has run out",
            on_timeout=scene.game.on_timeout,
            voting=scene.wait.grace_until is None,
        )


@dataclass(frozen=True)
class Resumed(WaitNotification):
    """Asks for orders, because the pause is over."""

    kind = "resumed"
    urgent = True

    by_staff: bool = False

    def write(self, letter: Letter) -> Written | None:
        if self.wait is None:  # queued before `GoesOn` was a kind of its own
            return GoesOn(self.game, self.seat).write(letter)
        return super().write(letter)

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.paused:
            return None
        over = "The staff of this site ended the pause" if self.by_staff else "The pause is over"
        return asking(scene, "the game goes on", note=f"{over}, and your clock is running.")


@dataclass(frozen=True)
class VoteCalled(SeatNotification):
    """Asks for a vote, by its id, while it is open and the reader has not voted."""

    kind = "vote"
    asks = VOTE

    vote: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.vote}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        votes = scene.game.votes.filter(closed=None)
        votes = votes.select_related("about__user", "opened_by__user")
        vote = votes.filter(pk=self.vote).first()
        if vote is None or vote.ballots.filter(player=scene.seat).exists():
            return None
        question = question_of(vote)
        subject = f"{scene.game.called}: a vote"
        address = vote_to(vote.pk, scene.seat)
        own = vote.about is None or scene.view.turn == vote.about.seat
        closes = moment_text(vote.closes, scene.zone)
        return scene.written(
            subject=subject,
            template="vote",
            short=sentences(subject, question, f"Open until {closes}"),
            waits=True,
            until=vote.closes,
            reply_to=address,
            vote=vote,
            question=question,
            choices=[(choice, follows_from(vote, choice, own=own)) for choice in vote.choices()],
            silence=silence_of(vote, closes, own=own),
            answerable=bool(address),
            closes=closes,
            needed=agreement_of(vote, scene.game),
            button_label="Vote",
        )
