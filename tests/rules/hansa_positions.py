"""Positions of Hansa in words, so that a test reads like the table it talks about.

    position(ship="danzig", booths={"danzig": "Ann 2, Ben 1"}, unsold={"Ann": "red1 red1"},
             warehouses={"lubeck": "red2"})

It is Ann's turn in the middle of a game, and they have had their income. What a description leaves
out is not there: warehouses are empty, but for a blue3 in Riga where it says nothing of them. All
other markers are in the piles as far as these hold them, else out of the game: a position always
keeps every marker (H1.1). For two, purple and brown are left out, for three only brown.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules import TITLES
from games.rules.errors import IllegalOrder
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import (
    BARRELS,
    BOOTHS_EACH,
    COLOURS,
    GOODS,
    NO_GOOD,
    colour_of,
    good,
)
from games.rules.hansa.state import COLOURS_OUT, State, initial

HANSA: Any = TITLES["hansa"]
BOARD = load_board("baltic")
NAMES = ("Ann", "Ben", "Cleo", "Dan")
ANN, BEN, CLEO, DAN = range(4)
CODES = {
    f"{name}{barrels}": good(colour, barrels)
    for colour, name in enumerate(COLOURS)
    for barrels in BARRELS
}
LEFT_OUT = {4: "", 3: "brown", 2: "purple brown"}
PILES = {4: 64, 3: 51, 2: 38}
"""How many markers the piles hold at the start."""
RIGA = {"riga": "blue3"}

Words = Mapping[str, str]


def position(
    *,
    players: int = 4,
    turn: str = "Ann",
    start: str = "Ann",
    ship: str = "copenhagen",
    talers: int | Mapping[str, int] = 3,
    booths: Words | None = None,
    unsold: Words | None = None,
    sold: Words | None = None,
    warehouses: Words = RIGA,
    hidden: int | None = None,
    fresh: bool = True,
    acted: bool = False,
) -> State:
    """Return the position that the words describe; `hidden` markers lie in the piles."""
    state = initial(BOARD, players)
    seats = range(players)
    state.stage, state.turn, state.start = "turn", NAMES.index(turn), NAMES.index(start)
    state.ship, state.fresh, state.acted = BOARD.city_numbers[ship], fresh, acted
    state.left_out = bytes(COLOURS.index(name) for name in LEFT_OUT[players].split())
    if isinstance(talers, int):
        talers = dict.fromkeys(NAMES, talers)
    state.talers = bytes(talers.get(NAMES[seat], 3) for seat in seats)
    for city, words in (booths or {}).items():
        for name, number in (one.split() for one in words.split(", ")):
            state.add_booths(BOARD.city_numbers[city], NAMES.index(name), int(number))
    state.unsold = tuple(goods((unsold or {}).get(NAMES[seat], "")) for seat in seats)
    state.sold = tuple(goods((sold or {}).get(NAMES[seat], "")) for seat in seats)
    for city, words in warehouses.items():
        numbers = BOARD.cities[BOARD.city_numbers[city]].warehouses
        for warehouse, word in zip(numbers, words.split(), strict=False):
            state.set_warehouse(warehouse, CODES.get(word, NO_GOOD))
    _stack(state, hidden)
    check_goods_and_booths(state)
    return state


def _stack(state: State, hidden: int | None) -> None:
    """Put the other markers into the piles, those that are too many out of the game."""
    left = [code for code in GOODS for _ in range(total(state, code) - visible(state).count(code))]
    number = min(len(left), PILES[state.players] if hidden is None else hidden)
    # Every third and so on, so that what lies in the piles is mixed.
    left.sort(key=lambda code: (code * 7) % 19)
    rows = left[:number], left[number:]
    state.hidden, state.gone = (
        bytes(row.count(code) for code in range(len(BOARD.goods))) for row in rows
    )


def goods(words: str) -> bytes:
    """Return markers from words: 'red2 blue1'."""
    return bytes(sorted(CODES[word] for word in words.split()))


def in_words(row: Sequence[int]) -> str:
    """Return markers in words; the opposite of `goods`."""
    names = {code: name for name, code in CODES.items()}
    return " ".join(names[code] for code in row)


def total(state: State, code: int) -> int:
    """Return how many markers of a kind the game has (H1.1)."""
    return 0 if colour_of(code) in state.left_out else (4, 5, 4)[(code - 1) % 3]


def visible(state: State) -> list[int]:
    """Return all markers that lie on warehouses and before players."""
    return [code for row in (state.warehouses, *state.unsold, *state.sold) for code in row if code]


def check_goods_and_booths(state: State) -> None:
    """Fail when a marker or a booth was lost or made (H1.1, H1.3)."""
    seen = visible(state)
    for code in GOODS:
        number = seen.count(code) + state.hidden[code] + state.gone[code]
        assert number == total(state, code), in_words([code])
    for seat in range(state.players):
        view = HANSA.view(state, seat)
        on_board = sum(city[seat] for city in view.booths)
        assert on_board + view.desks[seat].booths == BOOTHS_EACH
        assert view.desks[seat].booths >= 0
    if state.stage not in ("remove", "lay"):
        assert len(state.left_out) == COLOURS_OUT[state.players]
        assert sum(HANSA.view(state, None).piles) == sum(state.hidden)


def play(state: State, *lines: str, seat: int | None = None) -> State:
    """Return the position after some orders, each of `seat` or of the first player asked."""
    for line in lines:
        by = HANSA.to_move(state)[0] if seat is None else seat
        state = HANSA.apply(state, by, HANSA.read(state, line))
    return state


def texts(state: State, *verbs: str, seat: int | None = None) -> set[str]:
    """Return all legal orders as text, or those of some verbs."""
    by = HANSA.to_move(state)[0] if seat is None else seat
    written = (HANSA.write(state, order) for order in HANSA.orders(state, by))
    return {text for text in written if not verbs or text.split()[0] in verbs}


def refusal(state: State, line: str, seat: int | None = None) -> str:
    """Return the sentence with which an order is refused."""
    with pytest.raises(IllegalOrder) as refused:
        play(state, line, seat=seat)
    return str(refused.value)


def events(state: State, kind: str) -> list[list[Any]]:
    """Return what the last order brought, of one kind."""
    return [event for event in state.events if event[0] == kind]


def desk(state: State, seat: int) -> Any:
    """Return what lies before a player."""
    return HANSA.view(state, None).desks[seat]


def losing() -> Any:
    """Ann has sold red and blue: Ben must choose of both, Cleo of red only."""
    state = position(
        ship="danzig",
        booths={"danzig": "Ann 1"},
        unsold={
            "Ann": "red1 red1 blue1 blue1",
            "Ben": "red1 red2 blue1 blue3",
            "Cleo": "red2 red3 blue1",
        },
    )
    return play(state, "sell red1 red1 blue1 blue1", seat=ANN)
