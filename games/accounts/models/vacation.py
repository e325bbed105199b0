"""Vacations."""

from django.db import models

from games.accounts.models.user import User


class Vacation(models.Model):
    """Days on which a person's clocks stop, both ends included, in their time zone."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        ordering = ["first"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last__gte=models.F("first")), name="vacation_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"
