"""Emails that ask a player for something: for orders in a wait, or for a vote."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext_lazy

from games.accounts.models import User
from games.play.keywords import in_words
from games.play.language import say, spoken
from games.play.letters import taps
from games.play.letters.addresses import VoteAddress, orders_address
from games.play.letters.base import SeatNotification, WaitNotification
from games.play.letters.context import VOTE, LetterContext
from games.play.models import Draft, Note, Wait
from games.play.pages.conditional import broken_since, still_waiting
from games.play.pages.listing import listed_orders
from games.play.pages.wording import agreement_of, follows_from, question_of, silence_of
from games.play.policies import choices_in
from games.play.scratch import try_draft
from games.post.letters import Written, sentences
from games.rules.common.message import Message, Quote, Told, message, term


def _ask(context: LetterContext, said: Message, **more: Any) -> Written:
    """Ask the reader for orders, and show the game as it is now, with their own notes on it."""
    title, player = context.game.rules(), context.seat
    draft = Draft.objects.of(player) or Draft()
    drafted = try_draft(context.game, context.state, player.seat, draft.orders, context.names)
    orders = title.orders(context.state, player.seat)
    sentence = context.wording.prompt_of_me(context.view, orders, spoken())
    time = context.time
    address = orders_address(player)
    subject = context.subject(said)
    begins = context.is_first
    rewound = context.rewound
    begun = ""
    if begins:
        begun = say(message("{game} has started.", game=Quote(context.game.called)))

    def whole() -> dict[str, Any]:
        answerable = bool(address.email)
        return {
            "drafted": drafted.lines,
            "planned": [
                *broken_since(context.game, player, context.seat_history, context.names),
                *still_waiting(player, context.seat_history, context.names),
            ],
            "notes": Note.objects.filter(player=player).values_list("text", flat=True).first(),
            "answerable": answerable,
            "primers": context.new_primers(drafted.state) if answerable else [],
            "example": title.write(context.state, max(orders.groups.values(), key=len)[0]),
            "legal": listed_orders(title, context.state, player.seat) if answerable else [],
            "supply": context.supply,
            **(context.beginning() if begins else {}),
        }

    return context.written(
        subject=subject,
        template="turn",
        short=sentences(subject, begun, rewound, sentence, time),
        picture=context.picture(),
        reply_to=address,
        moves=True,
        waits=True,
        until=context.wait.grace_until or context.wait.deadline,
        sentence=sentence,
        time=time,
        turn_of=context.names[context.view.turn] if context.view.turn >= 0 else "",
        own_turn=context.view.turn == player.seat,
        answers=taps.in_wait(context, draft, drafted),
        begun=begun,
        rewound=rewound,
        details=whole,
        **more,
    )


@dataclass(frozen=True)
class Turn(WaitNotification):
    """Asks for orders, in the player's own turn or in another's.

    `stepped_aside` says that a standing order did not apply.
    """

    kind = "turn"
    label = pgettext_lazy("notification", "Turn")
    seeable = True

    stepped_aside: bool = False

    def seen(self) -> bool:
        return Wait.objects.filter(pk=self.wait).exclude(seen_at=None).exists()

    def compose(self, context: LetterContext) -> Written | None:
        own = context.view.turn == self.seat
        said = term("email", "{game}: your answer is needed")
        if own:
            said = term("email", "{game}: your move")
        return _ask(context, said, stepped_aside=self.stepped_aside)


@dataclass(frozen=True)
class Reminder(WaitNotification):
    """Asks for orders again, unless time has run out since."""

    kind = "reminder"
    label = pgettext_lazy("notification", "Reminder")
    urgent = True

    def compose(self, context: LetterContext) -> Written | None:
        if context.wait.warned_at:
            return None
        return _ask(context, term("email", "{game}: your clock is running"), reminded=True)


@dataclass(frozen=True)
class MoreTime(WaitNotification):
    """Asks for orders again: the others voted to wait, or staff or an event's host gave time."""

    kind = "more_time"
    label = pgettext_lazy("notification", "More time")
    urgent = True

    by_staff: bool = False
    by_event: bool = False

    def compose(self, context: LetterContext) -> Written | None:
        if context.wait.warned_at:
            return None
        note = message("Your time had run out, and the others voted to wait for you.")
        if self.by_staff:
            note = message("The staff of this site gave you more time.")
        elif self.by_event and context.game.event:
            note = message(
                "Your time ran out, but once in {event} you get more time before that counts.",
                event=Told(context.game.event.name),
            )
        return _ask(context, term("email", "{game}: you have more time"), note=say(note))


@dataclass(frozen=True)
class OutOfTime(WaitNotification):
    """Says that time has run out and what happens next, and still asks for orders."""

    kind = "warning"
    label = pgettext_lazy("notification", "Warning")
    urgent = True

    def compose(self, context: LetterContext) -> Written | None:
        if not context.wait.warned_at:
            return None
        return _ask(
            context,
            term("email", "{game}: your time has run out"),
            on_timeout=context.game.on_timeout,
            voting=context.wait.grace_until is None,
        )


@dataclass(frozen=True)
class Resumed(WaitNotification):
    """Asks for orders, because the pause is over."""

    kind = "resumed"
    label = pgettext_lazy("notification", "Goes on")
    urgent = True

    by_staff: bool = False

    def compose(self, context: LetterContext) -> Written | None:
        if context.game.paused:
            return None
        note = message("The pause is over, and your clock is running.")
        if self.by_staff:
            note = message("The staff of this site ended the pause, and your clock is running.")
        return _ask(context, term("email", "{game}: the game goes on"), note=say(note))


@dataclass(frozen=True)
class VoteCalled(SeatNotification):
    """Asks for a vote, by its id, while it is open and the reader has not voted."""

    kind = "vote"
    label = pgettext_lazy("notification", "Vote")
    asks = VOTE

    vote: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.vote}:{self.seat}"

    def compose(self, context: LetterContext) -> Written | None:
        votes = context.game.votes.filter(closed=None)
        votes = votes.select_related("about__user", "opened_by__user")
        vote = votes.filter(pk=self.vote).first()
        if vote is None or vote.ballots.filter(player=context.seat).exists():
            return None
        question = question_of(vote)
        subject = context.subject(term("email", "{game}: a vote"))
        address = VoteAddress(vote.pk, context.seat.seat)
        own = vote.about is None or context.view.turn == vote.about.seat
        closes = context.moment(vote.closes)
        return context.written(
            subject=subject,
            template="vote",
            short=sentences(
                subject, question, say(term("vote", "Open until {end}.", end=Told(closes)))
            ),
            waits=True,
            until=vote.closes,
            reply_to=address,
            vote=vote,
            question=question,
            choices=[
                (in_words(choice, spoken()), follows_from(vote, choice, own=own))
                for choice in choices_in(vote, context.game)
            ],
            silence=silence_of(vote, closes, own=own),
            answers=taps.in_vote(context, vote),
            answerable=bool(address.email),
            closes=closes,
            needed=agreement_of(vote, context.game),
            button_label=say(term("button", "Vote")),
        )
