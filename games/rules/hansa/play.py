"""How play goes: who is to move, what may be ordered, what an order does."""

from games.rules.common.message import Message, Notation, message
from games.rules.common.play import Situation
from games.rules.hansa import setup
from games.rules.hansa.sale import LOSE, SELL
from games.rules.hansa.state import State
from games.rules.hansa.trade import BUILD, BUY
from games.rules.hansa.turn import DISCARD, END, REPLENISH, SAIL


def _on_turn(state: State) -> tuple[int, ...]:
    return (state.turn,)


def _losers(state: State) -> tuple[int, ...]:
    """Return the seats that must choose what to lose (H3.3)."""
    return tuple(seat for seat, colours in enumerate(state.losing) if colours)


def _must_replenish(verb: str) -> Message:
    return message("Every warehouse is empty. Start with '{order}'.", order=Notation("replenish"))


def _paying_tolls(verb: str) -> Message:
    return message(
        "You've started to pay tolls, so '{verb}' isn't possible any more this turn.",
        verb=Notation(verb),
    )


STAGES: dict[str, Situation[State]] = {
    **setup.SITUATIONS,
    "booths": Situation(prompt="booths", seats=_on_turn, verbs={"booths": setup.BOOTHS}),
    "must": Situation(
        prompt="turn", seats=_on_turn, verbs={"replenish": REPLENISH}, elsewhere=_must_replenish
    ),
    "turn": Situation(
        prompt="turn",
        seats=_on_turn,
        verbs={
            "replenish": REPLENISH,
            "sail": SAIL,
            "buy": BUY,
            "build": BUILD,
            "sell": SELL,
            "discard": DISCARD,
            "end": END,
        },
    ),
    "lose": Situation(prompt="lose", seats=_losers, verbs={"lose": LOSE}),
    "tolls": Situation(
        prompt="tolls",
        seats=_on_turn,
        verbs={"discard": DISCARD, "end": END},
        elsewhere=_paying_tolls,
    ),
}
"""What the game waits for, by stage; at the stage 'over' it waits for nothing."""
STAGE_NAMES = (*STAGES, "over")
ACTIONS = frozenset(("buy", "build", "sell"))
"""A player may give one order with these verbs in each city (H2.3)."""


def situation(state: State) -> Situation[State] | None:
    """Return what the game waits for, None when it is over."""
    return STAGES.get(state.stage)
