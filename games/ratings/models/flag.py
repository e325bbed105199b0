"""What staff should look at."""

from typing import Self

from django.conf import settings
from django.db import models

from games.accounts.models import StaffChoices


class Suspicion(StaffChoices):
    """What looks like two accounts of one person, or like collusion."""

    FEEDING = "feeding", "they meet far more often than chance, and one nearly always wins"
    GIVING_UP = "giving", "one of them keeps leaving games that the other wins"


class FlagQuerySet(models.QuerySet["Flag"]):
    """Queries for pairs that were marked."""

    def to_look_at(self) -> Self:
        """Pairs that staff have not looked at yet."""
        return self.filter(looked_at=None)


class Flag(models.Model):
    """Two people whose games look odd. Nothing happens to them unless staff decide so.

    `key` is the suspicion, the title and the ids of the people, so that the same pair is marked
    once. `detail` is what was counted when it was `last_seen`, as a sentence. `note` is what staff
    wrote when they last looked at it.
    """

    LONGEST_NOTE = 500

    key = models.CharField(max_length=60, unique=True)
    suspicion = models.CharField(max_length=7, choices=Suspicion)
    people = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="flags")
    title = models.CharField(max_length=20)
    detail = models.CharField(max_length=200)
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()
    looked_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)

    objects = FlagQuerySet.as_manager()

    class Meta:
        verbose_name = "odd pair"
        ordering = ["-first_seen", "-pk"]

    def __str__(self) -> str:
        return f"{self.title}: {self.get_suspicion_display()}"

    @property
    def pair(self) -> tuple[int, int]:
        """The ids of the two, also of people whose accounts are gone: who gains comes first."""
        gains, other = self.key.split(":")[-2:]
        return int(gains), int(other)
