"""Divisions of a season, and their tables."""

from django.db import models
from django.db.models import QuerySet

from games.accounts.models import StaffChoices, User
from games.league.models.league import Season
from games.play.models import Game


class Division(models.Model):
    """A division of a season; 1 is the highest."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["season", "number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_division_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.season}, division {self.number}"


class TableQuerySet(QuerySet["Table"]):
    """Queries for tables."""

    def of(self, season: Season) -> "TableQuerySet":
        """The tables of a season, the highest division first."""
        return self.filter(division__season=season).order_by("division__number", "number")

    def unfinished(self) -> "TableQuerySet":
        """The tables whose games have not ended."""
        return self.filter(ended_at=None)


class Table(models.Model):
    """A table of a division, at which one game is played.

    `places` and `scores` are by seat, and None while the game is open. All `shared` the places of
    one that the players ended by vote.
    """

    division = models.ForeignKey(Division, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, models.PROTECT, related_name="league_table")
    ended_at = models.DateTimeField(null=True)
    places = models.JSONField(null=True)
    scores = models.JSONField(null=True)
    shared = models.BooleanField(default=False)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_table_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.division}, table {self.number}"


class LostBy(StaffChoices):
    """How an entry lost its seat at a table."""

    KEPT = "", "not lost"
    TIMEOUT = "timeout", "ran out of time"
    LEFT = "left", "left the game"
    CLOSED = "closed", "account closed"
    STAFF = "staff", "given to a bot by staff"


class TableSeat(models.Model):
    """An entry's seat at a table.

    From `lost_at` on it is played by a `substitute`, or by a bot, and brings the entry nothing.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("league.Entry", models.RESTRICT, related_name="table_seats")
    lost_at = models.DateTimeField(null=True)
    lost_by = models.CharField(max_length=7, choices=LostBy, blank=True, default=LostBy.KEPT)
    substitute = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="substituted_seats"
    )

    class Meta:
        ordering = ["table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_entry_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.seat}"
