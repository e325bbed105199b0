"""Emails about the seats of a game: who is invited, joins, leaves, or takes over."""

from dataclasses import dataclass

from django.utils.translation import pgettext_lazy

from games.accounts.models import User
from games.accounts.people import has_blocked
from games.play.event_hosts import host_of
from games.play.invited import link_of
from games.play.language import say
from games.play.letters.base import GameNotification, HostNotification, SeatNotification
from games.play.letters.context import LetterContext
from games.play.models import Event, Holder, Invitation
from games.play.pages.wording import invites, pace_of, set_up_of, terms_of
from games.play.policies import is_unwelcome
from games.post.letters import Written, sentences
from games.rules.common.message import Message, Told, message, plural, term
from games.rules.common.message import Player as PlayerName


@dataclass(frozen=True)
class Invited(GameNotification):
    """Invites someone to a game while a seat is free; `by` is the id of the user who invites.

    The reader has not asked for it, so it leaves out the game's name, which a stranger chose.
    `invitation` is its id, `times` how often it has been sent. Its link is for this reader.
    """

    kind = "invitation"
    label = pgettext_lazy("notification", "Invitation")

    by: int
    invitation: int
    times: int = 1

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}:{self.invitation}:{self.times}"

    def compose(self, context: LetterContext) -> Written | None:
        if not context.game.is_open or not any(each.is_free for each in context.players):
            return None
        link = self._link()
        if not link:
            return None
        host = User.objects.filter(pk=self.by).first()
        reader = context.letter.reader
        if host is None or context.is_seated or has_blocked(reader.pk, host.pk):
            return None
        if is_unwelcome(context.game, reader):
            return None
        pace = pace_of(context.game)
        subject = invites(host, context.game)
        return context.written(
            subject=subject,
            template="invitation",
            short=sentences(subject, pace),
            host=host.called,
            pace=pace,
            terms=terms_of(context.game),
            set_up=set_up_of(context.game, len(context.players)),
            seated=[each.listed_name for each in context.players if not each.is_free],
            free=sum(each.is_free for each in context.players),
            button_url=link,
            button_label=say(term("button", "See the invitation")),
        )

    def _link(self) -> str:
        """Return the link of the invitation, '' if it was accepted or withdrawn."""
        found = Invitation.objects.outstanding().filter(pk=self.invitation).first()
        return link_of(found) if found else ""


@dataclass(frozen=True)
class StillWanted(HostNotification):
    """Asks the creator of an open game whether to keep it; `which` tells it from earlier ones."""

    kind = "still_wanted"
    label = pgettext_lazy("notification", "Open game")

    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.which}"

    def compose(self, context: LetterContext) -> Written | None:
        closes = context.game.closes_at
        if not context.game.is_open or closes is None:
            return None
        return context.notice(
            context.subject(term("email", "{game}: nobody has joined for two weeks")),
            say(
                message(
                    "Nobody has joined your game for two weeks. Do you still want to play it? Then "
                    "choose 'Keep it open' on its page, or invite someone. Otherwise we'll close "
                    "it on {end}.",
                    end=Told(context.moment(closes)),
                )
            ),
        )


@dataclass(frozen=True)
class SeatChanged(HostNotification):
    """Says who took a seat, or `left` it, by the id of the holder, and how many are free."""

    kind = "seat_changed"
    label = pgettext_lazy("notification", "Seat")

    holder: int
    left: bool = False

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.holder}:{int(self.left)}"

    def compose(self, context: LetterContext) -> Written | None:
        holders = Holder.objects.select_related("user", "player").filter(player__game=context.game)
        holder = holders.filter(pk=self.holder).first()
        if not context.game.is_open or holder is None or (holder.until and not self.left):
            return None
        free = sum(player.is_free for player in context.players)
        player = PlayerName(holder.listed_name)
        did = message("{player} has taken a seat.", player=player)
        subject = term("email", "{game}: {player} has taken a seat", player=player)
        if self.left:
            did = message("{player} has left.", player=player)
            subject = term("email", "{game}: {player} has left", player=player)
        seats = plural(
            free,
            "{number} seat is free. The game starts when it is taken.",
            "{number} seats are free. The game starts when all are taken.",
        )
        return context.notice(context.subject(subject), f"{say(did)} {say(seats)}")


@dataclass(frozen=True)
class Offered(SeatNotification):
    """Says that the seat `offered` is on offer: its player has left, or keeps running out of time.

    `left` is the id of the holder who left, None if they are only absent; `which` tells it from
    other offers of the seat.
    """

    kind = "offered"
    label = pgettext_lazy("notification", "Seat on offer")

    offered: int
    left: int | None = None
    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.offered}:{self.which}:{self.seat}"

    def compose(self, context: LetterContext) -> Written | None:
        if not context.game.is_running:
            return None
        seat = context.players[self.offered]
        if seat.offered_at is None:
            return None
        mine = self.offered == self.seat
        gone = context.seat_history.left_by(self.left)
        subject = context.subject(
            term("email", "{game}: your seat is on offer")
            if mine
            else term("email", "{game}: {player}'s seat is on offer", player=PlayerName(seat.name))
        )
        if gone:
            subject = gone.news(context.game.called)
        host = host_of(context.game)
        back = host.take_back if host and not seat.bot else None
        return context.written(
            subject=subject,
            template="offered",
            short=sentences(subject),
            picture=context.picture() if mine else None,
            seat=seat,
            mine=mine,
            gone=gone,
            invitation=context.invitation_url,
            hosted=host is not None,
            back_until=back and context.moment(seat.offered_at + back),
            moves=mine,
        )


@dataclass(frozen=True)
class SeatTaken(GameNotification):
    """Says to a former player who has their seat now: the user with the id `taker`, or a bot.

    `which` tells it from other handovers in the game, `by_staff` a bot's at the decision of staff
    and `by_event` one's at that of its event's host from one that the others voted for.
    """

    kind = "seat"
    label = pgettext_lazy("notification", "Seat")

    taker: int | None
    which: str = ""
    by_staff: bool = False
    by_event: bool = False

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}:{self.which}"

    def compose(self, context: LetterContext) -> Written | None:
        if context.is_seated:
            return None
        person = User.objects.filter(pk=self.taker or 0).first()
        subject, sentence = _taken(self, person, context.game.event)
        told = context.subject(subject)
        host = host_of(context.game)
        return context.written(
            subject=told,
            template="seat",
            short=sentences(told),
            sentence=say(sentence),
            lost=host.lost(context.game, context.letter.recipient) if host else "",
            bot=self.taker is None,
            voted=not (self.by_staff or self.by_event),
            button_url=context.watch_url,
            button_label=say(term("button", "Watch the game")),
        )


def _taken(news: SeatTaken, person: User | None, event: Event | None) -> tuple[Message, Message]:
    """Return a subject line and a sentence about who has the seat now."""
    if news.by_staff:
        return (
            term("email", "{game}: the staff of this site gave your seat to a bot"),
            message("The staff of this site gave your seat to a bot."),
        )
    if news.by_event and event is not None:
        return (
            term("email", "{game}: a bot has taken over your seat"),
            message("A bot has taken over your seat in {event}.", event=Told(event.name)),
        )
    if person is not None:
        player = PlayerName(person.called)
        return (
            term("email", "{game}: {player} has taken over your seat", player=player),
            message("{player} has taken over your seat.", player=player),
        )
    if news.taker is None:
        return (
            term("email", "{game}: a bot has taken over your seat"),
            message("A bot has taken over your seat."),
        )
    return (
        term("email", "{game}: someone else has taken over your seat"),
        message("Someone else has taken over your seat."),
    )
