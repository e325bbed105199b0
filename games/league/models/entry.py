"""Who takes part in a season: entries, substitutes, and people who are kept apart."""

from fractions import Fraction

from django.db import models
from django.db.models import F, Q, QuerySet

from games.accounts.models import StaffChoices, User
from games.league.models.division import Division
from games.league.models.league import Season


class EntryStatus(StaffChoices):
    """What an entry is doing."""

    REGISTERED = "registered", "registered"
    PLAYING = "playing", "playing"
    WITHDRAWN = "withdrawn", "withdrawn before their first turn"
    LEFT = "left", "left during the season"


class Moves(StaffChoices):
    """Where an entry moves after the season."""

    NONE = "", "not known yet"
    UP = "up", "up"
    STAY = "stay", "stays"
    DOWN = "down", "down"


class EntryQuerySet(QuerySet["Entry"]):
    """Queries for entries."""

    def registered(self) -> "EntryQuerySet":
        """The entries that wait for the start of their season, in the order of registration."""
        return self.filter(status=EntryStatus.REGISTERED).order_by("registered_at", "pk")

    def seated(self) -> "EntryQuerySet":
        """The entries that have a place in a division, the highest division first."""
        return self.exclude(division=None).order_by("division__number", "position")


class Entry(models.Model):
    """A person's place in a season; the standings are those of entries.

    `user` is None when their account was deleted. `position` is the index in
    `games.league.system.schedule.tables`. `placed` is the number of the division for which staff
    have meant the entry before the start. `seed` is the rank by which the entry was put into its
    division, 1 for the first. `grace_used_at` is when the season's grace saved them from a timeout.
    `final_points` is a fraction as text.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="league_entries")
    division = models.ForeignKey(Division, models.CASCADE, null=True, related_name="entries")
    position = models.PositiveSmallIntegerField(null=True)
    status = models.CharField(max_length=10, choices=EntryStatus, default=EntryStatus.REGISTERED)
    registered_at = models.DateTimeField()
    placed = models.PositiveSmallIntegerField(null=True)
    seed = models.PositiveIntegerField(default=0)
    timeouts = models.PositiveSmallIntegerField(default=0)
    grace_used_at = models.DateTimeField(null=True)
    final_rank = models.PositiveSmallIntegerField(null=True)
    final_points = models.CharField(max_length=20, blank=True)
    moves = models.CharField(max_length=4, choices=Moves, blank=True, default=Moves.NONE)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="one_entry_per_season"),
            models.UniqueConstraint(fields=["division", "position"], name="one_entry_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.user or 'Former player'} in {self.season}"

    @property
    def points(self) -> Fraction:
        """The points at the end of the season, 0 before."""
        return Fraction(self.final_points or 0)


class Substitute(models.Model):
    """Somebody who would take over the seat of a person who leaves the season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="substitutes")
    user = models.ForeignKey(User, models.CASCADE, related_name="substitutions")
    since = models.DateTimeField()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="substitute_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} for {self.season}"


class Apart(models.Model):
    """Two people whom staff keep out of each other's divisions; `one` has the lower id."""

    one = models.ForeignKey(User, models.CASCADE, related_name="+")
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    why = models.TextField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"
