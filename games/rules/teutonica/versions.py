"""What has changed in the rules, and since which version of them.

A game is played to its end by the version it began with: its position knows the number, and the
few rules that have changed ask for it.
"""

from typing import Final

NEWEST: Final = 2
FREE_ORDER: Final = 2
"""Displaced and extra pieces go in any order, none is lifted twice, and one that is lifted leaves
its space free and its country only for England (T5.4, T5.4a)."""
FAVOUR_IN_TURN: Final = 2
"""A tile of the Emperor's Favour costs the actions of the turn, not the turn (T13)."""
