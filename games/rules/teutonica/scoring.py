"""The final score, line by line, and who has won (T11)."""

from games.rules.teutonica.control import controller, network
from games.rules.teutonica.pieces import ABILITIES, ACTIONS, CITY_KEYS, SPECIAL_PRESTIGE
from games.rules.teutonica.state import State
from games.rules.title import Figures, Result

ABILITY_POINTS = 4
CITY_POINTS = 2
MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""By the number of markers taken; more than ten score as ten (T11.3)."""

LINES = ("prestige", "abilities", "markers", "special", "cities", "network")


def score(state: State, seat: int) -> dict[str, int]:
    """Return every line of a seat's score sheet, and its 'total' (T11.1 to T11.7)."""
    taken = len(state.held[seat]) + len(state.used[seat])
    lines = {
        "prestige": state.prestige[seat],
        "abilities": _worth(state, seat, "abilities", ABILITY_POINTS)
        * sum(
            state.is_complete(seat, ability)
            for ability in range(len(ABILITIES))
            if ability != CITY_KEYS
        ),
        "markers": MARKER_POINTS[min(taken, len(MARKER_POINTS) - 1)],
        "special": sum(
            points
            for points, owner in zip(SPECIAL_PRESTIGE, state.special, strict=True)
            if owner == seat + 1
        ),
        "cities": _worth(state, seat, "cities", CITY_POINTS)
        * sum(controller(state, city) == seat for city in range(len(state.board.cities))),
        "network": network(state, seat),
    }
    for module in state.modules:
        lines |= module.lines(state, seat)
    return lines | {"total": sum(lines.values())}


def _worth(state: State, seat: int, line: str, points: int) -> int:
    for module in state.modules:
        points = module.worth(state, seat, line, points)
    return points


def figures(state: State) -> tuple[Figures, ...]:
    """Return each seat's score if the game ended now, and the steps of its abilities."""
    return tuple(
        Figures(
            points=score(state, seat),
            levels=dict(
                zip(ABILITIES, state.levels[5 * seat : 5 * seat + len(ABILITIES)], strict=True)
            ),
        )
        for seat in range(state.players)
    )


def result(state: State) -> Result | None:
    """Return how the game ended, or None while it goes on (T11.8)."""
    if not state.over:
        return None
    seats = range(state.players)
    scores = tuple(score(state, seat) for seat in seats)
    classic = state.options["edition"] == "classic"
    ranks = [
        (scores[seat]["total"], 0, 0)
        if classic
        else (scores[seat]["total"], -state.levels[5 * seat + ACTIONS], scores[seat]["network"])
        for seat in seats
    ]
    return Result(
        ended_by=state.ending,
        scores=scores,
        places=tuple(1 + sum(other > rank for other in ranks) for rank in ranks),
        tie_breaker=_tie_breaker(ranks),
    )


def _tie_breaker(ranks: list[tuple[int, int, int]]) -> str:
    """Return what broke a tie for the highest total: 'actions', 'network', 'shared' or ''."""
    best = max(rank[0] for rank in ranks)
    tied = sorted((rank for rank in ranks if rank[0] == best), reverse=True)
    if len(tied) == 1:
        return ""
    if tied[0][1] != tied[1][1]:
        return "actions"
    return "network" if tied[0][2] != tied[1][2] else "shared"
