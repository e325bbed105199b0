"""What this room knows about a person: which tables they look for, and what they reported."""

from collections.abc import Iterator

from games.accounts.export.register import File, Part
from games.accounts.models import User
from games.club.models import Report, SavedSearch, TableWish


def write(user: User) -> Iterator[File]:
    """Yield the files about the tables that a person looks for."""
    wishes = TableWish.objects.filter(user=user)
    yield "tables/waiting.json", list(wishes.values("tables", "players", "paces", "rated", "since"))
    searches = SavedSearch.objects.filter(user=user)
    yield "tables/searches.json", list(searches.values("wanted", "since", "checked_at"))
    sent = Report.objects.filter(by=user).order_by("pk")
    yield "reports.json", list(sent.values("about", "text", "at", "answer", "answered_at"))


PART = Part(
    files={
        "tables/waiting.json": "The kind of table at which you want the next seat.",
        "tables/searches.json": "The searches for open games that you saved.",
        "reports.json": "What you reported to staff, and their answers.",
    },
    write=write,
)
