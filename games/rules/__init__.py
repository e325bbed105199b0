"""The rules of all titles: plain Python, the standard library only."""

from games.rules.hansa import Hansa
from games.rules.teutonica import Teutonica
from games.rules.title import Title

TITLES: dict[str, Title] = {title.id: title for title in (Teutonica(), Hansa())}
"""Every title by its id. A new title is one more line here."""

__all__ = ["TITLES", "Title"]
