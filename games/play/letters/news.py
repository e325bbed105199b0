"""Emails about what has happened in a game: its beginning and end, pauses, messages."""

from abc import abstractmethod
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from games.accounts.direction import isolated
from games.accounts.models import StaffAct, User
from games.play.language import say, spoken
from games.play.letters.base import GameNotification, SeatNotification
from games.play.letters.context import ORDERS, LetterContext
from games.play.models import AFTER_PAUSE, Player, Rewind, Status
from games.play.models import Message as ChatMessage
from games.play.pages.time_left import span
from games.play.pages.wording import end_of
from games.post.letters import Written, sentences
from games.post.models import Letter
from games.post.notifications import names_of
from games.rules.common.message import Message, Quote, Told, message, plural_term, term
from games.rules.common.message import Player as PlayerName


@dataclass(frozen=True)
class Started(SeatNotification):
    """Says how the game is set up and whom it waits for, to players whom it does not ask yet.

    The email that asks a player for the first time says so to the others.
    """

    kind = "started"
    label = pgettext_lazy("notification", "Start")

    def compose(self, context: LetterContext) -> Written | None:
        if context.game.status != Status.RUNNING or context.seat.is_waited_for or context.has_moved:
            return None
        subject = context.subject(term("email", "{game} has started"))
        return context.written(
            subject=subject,
            template="started",
            short=sentences(subject, context.waiting),
            picture=context.picture(since=context.game.moves_made),
            waiting=context.waiting,
            details=context.beginning,
        )


@dataclass(frozen=True)
class Over(SeatNotification):
    """Says how the game ended, with the score sheet if it has a result."""

    kind = "over"
    label = pgettext_lazy("notification", "End")

    def compose(self, context: LetterContext) -> Written | None:
        if context.game.state is None or context.game.is_running:
            return None
        result = context.game.rules().result(context.state)
        sheet = (
            context.wording.score(result, context.view, context.names, spoken()) if result else None
        )
        if sheet:
            for player, column in zip(context.players, sheet["players"], strict=True):
                column["level"] = player.level
        verdict = sentences(sheet["verdict"], sheet["ending"]) if sheet else end_of(context.game)
        subject = context.subject(term("email", "{game} is over"))
        return context.written(
            subject=subject,
            template="over",
            short=sentences(subject, verdict),
            picture=context.picture(),
            moves=True,
            verdict=verdict,
            sheet=sheet,
            details=lambda: {"handovers": context.seat_history.lines},
        )


@dataclass(frozen=True)
class Cancelled(GameNotification):
    """Says to someone who had joined a game that the user with the id `by` cancelled it.

    `by` is 0 if the site closed it, because nobody had joined for long: then its creator
    hears of it too, whether or not they had a seat.
    """

    kind = "cancelled"
    label = pgettext_lazy("notification", "Cancelled")

    by: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}"

    def compose(self, context: LetterContext) -> Written | None:
        if context.game.status != Status.CANCELLED:
            return None
        reader = context.letter.recipient_id
        if not context.is_seated and (self.by or context.game.creator_id != reader):
            return None
        host = User.objects.filter(pk=self.by).first()
        if not self.by:
            verdict = message("Nobody joined it for four weeks, so we've closed it.")
        elif host is None:
            verdict = message("Its creator cancelled the game before it began.")
        else:
            verdict = message(
                "{player} cancelled the game before it began.", player=PlayerName(host.called)
            )
        told = say(verdict)
        subject = context.subject(term("email", "{game} is cancelled"))
        return context.written(
            subject=subject,
            template="cancelled",
            short=sentences(subject, told),
            verdict=told,
            seated=context.is_seated,
            button_url=settings.SITE_URL + reverse("play:lobby"),
            button_label=say(term("button", "Find another game")),
        )


@dataclass(frozen=True)
class Rewound(SeatNotification):
    """Says to which move the game went back, and why; `rewind` is the id of the `Rewind`.

    An email that asks its reader to move again says so itself.
    """

    kind = "rewound"
    label = pgettext_lazy("notification", "Taken back")

    rewind: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.rewind}:{self.seat}"

    def compose(self, context: LetterContext) -> Written | None:
        rewind = Rewind.objects.filter(pk=self.rewind, game=context.game).first()
        if rewind is None or _is_said_otherwise(context, rewind):
            return None
        subject = term("email", "{game}: back to move {number}", number=rewind.number)
        return context.notice(context.subject(subject), sentences(rewind.sentence))


def _is_said_otherwise(context: LetterContext, rewind: Rewind) -> bool:
    """Return whether a letter that asks for orders has reported a rewind, or is going to."""
    if context.game.is_running and context.seat.is_waited_for and context.seat.offered_at is None:
        return True
    return Letter.objects.filter(
        recipient=context.letter.recipient_id,
        channel=context.letter.channel_id,
        topic=context.letter.topic,
        state=Letter.State.SENT,
        kind__in=names_of(asks=ORDERS),
        created_at__gte=rewind.at,
    ).exists()


