"""What chance may do, and how likely each outcome is."""

from collections.abc import Iterable
from typing import TypeVar

Outcome = TypeVar("Outcome")


def probabilities(weighted: Iterable[tuple[Outcome, int]]) -> list[tuple[Outcome, float]]:
    """Return outcomes with the probability of each instead of its weight."""
    outcomes = list(weighted)
    total = sum(weight for _, weight in outcomes)
    return [(outcome, weight / total) for outcome, weight in outcomes]
