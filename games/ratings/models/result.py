"""Results of games: what every rating is computed from."""

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext, pgettext_lazy

from games.accounts.bot_names import bot_name
from games.accounts.models import StaffChoices
from games.ratings.compared import Part, Sat, counts


class Kind(StaffChoices):
    """What a game counts for."""

    PEOPLE = "people", "rated"
    BOTS = "bots", "rated apart, against bots only"
    BOT_ACCOUNTS = "bot-accounts", "rated apart, of bot accounts without people"
    NONE = "none", "not rated"


class Reason(models.TextChoices):
    """Why a game is not rated."""

    NONE = "", pgettext_lazy("reason", "it is rated")
    CANCELLED = "cancelled", pgettext_lazy("reason", "the game was cancelled")
    AGREED = "agreed", pgettext_lazy("reason", "the players agreed to end it early")
    FRIENDLY = "friendly", pgettext_lazy("reason", "it was a friendly game")
    HINT = "hint", pgettext_lazy("reason", "a hint was asked for")
    ALONE = "alone", pgettext_lazy("reason", "fewer than two players played from beginning to end")
    ANNULLED = "annulled", pgettext_lazy("reason", "staff decided so after the game")


class ResultQuerySet(QuerySet["Result"]):
    """Queries for results."""

    def rated(self) -> "ResultQuerySet":
        """Results that count among people, for those who stayed."""
        return self.filter(kind=Kind.PEOPLE, reason=Reason.NONE)

    def in_order(self) -> "ResultQuerySet":
        """Results by when the games ended; games that ended at the same time by number."""
        return self.order_by("ended", "game")

    def with_seats(self) -> "ResultQuerySet":
        """Results with their seats and people, in two queries."""
        seats = ResultSeat.objects.select_related("user").order_by("seat", "pk")
        return self.prefetch_related(Prefetch("seats", seats))


class Result(models.Model):
    """How one game ended. `game` is its number; `board` is empty for a title with one board.

    `kind` is what it counts for, `reason` why it does not count. With both, it counts only for
    those who gave it up. `players` is the number of seats.
    """

    game = models.PositiveBigIntegerField(unique=True)
    title = models.CharField(max_length=20)
    board = models.CharField(max_length=20, blank=True)
    players = models.PositiveSmallIntegerField()
    ended = models.DateTimeField()
    kind = models.CharField(max_length=12, choices=Kind)
    reason = models.CharField(max_length=9, choices=Reason, blank=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["title", "kind", "ended", "game"])]

    def __str__(self) -> str:
        return f"{self.title}, game {self.game}"

    @property
    def is_rated(self) -> bool:
        """Whether the game counts among people."""
        return self.kind == Kind.PEOPLE and not self.reason


class ResultSeat(models.Model):
    """A person or bot who played all or part of a game.

    `seat` is the number of the seat, `starts` its place in the order of play, 0 for the first
    player. `person` is the id of the user; unlike `user`, it stays when the account is deleted, so
    that everyone else's ratings stay the same. That of a bot account is empty in a game of people,
    where it is compared with nobody. `place` and `score` are empty for someone who left,
    and in a game without a result. `gave_up` is when someone who began the game gave it up for
    their rating, so that it counts for them as one behind everyone who stayed: see FinishedSeat.

    `before` and `after` are the rating when the game ended: mean and deviation on the model's
    scale. `expected` is how many of the others they were expected to come before. All five are
    empty for those who were not rated.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    starts = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="results"
    )
    person = models.PositiveBigIntegerField(null=True)
    bot = models.CharField(max_length=20, blank=True)
    place = models.PositiveSmallIntegerField(null=True)
    score = models.SmallIntegerField(null=True)
    part = models.CharField(max_length=5, choices=Part)
    gave_up = models.DateTimeField(null=True)
    mean_before = models.FloatField(null=True)
    deviation_before = models.FloatField(null=True)
    mean_after = models.FloatField(null=True)
    deviation_after = models.FloatField(null=True)
    expected = models.FloatField(null=True)

    class Meta:
        ordering = ["seat", "pk"]
        indexes = [
            models.Index(fields=["person"]),
            models.Index(fields=["user", "-id"], name="results_by_person"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name to show, isolated."""
        if self.user is not None:
            return self.user.called
        return bot_name(self.result.game, self.seat) if self.bot else gettext("Former player")

    @property
    def counts(self) -> bool:
        """Whether this person or bot is compared with the others of a rated game."""
        return counts(self.sat)

    @property
    def sat(self) -> Sat:
        """The seat as it is compared."""
        who = self.bot or self.person
        return Sat(self.seat, who, self.starts, Part(self.part), self.place, self.gave_up)