@dataclass(frozen=True)
class Annulled(SeatNotification):
    """Says that staff took a game out of the ratings, and why: `act` is the id in their log."""

    kind = "annulled"
    label = pgettext_lazy("notification", "Out of the ratings")

    act: int

    def compose(self, context: LetterContext) -> Written | None:
        act = StaffAct.objects.filter(pk=self.act).first()
        if act is None:
            return None
        sentence = message(
            "The staff of this site decided that this game isn't rated. Its result stands. Their "
            "reason: {reason}",
            reason=Quote(act.reason),
        )
        return context.notice(
            context.subject(term("email", "{game} is no longer rated")), say(sentence)
        )


@dataclass(frozen=True)
class Played(SeatNotification):
    """Says that time ran out in a wait, by its id, and what the bot played."""

    kind = "played"
    label = pgettext_lazy("notification", "Played for you")
    urgent = True

    wait: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.wait}"

    def compose(self, context: LetterContext) -> Written | None:
        if not context.game.is_running:
            return None
        return context.notice(
            context.subject(term("email", "{game}: your time ran out")),
            say(message("Your time ran out, and a bot has played for you this time.")),
            picture=context.picture(),
            moves=True,
        )


MOST_MESSAGES = 20
"""The most messages in one email; the rest are read on the site."""


@dataclass(frozen=True)
class Chat(SeatNotification):
    """Shows the messages that the reader has neither read nor had in an earlier email.

    `message` is the id of the first. A webhook shows those from this one on.
    """

    kind = "chat"
    label = pgettext_lazy("notification", "Chat")

    message: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.message}:{self.seat}"

    def compose(self, context: LetterContext) -> Written | None:
        seen = self.message - 1 if context.letter.channel_id else context.seat.mailed_message
        new = ChatMessage.objects.unread_by(context.seat).filter(pk__gt=seen)
        count = new.count()
        if not count:
            return None
        said = list(new.with_authors().order_by("-pk")[:MOST_MESSAGES])[::-1]
        newest = said[-1]
        subject = context.subject(
            plural_term(
                "email", count, "{game}: {number} new message", "{game}: {number} new messages"
            )
        )
        return context.written(
            subject=subject,
            template="chat",
            short=context.subject(
                message(
                    "{game}: {player} writes: {text}",
                    player=PlayerName(newest.author),
                    text=Quote(isolated(newest.text[:120])),
                )
            ),
            said=said,
            more=count - len(said),
            upto=newest.pk,
        )

    def note_sent(self, letter: Letter, written: Written) -> None:
        """Let later emails begin after the newest message in this one."""
        seat = Player.objects.filter(game=self.game, seat=self.seat, user=letter.recipient)
        seat.filter(mailed_message__lt=written.upto).update(mailed_message=written.upto)


@dataclass(frozen=True)
class PauseNotification(SeatNotification):
    """Tells a player about a pause; `pause` is its number in the game.

    `by_staff` says whether it begins or ends at the decision of staff.
    """

    pause: int
    by_staff: bool = False

    def key(self, user: User) -> str:
        return f"{super().key(user)}:{self.pause}"


@dataclass(frozen=True)
class LastingPauseNotification(PauseNotification):
    """Tells a player about a pause while it lasts."""

    def compose(self, context: LetterContext) -> Written | None:
        if not context.game.is_running or context.game.paused_until is None:
            return None
        subject, sentence = self.news(Told(context.moment(context.game.paused_until)))
        return context.notice(context.subject(subject), say(sentence))

    @abstractmethod
    def news(self, end: Told) -> tuple[Message, Message]:
        """Return a subject line and a sentence about a pause that lasts until a moment in words."""


@dataclass(frozen=True)
class GoesOn(PauseNotification):
    """Says that the game goes on and whom it waits for."""

    kind = "goes_on"
    label = pgettext_lazy("notification", "Goes on")

    def compose(self, context: LetterContext) -> Written | None:
        if not context.game.is_running or context.game.paused:
            return None
        over = message("The pause is over.")
        if self.by_staff:
            over = message("The staff of this site ended the pause.")
        subject = context.subject(term("email", "{game}: the game goes on"))
        return context.notice(subject, sentences(say(over), context.waiting))


@dataclass(frozen=True)
class PauseEnds(LastingPauseNotification):
    """Says when the clocks start again."""

    kind = "pause_ends"
    label = pgettext_lazy("notification", "End of the pause")
    urgent = True

    def news(self, end: Told) -> tuple[Message, Message]:
        return (
            term("email", "{game}: the pause is about to end"),
            message(
                "The pause ends {end}, and clocks run again then. None of them ends within {time} "
                "of it.",
                end=end,
                time=span(AFTER_PAUSE, "dative"),
            ),
        )


@dataclass(frozen=True)
class Paused(LastingPauseNotification):
    """Says how long the game is paused."""

    kind = "paused"
    label = pgettext_lazy("notification", "Pause")

    def news(self, end: Told) -> tuple[Message, Message]:
        told = message(
            "The game is paused until {end} at the latest. Clocks are stopped, but you can still "
            "move.",
            end=end,
        )
        if self.by_staff:
            told = message(
                "The staff of this site paused the game until {end} at the latest. Clocks are "
                "stopped, but you can still move.",
                end=end,
            )
        return term("email", "{game}: the game is paused"), told
