"""Exports of a person's data."""

from django.db import models

from games.accounts.models.user import User


class DataExport(models.Model):
    """All of a person's data as a zip, made by a worker after they ask for it.

    It can be downloaded from `made_at` to `expires_at`, when it is deleted. `size` is in bytes.
    `problem` is a sentence that says why there is none. A worker that begins to make it adds an
    attempt and moves `next_try_at` past the time that this may take.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="exports")
    asked_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, db_index=True)
    size = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"asked for on {self.asked_at:%Y-%m-%d}"


class ExportChunk(models.Model):
    """A piece of an export; in the database, every web process on every host can send it."""

    export = models.ForeignKey(DataExport, models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="one_chunk_per_number"),
        ]

    def __str__(self) -> str:
        return f"chunk {self.number}"
