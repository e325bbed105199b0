"""Guided games as the lobby and the rules offer them. Another app says where people are in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.cache import cache

from games.accounts.models import User
from games.play.models import Game
from games.rules import TITLES
from games.rules.title import AnyTitle
from games.wording import WORDINGS

HOUR = 3600


@dataclass(frozen=True)
class Begun:
    """A guided game that a person has begun: the step, from 1, where they are, and of how many."""

    title: AnyTitle
    step: int
    count: int


_sources: list[Callable[[User], Sequence[Begun]]] = []


def register(source: Callable[[User], Sequence[Begun]]) -> None:
    """Let an app say which guided games a person has begun and not finished, the latest first."""
    if source not in _sources:
        _sources.append(source)


def begun_by(user: User) -> list[Begun]:
    """Return the guided games that a person has begun and not finished."""
    return [begun for source in _sources for begun in source(user)]


def is_new(user: User) -> bool:
    """Return whether a person has finished no game yet, as it was an hour ago at most."""
    if user.guest:
        return True
    finished = Game.objects.finished_of(user)
    return bool(cache.get_or_set(f"is-new-{user.pk}", lambda: not finished.exists(), HOUR))


def guided_titles() -> list[AnyTitle]:
    """Return the titles that have a guided game."""
    return [TITLES[title] for title, wording in WORDINGS.items() if wording.guide()]
