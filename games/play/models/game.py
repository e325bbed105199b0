"""A game, who plays it, what was played, and what a player is about to play."""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from games.play.errors import AppendOnly
from games.play.models.pace import Agreement, OnTimeout, Pace
from games.play.querysets import DraftQuerySet, GameQuerySet, MoveQuerySet, PlayerQuerySet
from games.rules import TITLES
from games.rules.title import CHANCE, Title


def new_token() -> str:
    """A word for an invitation link that nobody guesses."""
    return secrets.token_urlsafe(16)


class Status(models.TextChoices):
    OPEN = "open", "waiting for players"
    RUNNING = "running", "running"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"


class Door(models.TextChoices):
    """How a person comes to sit on a seat that nobody holds yet."""

    NONE = "", "taken"
    OPEN = "open", "anyone may join"
    INVITED = "invited", "by invitation"


class Game(models.Model):
    """One game of one title; `state` is a cache of what its moves come to.

    `version` grows with every change that a page should show. `turn` is the turn that the
    snapshot is in. `result` holds scores, places and the score sheet once the game is over.

    The clock: `hours` are those of each turn, or at pace BANK what each turn adds to the bank,
    which begins with `bank_hours`; `reaction_hours` are those of an answer in another's turn.
    When they have run out, `grace_hours` follow a warning, then what `on_timeout` says.
    `agreement` is how many must agree in votes. While `paused` is set, clocks stand still, until
    `paused_until` at the latest; `pauses` counts them, and `pause_check_at` is the next moment at
    which the clock must look at the present one. `handovers` counts how often a seat has changed
    hands since the game began.
    """

    title = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    options = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    private = models.BooleanField(default=False)
    token = models.CharField(max_length=32, unique=True, default=new_token)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="games_created"
    )
    version = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True)
    moves_made = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    moved = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=40, blank=True)
    result = models.JSONField(null=True)
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.DAYS)
    hours = models.PositiveSmallIntegerField(default=72)
    bank_hours = models.PositiveSmallIntegerField(default=0)
    reaction_hours = models.PositiveSmallIntegerField(default=24)
    grace_hours = models.PositiveSmallIntegerField(default=24)
    on_timeout = models.CharField(max_length=4, choices=OnTimeout, default=OnTimeout.VOTE)
    agreement = models.CharField(max_length=9, choices=Agreement, default=Agreement.MAJORITY)
    paused = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    pause_check_at = models.DateTimeField(null=True)
    pauses = models.PositiveSmallIntegerField(default=0)
    handovers = models.PositiveSmallIntegerField(default=0)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["status", "private", "-created"]),
            models.Index(
                fields=["pause_check_at"],
                condition=models.Q(pause_check_at__isnull=False),
                name="pauses_to_check",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("play:table", args=[self.pk])

    def rules(self) -> Title:
        """The title that this game is played by."""
        return TITLES[self.title]

    @property
    def played(self) -> MoveQuerySet:
        """The moves that led to the snapshot; there may be more since it was read."""
        return self.moves.until(self.moves_made)

    @property
    def subject(self) -> str:
        """What all letters about this game have in common."""
        return f"game:{self.pk}"

    @property
    def is_open(self) -> bool:
        return self.status == Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == Status.OVER


class Player(models.Model):
    """A seat of a game: a person, a bot, or a free chair with a door.

    `last_move` is the number of the newest move that this seat made itself. A
    player who is to move waits since `wait_since`; `wait_move` is the number of the move that began
    the wait, or None. `confirmed_version` is the version of the game that the player's newest
    confirmation was for.

    The present wait's clock counts `budget`, of which `used` had counted before it went on at
    `clock_since`. `deadline` is the moment at which it runs out, None while it stands still;
    `overdue` is when the player was told that it had, `grace_until` when his grace ends. `attend`
    is the next moment at which the clock must look at this seat, None if never. `reminders` counts
    those sent in this wait. `bank` is what is left for a turn when the wait begins: the bank at
    pace BANK, else what the turn itself has left; `banked_turn` is the turn that last added to it.

    `timeouts` counts the waits that the clock ended and that are not forgiven, `timed_out_turn` is
    the turn of the newest, `bot_turn` the turn that the bot plays to its end since then. `offered`
    says since when the seat is offered to others.
    `seen_message` is the newest message that was read.

    Nobody is deleted while they have a seat: play would wait for them for ever. Closing the account
    (games.accounts.services) hands their seats on first.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    door = models.CharField(max_length=10, choices=Door, blank=True)
    last_move = models.PositiveIntegerField(default=0)
    wait_move = models.PositiveIntegerField(null=True)
    wait_since = models.DateTimeField(null=True)
    confirmed_version = models.PositiveIntegerField(null=True)
    score = models.SmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    bank = models.DurationField(default=timedelta)
    banked_turn = models.PositiveIntegerField(null=True)
    clock_since = models.DateTimeField(null=True)
    budget = models.DurationField(default=timedelta)
    used = models.DurationField(default=timedelta)
    deadline = models.DateTimeField(null=True)
    overdue = models.DateTimeField(null=True)
    grace_until = models.DateTimeField(null=True)
    attend = models.DateTimeField(null=True)
    reminders = models.PositiveSmallIntegerField(default=0)
    timeouts = models.PositiveSmallIntegerField(default=0)
    timed_out_turn = models.PositiveIntegerField(null=True)
    bot_turn = models.PositiveIntegerField(null=True)
    offered = models.DateTimeField(null=True)
    seen_message = models.PositiveBigIntegerField(default=0)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_user"),
        ]
        indexes = [
            models.Index(fields=["user", "wait_since"]),
            models.Index(
                fields=["attend"],
                condition=models.Q(attend__isnull=False),
                name="players_to_attend",
            ),
            models.Index(
                fields=["offered"],
                condition=models.Q(offered__isnull=False),
                name="seats_on_offer",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_free(self) -> bool:
        """Whether somebody may still sit down here."""
        return bool(self.door)

    @property
    def is_waited_for(self) -> bool:
        return self.wait_move is not None

    @property
    def name(self) -> str:
        """What the others call this player."""
        return "Free seat" if self.door else called(self.user, self.bot, self.seat)


def called(user: Any, bot: str, seat: int) -> str:
    """Return the name of who holds a seat: a person, a bot, or a person whose account is gone."""
    if user is not None:
        return str(user.username)
    return f"{bot.capitalize()} bot {seat + 1}" if bot else f"Former player {seat + 1}"


class PlayedBy(models.TextChoices):
    """Who chose an order, if not the seat's player there and then."""

    SEAT = "", "the player"
    STANDING = "standing", "a standing order"
    CLOCK = "clock", "the bot, as time had run out"


class Move(models.Model):
    """One order as it was played; numbers run from 1 without gaps. Only ever added.

    `seat` is None for chance. `turn` groups the moves of one turn, `on_turn` is whose it was.
    `events` tells what came of the order, for the log's sentences, `digest` the position after
    it. `played_by` tells who chose it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    on_turn = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    order = models.CharField(max_length=200)
    events = models.JSONField(default=list)
    when = models.DateTimeField()
    digest = models.CharField(max_length=64)
    played_by = models.CharField(max_length=8, choices=PlayedBy, blank=True)

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_move_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.order}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the move; one that was played is never saved again."""
        if self.pk is not None:
            raise AppendOnly("A move that was played stays as it is; play another one instead.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: moves stay in the log."""
        raise AppendOnly("A move that was played stays in the log.")

    @property
    def rules_seat(self) -> int:
        """The seat as the rules count it."""
        return CHANCE if self.seat is None else self.seat


class Draft(models.Model):
    """The orders that a player has put together and not confirmed; nobody else sees them.

    `base` is the version of the game that the player last changed them on, `version` counts the
    draft's own changes, so that a click that arrives twice is known by its number.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="draft")
    base = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    orders = models.JSONField(default=list)
    changed = models.DateTimeField(auto_now=True)

    objects = DraftQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{len(self.orders)} drafted"
