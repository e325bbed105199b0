"""Keeping a person's place in a guided game."""

from games.accounts.models import User
from games.study.models import GuideProgress


def keep_place(*, user: User, title: str, step: int, finished: bool) -> None:
    """Note the step, from 1, that a person is now asked for; once finished stays finished."""
    GuideProgress.objects.update_or_create(
        user=user,
        title=title,
        defaults={"step": step} | ({"finished": True} if finished else {}),
    )
