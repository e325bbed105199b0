"""Titles that are there for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.drawing import DRAWINGS
from games.drawing.drawing import Drawing
from games.rules import TITLES
from games.rules.title import AnyTitle


@contextmanager
def with_title(title: AnyTitle, drawing: Drawing) -> Iterator[None]:
    """The title is registered until the end."""
    TITLES[title.id], DRAWINGS[title.id] = title, drawing
    try:
        yield
    finally:
        del TITLES[title.id], DRAWINGS[title.id]
