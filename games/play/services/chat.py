"""The chat of a game, and players' own notes."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Block
from games.play.engine.locks import own_seat
from games.play.errors import PlayError, TooMany
from games.play.letters.news import Chat
from games.play.models import Game, Holder, Message, Note, Player
from games.post import services as post
from games.post.models import Letter
from games.rules.common.message import message

LONGEST = 2000
LONGEST_NOTE = 5000
"""The most characters in a message, and in a note."""

MOST = 10
MINUTE = timedelta(minutes=1)
"""A player can send MOST messages within this time."""

DELAY = timedelta(minutes=30)
"""How long an email waits for more messages, and for its reader to see them on the site."""

ONE_LETTER = timedelta(hours=12)
"""The shortest time between two emails about messages."""


@transaction.atomic
def say(*, player: Player, text: str, token: str = "") -> Message:
    """Send a chat message to all players, or return the one with its form's token, if any.

    The others get an email with all messages they have not read, unless they blocked the player.
    Raises LostSeat or PlayError.
    """
    # This locks only the player's row, so the limit holds and chat does not block the game.
    player = own_seat(player)
    if player.nickname:
        raise PlayError(message("Everyone is at this screen already: just say it."))
    now = timezone.now()
    text = _checked(text, LONGEST)
    if not text:
        raise PlayError(message("Write something first."))
    said = Message.objects.filter(game=player.game_id, token=token).first() if token else None
    if said is not None:
        return said
    holder = Holder.objects.get(player=player, end_move=None)
    if holder.messages.filter(sent__gt=now - MINUTE).count() >= MOST:
        raise TooMany(
            message(
                "That was {number} messages in a minute. Wait a moment, then send it again.",
                number=MOST,
            )
        )
    new = Message.objects.create(game=player.game, holder=holder, text=text, sent=now, token=token)
    Player.objects.filter(pk=player.pk).update(seen_message=new.pk)
    _tell_others(new, player)
    return new


@transaction.atomic
def read(*, player: Player, upto: int) -> None:
    """Mark messages up to an id as read by a player; older ids change nothing. Raises LostSeat."""
    own_seat(player)
    Player.objects.filter(pk=player.pk, seen_message__lt=upto).update(seen_message=upto)


@transaction.atomic
def note(*, player: Player, text: str) -> Note:
    """Save a player's own note; raises LostSeat or PlayError."""
    player = own_seat(player)
    text = _checked(text, LONGEST_NOTE)
    kept, _ = Note.objects.update_or_create(player=player, defaults={"text": text})
    return kept


def _tell_others(message: Message, player: Player) -> None:
    game: Game = message.game
    blocked_by = set(Block.objects.filter(other=player.user_id).values_list("user", flat=True))
    for other in Player.objects.at_table(game).exclude(pk=player.pk):
        if other.user_id is not None and other.user_id not in blocked_by:
            _tell(message, other)


def _tell(message: Message, other: Player) -> None:
    """Queue an email to another player, unless an unsent one will include this message."""
    letters = Letter.objects.of(other.person).filter(
        kind=Chat.kind, topic=message.game.topic, channel=None
    )
    last = letters.first()
    not_before = message.sent + DELAY
    if last is not None:
        if last.state == Letter.State.WAITING and not last.attempts:
            return
        told = last.sent_at or last.created_at
        if last.state in (Letter.State.SENT, Letter.State.WAITING):
            not_before = max(not_before, told + ONE_LETTER)
    letter = Chat(game=message.game_id, seat=other.seat, message=message.pk)
    post.notify(letter, user=other.person, not_before=not_before)


def _checked(text: str, longest: int) -> str:
    # Browsers count a line break as one character and send it as two.
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > longest:
        raise PlayError(
            message(
                "Too long: {number} of {most} characters. Please shorten it.",
                number=len(text),
                most=longest,
            )
        )
    return text
