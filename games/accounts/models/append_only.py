"""Logs: tables whose rows are only ever added."""

from typing import Any, NoReturn, TypeVar

from django.db import models

from games.accounts.errors import AppendOnly

_Row = TypeVar("_Row", bound=models.Model)

STAYS = "What is in a log stays as it is: rows are only ever added."


class AppendOnlyQuerySet(models.QuerySet[_Row]):
    """Rows of a log, which cannot be changed or deleted."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly(STAYS)

    def delete(self) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly(STAYS)


class AppendOnlyModel(models.Model):
    """A row of a log, which goes only together with one that it belongs to (CASCADE).

    The default manager of its models comes from an AppendOnlyQuerySet.
    """

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row; raises AppendOnly if it was saved before."""
        if self.pk is not None:
            raise AppendOnly(STAYS)
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly(STAYS)
