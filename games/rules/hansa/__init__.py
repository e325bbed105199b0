"""The rules of Hansa, the game of 2004 (docs/rules/hansa.md)."""

from games.rules.hansa.rules import Hansa

__all__ = ["Hansa"]
