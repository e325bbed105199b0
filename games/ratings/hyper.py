"""What the model assumes of each title, and the strengths of bots, as shipped.

FITTED: `manage.py fit_ratings --games 600`, seed 1, on 2026-11-21. Without games of people, only
the effects of seats and the frequency of ties could be fitted, to games among equal bots; the other
numbers are those of DEFAULT. A site with 500 rated games of a title can fit all of them.

ANCHORS: `manage.py rate_bots`, 400 games of each title, seed 1, on 2026-11-21.
"""

from games.ratings.skill import Estimate, Hyper

DEFAULT = Hyper(skill=1.2, drift=0.02, seat=0.3, affinity=0.4, draw=0.02)
"""Chosen: two of three people within 240 points of the average, and 75 points of drift a year."""

FITTED: dict[str, Hyper] = {
    "teutonica": Hyper(skill=1.2, drift=0.02, seat=0.8571, affinity=0.4, draw=0.0031),
    "hansa": Hyper(skill=1.2, drift=0.02, seat=0.2609, affinity=0.4, draw=0.01),
}

REFERENCE_BOT = "greedy"
REFERENCE = -1.0
"""What the reference bot's strength is set to. Games among bots say only how bots differ."""

ANCHORS: dict[str, dict[str, Estimate]] = {
    "teutonica": {"greedy": Estimate(-1.0, 0.07), "random": Estimate(-6.23, 0.07)},
    "hansa": {"greedy": Estimate(-1.0, 0.09), "random": Estimate(-6.27, 0.08)},
}
"""The strength of each bot at each title."""


def hyper_of(title: str) -> Hyper:
    """Return what the model assumes of a title."""
    return FITTED.get(title, DEFAULT)
