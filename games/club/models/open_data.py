"""Open data: the files of each month, and the pseudonyms of people in them."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_pseudonym() -> str:
    """Return a random pseudonym, such as '3f9a2c71d0'."""
    return secrets.token_hex(5)


class Pseudonym(models.Model):
    """What stands for a person in open data, the same in all files, unless they allow their name.

    It is random and goes with the account: nothing that the site keeps then tells whose it was.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="pseudonym")
    name = models.CharField(max_length=10, unique=True, default=new_pseudonym)

    def __str__(self) -> str:
        return self.name


class OpenMonth(models.Model):
    """The open data of a month, written '2026-11': of several, visitors see the `published` one.

    The others are being made, since `begun_at`, or were left by a worker that died. `made_from` is
    a fingerprint of the games and of who is named in them, `games` how many these are.
    """

    month = models.CharField(max_length=7)
    published = models.BooleanField(default=False)
    begun_at = models.DateTimeField()
    made_from = models.CharField(max_length=64)
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["month"], condition=Q(published=True), name="one_published_for_each_month"
            ),
        ]

    def __str__(self) -> str:
        return self.month


class OpenFile(models.Model):
    """A file of open data, under the `name` by which it is downloaded; the bytes are in chunks."""

    month = models.ForeignKey(OpenMonth, models.CASCADE, related_name="files")
    name = models.CharField(max_length=40, db_index=True)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name

    @property
    def ending(self) -> str:
        """The end of the name, which says what is in it: '.txt.zst'."""
        return self.name[self.name.index(".") :]

    @property
    def tag(self) -> str:
        """The validator of these very bytes (ETag)."""
        return f'"{self.sha256}"'


class OpenChunk(models.Model):
    """A part of a file, numbered from 0; all but the last have as many bytes as `CHUNK`."""

    CHUNK = 512 * 1024

    file = models.ForeignKey(OpenFile, models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="open_chunks_in_order"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.file_id}"
