"""Make the figures, puzzles and searches of two accounts those of one person."""

from games.accounts.merging import Room, move_rows
from games.accounts.models import User
from games.club.models import (
    DailyPuzzle,
    PuzzleAnswer,
    Report,
    SavedSearch,
    SeatFigures,
    TableWish,
)


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


ROOM = Room(move=move)
