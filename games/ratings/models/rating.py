"""Estimates: what the results say about people, seats, boards and bots."""

from datetime import date
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts.models import StaffChoices
from games.ratings.hyper import hyper_of
from games.ratings.scale import LISTED_DEVIATION, LISTED_GAMES, POINTS, Shown
from games.ratings.skill import Estimate


class Pool(StaffChoices):
    """Which games a rating is made from; the values are those of `Kind`."""

    PEOPLE = "people", "games among people"
    BOTS = "bots", "games against bots only"
    BOT_ACCOUNTS = "bot-accounts", "games of bot accounts among themselves and with bots"


class RatingQuerySet(QuerySet["Rating"]):
    """Queries for ratings."""

    def of(self, user: Any) -> "RatingQuerySet":
        """A person's ratings, by title."""
        return self.filter(user=user).order_by("title", "-pool")

    def listed(self, title: str, pool: str = Pool.PEOPLE) -> "RatingQuerySet":
        """The ratings of a title that are certain enough to be listed, the highest first.

        Certainty is that of each person's last game; leave out `is_listed` false ones when showing
        them, since uncertainty has grown.
        """
        certain = self.filter(
            title=title,
            pool=pool,
            games__gte=LISTED_GAMES,
            deviation__lt=(LISTED_DEVIATION + 0.5) / POINTS,
        )
        return certain.select_related("user").order_by("-mean", "pk")


class Rating(models.Model):
    """A person's skill at a title: mean and deviation on the model's scale after `games` games.

    `last` is the day of the last one. Since then the deviation has grown, and the mean has not
    changed: see `on`. For someone who gave up games, `strength` and `strength_deviation` are what
    others are measured by (games.ratings.standing); for all others they are empty.
    """

    title = models.CharField(max_length=20)
    pool = models.CharField(max_length=12, choices=Pool)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    mean = models.FloatField()
    deviation = models.FloatField()
    strength = models.FloatField(null=True)
    strength_deviation = models.FloatField(null=True)
    games = models.PositiveIntegerField()
    last = models.DateField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["title", "pool", "user"], name="one_rating_per_person"),
        ]
        indexes = [models.Index(fields=["title", "pool", "-mean"])]

    def __str__(self) -> str:
        return str(self.shown)

    @property
    def estimate(self) -> Estimate:
        """The estimate as of the last game."""
        return Estimate(self.mean, self.deviation, self.last.toordinal())

    @property
    def estimate_of_strength(self) -> Estimate:
        """What others are measured by, as of the last game."""
        if self.strength is None or self.strength_deviation is None:
            return self.estimate
        return Estimate(self.strength, self.strength_deviation, self.last.toordinal())

    def on(self, day: date) -> Shown:
        """Return the rating as shown on a day."""
        hyper = hyper_of(self.title)
        grown = self.estimate.on(day.toordinal(), hyper.drift, hyper.skill)
        return Shown.of(grown.mean, grown.deviation)

    @property
    def shown(self) -> Shown:
        """The rating as shown today."""
        return self.on(timezone.now().date())

    @property
    def is_listed(self) -> bool:
        """Whether the rating belongs on a leaderboard today."""
        return self.shown.is_listed(self.games)


class Effect(models.Model):
    """How much a place in the order of play helps, or a person's liking for a board.

    With a `user` it is their affinity with the board. Otherwise it is the effect of starting as
    number `starts` of `players`, from 0. Mean and deviation are on the model's scale.
    """

    title = models.CharField(max_length=20)
    pool = models.CharField(max_length=12, choices=Pool)
    board = models.CharField(max_length=20, blank=True)
    players = models.PositiveSmallIntegerField(default=0)
    starts = models.PositiveSmallIntegerField(default=0)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="affinities"
    )
    mean = models.FloatField()
    deviation = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["title", "pool", "board", "players", "starts"],
                condition=Q(user=None),
                name="one_effect_per_seat",
            ),
            models.UniqueConstraint(
                fields=["title", "pool", "board", "user"],
                condition=Q(user__isnull=False),
                name="one_affinity_per_board",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.board}: {self.mean:+.2f}"


class Ladder(models.Model):
    """The state of one title's ratings; its row is locked while they change.

    `computed_at` is when everything was last computed from the results, `games` how many these
    were, `computed_from` a fingerprint of them and of the model, or a mark of its own since they
    have changed (`outdate`). `calibration` tells how well predictions came true
    (games.ratings.calibration).
    """

    title = models.CharField(max_length=20)
    pool = models.CharField(max_length=12, choices=Pool)
    computed_at = models.DateTimeField(null=True)
    computed_from = models.CharField(max_length=64, blank=True)
    games = models.PositiveIntegerField(default=0)
    calibration = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["title", "pool"], name="one_ladder_per_pool"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.get_pool_display()}"


class Anchor(models.Model):
    """A bot's fixed strength at a title, on the model's scale, from `games` games among bots."""

    title = models.CharField(max_length=20)
    bot = models.CharField(max_length=20)
    mean = models.FloatField()
    deviation = models.FloatField()
    games = models.PositiveIntegerField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["title", "bot"], name="one_anchor_per_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} at {self.title}: {self.shown}"

    @property
    def shown(self) -> Shown:
        """The strength as a rating."""
        return Shown.of(self.mean, self.deviation)
