"""What the model assumes of each title, and the strengths of bots, as shipped in `fitted.json`."""

import json
from pathlib import Path

from games.ratings.skill import Estimate, Hyper

DEFAULT = Hyper(skill=1.2, drift=0.02, seat=0.3, affinity=0.4, draw=0.02)
"""Chosen: two of three people within 240 points of the average; skill drifts by ±76 in a year."""

_SHIPPED = json.loads((Path(__file__).parent / "fitted.json").read_text())["titles"]

FITTED = {title: Hyper(**shipped["assumed"]) for title, shipped in _SHIPPED.items()}

ANCHORS = {
    title: {bot: Estimate(*strength) for bot, strength in shipped["bots"].items()}
    for title, shipped in _SHIPPED.items()
}
"""The strength of each bot at each title."""

REFERENCE_BOT = "journeyman"
REFERENCE = -1.0
"""What the reference bot's strength is set to. Games among bots say only how bots differ."""


def hyper_of(title: str) -> Hyper:
    """Return what the model assumes of a title."""
    return FITTED.get(title, DEFAULT)
