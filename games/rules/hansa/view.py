"""What a seat may know: the only way from a state to people and bots."""

from dataclasses import dataclass, field
from functools import lru_cache

from games.rules.common import play
from games.rules.common.state import Frozen
from games.rules.hansa.board import Board, load_board
from games.rules.hansa.play import STAGES, situation
from games.rules.hansa.setup import placing_round
from games.rules.hansa.state import State

TOLLS = STAGES["tolls"].verbs.keys()
"""Verbs that only lead to the end of a turn (H2.5)."""


@dataclass(frozen=True, slots=True)
class Desk(Frozen):
    """What lies before a player, all of it public.

    `booths` are those in stock; `unsold` and `sold` are codes of `pieces.good`, sorted.
    """

    talers: int
    booths: int
    unsold: tuple[int, ...]
    sold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View(Frozen):
    """A position as `seat` may know it; a spectator is seat None.

    `prompt` names what the players to move are asked: 'booths', 'turn', 'tolls' (only discarding
    and ending the turn), 'lose', or 'chance' and 'over'. `turn` is the seat on turn, CHANCE
    before there is one. `ship` is a city. `warehouses` holds a code of `pieces.good` or 0 for
    each warehouse of the board, `booths[city][seat]` a number, `piles` how many markers lie in
    each pile (H1.2). `left_out` are the colours that are not in the game (H1.1).
    `placing_round` counts the rounds of H1.4 from 0 and is None when they are over.
    `replenished` and `must_replenish` (H2.2) are about this turn, and so is `acted`: there was an
    action in this city since the ship came or the turn began (H2.3), and `fresh`: nothing was
    ordered yet. `stage` is as in `state.State`. `last_round` says that the last pile has been
    started (H4.1). `losing[seat]` are the colours of which a seat has yet to choose a loss,
    `sold_now` the colours of the sale that is being answered (H3.3). `ended_by` is '' until the
    end.
    """

    title: str
    board: str
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    prompt: str
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
    fresh: bool
    stage: str
    last_round: bool
    losing: tuple[tuple[int, ...], ...]
    sold_now: tuple[int, ...]
    ended_by: str = ""
    options: dict[str, str] = field(default_factory=dict)

    @property
    def printed(self) -> Board:
        """The board, as `questions.Position` calls it."""
        return load_board(self.board)

    @property
    def unsold(self) -> tuple[tuple[int, ...], ...]:
        """Each seat's unsold markers."""
        return tuple(desk.unsold for desk in self.desks)

    @property
    def sold(self) -> tuple[tuple[int, ...], ...]:
        """Each seat's sold markers."""
        return tuple(desk.sold for desk in self.desks)

    def booths_in(self, city: int) -> tuple[int, ...]:
        """Return how many booths each seat has in a city."""
        return self.booths[city]

    def stock(self, seat: int) -> int:
        """Return how many booths a seat has left to put up."""
        return self.desks[seat].booths


def view(state: State, seat: int | None) -> View:
    """Return the position as a seat may know it, a spectator being None.

    Nobody sees what is in the piles (H1.2); all else is public.
    """
    now = situation(state)
    return View(
        title="hansa",
        board=state.board.id,
        players=state.players,
        seat=seat,
        to_move=play.to_move(now, state),
        prompt=_prompt(state, now) if now else "over",
        turn=state.turn,
        ship=state.ship,
        warehouses=tuple(state.warehouses),
        booths=_by_city(state.booths, state.players),
        piles=state.piles,
        desks=tuple(_desk(state, owner) for owner in range(state.players)),
        left_out=tuple(state.left_out),
        start_seat=state.start,
        placing_round=placing_round(state) if state.stage == "booths" else None,
        replenished=state.replenished,
        must_replenish=state.stage == "must",
        acted=state.acted,
        fresh=state.fresh,
        stage=state.stage,
        last_round=state.last_round,
        losing=tuple(tuple(colours) for colours in state.losing),
        sold_now=tuple(state.selling),
        ended_by="piles" if state.stage == "over" else "",
    )


def _prompt(state: State, now: play.Situation[State]) -> str:
    """Return what the players to move are asked."""
    if state.stage != "turn":
        return now.prompt
    more = (verb for name, verb in now.verbs.items() if name not in TOLLS)
    return now.prompt if any(verb.listed(state, state.turn) for verb in more) else "tolls"


# Every view needs booths and desks, and most are as they were in the view before.
@lru_cache(maxsize=1024)
def _by_city(booths: bytes, players: int) -> tuple[tuple[int, ...], ...]:
    cities = range(0, len(booths), players)
    return tuple(tuple(booths[first : first + players]) for first in cities)


def _desk(state: State, owner: int) -> Desk:
    return _desk_with(
        state.talers[owner], state.stock(owner), state.unsold[owner], state.sold[owner]
    )


@lru_cache(maxsize=4096)
def _desk_with(talers: int, booths: int, unsold: bytes, sold: bytes) -> Desk:
    return Desk(talers, booths, tuple(unsold), tuple(sold))
