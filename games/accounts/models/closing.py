"""Accounts that are about to be deleted."""

from django.db import models

from games.accounts.models.user import User


class Closing(models.Model):
    """An account that its owner has asked to delete, which happens at `due_at`.

    Until then they can stop it, which deletes this row. `reminded_at` is when they were reminded.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="closing")
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    reminded_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"due {self.due_at:%Y-%m-%d}"
