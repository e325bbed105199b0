"""What a seat may know: the only way from a state to people and bots."""

from dataclasses import dataclass, field

from games.rules.hansa.play import DRAWS, STAGES, orders, to_move
from games.rules.hansa.setup import placing_round
from games.rules.hansa.state import State

TOLLS = STAGES["tolls"].keys()
"""Verbs that only lead to the end of a turn (H2.5)."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies before a player, all of it public.

    `booths` are those in stock; `unsold` and `sold` are codes of `pieces.good`, sorted.
    """

    talers: int
    booths: int
    unsold: tuple[int, ...]
    sold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as `seat` may know it; a spectator is seat None.

    `asked` names what the players to move are asked: 'booths', 'turn', 'tolls' (only discarding
    and ending the turn), 'lose', or 'chance' and 'over'. `turn` is the seat on turn, CHANCE
    before there is one. `ship` is a city. `warehouses` holds a code of `pieces.good` or 0 for
    each warehouse of the board, `booths[city][seat]` a number, `piles` how many markers lie in
    each pile (H1.2). `left_out` are the colours that are not in the game (H1.1).
    `placing_round` counts the rounds of H1.4 from 0 and is None when they are over.
    `replenished` and `must_replenish` (H2.2) are about this turn, and so is `acted`: there was an
    action in this city since the ship came or the turn began (H2.3). `last_round` says that the
    last pile has been started (H4.1). `losing[seat]` are the colours of which a seat has yet to
    choose a loss, `sold_now` the colours of the sale that is being answered (H3.3). `ended_by` is
    '' until the end.
    """

    title: str
    board: str
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    asked: str
    turn: int
    ship: int
    warehouses: tuple[int, ...]
    booths: tuple[tuple[int, ...], ...]
    piles: tuple[int, ...]
    desks: tuple[Desk, ...]
    left_out: tuple[int, ...]
    start_seat: int
    placing_round: int | None
    replenished: bool
    must_replenish: bool
    acted: bool
    last_round: bool
    losing: tuple[tuple[int, ...], ...]
    sold_now: tuple[int, ...]
    ended_by: str = ""
    options: dict[str, str] = field(default_factory=dict)


def view(state: State, seat: int | None) -> View:
    """Return the position as a seat may know it, a spectator being None.

    Nobody sees what is in the piles (H1.2); all else is public.
    """
    players = range(state.players)
    return View(
        title="hansa",
        board=state.board.id,
        players=state.players,
        seat=seat,
        to_move=to_move(state),
        asked=_asked(state),
        turn=state.turn,
        ship=state.ship,
        warehouses=tuple(state.warehouses),
        booths=tuple(tuple(state.booths_in(city.index)) for city in state.board.cities),
        piles=state.piles(),
        desks=tuple(_desk(state, owner) for owner in players),
        left_out=tuple(state.left_out),
        start_seat=state.start,
        placing_round=placing_round(state) if state.stage == "booths" else None,
        replenished=state.replenished,
        must_replenish=state.stage == "must",
        acted=state.acted,
        last_round=state.is_last_round(),
        losing=tuple(tuple(colours) for colours in state.losing),
        sold_now=tuple(state.selling),
        ended_by="piles" if state.stage == "over" else "",
    )


def _asked(state: State) -> str:
    """Return what the players to move are asked."""
    if state.stage in DRAWS:
        return "chance"
    if state.stage == "turn":
        return "turn" if orders(state, state.turn).groups.keys() - TOLLS else "tolls"
    return "turn" if state.stage == "must" else state.stage


def _desk(state: State, owner: int) -> Desk:
    return Desk(
        talers=state.talers[owner],
        booths=state.stock(owner),
        unsold=tuple(state.unsold[owner]),
        sold=tuple(state.sold[owner]),
    )
