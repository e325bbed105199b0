"""The models of duplicates."""

from games.duplicate.models.duplicate import Duplicate, DuplicateGame

__all__ = ["Duplicate", "DuplicateGame"]
