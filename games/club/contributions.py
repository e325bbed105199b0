"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy

from games.accounts.contribution import Contribution, File
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.club.models import Pseudonym, Report, SavedSearch, SeatFigures, TableWish


def write(user: User) -> Iterator[File]:
    """Yield the files about a person."""
    wishes = TableWish.objects.filter(user=user)
    yield "tables/waiting.json", list(wishes.values("tables", "players", "paces", "rated", "since"))
    searches = SavedSearch.objects.filter(user=user)
    yield "tables/searches.json", list(searches.values("wanted", "since", "checked_at"))
    sent = Report.objects.filter(by=user).order_by("pk")
    names = Pseudonym.objects.filter(user=user).values_list("name", flat=True)
    yield "open-data.json", {"pseudonym": names.first()}
    yield "reports.json", list(sent.values("about", "text", "at", "answer", "answered_at"))


def move(old: User, kept: User) -> None:
    """Move what the club keeps about a person, but their places: these are computed every night.

    A report of one account about the other no longer names whom it is about.
    """
    Report.objects.filter(by__in=[old, kept], person__in=[old, kept]).update(person=None)
    for column in ("by", "person", "answered_by"):
        move_rows(Report, column, old, kept)
    move_rows(SeatFigures, "user", old, kept)
    move_rows(SavedSearch, "user", old, kept)
    move_rows(TableWish, "user", old, kept, once=[])
    move_rows(Pseudonym, "user", old, kept, once=[])


ACCOUNTS = Contribution(
    files={
        "tables/waiting.json": gettext_lazy("The kind of table at which you want the next seat."),
        "tables/searches.json": gettext_lazy("The searches for open games that you saved."),
        "open-data.json": gettext_lazy("The pseudonym that stands for you in open data."),
        "reports.json": gettext_lazy("What you reported to staff, and their answers."),
    },
    write=write,
    move=move,
)
