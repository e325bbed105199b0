"""Make the plans, analyses and puzzles of two accounts those of one person."""

from games.accounts.merging import move_rows
from games.accounts.models import User
from games.study.models import Analysis, Comment, DailyPuzzle, GuideProgress, Plan, PuzzleAnswer


def move(old: User, kept: User) -> None:
    """Move a person's plans, comments and analyses, and how far they are in guided games."""
    move_rows(Analysis, "asked_by", old, kept)
    move_rows(Plan, "user", old, kept)
    move_rows(Comment, "author", old, kept)
    _move_guides(old, kept)
    _move_answers(old, kept)
    move_rows(DailyPuzzle, "user", old, kept, once=[])


def _move_answers(old: User, kept: User) -> None:
    """Of two answers to a puzzle the first counts, as always."""
    for theirs in PuzzleAnswer.objects.filter(user=old):
        later = PuzzleAnswer.objects.filter(user=kept, title=theirs.title, number=theirs.number)
        later.filter(at__gt=theirs.at).delete()
    move_rows(PuzzleAnswer, "user", old, kept, once=["title", "number"])


def _move_guides(old: User, kept: User) -> None:
    """Of two ways through one guided game keep the one that came further."""
    for theirs in GuideProgress.objects.filter(user=old):
        own = GuideProgress.objects.filter(user=kept, title=theirs.title).first()
        if own and (theirs.finished, theirs.step) > (own.finished, own.step):
            own.delete()
    move_rows(GuideProgress, "user", old, kept, once=["title"])
