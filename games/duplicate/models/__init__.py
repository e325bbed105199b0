"""The models of duplicates."""

from games.duplicate.models.answer import BotAnswer
from games.duplicate.models.duplicate import Duplicate, DuplicateGame

__all__ = ["BotAnswer", "Duplicate", "DuplicateGame"]
