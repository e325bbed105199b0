"""How a game stands and how it has ended: scores, places, what broke a tie (T11)."""

from games.rules.common import scoring
from games.rules.teutonica.pieces import ABILITIES, ACTIONS
from games.rules.teutonica.questions import score
from games.rules.teutonica.state import State
from games.rules.title import Figures, Result


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
    return scoring.result(state.ending, scores, ranks, ("actions", "network"))
