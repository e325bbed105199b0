"""Make the plans and analyses of two accounts those of one person."""

from games.accounts.merging import move_rows
from games.accounts.models import User
from games.study.models import Analysis, Comment, GuideProgress, Plan


def move(old: User, kept: User) -> None:
    """Move a person's plans, comments and analyses, and how far they are in guided games."""
    move_rows(Analysis, "asked_by", old, kept)
    move_rows(Plan, "user", old, kept)
    move_rows(Comment, "author", old, kept)
    _move_guides(old, kept)


def _move_guides(old: User, kept: User) -> None:
    """Of two ways through one guided game keep the one that came further."""
    for theirs in GuideProgress.objects.filter(user=old):
        own = GuideProgress.objects.filter(user=kept, title=theirs.title).first()
        if own and (theirs.finished, theirs.step) > (own.finished, own.step):
            own.delete()
    move_rows(GuideProgress, "user", old, kept, once=["title"])
