"""How play goes: who is to move, what may be ordered, what an order does, when it is over."""

from functools import lru_cache
from typing import Any

from games.rules.common.play import Verb
from games.rules.teutonica import (
    actions,
    claim,
    displaced,
    lifting,
    markers,
    modules,
    permanent,
    plate,
    setup,
)
from games.rules.teutonica.orders import Order
from games.rules.teutonica.questions import PRESTIGE_TO_END, ending
from games.rules.teutonica.situation import Situation, on_turn
from games.rules.teutonica.state import Module, State

TURN_VERBS: dict[str, Verb[State, Any]] = {
    "claim": claim.CLAIM,
    "income": actions.INCOME,
    "place": actions.PLACE,
    "displace": actions.DISPLACE,
    "move": actions.MOVE,
    "use": markers.USE,
    "end": plate.TURN_END,
}
SITUATIONS: dict[str, Situation] = {
    "moving": actions.MOVING,
    "displaced": displaced.DISPLACED,
    "plate": plate.PLATE,
    "start": setup.START,
    "taverns": setup.TAVERNS,
    **lifting.SITUATIONS,
    **markers.SITUATIONS,
    **permanent.SITUATIONS,
    **modules.SITUATIONS,
}


@lru_cache(maxsize=64)
def _turn(playing: tuple[Module, ...]) -> Situation:
    """Return a player's own turn, with the verbs that modules add before its end."""
    verbs = {name: verb for name, verb in TURN_VERBS.items() if name != "end"}
    for module in playing:
        verbs.update(module.verbs)
    return Situation(prompt="turn", seats=on_turn, verbs={**verbs, "end": plate.TURN_END})


def situation(state: State) -> Situation | None:
    """Return what the game waits for, None when it is over."""
    if state.over:
        return None
    return SITUATIONS[state.frames[-1].name] if state.frames else _turn(state.modules)


def settle(state: State, seat: int, order: Order, prompt: str) -> None:
    """Tell the modules of an order, do what needs no answer, and end the game when it has ended."""
    for module in state.modules:
        module.ordered(state, seat, order, prompt)
    while True:
        for module in state.modules:
            module.notice(state)
        frames = state.frames
        if not frames:
            break
        SITUATIONS[frames[-1].name].settle(state)
        if state.frames is frames:
            return
    if not state.ending:
        state.ending = ending(state)
    elif state.ending == "markers" and max(state.prestige) >= PRESTIGE_TO_END:
        state.ending = "prestige"
    if state.ending:
        state.over = True
        state.tell("over", state.ending)
