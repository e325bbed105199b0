"""T4: placing a piece."""

from games.rules.teutonica.lookup import Lookup
from games.rules.teutonica.pieces import MERCHANT, TRADER
from tests.rules.boards import with_boat
from tests.rules.positions import RED, at, play, position, refusal, supply, texts


def test_t4_a_piece_from_the_supply_on_a_free_space():
    state = play(position(supply={"red": "2t1m"}), "place m hamburg-stade.2")
    assert at(state, "hamburg-stade.2") == "red m"
    assert supply(state, RED) == (2, 0)
    assert state.actions == 1


def test_t4_on_every_free_space_of_the_board():
    state = position(supply={"red": "1t"}, spaces={"hamburg-stade.2": "green t"})
    assert len(texts(state, "place")) == 107 - 1


def test_t4_beside_pieces_of_others():
    state = position(supply={"red": "1t"}, spaces={"hamburg-stade.2": "green t"})
    assert "place t hamburg-stade.3" in texts(state)


def test_t4_not_on_an_occupied_space():
    state = position(supply={"red": "1t"}, spaces={"hamburg-stade.2": "green t"})
    assert refusal(state, "place t hamburg-stade.2") == "Hamburg–Stade 2 is not free."


def test_t4_only_what_the_supply_holds():
    state = position(supply={"red": "1t"})
    assert refusal(state, "place m hamburg-stade.2") == "You have no merchant in your supply."
    state = position(supply={"red": "1m"})
    assert refusal(state, "place t hamburg-stade.2") == "You have no trader in your supply."


def test_t4_boats_take_merchants_only():
    board = with_boat("hamburg-stade", 2)
    boat = board.space_numbers["hamburg-stade.2"]
    lookup = Lookup(board)
    assert not lookup.accepts(boat, TRADER)
    assert lookup.accepts(boat, MERCHANT)
    free = b"\1" * len(board.boats)
    assert lookup.accepting(free, TRADER)[boat] == 0
    assert sum(lookup.accepting(free, TRADER)) == len(board.boats) - 1
    assert lookup.accepting(free, MERCHANT) == free


def test_t4_a_trader_is_refused_by_a_boat():
    state = position(supply={"red": "1t1m"})
    state.board = with_boat("hamburg-stade", 2)
    assert "place t hamburg-stade.2" not in texts(state)
    assert "place m hamburg-stade.2" in texts(state)
    assert refusal(state, "place t hamburg-stade.2") == (
        "Hamburg–Stade 2 is a boat and takes only merchants."
    )
