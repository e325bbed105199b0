"""Names of people who have left."""

from django.db import models

from games.accounts.models.user import User


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
