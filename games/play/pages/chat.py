"""A game's chat as one visitor sees it."""

from dataclasses import dataclass

from games.play.access import Access
from games.play.models import Message, Note, Player

NEWEST = 20
"""Messages shown beside the game; the chat page shows MOST."""
MOST = 500


@dataclass
class Chat:
    """Messages, the newest first; `unread` are new to the visitor, `more` are not shown.

    `last` is the id of the newest one. `note` is the visitor's own note, `draft` a message they
    could not send, and `problem` the reason.
    """

    messages: list[Message]
    last: int = 0
    unread: int = 0
    more: int = 0
    note: str = ""
    draft: str = ""
    problem: str = ""

    @classmethod
    def of(cls, access: Access, *, length: int = NEWEST) -> "Chat":
        """Return a game's chat; only players have unread messages and notes."""
        said = Message.objects.filter(game=access.game)
        shown = said.seen_by(access.user.pk).with_authors().order_by("-pk")
        chat = cls(messages=list(shown[:length]))
        chat.more = said.count() - len(chat.messages)
        chat.last = chat.messages[0].pk if chat.messages else 0
        if access.seat is not None:
            chat.add_own(access.players[access.seat])
        return chat

    def add_own(self, player: Player) -> None:
        """Add what only a player sees: their unread messages and their note."""
        self.unread = Message.objects.unread_by(player).count()
        for message in self.messages:
            own = message.holder.user_id == player.user_id
            new = message.pk > player.seen_message
            message.is_new = new and not own and not message.hidden
        note = Note.objects.filter(player=player).first()
        self.note = note.text if note else ""


def newest(access: Access) -> int:
    """Return the id of the newest message, 0 if there is none."""
    numbers = Message.objects.filter(game=access.game).order_by("-pk").values_list("pk", flat=True)
    return numbers.first() or 0
