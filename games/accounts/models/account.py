"""What accounts have until they are deleted, and what stays of them: vacations, exports, names."""

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


class FormerName(models.Model):
    """The name of a deleted account, which no stranger takes until `free_at`.

    Only keyed hashes of it are kept: `name_hash` of the name in lower case, `look_hash` of the key
    that similar names share. `heir` is the account that this one was merged into, if it was.
    """

    name_hash = models.CharField(max_length=64, db_index=True)
    look_hash = models.CharField(max_length=64, db_index=True)
    free_at = models.DateTimeField(db_index=True)
    heir = models.ForeignKey(User, models.SET_NULL, null=True, related_name="inherited_names")

    def __str__(self) -> str:
        return f"free on {self.free_at:%Y-%m-%d}"


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
