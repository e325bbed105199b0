"""Chat messages, and players' own notes."""

from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, QuerySet

from games.accounts.models import Block
from games.play.models.game import Game
from games.play.models.player import Holder, Player


def _blocks(user_id: int | None) -> QuerySet[Block]:
    """Return the blocks for which a person does not read the message of an outer query."""
    return Block.objects.filter(
        user=user_id, other=OuterRef("holder__user"), since__lte=OuterRef("sent")
    )


class MessageQuerySet(QuerySet["Message"]):
    """Queries for chat messages."""

    def with_authors(self) -> "MessageQuerySet":
        """Messages with their authors."""
        return self.select_related("holder__user", "holder__player")

    def seen_by(self, user_id: int | None) -> "MessageQuerySet":
        """Messages with `hidden`: whether this person had blocked their author by then."""
        return self.annotate(hidden=Exists(_blocks(user_id)))  # type: ignore[no-redef]

    def unread_by(self, player: Any) -> "MessageQuerySet":
        """The messages of others in a player's game that the player has not read.

        Those that are hidden from them do not count.
        """
        said = self.filter(game=player.game_id, pk__gt=player.seen_message)
        others = said.exclude(holder__user=player.user_id)
        return others.exclude(Exists(_blocks(player.user_id)))


class Message(models.Model):
    """A message to all players, from a person who holds or held a seat.

    `token` is that of the form that sent it, '' for none: the same form makes one message.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    holder = models.ForeignKey(Holder, models.CASCADE, related_name="messages")
    text = models.CharField(max_length=2000)
    sent = models.DateTimeField()
    token = models.CharField(max_length=22, blank=True)

    objects = MessageQuerySet.as_manager()

    # Set by the page: whether the message is new to the visitor.
    is_new: bool
    # Set by `seen_by`.
    hidden: bool

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["token"], condition=~models.Q(token=""), name="one_message_per_form"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:40]

    @property
    def author(self) -> str:
        """The name of the author."""
        return self.holder.name

    @property
    def page(self) -> str:
        """The URL of the page about the author, '' if there is none."""
        return self.holder.page

    @property
    def seat(self) -> int:
        """The seat that the author held."""
        return self.holder.player.seat


class Note(models.Model):
    """A player's own note, which only they can see."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="note")
    text = models.TextField(max_length=5000, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.text[:40]
