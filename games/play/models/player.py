"""Players: the seats of a game, who has held each of them, and the waits for these people."""

from dataclasses import replace
from datetime import timedelta
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, FilteredRelation, Q, QuerySet
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from games.accounts.bot_names import bot_name
from games.accounts.direction import isolated
from games.accounts.models import StaffChoices, User
from games.bots import THINKERS
from games.play.language import say
from games.play.models.game import Game, Status
from games.rules.common.message import Notation, Part, term
from games.rules.common.message import Player as PlayerName

FREE_SEAT: Final = term("player", "Free seat")

LONGEST_NICKNAME = 40
"""The most characters of a name at a hot-seat table."""


class Door(models.TextChoices):
    """How a person can take a seat that nobody holds yet."""

    NONE = "", "taken"
    OPEN = "open", pgettext_lazy("seat", "anyone may join")
    INVITED = "invited", pgettext_lazy("seat", "by invitation")


def called(user: Any, bot: str, game: int, seat: int, nickname: str = "") -> str:
    """Return the name of a seat's holder: a person, a bot, or a person whose account is closed.

    `game` is the id of the game. At a hot-seat table and in a record it is the seat's `nickname`.
    It is isolated, to be read.
    """
    if nickname or user is not None:
        return isolated(nickname or user.username)
    return (
        bot_name(game, seat)
        if bot
        else say(term("player", "Former player {number}", number=seat + 1))
    )


_LEVELS: Final = {
    "apprentice": term("bot", "apprentice bot"),
    "journeyman": term("bot", "journeyman bot"),
    "merchant": term("bot", "merchant bot"),
    "master": term("bot", "master bot"),
}
_INTRODUCED: Final = {
    "apprentice": term("introduced", "{player}, an apprentice bot,"),
    "journeyman": term("introduced", "{player}, a journeyman bot,"),
    "merchant": term("introduced", "{player}, a merchant bot,"),
    "master": term("introduced", "{player}, a master bot,"),
}


def level_of(bot: str, owner: str = "") -> str:
    """Return what stands beside a name in lists: 'journeyman bot'; '' for a person.

    `owner` is the name of the owner of a bot account, for 'bot of Anna'.
    """
    if owner:
        return say(term("bot", "bot of {owner}", owner=PlayerName(isolated(owner))))
    if not bot:
        return ""
    return say(_LEVELS.get(bot) or term("bot", "{bot} bot", bot=Notation(bot)))


def with_level(name: str, level: str) -> str:
    """Return a name for a list in words: 'Tideke (journeyman bot)'."""
    return f"{name} ({level})" if level else name


def owner_of(user: Any) -> str:
    """Return the name of the owner of a bot account, '' for anyone else; no query for others."""
    return user.owner.username if user is not None and user.is_bot_account else ""


def introduced(name: str, bot: str) -> Part:
    """Return a name as the subject of a sentence: 'Tideke, a journeyman bot,'."""
    player = PlayerName(name)
    if bot not in _INTRODUCED:
        return player
    return replace(_INTRODUCED[bot], parts={"player": player})


def page_of(user: Any, bot: str) -> str:
    """Return the URL of the page about a seat's holder; '' for guests and closed accounts."""
    if user is not None:
        has_page = user.is_active and not user.guest
        return _url("club:person", user.username) if has_page else ""
    return _url("club:bot", bot) if bot else ""


@lru_cache(maxsize=10_000)
def _url(view: str, name: str) -> str:
    """Return the URL of a page; cached, as a list of games links to a hundred people."""
    return reverse(view, args=[name])


class PlayerQuerySet(QuerySet["Player"]):
    """Queries for seats."""

    def at_table(self, game: Any) -> "PlayerQuerySet":
        """A game's players with their users and open waits, by seat."""
        return _seats().filter(game=game)

    def with_waits(self) -> "PlayerQuerySet":
        """Players with their users and open waits, in one query."""
        open_wait = FilteredRelation("waits", condition=Q(waits__ended_at=None))
        players = self.annotate(
            wait=open_wait,  # type: ignore[no-redef]
            wait_id=F("wait__pk"),
            owned_by=F("user__owner__username"),
        )
        return players.select_related("user", "wait")  # type: ignore[misc]


