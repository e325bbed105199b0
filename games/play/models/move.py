"""The moves of games: they are only ever added."""

from typing import NamedTuple

from django.db import models

from games.accounts.errors import AppendOnly
from games.accounts.models import AppendOnlyModel, AppendOnlyQuerySet, StaffChoices
from games.play.language import say
from games.play.models.game import Game
from games.rules.common.message import Quote, message
from games.rules.title import CHANCE


class PlayedBy(StaffChoices):
    """Who chose an order, if it was not the seat's player at that moment."""

    SEAT = "", "the player"
    STANDING = "standing", "a standing order"
    PLANNED = "planned", "a conditional turn"
    CLOCK = "clock", "the bot, as time had run out"
    SITE = "site", "the site, as nothing else was left to do"


class Reason(NamedTuple):
    """Why a bot played an order, by the figures with which it decided.

    For an order that was given at once these are a journeyman's, worked out afterwards.

    `goal` is the order that it worked for, as text, '' if it can't tell: this one or a later one.
    `points` are what the goal brings over the rest of the game, 0 if it doesn't tell. `chance` is
    how likely it is to win from there, None if it compared no choices. `public` says that it knew
    then what everyone knows, and nothing more.
    """

    goal: str
    points: float
    chance: float | None
    public: bool


class MoveQuerySet(AppendOnlyQuerySet["Move"]):
    """Queries for moves in rows; only a rewind takes moves out, and packing moves them."""

    def after(self, number: int) -> "MoveQuerySet":
        """The moves after a number."""
        return self.filter(number__gt=number)

    def take_out(self, rewind: "Rewind") -> None:
        """Remove the moves that a rewind undoes; its own row keeps them, and must be saved."""
        if rewind.pk is None:
            raise AppendOnly("A rewind must be saved before its moves are taken out.")
        super(AppendOnlyQuerySet, self.filter(game=rewind.game, number__gt=rewind.number)).delete()


class Move(AppendOnlyModel):
    """One order as it was played. Moves are numbered from 1 without gaps and only ever added.

    Those of a finished game may be in its PackedLog instead: `Log` finds them in both places.

    `seat` is None for chance. `turn` groups the moves of one turn, `on_turn` is the seat whose turn
    it was. `events` are the effects of the order, for the log's sentences; `digest` is that of the
    position after it. `played_by` is who chose it. `reason` has the fields of a `Reason`, in at
    most one move of what a bot has played in one go.
    """

    # The constraint below has an index that begins with the game.
    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    on_turn = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    order = models.CharField(max_length=200)
    events = models.JSONField(default=list)
    when = models.DateTimeField()
    digest = models.CharField(max_length=64)
    played_by = models.CharField(max_length=8, choices=PlayedBy, blank=True)
    reason = models.JSONField(null=True)

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_move_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.order}"

    @property
    def rules_seat(self) -> int:
        """The seat number in the rules, where chance has one too."""
        return CHANCE if self.seat is None else self.seat


class Rewind(models.Model):
    """Staff took a game back to the position after move `number`, and said why.

    `moves` are the undone moves as they were played: a list of objects with the columns of `Move`.
    The log goes on with the next number, so their numbers are used again.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="rewinds")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    reason = models.CharField(max_length=500)
    moves = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"to move {self.number}"

    @property
    def sentence(self) -> str:
        """What happened and why, for the players."""
        reason = Quote(self.reason)
        if not self.number:
            return say(
                message(
                    "The staff of this site took the game back to its beginning. Their reason: "
                    "{reason}",
                    reason=reason,
                )
            )
        return say(
            message(
                "The staff of this site took the game back to the position after move {number}. "
                "Their reason: {reason}",
                number=self.number,
                reason=reason,
            )
        )
