"""The words of titles in English, for tests of what is told."""

from typing import Any

from games.rules.title import AnyTitle
from games.wording import ENGLISH, WORDINGS, Wording


def describe(title: AnyTitle, *what: Any) -> str:
    """Return sentences about a logged order, as `Wording.describe` does."""
    return _wording(title).describe(*what, ENGLISH)


def urge(title: AnyTitle, *what: Any) -> str:
    """Return an order as advice, as `Wording.urge` does."""
    return _wording(title).urge(*what, ENGLISH)


def _wording(title: AnyTitle) -> Wording:
    return WORDINGS.get(title.id) or Wording()
