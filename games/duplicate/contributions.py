"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator

from django.db.models import F
from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.duplicate.models import DuplicateGame


def write(user: User) -> Iterator[File]:
    """Yield the file about a person's games of duplicates."""
    games = DuplicateGame.objects.filter(user=user).order_by("pk")
    fields = ("game", "joined_at", "ended_at", "place", "points", "lead")
    yield "duplicates/games.json", list(games.values(*fields, week_from=F("duplicate__monday")))


def move(old: User, kept: User) -> None:
    """Move a person's games; of two in one week the one that was begun first counts.

    Whoever plays twice knows the draws the second time.
    """
    for theirs in DuplicateGame.objects.filter(user=old, duplicate__games__user=kept):
        own = DuplicateGame.objects.get(user=kept, duplicate=theirs.duplicate_id)
        later = max(theirs, own, key=lambda each: (each.joined_at, each.pk))
        later.delete()
    move_rows(DuplicateGame, "user", old, kept)


ACCOUNTS = Contribution(
    files={"duplicates/games.json": gettext_lazy("Your games of the duplicates of the week.")},
    write=write,
    move=move,
)
