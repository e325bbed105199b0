"""What has changed in the rules, and since which version.

A game is played to its end by the version it began with: its position has the number, and the few
rules that have changed look it up.
"""

from typing import Final

NEWEST: Final = 2
FREE_ORDER: Final = 2
"""Displaced and extra pieces go in any order, none is lifted twice, and a lifted piece frees its
space and leaves its country only for England (T5.4, T5.4a)."""
FAVOUR_IN_TURN: Final = 2
"""A tile of the Emperor's Favour costs the actions of the turn, not the turn (T13)."""
