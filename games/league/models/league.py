"""Leagues and cups, and their seasons."""

from django.db import models
from django.db.models import QuerySet

from games.accounts.direction import isolated
from games.accounts.models import StaffChoices, User
from games.play.models import Event, new_token

FEWEST_SEATS, MOST_SEATS = 3, 5


class Kind(StaffChoices):
    """A league has seasons, and people move between its divisions; a cup has one division."""

    LEAGUE = "league", "league"
    CUP = "cup", "cup"


class League(models.Model):
    """A league or a cup: what is played there, by how many at a table, and how fast.

    `options` are those of the title's setup, `terms` the fields of `games.play.services.Terms` that
    the games get, and a season is to last `weeks`. It starts with `least_entries` entries. Only
    people with the link with the `token` can find and enter a `private` one. `creator` is None for
    the site's own leagues. No new season is opened once it is not `open`.
    """

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.LEAGUE)
    title = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    terms = models.JSONField(default=dict)
    weeks = models.PositiveSmallIntegerField(default=9)
    private = models.BooleanField(default=False)
    token = models.CharField(max_length=32, unique=True, default=new_token)
    creator = models.ForeignKey(User, models.SET_NULL, null=True, related_name="leagues_created")
    least_entries = models.PositiveSmallIntegerField(default=6)
    open = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seats__range=(FEWEST_SEATS, MOST_SEATS)),
                name="seats_of_a_league_table",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """The name as it stands in sentences, isolated."""
        return isolated(self.name)


class SeasonStatus(StaffChoices):
    """Where a season is in its life; a `stopped` one was ended by staff, without results."""

    REGISTERING = "registering", "people register"
    STARTING = "starting", "its tables are being made"
    RUNNING = "running", "running"
    CLOSING = "closing", "past its last day, with games still open"
    OVER = "over", "over"
    STOPPED = "stopped", "stopped"


UNDER_WAY = (SeasonStatus.RUNNING, SeasonStatus.CLOSING)
"""While the games of a season are being played."""


class SeasonQuerySet(QuerySet["Season"]):
    """Queries for seasons."""

    def unfinished(self) -> "SeasonQuerySet":
        """The seasons in which something can still happen."""
        return self.exclude(status__in=[SeasonStatus.OVER, SeasonStatus.STOPPED])


class Season(models.Model):
    """A season of a league, or the only one of a cup.

    Registration is open from `opens_at` until it starts at `starts_at`, or later if fewer have
    registered than it takes. At `ends_at` its clocks quicken. `started_at` and `ended_at` are when
    that was. Its games belong to `event`. The standings after `weeks_told` weeks have been sent.
    `together` has the pairs of people, by ids, who are in one division though one has blocked the
    other or staff keep them apart; it is empty again once the season has ended.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=11, choices=SeasonStatus, default=SeasonStatus.REGISTERING)
    opens_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    event = models.OneToOneField(Event, models.SET_NULL, null=True, related_name="season")
    weeks_told = models.PositiveSmallIntegerField(default=0, db_default=0)
    together = models.JSONField(default=list, db_default=[])

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
        ]
        indexes = [
            models.Index(
                fields=["status"],
                condition=~models.Q(status__in=[SeasonStatus.OVER, SeasonStatus.STOPPED]),
                name="unfinished_seasons",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league}, season {self.number}"

    @property
    def is_registering(self) -> bool:
        return self.status == SeasonStatus.REGISTERING

    @property
    def is_under_way(self) -> bool:
        """Whether its games are being played."""
        return self.status in UNDER_WAY

    @property
    def is_over(self) -> bool:
        return self.status == SeasonStatus.OVER
