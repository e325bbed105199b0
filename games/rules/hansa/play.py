"""How play goes: who is to move, what may be ordered, what an order does."""

from collections.abc import Mapping

from games.rules.errors import IllegalOrder
from games.rules.hansa.sale import LOSE, SELL
from games.rules.hansa.setup import BOOTHS, DRAW, REMOVE, START
from games.rules.hansa.state import State
from games.rules.hansa.trade import BUILD, BUY
from games.rules.hansa.turn import DISCARD, END, REPLENISH, SAIL
from games.rules.hansa.verb import Draw, Verb
from games.rules.title import CHANCE, Order, Orders, Stop

STAGES: Mapping[str, Mapping[str, Verb]] = {
    "booths": {"booths": BOOTHS},
    "must": {"replenish": REPLENISH},
    "turn": {
        "replenish": REPLENISH,
        "sail": SAIL,
        "buy": BUY,
        "build": BUILD,
        "sell": SELL,
        "discard": DISCARD,
        "end": END,
    },
    "lose": {"lose": LOSE},
    "tolls": {"discard": DISCARD, "end": END},
}
"""What players may order, by stage."""
ACTIONS = frozenset(("buy", "build", "sell"))
"""A player may give one order with these verbs in each city (H2.3)."""
DRAWS: Mapping[str, Draw] = {"remove": REMOVE, "lay": DRAW, "start": START, "fill": DRAW}
"""What chance does, by stage."""


def to_move(state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for, CHANCE, or nobody when it is over (H3.3)."""
    if state.stage in DRAWS:
        return (CHANCE,)
    if state.stage == "lose":
        return tuple(seat for seat, colours in enumerate(state.losing) if colours)
    return () if state.stage == "over" else (state.turn,)


def orders(state: State, seat: int) -> Orders:
    """Return all that a seat may order now, grouped by verb."""
    if seat not in to_move(state):
        return Orders({})
    if seat == CHANCE:
        groups: dict[str, list[Order]] = {}
        for order, _ in draws(state):
            groups.setdefault(order[0], []).append(order)
        return Orders(groups)
    listed = {name: verb.listed(state, seat) for name, verb in STAGES[state.stage].items()}
    return Orders({name: group for name, group in listed.items() if group})


def stop(state: State, seat: int) -> Stop | None:
    """Return the end of the turn; it gives up an action that is still possible here (H2.3)."""
    possible = orders(state, seat).groups
    if "end" not in possible:
        return None
    return Stop(("end",), ends_turn=True, unused=int(not ACTIONS.isdisjoint(possible)))


def draws(state: State) -> list[tuple[Order, int]]:
    """Return what chance may do now, with weights."""
    draw = DRAWS.get(state.stage)
    return draw.weights(state) if draw else []


def apply(state: State, seat: int, order: Order) -> State:
    """Return the state after an order; raises IllegalOrder on one that is not listed."""
    if state.stage == "over":
        raise IllegalOrder("The game is over.")
    if seat not in to_move(state):
        raise IllegalOrder(_not_yours(state, seat))
    if seat == CHANCE:
        return _chance(state, order)
    verb = STAGES[state.stage].get(order[0])
    if verb is None:
        raise IllegalOrder(_not_asked_for(state, seat, order))
    if order not in verb.listed(state, seat):
        raise IllegalOrder(verb.refusal(state, seat, order))
    new = state.copy()
    verb.do(new, seat, order)
    return new


def _chance(state: State, order: Order) -> State:
    draw = DRAWS[state.stage]
    if not any(order == possible for possible, _ in draw.weights(state)):
        raise IllegalOrder("Chance cannot do this now.")
    new = state.copy()
    draw.do(new, order)
    return new


def _not_yours(state: State, seat: int) -> str:
    if seat == CHANCE:
        return "There is nothing to draw now."
    if state.stage in DRAWS:
        return "Something is being drawn. Wait for it."
    if seat == state.turn:
        return "Other players must answer first. Then your turn goes on."
    return "It's not your turn."


def _not_asked_for(state: State, seat: int, order: Order) -> str:
    if state.stage == "must":
        return "Every warehouse is empty. Start with 'replenish'."
    if state.stage == "tolls":
        return f"You've started to pay tolls, so '{order[0]}' isn't possible any more this turn."
    *verbs, last = (f"'{verb}'" for verb in orders(state, seat).groups)
    possible = f"{', '.join(verbs)} or {last}" if verbs else last
    return f"'{order[0]}' isn't possible now. Try {possible}."
