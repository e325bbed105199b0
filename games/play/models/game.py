"""A game, and the queries that list games."""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import (
    Case,
    Exists,
    ExpressionWrapper,
    F,
    FilteredRelation,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from games.accounts.direction import isolated
from games.accounts.models import Block, Follow, StaffChoices
from games.accounts.spellings import spellings
from games.play.models.event import Event, unhosted
from games.play.models.pace import MORE, Agreement, OnTimeout, Pace
from games.rules import TITLES
from games.rules.title import AnyTitle

AGREED = "agreement"
"""`Game.ended_by` of a game that its players ended by vote; it has no result."""
LEFT = "left"
"""`Game.ended_by` of a game whose last person left; it has no result."""
RECORD = "record"
"""`Game.ended_by` of a record that was read in and stops before the end; it has no result."""
ASKED_AFTER = timedelta(days=14)
"""The creator of an open game is asked whether to keep it when nobody has joined for this long."""
CLOSED_AFTER = timedelta(days=14)
"""It is closed this long after that, if nobody joins and its creator does not keep it."""


def new_token() -> str:
    """Return a random token for an invitation link."""
    return secrets.token_urlsafe(16)


class Status(StaffChoices):
    OPEN = "open", "waiting for players"
    RUNNING = "running", "running"
    OVER = "over", "over"
    CANCELLED = "cancelled", "cancelled"


UNFINISHED: Final = (Status.OPEN, Status.RUNNING)


class GameQuerySet(QuerySet["Game"]):
    """Queries for games."""

    def light(self) -> "GameQuerySet":
        """Games without their positions, which is enough to check for changes."""
        return self.only(
            "version", "status", "private", "creator", "event", "title", "hot_seat", "at_screen"
        )

    def for_lists(self) -> "GameQuerySet":
        """Games with only what a list shows of them; games.play.pages.cards reads their seats."""
        return self.only(
            "title",
            "name",
            "options",
            "status",
            "private",
            "event",
            "rated",
            "created",
            "last_move_at",
            "ended",
            "thinking_since",
        )

    def of(self, user: Any) -> "GameQuerySet":
        """The user's games that are not over, first those that wait for them: by their time left.

        Games that have not started include those the user created, so that they can fill or cancel
        them.
        """
        # Two lists of ids, each by an index: a condition with "or" reads every unfinished game.
        seated = self._seats().filter(user=user, game__status__in=UNFINISHED).values("game")
        created = self.model.objects.filter(creator=user, status="open").values("pk")
        seat = FilteredRelation("players", condition=Q(players__user=user))
        wait = FilteredRelation("seat__waits", condition=Q(seat__waits__ended_at=None))
        return (
            self.annotate(seat=seat, mine=F("seat__pk"), wait=wait, waits=F("wait__since"))
            .filter(pk__in=seated.union(created, all=True))
            .order_by(
                Case(When(waits=None, then=1), default=0),
                F("wait__deadline").asc(nulls_last=True),
                F("waits"),
                Coalesce("last_move_at", "created").desc(),
            )
        )

    def names(self, numbers: Collection[int]) -> dict[int, str]:
        """Return the names of games by id, isolated; ids without a game are left out."""
        rows = self.filter(pk__in=numbers).values_list("pk", "name")
        return {number: isolated(name) for number, name in rows}

    def hot_seats_of(self, user: Any) -> "GameQuerySet":
        """The user's hot-seat tables and records: those being played first, then the newest."""
        own = self.filter(hot_seat=True, creator=user)
        return own.order_by(F("ended").desc(nulls_first=True), "-pk")

    def finished_of(self, user: Any) -> "GameQuerySet":
        """The user's finished games, the newest first."""
        return self.filter(players__user=user, status="over").order_by("-ended")

    def joinable(self) -> "GameQuerySet":
        """Public games that anyone can join, first those where a seat came free last.

        A seat comes free when its game is created, or when it is offered in a running game. Those
        of events with a host are left out: it has their seats.
        """
        return self.filter(unhosted(), free_since__isnull=False).order_by("-free_since", "-pk")

    def welcoming(self, user: Any) -> "GameQuerySet":
        """Of joinable games those that the user can join, first those of people they follow.

        Left out are games whose creator or a player has blocked the user, and those whose creator
        the user has blocked. Whom they follow and who has blocked whom is read at once: most people
        have few such ties, and the query is simple without them.
        """
        followed = list(Follow.objects.filter(user=user).values_list("other", flat=True))
        blocks = Block.objects.filter(Q(user=user) | Q(other=user)).values_list("user", "other")
        blockers = {blocker for blocker, _ in blocks} - {user.pk}
        apart = {person for block in blocks for person in block} - {user.pk}
        joinable = self
        seats = self._seats().filter(game=OuterRef("pk"))
        if apart:
            unwelcome = Exists(seats.filter(user__in=blockers))
            joinable = joinable.exclude(creator__in=apart).filter(~unwelcome)
        if followed:
            theirs = Q(creator__in=followed) | Exists(seats.filter(user__in=followed))
            first = ExpressionWrapper(theirs, models.BooleanField())
            joinable = joinable.order_by(first.desc(), "-free_since", "-pk")
        return joinable

    def visible_to(self, user: Any) -> "GameQuerySet":
        """The games that a visitor may see: public ones, and private ones of their own."""
        return self.filter(visible_to(user))

    def watchable(self) -> "GameQuerySet":
        """Public running games that nobody can join, the latest move first."""
        taken = Q(free_since=None) | ~unhosted()
        return self.filter(taken, status="running", private=False).order_by("-last_move_at")

    def followed_by(self, user: Any) -> "GameQuerySet":
        """The games that a person follows and has no seat in, the latest move first."""
        seated = self._seats().filter(user=user).values("game")
        followed = self.filter(visible_to(user), followers__user=user)
        return followed.filter(~Q(pk__in=seated)).order_by("-last_move_at", "-pk")

    def _seats(self) -> Any:
        """Return all seats: players are declared after games, which they refer to."""
        players: Any = self.model.players.rel.related_model
        return players.objects.order_by()


def has_seat(game: str = "pk", **values: object) -> Func:
    """Return the condition that a game has a seat with these values in these columns.

    Like Exists, which Django takes longer to build than the database to answer. `game` leads from
    the rows of the query to the game.
    """
    return Func(
        F(game),
        *map(Value, values.values()),
        columns=", ".join(f"seat.{column}" for column in ("game_id", *values)),
        template="EXISTS (SELECT 1 FROM play_player seat WHERE (%(columns)s) = (%(expressions)s))",
        output_field=models.BooleanField(),
    )


def visible_to(user: Any, path: str = "") -> Q:
    """Return the condition that a visitor may see a game: a public one, or a private one of theirs.

    Hot-seat tables are in no list of games but that of their owner's own tables. `path` leads from
    the rows of the query to the game; it is empty if they are games.
    """
    public = Q(**{f"{path}__private" if path else "private": False})
    if not user.is_authenticated:
        return public
    mine = Q(has_seat(path or "pk", user_id=user.pk))
    created = {"creator": user.pk, "hot_seat": False}
    return public | Q(**{f"{path}__{k}" if path else k: v for k, v in created.items()}) | mine


class Game(models.Model):
    """One game of one title."""

    title = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    # What parts of the name are searched in.
    found_by = models.TextField(blank=True, editable=False)
    options = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    private = models.BooleanField(default=False)
    token = models.CharField(max_length=32, unique=True, default=new_token)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="games_created"
    )
    event = models.ForeignKey(Event, models.SET_NULL, null=True, related_name="games")
    # A game that is not rated is a friendly one.
    rated = models.BooleanField(default=True)
    # Whether people agreed to be rated among themselves although a bot account plays with them.
    rated_with_bots = models.BooleanField(default=False, db_default=False)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=40, blank=True)

    # Increases with every change that a page should show.
    version = models.PositiveIntegerField(default=0)
    # The position before the first move, where it is not that of a new game.
    beginning = models.JSONField(null=True)
    # A cache of the position after the moves, and the number of its turn.
    state = models.JSONField(null=True)
    turn = models.PositiveIntegerField(default=0)
    moves_made = models.PositiveIntegerField(default=0)
    last_move_at = models.DateTimeField(null=True)
    # Whether the moves are in the game's PackedLog; `Log` finds them in both places.
    packed = models.BooleanField(default=False)
    # Scores, places and the score sheet once the game is over.
    result = models.JSONField(null=True)

    pace = models.CharField(max_length=4, choices=Pace, default=Pace.DAYS)
    # The time for each turn, or at pace BANK what each turn adds to the time bank.
    hours = models.PositiveSmallIntegerField(default=72)
    # What the time bank starts with.
    bank_hours = models.PositiveSmallIntegerField(default=0)
    # The time to answer during another player's turn.
    reaction_hours = models.PositiveSmallIntegerField(default=24)
    # After the end of the clock a warning, this time, and then what `on_timeout` says.
    grace_hours = models.PositiveSmallIntegerField(default=24)
    on_timeout = models.CharField(max_length=4, choices=OnTimeout, default=OnTimeout.VOTE)
    # How many players must agree in votes.
    agreement = models.CharField(max_length=9, choices=Agreement, default=Agreement.MAJORITY)
    # The reliability, in percent, that a free seat asks for; `newcomers` may join without one.
    least_reliability = models.PositiveSmallIntegerField(default=0)
    newcomers = models.BooleanField(default=True)
    # How often a seat has changed hands since the start.
    handovers = models.PositiveSmallIntegerField(default=0)
    # Since when a seat of a public game is free for anyone, None while none is.
    free_since = models.DateTimeField(null=True)

    # While `paused` is set, clocks are stopped, at most until `paused_until`.
    paused = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    pause_check_at = models.DateTimeField(null=True)
    pauses = models.PositiveSmallIntegerField(default=0)
    # Since when the game waits for a bot that searches, None if it does not.
    thinking_since = models.DateTimeField(null=True)
    # When its rules failed: nothing is played until staff have looked at it.
    set_aside_at = models.DateTimeField(null=True)
    # Since when nobody has taken a seat of an open game, and its creator has not kept it.
    idle_since = models.DateTimeField(default=timezone.now)
    # When the creator was asked whether to keep it.
    asked_at = models.DateTimeField(null=True)

    # Pass and play at one screen, or an imported game: all seats but the bots' belong to the
    # creator, who alone sees it. It is private, has no clock and counts for nothing.
    hot_seat = models.BooleanField(default=False)
    # The seat whose view the screen shows, None for that of a spectator.
    at_screen = models.PositiveSmallIntegerField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            # Indexes of all games: SQLite takes one of some rows for no condition with a parameter.
            models.Index(fields=["status", "-last_move_at", "-id"], name="games_by_last_move"),
            models.Index(fields=["status", "-ended", "-id"], name="games_by_end"),
            models.Index(
                fields=["pause_check_at"],
                condition=models.Q(pause_check_at__isnull=False),
                name="pauses_to_check",
            ),
            models.Index(
                fields=["thinking_since"],
                condition=models.Q(thinking_since__isnull=False),
                name="games_of_thinking_bots",
            ),
            models.Index(
                fields=["set_aside_at"],
                condition=models.Q(set_aside_at__isnull=False),
                name="games_set_aside",
            ),
            models.Index(
                fields=["idle_since"], condition=models.Q(status="open"), name="open_games"
            ),
            models.Index(
                fields=["-free_since", "-id"],
                condition=models.Q(free_since__isnull=False),
                name="joinable_games",
            ),
            models.Index(
                Coalesce("ended", "last_move_at"),
                condition=models.Q(status__in=[Status.OVER, Status.CANCELLED], packed=False),
                name="games_to_pack",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Update `found_by` with the name."""
        if update_fields is None or "name" in update_fields:
            self.found_by = spellings(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "found_by"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_absolute_url(self) -> str:
        return _url(self.pk)

    @property
    def called(self) -> str:
        """The name as it stands in sentences, isolated."""
        return isolated(self.name)

    def rules(self) -> AnyTitle:
        """Return the title of this game, which has its rules."""
        return TITLES[self.title]

    def first_position(self) -> Any:
        """Return the position before the first move."""
        if self.beginning is not None:
            return self.rules().load(self.beginning)
        return self.rules().start(self.options, self.players.count())

    def position(self) -> Any:
        """Return the cached position in the rules' form; raises ValueError before the start."""
        if self.state is None:
            raise ValueError(f"Game {self.pk} has not begun, so it has no position.")
        return self.rules().load(self.state)

    @staticmethod
    def topic_of(game_id: int) -> str:
        """Return the topic of all letters about a game."""
        return f"game:{game_id}"

    @property
    def topic(self) -> str:
        """The topic of all letters about this game."""
        return self.topic_of(self.pk)

    def more_time(self, *, own: bool) -> timedelta:
        """Return what the others give by a vote to wait; `own` for the absent player's own turn."""
        if not own:
            return timedelta(hours=self.reaction_hours)
        return MORE if self.pace == Pace.BANK else timedelta(hours=self.hours)

    @property
    def closes_at(self) -> datetime | None:
        """When an open game is closed if nothing changes, None before its creator was asked."""
        return self.asked_at + CLOSED_AFTER if self.asked_at is not None else None

    def mark_wanted(self, now: datetime) -> None:
        """Note that somebody still wants an open game; the caller saves it."""
        self.idle_since, self.asked_at = now, None

    @property
    def is_open(self) -> bool:
        return self.status == Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status == Status.OVER


@cache
def joinable_cards() -> GameQuerySet:
    """Return joinable games for lists: a query that everybody's list of open games begins with."""
    return Game.objects.for_lists().joinable()


@lru_cache(maxsize=10_000)
def _url(pk: int) -> str:
    """Return the URL of a table; cached, as a list links to a dozen."""
    return reverse("play:table", args=[pk])
