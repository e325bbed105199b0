"""What this room adds to accounts: what it knows about a person, and how two become one."""

from collections.abc import Iterator

from games.accounts.contribution import Contribution, File
from games.accounts.merging import move_rows
from games.accounts.models import User
from games.club.models import (
    DailyPuzzle,
    PuzzleAnswer,
    Report,
    SavedSearch,
    SeatFigures,
    TableWish,
)


def write(user: User) -> Iterator[File]:
    """Yield the files about a person."""
    wishes = TableWish.objects.filter(user=user)
    yield "tables/waiting.json", list(wishes.values("tables", "players", "paces", "rated", "since"))
    searches = SavedSearch.objects.filter(user=user)
    yield "tables/searches.json", list(searches.values("wanted", "since", "checked_at"))
    sent = Report.objects.filter(by=user).order_by("pk")
    yield "reports.json", list(sent.values("about", "text", "at", "answer", "answered_at"))
    answers = PuzzleAnswer.objects.filter(user=user).order_by("pk")
    fields = ("title", "number", "orders", "chance", "right", "at")
    yield "puzzles/answers.json", list(answers.values(*fields))
    daily = DailyPuzzle.objects.filter(user=user)
    yield "puzzles/daily.json", list(daily.values("since", "last_day"))


def move(old: User, kept: User) -> None:
    """Move what the club keeps about a person, but their places: these are computed every night.

    Of two answers to a puzzle the first counts, as always. A report of one account about the other
    no longer names whom it is about.
    """
    for theirs in PuzzleAnswer.objects.filter(user=old):
        later = PuzzleAnswer.objects.filter(user=kept, title=theirs.title, number=theirs.number)
        later.filter(at__gt=theirs.at).delete()
    move_rows(PuzzleAnswer, "user", old, kept, once=["title", "number"])
    Report.objects.filter(by__in=[old, kept], person__in=[old, kept]).update(person=None)
    for column in ("by", "person", "answered_by"):
        move_rows(Report, column, old, kept)
    move_rows(SeatFigures, "user", old, kept)
    move_rows(SavedSearch, "user", old, kept)
    move_rows(TableWish, "user", old, kept, once=[])
    move_rows(DailyPuzzle, "user", old, kept, once=[])


ACCOUNTS = Contribution(
    files={
        "tables/waiting.json": "The kind of table at which you want the next seat.",
        "tables/searches.json": "The searches for open games that you saved.",
        "puzzles/answers.json": "Your first answers to puzzles.",
        "puzzles/daily.json": "Since when you get the puzzle of the day by email.",
        "reports.json": "What you reported to staff, and their answers.",
    },
    write=write,
    move=move,
)
