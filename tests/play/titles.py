"""Titles that are there for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.drawing import DRAWINGS
from games.drawing.drawing import Drawing
from games.rules import TITLES
from games.rules.title import AnyTitle
from games.wording import WORDINGS, Wording


@contextmanager
def with_title(title: AnyTitle, drawing: Drawing, wording: Wording) -> Iterator[None]:
    """The title is registered until the end."""
    TITLES[title.id], DRAWINGS[title.id], WORDINGS[title.id] = title, drawing, wording
    try:
        yield
    finally:
        del TITLES[title.id], DRAWINGS[title.id], WORDINGS[title.id]