class Player(models.Model):
    """A seat of a game: held by a person or a bot, or free with a `door`.

    A user who holds a seat cannot be deleted: the game would wait for them forever. Closing the
    account (games.accounts.services) hands over their seats first.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    # Of a seat of a hot-seat game, which its creator plays.
    nickname = models.CharField(max_length=LONGEST_NICKNAME, blank=True)
    door = models.CharField(max_length=10, choices=Door, blank=True)
    # The number of the newest move that this seat made itself.
    last_move = models.PositiveIntegerField(default=0)
    # The version of the game of the player's newest confirmation.
    confirmed_version = models.PositiveIntegerField(null=True)
    score = models.SmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)

    # What is left for a turn when a wait begins: the time bank at pace BANK, else what is left of
    # the turn itself; and the last turn that added to it.
    bank = models.DurationField(default=timedelta)
    banked_turn = models.PositiveIntegerField(null=True)
    # The waits that ran out and are not forgiven, the turn of the newest one, and the turn that the
    # bot plays to its end since then.
    timeouts = models.PositiveSmallIntegerField(default=0)
    timed_out_turn = models.PositiveIntegerField(null=True)
    bot_turn = models.PositiveIntegerField(null=True)
    # When the seat was offered to others, None if it is not on offer.
    offered_at = models.DateTimeField(null=True)
    # The ids of the newest message that was read, and of the newest that was in an email.
    seen_message = models.PositiveBigIntegerField(default=0)
    mailed_message = models.PositiveBigIntegerField(default=0)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_user"),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="seats_of_people"),
            models.Index(fields=["bot", "-id"], condition=~Q(bot=""), name="seats_of_bots"),
        ]

    def __str__(self) -> str:
        return self.name

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Reload the row, and the open wait when it is next used."""
        super().refresh_from_db(*args, **kwargs)
        for known in ("wait", "wait_id"):
            self.__dict__.pop(known, None)

    @property
    def is_free(self) -> bool:
        """Whether the seat can still be taken."""
        return bool(self.door)

    @cached_property
    def wait(self) -> "Wait | None":
        """The open wait for this player, or None."""
        if "wait_id" in self.__dict__:
            return None  # `with_waits` found none
        return self.waits.open().first()

    @property
    def is_waited_for(self) -> bool:
        return self.wait is not None

    @property
    def thinks(self) -> bool:
        """Whether a bot holds the seat that takes its time for its own turns."""
        return self.user_id is None and self.bot in THINKERS

    @property
    def is_peopled(self) -> bool:
        """Whether a person gives the seat's orders, not a bot."""
        return self.user_id is not None or bool(self.nickname)

    @property
    def is_persons(self) -> bool:
        """Whether a person with an account holds the seat: no bot, and no bot account."""
        return self.user is not None and not self.user.is_bot_account

    @property
    def owner(self) -> str:
        """The name of the owner of the bot account that holds the seat, '' if none does."""
        if self.user is None or not self.user.is_bot_account:
            return ""
        return self.__dict__.get("owned_by") or owner_of(self.user)

    @property
    def person(self) -> User:
        """The user in this seat; raises ValueError for a bot or a free seat."""
        if self.user is None:
            raise ValueError(f"No person holds seat {self.seat}.")
        return self.user

    @property
    def name(self) -> str:
        """The name that other players see, isolated."""
        if self.door:
            return say(FREE_SEAT)
        return called(self.user, self.bot, self.game_id, self.seat, self.nickname)

    @property
    def level(self) -> str:
        """What stands beside the name of a bot in lists: 'journeyman bot'; '' for people."""
        return level_of(self.bot, self.owner)

    @property
    def listed_name(self) -> str:
        """The name for a list in words: 'Tideke (journeyman bot)'."""
        return with_level(self.name, self.level)

    @property
    def page(self) -> str:
        """The URL of the page about the holder of the seat, '' if there is none."""
        return page_of(self.user, self.bot)


@cache
def _seats() -> PlayerQuerySet:
    """Return all seats as tables show them: a query that every click on a table begins with."""
    return Player.objects.with_waits().order_by("seat")


class Change(StaffChoices):
    """How a seat passes from one holder to the next."""

    SEATED = "seated", "seated when the game was created"
    JOINED = "joined", "joined"
    INVITED = "invited", "joined by the invitation link"
    TAKEN = "taken", "took over an offered seat"
    VOTED = "voted", "given to a bot by vote"
    LEFT = "left", "left"
    CLOSED = "closed", "account closed"
    STAFF = "staff", "given to a bot by staff"
    EVENT = "event", "given to a bot by the host of its event"


