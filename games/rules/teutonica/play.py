"""How play goes: who is to move, what may be ordered, what an order does, when it is over."""

from functools import lru_cache

from games.rules.errors import IllegalOrder
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
from games.rules.teutonica.module import Module
from games.rules.teutonica.situation import Situation, on_turn
from games.rules.teutonica.state import State
from games.rules.title import CHANCE, Order, Orders, Stop

PRESTIGE_TO_END = 20
STOPS = ("done", "decline", "end")
"""Verbs with which a player stops."""

TURN_VERBS = {
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
    return Situation(asked="turn", seat=on_turn, verbs={**verbs, "end": plate.TURN_END})


def situation(state: State) -> Situation:
    """Return what the game waits for."""
    return SITUATIONS[state.frames[-1][0]] if state.frames else _turn(state.modules)


def to_move(state: State) -> tuple[int, ...]:
    """Return the seat that the game waits for, CHANCE, or nobody when it is over."""
    return () if state.over else (situation(state).seat(state),)


def orders(state: State, seat: int) -> Orders:
    """Return all that a seat may order now, grouped by verb."""
    if state.over:
        return Orders({})
    now = situation(state)
    if now.seat(state) != seat:
        return Orders({})
    groups = {}
    for name, verb in now.verbs.items():
        listed = verb.listed(state, seat)
        if listed:
            groups[name] = listed
    return Orders(groups)


def stop(state: State, seat: int) -> Stop | None:
    """Return the order that declines what is optional, or ends the turn (T2.1)."""
    now = situation(state)
    if state.over or now.seat(state) != seat:
        return None
    for name in STOPS:
        for order in now.verbs[name].listed(state, seat) if name in now.verbs else ():
            ends = name == "end"
            return Stop(order, ends_turn=ends, unused=state.actions if ends else 0)
    return None


def draws(state: State) -> list[tuple[Order, int]]:
    """Return what chance may do now, with weights."""
    if state.over:
        return []
    weights = situation(state).weights
    return weights(state) if weights else []


def apply(state: State, seat: int, order: Order) -> State:
    """Return the state after an order; raises IllegalOrder on one that is not listed."""
    if state.over:
        raise IllegalOrder("The game is over.")
    now = situation(state)
    if now.seat(state) != seat:
        raise IllegalOrder(_not_yours(state, now, seat))
    verb = now.verbs.get(order[0])
    if verb is None:
        raise IllegalOrder(_not_asked_for(state, seat, order))
    if order not in verb.listed(state, seat):
        raise IllegalOrder(verb.refusal(state, seat, order))
    new = state.copy()
    verb.do(new, seat, order)
    for module in new.modules:
        module.ordered(new, seat, order, now.asked)
    _settle(new)
    return new


def _not_yours(state: State, now: Situation, seat: int) -> str:
    if seat == CHANCE:
        return "There is nothing to draw now."
    if now.seat(state) == CHANCE:
        return "Something is being drawn. Wait for it."
    if seat == state.turn:
        return "Another player must answer first. Then your turn goes on."
    return "It's not your turn."


def _not_asked_for(state: State, seat: int, order: Order) -> str:
    *verbs, last = (f"'{verb}'" for verb in orders(state, seat).groups)
    possible = f"{', '.join(verbs)} or {last}" if verbs else last
    return f"'{order[0]}' isn't possible now. Try {possible}."


def _settle(state: State) -> None:
    """Do what needs no answer, and end the game when an action has ended it."""
    while True:
        for module in state.modules:
            module.notice(state)
        frames = state.frames
        if not frames:
            break
        situation(state).settle(state)
        if state.frames is frames:
            return
    if not state.ending:
        state.ending = _ending(state)
    elif state.ending == "markers" and max(state.prestige) >= PRESTIGE_TO_END:
        state.ending = "prestige"
    if state.ending:
        state.over = True
        state.tell("over", state.ending)


def _ending(state: State) -> str:
    """Return why the game ends with the action that is finished now, or '' (T10)."""
    if max(state.prestige) >= PRESTIGE_TO_END:
        return "prestige"
    if len(state.completed) >= state.board.cities_to_end:
        return "cities"
    return ""
