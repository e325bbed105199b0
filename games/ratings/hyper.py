"""What the model assumes of each title."""

from games.ratings.skill import Estimate, Hyper

DEFAULT = Hyper(skill=1.2, drift=0.02, seat=0.3, affinity=0.4, draw=0.02)

FITTED: dict[str, Hyper] = {}


def hyper_of(title: str) -> Hyper:
    """Return what the model assumes of a title."""
    return FITTED.get(title, DEFAULT)


REFERENCE_BOT = "greedy"
REFERENCE = -1.0
"""What the reference bot's strength is set to. Games among bots say only how bots differ."""

ANCHORS: dict[str, dict[str, Estimate]] = {
    "teutonica": {"greedy": Estimate(-1.0, 0.001), "random": Estimate(-5.0, 0.3)},
    "hansa": {"greedy": Estimate(-1.0, 0.001), "random": Estimate(-5.0, 0.3)},
}
"""The strength of each bot at each title."""
