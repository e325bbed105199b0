"""Logs, tables whose rows are only ever added, and that of the staff."""

from typing import Any, NoReturn, TypeVar

from django.db import models

from games.accounts.choices import StaffChoices
from games.accounts.errors import AppendOnly
from games.accounts.models.user import User

_Row = TypeVar("_Row", bound=models.Model)


def _stays() -> AppendOnly:
    return AppendOnly("What is in a log stays as it is: rows are only ever added.")


class AppendOnlyQuerySet(models.QuerySet[_Row]):
    """Rows of a log, which cannot be changed or deleted."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise _stays()

    def delete(self) -> NoReturn:
        """Raise AppendOnly."""
        raise _stays()


class AppendOnlyModel(models.Model):
    """A row of a log, which goes only together with one that it belongs to (CASCADE).

    The default manager of its models comes from an AppendOnlyQuerySet.
    """

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row; raises AppendOnly if it was saved before."""
        if self.pk is not None:
            raise _stays()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise _stays()


class StaffAct(AppendOnlyModel):
    """Something that staff did, and why.

    `game` is the id of the game and `about` the person that it concerned, if any. `by` and `about`
    are None once their accounts are gone; `by_name` stays.
    """

    LONGEST_REASON = 500

    class Kind(StaffChoices):
        """What was done."""

        PAUSE = "pause", "paused the game"
        RESUME = "resume", "ended the pause"
        EXTEND = "extend", "gave more time"
        REPLACE = "replace", "gave the seat to a bot"
        REWIND = "rewind", "rewound the game"
        PUT_BACK = "put_back", "resumed the game that was set aside"
        ANNUL = "annul", "took the game out of the ratings"
        SUSPEND = "suspend", "closed the account"
        REOPEN = "reopen", "reopened the account"
        SEE_AS = "see_as", "saw the site as this person"
        ANSWER = "answer", "answered a report"
        LOOK = "look", "looked at a pair of players"
        MERGE = "merge", "merged two accounts"
        STOP = "stop", "stopped a season"
        PLACE = "place", "put someone into a division"
        APART = "apart", "keeps two people out of each other's divisions"
        TOGETHER = "together", "lets two people be in one division again"
        GIVE_BACK = "give_back", "gave a seat back"
        PICK = "pick", "picked a study for the games to learn from"
        UNPICK = "unpick", "took back the pick of a study"
        UNLIST = "unlist", "took a study off the games to learn from"
        RELIST = "relist", "let a study be listed again"

    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="staff_acts")
    by_name = models.CharField(max_length=30)
    game = models.PositiveBigIntegerField(null=True)
    about = models.ForeignKey(User, models.SET_NULL, null=True, related_name="acts_of_staff")
    reason = models.CharField(max_length=LONGEST_REASON)
    details = models.CharField(max_length=200, blank=True)

    objects = AppendOnlyQuerySet["StaffAct"].as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["game"], name="staff_acts_by_game")]

    def __str__(self) -> str:
        return f"{self.by_name} {self.get_kind_display()}"
