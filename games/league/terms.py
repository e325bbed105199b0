"""The terms of a league's games and the length of its seasons, unless its options say otherwise."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

PACE: Final[Mapping[str, Any]] = {
    "pace": "bank",
    "hours": 8,
    "bank_hours": 60,
    "reaction_hours": 12,
    "grace_hours": 12,
    "on_timeout": "bot",
    "agreement": "unanimous",
}
"""Fields of `games.play.services.seats.Terms`.

Chosen with `manage.py simulate_league`: of the longer title's games, 95 of 100 are over a week
before the season ends, and a bot plays one turn in 150 for somebody who has not left, one in 90 in
games for five.
"""

WEEKS: Final[Mapping[int, int]] = {3: 9, 4: 9, 5: 11}
"""How long a season is, by the players at a table.

In nine weeks, 95 of 100 games for five would be over only if each turn added about three hours, and
a bot would play one turn in eight.
"""

REGISTRATION: Final = timedelta(weeks=2)
"""So long people can register for a season; it opens so long before the last day of the one before.
"""

CLOSING: Final = timedelta(days=7)
"""How long games that are still open at the end of a season go on before bots finish them.

Each turn gets half the time then.
"""

GRACE: Final = timedelta(hours=24)
"""Time that each entry has besides its clocks, once in a season."""

TAKE_BACK: Final = timedelta(hours=24)
"""Who has run out of time twice can take their seat back for so long before they lose it."""
