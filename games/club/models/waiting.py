"""People who wait for a table, and searches that tell when a game comes."""

from typing import Any

from django.db import models

from games.accounts.models import User


class TableWish(models.Model):
    """Someone wants a seat at the next table of one of these kinds.

    `tables` are ids of titles and boards as in `games.play.pages.boards.tables`, `players` numbers
    of players, `paces` ids of `games.play.forms.terms.PRESETS`. It has `expired_at` once they have
    not been here for long; then it waits for no table.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="table_wish")
    tables = models.JSONField(default=list)
    players = models.JSONField(default=list)
    paces = models.JSONField(default=list)
    rated = models.BooleanField(default=True)
    since = models.DateTimeField()
    expired_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["since", "pk"]

    def __str__(self) -> str:
        return f"{self.user} since {self.since:%Y-%m-%d}"


class SavedSearch(models.Model):
    """A search for open games whose owner is notified when a new game fits.

    `wanted` are the fields of the search form as they were sent. Games created before `checked_at`
    have been looked at.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="saved_searches")
    wanted = models.JSONField(default=dict)
    since = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"of {self.user}: {self.wanted}"

    def as_sent(self) -> dict[str, Any]:
        """Return the fields as the form takes them: texts only."""
        return {name: str(value) for name, value in self.wanted.items()}
