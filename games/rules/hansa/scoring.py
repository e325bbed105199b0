"""The final score, line by line, and who has won (H4.2)."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules.hansa.pieces import barrels_of
from games.rules.hansa.state import State
from games.rules.title import Figures, Result

CITY_POINTS = 2
ALONE_POINTS = 4
"""For a city with a player's booths, and one with nobody else's (H4.2)."""
LINES = ("unsold", "sold", "cities")


def sold_points(codes: Iterable[int]) -> int:
    """Return what markers are worth once they are sold."""
    return sum(1 + barrels_of(code) for code in codes)


def city_points(booths: Sequence[int], seat: int) -> int:
    """Return what a city with these booths, a number for each seat, is worth to a seat."""
    if not booths[seat]:
        return 0
    return ALONE_POINTS if booths[seat] == sum(booths) else CITY_POINTS


def score(
    unsold: Sequence[int], sold: Sequence[int], booths: Iterable[Sequence[int]], seat: int
) -> dict[str, int]:
    """Return every line of a seat's score sheet, and its 'total' (H4.2).

    `unsold` and `sold` are its markers, `booths` the numbers for each seat, city by city.
    """
    lines = {
        "unsold": len(unsold),
        "sold": sold_points(sold),
        "cities": sum(city_points(city, seat) for city in booths),
    }
    return lines | {"total": sum(lines.values())}


def figures(state: State) -> tuple[Figures, ...]:
    """Return each seat's score if the game ended now, and what it owns."""
    return tuple(
        Figures(
            points=lines,
            levels={
                "talers": state.talers[seat],
                "booths": sum(state.own_booths(seat)),
                "barrels": sum(map(barrels_of, state.unsold[seat])),
            },
        )
        for seat, lines in enumerate(_scores(state))
    )


def _scores(state: State) -> Iterator[dict[str, int]]:
    booths = [state.booths_in(city.index) for city in state.board.cities]
    for unsold, sold, seat in zip(state.unsold, state.sold, range(state.players), strict=True):
        yield score(unsold, sold, booths, seat)


def result(state: State) -> Result | None:
    """Return how the game ended, or None while it goes on (H4.2)."""
    if state.stage != "over":
        return None
    seats = range(state.players)
    scores = tuple(_scores(state))
    ranks = [(scores[seat]["total"], sum(state.own_booths(seat))) for seat in seats]
    return Result(
        ended_by="piles",
        scores=scores,
        places=tuple(1 + sum(other > rank for other in ranks) for rank in ranks),
        tie_breaker=_tie_breaker(ranks),
    )


def _tie_breaker(ranks: list[tuple[int, int]]) -> str:
    """Return what broke a tie for the highest total: 'booths', 'shared' or ''."""
    best = max(rank[0] for rank in ranks)
    tied = sorted((rank for rank in ranks if rank[0] == best), reverse=True)
    if len(tied) == 1:
        return ""
    return "booths" if tied[0] != tied[1] else "shared"
