"""How a game has ended: places, and what broke a tie."""

from collections.abc import Mapping, Sequence

from games.rules.title import Result

SHARED = "shared"
"""What the tie-breaker is called when several players win."""


def result(
    ended_by: str,
    scores: Sequence[Mapping[str, int]],
    ranks: Sequence[tuple[int, ...]],
    breakers: Sequence[str] = (),
) -> Result:
    """Return how a game ended.

    `ranks` holds for each seat its total and what breaks ties, the larger the better; `breakers`
    names these.
    """
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    return Result(ended_by, tuple(scores), places, _tie_breaker(ranks, breakers))


def _tie_breaker(ranks: Sequence[tuple[int, ...]], breakers: Sequence[str]) -> str:
    """Return what broke a tie for the highest total, SHARED if nothing did, '' without a tie."""
    best = max(ranks)
    tied = sorted((rank for rank in ranks if rank[0] == best[0]), reverse=True)
    if len(tied) == 1:
        return ""
    for name, first, second in zip(breakers, tied[0][1:], tied[1][1:], strict=True):
        if first != second:
            return name
    return SHARED
