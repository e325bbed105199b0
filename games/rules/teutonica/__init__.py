"""The rules of Hansa Teutonica (docs/rules/teutonica.md)."""

from games.rules.teutonica.rules import Teutonica

__all__ = ["Teutonica"]
