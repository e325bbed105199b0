"""What people say at the table, and what they note for themselves."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.play.errors import PlayError
from games.play.models import Game, Holder, Message, Note, Player
from games.play.services.locks import own_seat
from games.post import services as post
from games.post.models import Letter

LONGEST = 2000
LONGEST_NOTE = 5000
"""Characters of a message, and of a note."""

MOST = 10
MINUTE = timedelta(minutes=1)
"""So many messages of one player in such a time."""

DELAY = timedelta(minutes=30)
"""A letter waits so long for more to tell, and for its reader to come and see."""

ONE_LETTER = timedelta(hours=12)
"""Another letter comes so much later than the last one at the earliest."""


@transaction.atomic
def say(*, player: Player, text: str) -> Message:
    """Say something to everybody at the table; raises PlayError.

    Others get a letter with all that they have not read.
    """
    # Their own row keeps a player from talking twice at once, and the game from waiting for talk.
    player = own_seat(player)
    now = timezone.now()
    text = _checked(text, LONGEST, "A message")
    if not text:
        raise PlayError("Write something before you send it.")
    holder = Holder.objects.get(player=player, end_move=None)
    if holder.messages.filter(sent__gt=now - MINUTE).count() >= MOST:
        raise PlayError(f"That was {MOST} messages in a minute; wait a moment, then send it again.")
    message = Message.objects.create(game=player.game, holder=holder, text=text, sent=now)
    Player.objects.filter(pk=player.pk).update(seen_message=message.pk)
    _tell_others(message, player)
    return message


@transaction.atomic
def read(*, player: Player, upto: int) -> None:
    """Note that a player has seen the messages up to one; never that they have seen fewer.

    Raises LostSeat.
    """
    own_seat(player)
    Player.objects.filter(pk=player.pk, seen_message__lt=upto).update(seen_message=upto)


@transaction.atomic
def note(*, player: Player, text: str) -> Note:
    """Keep what a player notes for themselves; raises PlayError."""
    player = own_seat(player)
    text = _checked(text, LONGEST_NOTE, "A note")
    kept, _ = Note.objects.update_or_create(player=player, defaults={"text": text})
    return kept


def _tell_others(message: Message, player: Player) -> None:
    game: Game = message.game
    for other in Player.objects.at_table(game).exclude(pk=player.pk):
        if other.user_id is not None:
            _tell(message, other)


def _tell(message: Message, other: Player) -> None:
    """Order a letter to another player, unless one that will tell this too still waits."""
    subject = message.game.subject
    letters = Letter.objects.of(other.user).filter(kind="chat", subject_of=subject, channel=None)
    last = letters.first()
    not_before = message.sent + DELAY
    if last is not None:
        if last.state == Letter.State.WAITING and not last.attempts:
            return
        told = last.sent_at or last.created_at
        if last.state in (Letter.State.SENT, Letter.State.WAITING):
            not_before = max(not_before, told + ONE_LETTER)
    post.notify(
        kind="chat",
        user=other.user,
        key=f"chat:{message.pk}:{other.seat}",
        subject_of=subject,
        payload={"game": message.game_id, "seat": other.seat},
        not_before=not_before,
    )


def _checked(text: str, longest: int, what: str) -> str:
    # Browsers count a new line once and send it as two characters.
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > longest:
        raise PlayError(
            f"{what} has at most {longest} characters, and this has {len(text)}: make it shorter."
        )
    return text
