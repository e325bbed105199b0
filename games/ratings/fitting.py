"""Fit what the model assumes to games, by their log evidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.ratings.skill import Hyper, Model, Played

LEAST, MOST = 0.003, 5.0
"""Where a fitted number can lie; the probability of a tie is at most one half."""

STEPS = (2.0, 1.4, 1.15)
"""Factors to try in turn: coarse first."""


def fit_hyper(
    games: Sequence[Played],
    start: Hyper,
    names: Iterable[str],
    anchors: Mapping[str, float] | None = None,
) -> tuple[Hyper, float]:
    """Return the assumptions under which games are likeliest, and their log evidence.

    Only the fields `names` change. Each result is predicted from those before it, so that numbers
    which explain everything afterwards gain nothing.
    """
    names = list(names)
    best = start, Model(start, anchors).fit(games, 0).evidence
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for name in names:
                better = _climb(games, best, name, step, anchors)
                moved = moved or better[1] > best[1]
                best = better
    return best


def _climb(
    games: Sequence[Played],
    best: tuple[Hyper, float],
    name: str,
    step: float,
    anchors: Mapping[str, float] | None,
) -> tuple[Hyper, float]:
    """Change one number by a factor, up or down, while that makes the games likelier."""
    for factor in (step, 1 / step):
        while True:
            value = getattr(best[0], name) * factor
            if not LEAST <= value <= (0.5 if name == "draw" else MOST):
                break
            tried = replace(best[0], **{name: round(value, 4)})
            evidence = Model(tried, anchors).fit(games, 0).evidence
            if evidence <= best[1]:
                break
            best = tried, evidence
    return best
