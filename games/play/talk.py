"""What was said at a table, as one visitor sees it."""

from dataclasses import dataclass

from games.play.gate import Access
from games.play.models import Message, Note, Player

NEWEST = 20
"""Messages that a table shows; its page of talk shows MOST."""
MOST = 500


@dataclass
class Talk:
    """Messages, the newest first; `unread` are new to the visitor, `more` are not shown.

    `last` is the number of the newest one. `note` is the visitor's own, `draft` what they wrote
    and could not send, and `problem` why.
    """

    messages: list[Message]
    last: int = 0
    unread: int = 0
    more: int = 0
    note: str = ""
    draft: str = ""
    problem: str = ""

    @classmethod
    def of(cls, access: Access, *, length: int = NEWEST) -> "Talk":
        """Return the talk of a table; only its players have anything unread, and notes."""
        said = Message.objects.filter(game=access.game)
        talk = cls(messages=list(said.with_authors().order_by("-pk")[:length]))
        talk.more = said.count() - len(talk.messages)
        talk.last = talk.messages[0].pk if talk.messages else 0
        if access.seat is not None:
            talk.add_own(access.players[access.seat])
        return talk

    def add_own(self, player: Player) -> None:
        """Add what only a player sees: what they have not read, and their note."""
        self.unread = Message.objects.unread_by(player).count()
        for message in self.messages:
            own = message.holder.user_id == player.user_id
            message.is_new = message.pk > player.seen_message and not own
        note = Note.objects.filter(player=player).first()
        self.note = note.text if note else ""


def newest(access: Access) -> int:
    """Return the number of the newest message, 0 if nothing was said."""
    numbers = Message.objects.filter(game=access.game).order_by("-pk").values_list("pk", flat=True)
    return numbers.first() or 0
