"""How a game stands and how it has ended: scores, places, what broke a tie (H4.2)."""

from games.rules.common import scoring
from games.rules.hansa.pieces import barrels_of
from games.rules.hansa.questions import score
from games.rules.hansa.state import State
from games.rules.title import Figures, Result


def figures(state: State) -> tuple[Figures, ...]:
    """Return each seat's score if the game ended now, and what it owns."""
    return tuple(
        Figures(
            points=score(state, seat),
            levels={
                "talers": state.talers[seat],
                "booths": sum(state.own_booths(seat)),
                "barrels": sum(map(barrels_of, state.unsold[seat])),
            },
        )
        for seat in range(state.players)
    )


def result(state: State) -> Result | None:
    """Return how the game ended, or None while it goes on (H4.2)."""
    if state.stage != "over":
        return None
    seats = range(state.players)
    scores = tuple(score(state, seat) for seat in seats)
    ranks = [(scores[seat]["total"], sum(state.own_booths(seat))) for seat in seats]
    return scoring.result("piles", scores, ranks, ("booths",))