class Holder(models.Model):
    """A person or bot who holds a seat from move `first_move` to before `end_move`.

    `end_move` is None for the current holder. `came` is how they got the seat, `went` how they lost
    it. `user` is None for a bot, and for a person whose account was deleted. `nickname` is as that
    of a player. `excused` says that staff replaced them without their fault, `hinted` when they
    asked for a hint at a rated table, which gave the game up for their rating.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="holders")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="held"
    )
    bot = models.CharField(max_length=20, blank=True)
    nickname = models.CharField(max_length=LONGEST_NICKNAME, blank=True)
    first_move = models.PositiveIntegerField(default=1)
    end_move = models.PositiveIntegerField(null=True)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    came = models.CharField(max_length=7, choices=Change)
    went = models.CharField(max_length=7, choices=Change, blank=True)
    excused = models.BooleanField(default=False)
    hinted = models.DateTimeField(null=True)

    class Meta:
        ordering = ["first_move", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(end_move__isnull=True),
                name="one_holder_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["user", "-id"], name="holders_by_person")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name that other players see, isolated."""
        return called(self.user, self.bot, self.player.game_id, self.player.seat, self.nickname)

    @property
    def listed_name(self) -> str:
        """The name for a list in words: 'Tideke (journeyman bot)'."""
        return with_level(self.name, level_of(self.bot, owner_of(self.user)))

    @property
    def page(self) -> str:
        """The URL of the page about the holder, '' if there is none."""
        return page_of(self.user, self.bot)


class EndedBy(StaffChoices):
    """What ended a wait."""

    ANSWERED = "answered", "the player answered"
    STANDING = "standing", "a standing order of the player answered"
    CLOCK = "clock", "time ran out, and a bot answered"
    BOT = "bot", "the seat was given to a bot"
    LEFT = "left", "the player left the game"
    TAKEN = "taken", "another person took the offered seat"
    OVER = "over", "the game ended without the answer"
    REWOUND = "rewound", "staff took the game back"


class WaitQuerySet(QuerySet["Wait"]):
    """Queries for waits."""

    def open(self) -> "WaitQuerySet":
        """The waits that have not ended."""
        return self.filter(ended_at=None)

    def in_running_games(self) -> "WaitQuerySet":
        """The open waits in running games, first those whose time runs out first."""
        running = self.open().filter(player__game__status=Status.RUNNING)
        return running.order_by(F("deadline").asc(nulls_last=True), "since", "pk")

    def of(self, user: Any) -> "WaitQuerySet":
        """The open waits for a person in running games, first those whose time runs out first."""
        return self.in_running_games().filter(player__user=user)


class Wait(models.Model):
    """A wait for a player, from the moment they are asked until something ends it.

    A player has at most one open wait. Ended waits never change.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="waits")
    # The person who holds the seat.
    holder = models.ForeignKey(Holder, models.CASCADE, related_name="waits")
    # The number of the newest move when the wait began, 0 if there was none.
    move = models.PositiveIntegerField()
    since = models.DateTimeField()

    # What the clock counts.
    budget = models.DurationField(default=timedelta)
    # What it had counted before it last started, at `clock_since`, which is None while it stands.
    used = models.DurationField(default=timedelta)
    clock_since = models.DateTimeField(null=True)
    # When time runs out, when the player is told that it has, and when their grace period ends.
    deadline = models.DateTimeField(null=True)
    warned_at = models.DateTimeField(null=True)
    grace_until = models.DateTimeField(null=True)
    # When to check the wait next, None for never.
    next_check_at = models.DateTimeField(null=True)
    # When the deadline was last set, and how often that was after the beginning.
    planned_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    # When a page that the player had in view first showed what they are asked.
    seen_at = models.DateTimeField(null=True)
    reminders = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=8, choices=EndedBy, blank=True)

    objects = WaitQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at__isnull=True), name="one_wait_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by="")
                | Q(ended_at__isnull=False, next_check_at__isnull=True) & ~Q(ended_by=""),
                name="ended_waits_tell_how",
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_check_at"],
                condition=Q(next_check_at__isnull=False),
                name="waits_to_check",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.holder}, since move {self.move}"
