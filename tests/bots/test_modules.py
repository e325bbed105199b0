"""The greedy bot with boards and modules, where the right order is plain to see."""

import pytest

from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import best_rate
from tests.bots.test_teutonica import answer
from tests.rules.positions import (
    BRITANNIA,
    CLASSIC,
    EAST,
    GREEN,
    RED,
    TEUTONICA,
    TWO,
    WITH_PAWN,
    play,
    position,
)

FAVOUR = {"favour": "on"}
MISSIONS = {"missions": "on"}
OPEN = {"action": "open", "trader": "open", "cities": "open", "income": "open"}


def test_the_pawn_walks_to_where_a_claim_waits():
    state = position(
        WITH_PAWN,
        players=2,
        pawn=1,
        spaces={"gottingen-quedlinburg": "red t"},
        supply={"red": "3t"},
    )
    assert answer(state) in ("pawn 15", "pawn 16")


def test_the_pawn_stays_where_the_claim_is():
    state = position(
        WITH_PAWN,
        players=2,
        pawn=16,
        spaces={"gottingen-quedlinburg": "red t"},
        supply={"red": "3t"},
    )
    assert answer(state) == "claim gottingen-quedlinburg develop actions"


def test_an_action_is_paid_for_the_pawn_when_its_free_move_is_gone():
    state = position(
        WITH_PAWN, players=2, pawn=11, walked=True, acted=True, actions=2,
        spaces={"gottingen-quedlinburg": "red t"}, supply={"red": "3t"},
    )  # fmt: skip
    assert answer(state) in ("pawn 15", "pawn 16")


def test_remove_3_clears_the_way():
    state = position(
        CLASSIC, held={"red": "remove3"}, supply={"red": "4t"}, actions=3,
        spaces={
            "gottingen-warburg": "green t, blue t, red t",
            "gottingen-quedlinburg": "green t, blue t, blue t",
        },
    )  # fmt: skip
    assert answer(state) == "use remove3"
    state = play(state, "use remove3")
    assert answer(state) == "remove gottingen-warburg.1"
    state = play(state, "remove gottingen-warburg.1")
    assert answer(state) == "remove gottingen-warburg.2"


def test_an_action_every_turn_is_worth_two_swaps_and_a_turn():
    state = position(FAVOUR, tiles=OPEN, held={"red": "swap swap plus4"}, supply={"red": "5t"})
    assert answer(state) == "favour action spending swap swap"


def test_better_markers_are_kept():
    state = position(
        FAVOUR, tiles={"trader": "open", "anywhere": "open", "cities": "open", "income": "open"},
        held={"red": "plus4 develop"}, supply={"red": "5t"},
    )  # fmt: skip
    assert not answer(state).startswith("favour")


def test_the_owner_of_the_income_tile_takes_a_piece():
    state = position(FAVOUR, tiles={**OPEN, "income": "green"}, supply={"green": "1m"})
    state = play(state, "income 2t")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert answer(state) == "take t"


@pytest.mark.parametrize(("card", "city"), [(1, "stendal"), (3, "perleberg"), (7, "perleberg")])
def test_an_office_goes_to_a_city_of_the_mission(card, city):
    state = position(
        MISSIONS, cards={"red": card, "green": 2, "blue": 4, "yellow": 5}, actions=1,
        spaces={"perleberg-stendal": "red t, red t, red t"},
    )  # fmt: skip
    assert answer(state) == f"claim perleberg-stendal office {city}"


def test_a_neutral_trader_goes_into_the_other_players_way():
    state = position(
        TWO, players=2, turn="green", supply={"green": "5t"}, actions=2,
        spaces={
            "gottingen-quedlinburg": "green t, green t, -",
            "goslar-quedlinburg": "grey t, -, -, -",
        },
    )  # fmt: skip
    state = play(state, "displace t goslar-quedlinburg.1 paying 1t")
    assert TEUTONICA.to_move(state) == (RED,)
    assert answer(state) == "put t gottingen-quedlinburg.3"


def test_a_green_city_gets_an_office():
    state = position(
        EAST, actions=1, supply={"red": "2t"}, spaces={"malmo-visby": "red t, red m, red t"}
    )
    state = play(state, "claim malmo-visby nothing")
    assert answer(state).startswith("found ")


def test_a_boat_gets_a_merchant():
    state = position(
        EAST, actions=2, supply={"red": "2t1m"}, levels={"red": {"actions": 5, "bank": 3}},
        spaces={"malmo-visby": "red t, -, red t"},
    )  # fmt: skip
    assert answer(state) == "place m malmo-visby.2"


def test_nobody_plans_to_place_where_there_is_no_permission():
    state = position(BRITANNIA, supply={"red": "5t1m"})
    seen = Position(TEUTONICA.view(state, RED))
    wales = [route.index for route in seen.board.routes if route.country == "wales"]
    assert all(best_rate(seen, RED, route) == 0 for route in wales)
    state = position(BRITANNIA, supply={"red": "5t1m"}, offices={"cardiff": "red"})
    seen = Position(TEUTONICA.view(state, RED))
    assert any(best_rate(seen, RED, route) > 0 for route in wales)
