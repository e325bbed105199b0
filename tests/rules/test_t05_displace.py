"""T5: displacing a piece, and what its owner may place."""

import pytest

from tests.rules.boards import with_boat
from tests.rules.positions import (
    GREEN,
    RED,
    TEUTONICA,
    amount,
    at,
    events,
    play,
    position,
    refusal,
    stock,
    supply,
    texts,
)

ALL_GREEN = {  # With one more trader, all pieces that green has without developments.
    "arnheim-kampen": "green t",
    "arnheim-munster": "green t",
    "goslar-magdeburg": "green t",
    "magdeburg-stendal.1": "green t",
    "magdeburg-stendal.3": "green m",
}


def displaced(line="displace t hamburg-stade.1 paying 1t", victim="green t", **words):
    """Return the position after red has displaced green at Hamburg–Stade 1."""
    spaces = {"hamburg-stade.1": victim} | words.pop("spaces", {})
    supplies = {"red": "4t1m"} | words.pop("supply", {})
    return play(position(spaces=spaces, supply=supplies, **words), line)


def reached(state, kind="t"):
    """Return the routes that the victim may put a piece on."""
    return {text.split()[2].split(".")[0] for text in texts(state, "put") if f"put {kind} " in text}


# T5.1


def test_t5_1_the_piece_is_replaced_by_one_from_the_supply():
    state = displaced("displace m hamburg-stade.1 paying 1t")
    assert at(state, "hamburg-stade.1") == "red m"
    assert state.actions == 1


def test_t5_1_a_trader_costs_one_more_piece_paid_to_the_stock():
    state = displaced(stock={"red": "7t"})
    assert supply(state, RED) == (2, 1)
    assert stock(state, RED) == (8, 0)


def test_t5_1_a_merchant_costs_two_more_pieces():
    state = displaced("displace t hamburg-stade.1 paying 1t1m", "green m")
    assert supply(state, RED) == (2, 0)
    assert stock(state, RED) == (8, 1)


def test_t5_1_the_payer_chooses_what_to_pay_with():
    state = position(
        spaces={"hamburg-stade.1": "green m"},
        supply={"red": "3t2m"},
        levels={"red": {"book": 1}},
    )
    assert texts(state, "displace") == {
        "displace t hamburg-stade.1 paying 2t",
        "displace t hamburg-stade.1 paying 1t1m",
        "displace t hamburg-stade.1 paying 2m",
        "displace m hamburg-stade.1 paying 2t",
        "displace m hamburg-stade.1 paying 1t1m",
    }


def test_t5_1_the_payment_is_exact():
    state = position(spaces={"hamburg-stade.1": "green m"}, supply={"red": "5t"})
    sentence = "To displace a merchant, pay 2 more pieces from your supply, not 1."
    assert refusal(state, "displace t hamburg-stade.1 paying 1t") == sentence


def test_t5_1_without_the_full_payment_there_is_no_displacement():
    state = position(spaces={"hamburg-stade.1": "green t"}, supply={"red": "1t"})
    assert texts(state, "displace") == set()
    assert refusal(state, "displace t hamburg-stade.1 paying 1t") == (
        "Your supply has a trader, which isn't enough for the piece you place and the ones you pay."
    )


def test_t5_1_a_merchant_needs_three_pieces_in_the_supply():
    state = position(spaces={"hamburg-stade.1": "green m"}, supply={"red": "1t1m"})
    assert texts(state, "displace") == set()


def test_t5_1_nobody_displaces_himself():
    state = position(spaces={"hamburg-stade.1": "red t"}, supply={"red": "5t"})
    assert texts(state, "displace") == set()
    assert refusal(state, "displace t hamburg-stade.1 paying 1t") == (
        "The piece on Hamburg–Stade 1 is your own."
    )


def test_t5_1_a_free_space_has_nobody_to_displace():
    state = position(supply={"red": "5t"})
    assert refusal(state, "displace t hamburg-stade.1 paying 1t") == (
        "Hamburg–Stade 1 is empty. Place a piece there instead."
    )


def test_t5_1_offices_are_never_displaced():
    state = position(offices={"hamburg": "green, green"}, supply={"red": "5t"})
    assert texts(state, "displace") == set()


def test_t5_1_a_boat_needs_a_merchant_again():
    state = position(spaces={"hamburg-stade.1": "green m"}, supply={"red": "4t1m"})
    state.board = with_boat("hamburg-stade", 1)
    assert texts(state, "displace") == {"displace m hamburg-stade.1 paying 2t"}
    assert "boat" in refusal(state, "displace t hamburg-stade.1 paying 2t")


# T5.2


def test_t5_2_the_victim_answers_at_once():
    state = displaced()
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert texts(state, "place", "income", "end", "claim") == set()
    state = play(state, "put t emden-stade.1", "done")
    assert TEUTONICA.to_move(state) == (RED,)
    assert state.actions == 1


def test_t5_2_a_displaced_trader_brings_one_more_piece():
    state = play(displaced(), "put t emden-stade.1", "put m hamburg-lubeck.1")
    assert TEUTONICA.to_move(state) == (RED,)
    assert at(state, "hamburg-lubeck.1") == "green m"
    assert stock(state, GREEN) == (10, 0)


def test_t5_2_a_displaced_merchant_brings_two_more_pieces():
    state = displaced("displace t hamburg-stade.1 paying 2t", "green m")
    state = play(state, "put m emden-stade.1", "put t emden-stade.2")
    assert TEUTONICA.to_move(state) == (GREEN,)
    state = play(state, "put t emden-stade.3")
    assert TEUTONICA.to_move(state) == (RED,)
    assert stock(state, GREEN) == (9, 0)


def test_t5_2_extra_pieces_are_of_either_kind_that_the_stock_has():
    state = play(displaced(), "put t emden-stade.1")
    assert {text.split()[1] for text in texts(state, "put")} == {"t", "m"}
    state = play(displaced(supply={"green": "0t1m"}), "put t emden-stade.1")
    assert {text.split()[1] for text in texts(state, "put")} == {"t"}


def test_t5_2_the_supply_is_untouched_while_the_stock_has_pieces():
    state = play(displaced(supply={"green": "5t1m"}), "put t emden-stade.1")
    assert not any("from" in text for text in texts(state, "put"))
    assert refusal(state, "put t emden-stade.2 from supply") == (
        "Take extra pieces from your stock. If it is empty, take them from your supply. If both are"
        " empty, take them from your own spaces."
    )


def test_t5_2_with_an_empty_stock_from_the_supply():
    state = play(displaced(stock={"green": "0t"}), "put t emden-stade.1")
    assert {text.partition(" from ")[2] for text in texts(state, "put")} == {"supply"}
    state = play(state, "put m emden-stade.2 from supply")
    assert supply(state, GREEN) == (10, 0)


def test_t5_2_the_source_is_looked_up_again_for_each_piece():
    """The last trader of the stock, then one from the supply."""
    state = displaced(
        "displace t hamburg-stade.1 paying 2t", "green m", stock={"green": "1t"}, supply={}
    )
    state = play(state, "put m emden-stade.1", "put t emden-stade.2")
    assert {text.partition(" from ")[2] for text in texts(state, "put")} == {"supply"}
    state = play(state, "put t emden-stade.3 from supply")
    assert (supply(state, GREEN), stock(state, GREEN)) == ((9, 0), (0, 0))


def test_t5_2_with_stock_and_supply_empty_from_own_spaces():
    spaces = {**ALL_GREEN, "kampen-osnabruck.1": "green t"}
    state = play(displaced(spaces=spaces), "put t emden-stade.1")
    assert stock(state, GREEN) == supply(state, GREEN) == (0, 0)
    sources = {text.partition(" from ")[2] for text in texts(state, "put")}
    assert len(sources) == 11
    assert "magdeburg-stendal.3" in sources
    state = play(state, "put m emden-stade.2 from magdeburg-stendal.3")
    assert at(state, "emden-stade.2") == "green m"
    assert at(state, "magdeburg-stendal.3") == "-"


def test_t5_2_offices_and_special_prestige_are_no_source():
    spaces = {
        "arnheim-kampen": "green t",
        "arnheim-munster": "green t",
        "magdeburg-stendal.1": "green t",
        "magdeburg-stendal.2": "green t",
        "hamburg-stade.1": "green t",
    }
    state = displaced(
        spaces=spaces, offices={"hamburg": "green, green"}, special={7: "green"}, supply={}
    )
    assert stock(state, GREEN) == supply(state, GREEN) == (0, 0)
    state = play(state, "put t emden-stade.1")
    sources = {text.partition(" from ")[2] for text in texts(state, "put")}
    assert all("." in source for source in sources)


# T5.3


def test_t5_3_adjacent_routes_share_an_end_city_with_that_of_the_displacement():
    assert reached(displaced()) == {
        "bremen-hamburg",
        "hamburg-lubeck",
        "hamburg-luneburg",
        "emden-stade",
    }


def test_t5_3_the_route_of_the_displacement_is_not_adjacent():
    state = displaced()
    assert "hamburg-stade.2" not in {text.split()[2] for text in texts(state, "put")}
    assert refusal(state, "put t hamburg-stade.2") == (
        "You were displaced from Hamburg–Stade. Put the piece on a route that shares a city with"
        " it."
    )


def test_t5_3_farther_routes_wait_while_an_adjacent_one_has_room():
    assert refusal(displaced(), "put t bremen-hannover.1") == (
        "Bremen–Hannover 1 is too far away. There is still room closer to Hamburg–Stade."
    )


NEAR_COELLEN = {"gottingen-warburg": "yellow t", "paderborn-warburg": "yellow t, yellow t, -"}


def at_coellen(victim="green t", line="displace t coellen-warburg.1 paying 1t", **near):
    spaces = {"coellen-warburg.1": victim, **NEAR_COELLEN, **near}
    return play(position(spaces=spaces, supply={"red": "4t"}), line)


def test_t5_3_one_free_space_nearby_is_the_only_one():
    state = at_coellen()
    assert texts(state, "put") == {"put t paderborn-warburg.3", "put m paderborn-warburg.3"}


def test_t5_3_is_looked_up_again_after_each_piece():
    state = play(at_coellen(), "put t paderborn-warburg.3")
    assert reached(state) == {
        "gottingen-quedlinburg",
        "dortmund-paderborn",
        "hildesheim-paderborn",
        "minden-paderborn",
    }


def test_t5_3_the_second_ring_is_measured_from_the_displacement_not_from_the_last_piece():
    state = at_coellen("green m", "displace t coellen-warburg.1 paying 2t")
    state = play(state, "put m paderborn-warburg.3", "put t gottingen-quedlinburg.1")
    assert "dortmund-paderborn" in reached(state)
    assert "goslar-quedlinburg" not in reached(state)


def test_t5_3_routes_three_cities_away_when_two_rings_are_full():
    full = {
        "paderborn-warburg": "yellow t",
        "gottingen-quedlinburg": "blue t",
        "dortmund-paderborn": "blue t",
        "hildesheim-paderborn": "blue t",
        "minden-paderborn": "yellow t",
    }
    state = at_coellen(**full)
    assert reached(state) == {
        "goslar-quedlinburg",
        "halle-quedlinburg",
        "dortmund-duisburg",
        "goslar-hildesheim",
        "bremen-minden",
        "brunswick-minden",
        "hannover-minden",
        "minden-munster",
    }


def test_t5_3_each_kind_has_its_own_reach():
    """A boat nearby is room for a merchant, and none for a trader."""
    state = position(
        spaces={"coellen-warburg.1": "green t", **NEAR_COELLEN},
        supply={"red": "4t"},
    )
    state.board = with_boat("paderborn-warburg", 3)
    state = play(state, "displace t coellen-warburg.1 paying 1t")
    assert "paderborn-warburg" not in reached(state, "t")
    assert len(reached(state, "t")) == 4
    assert reached(state, "m") == {"paderborn-warburg"}


def test_t5_3_the_route_itself_comes_last_of_all():
    state = crowded(free=["hamburg-stade.2"])
    state = play(state, "displace t hamburg-stade.1 paying 1t")
    assert texts(state, "put") == {"put t hamburg-stade.2", "put m hamburg-stade.2"}


# T5.4

FULL = {
    seat: {"city_keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
    for seat in ("red", "green", "blue", "yellow")
}


def crowded(free=(), victim="green t"):
    """Return a board without a free space but those named; green stands at Hamburg–Stade 1."""
    board = position().board
    order = [space for space in board.space_ids if space != "hamburg-stade.1"]
    colours = ["green t"] * 24 + ["blue t"] * 26 + ["yellow t"] * 26 + ["red t"] * 22
    colours += ["blue m"] * 4 + ["yellow m"] * 4
    spaces = {"hamburg-stade.1": victim} | dict(zip(order, colours, strict=True))
    for space in free:
        spaces[space] = "-"
    return position(spaces=spaces, supply={"red": "4t", "green": "0t"}, levels=FULL)


def test_t5_4_the_displaced_piece_must_be_placed():
    assert "done" not in texts(displaced())
    assert refusal(displaced(), "done") == (
        "Place the displaced piece first. You can decline only extra pieces."
    )


def test_t5_4_extra_pieces_may_be_declined():
    state = play(displaced(), "put t emden-stade.1", "done")
    assert TEUTONICA.to_move(state) == (RED,)
    assert stock(state, GREEN) == (10, 1)


def test_t5_4_one_of_two_extra_pieces_may_be_declined():
    state = displaced("displace t hamburg-stade.1 paying 2t", "green m")
    state = play(state, "put t emden-stade.1", "put m emden-stade.2", "done")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t5_4_the_victim_chooses_the_order():
    """An extra merchant before the displaced trader; both extra pieces before the merchant."""
    state = play(displaced(), "put m emden-stade.1")
    assert not any("put m" in text for text in texts(state))
    state = play(state, "put t emden-stade.2")
    assert TEUTONICA.to_move(state) == (RED,)
    state = displaced("displace t hamburg-stade.1 paying 2t", "green m")
    state = play(state, "put t emden-stade.1", "put t emden-stade.2", "put m emden-stade.3")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t5_4_the_order_decides_who_gets_the_last_near_space():
    state = play(at_coellen(), "put m paderborn-warburg.3")
    assert "dortmund-paderborn" in reached(state, "t")


def test_t5_4_nothing_goes_to_the_supply():
    state = displaced(supply={"green": "2t"})
    assert supply(play(state, "put t emden-stade.1", "done"), GREEN) == (2, 0)


def test_t5_4_without_a_space_on_the_whole_board_the_piece_goes_to_the_stock():
    before = crowded()
    state = play(before, "displace t hamburg-stade.1 paying 1t")
    assert events(state, "to_stock") == [[GREEN, "trader"]]
    assert stock(state, GREEN)[0] == stock(before, GREEN)[0] + 1
    assert TEUTONICA.to_move(state) == (RED,)


def test_t5_4_with_one_space_left_the_extra_piece_is_lost():
    state = play(crowded(free=["emden-stade.1"]), "displace t hamburg-stade.1 paying 1t")
    state = play(state, "put t emden-stade.1")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t5_4_an_extra_piece_put_first_may_cost_the_displaced_one_its_space():
    state = play(crowded(free=["emden-stade.1"]), "displace t hamburg-stade.1 paying 1t")
    state = play(state, "put m emden-stade.1")
    assert events(state, "to_stock") == [[GREEN, "trader"]]


NEAR, FAR = ("emden-stade.1", "emden-stade.2"), "coellen-warburg.1"


def alone(own, free=(*NEAR, FAR), stock="0t", supply="0t", pay="1t"):
    """Return the answer to a displacement at Hamburg–Stade 1 on a full board.

    Green has its `own` spaces, stock and supply; its other pieces are extra offices in Stendal.
    """
    here = [0, 0]
    for words in (stock, supply, *(f"1{kind}" for kind in own.values())):
        here = [one + more for one, more in zip(here, amount(words), strict=True)]
    offices = ["green t"] * (26 - here[0]) + ["green m"] * (4 - here[1])
    colours = ("blue", "yellow", "purple")
    others = [f"{colour} m" for colour in colours] * 4 + [f"{colour} t" for colour in colours] * 26
    others += ["red t"] * 22
    spaces = dict(zip(position().board.space_ids, others, strict=False))
    spaces |= dict.fromkeys(free, "-") | {space: f"green {kind}" for space, kind in own.items()}
    state = position(
        players=5,
        spaces=spaces,
        extras={"stendal": ", ".join(offices)},
        stock={"green": stock},
        supply={"red": "4t"},
        levels=FULL | {"purple": FULL["red"]},
    )
    assert state.supply[2 * GREEN : 2 * GREEN + 2] == bytes(amount(supply))
    return play(state, f"displace t hamburg-stade.1 paying {pay}")


def merchant_and(**words):
    """Return the answer with a displaced merchant, and two extra pieces to place."""
    own = {"hamburg-stade.1": "m"} | words.pop("own", {})
    return alone(own, pay="2t", **words)


def test_t5_4_an_extra_piece_of_the_displaced_kind_may_come_first():
    """The rule's example: near are a merchant of the stock and a trader of the supply."""
    state = merchant_and(stock="1m", supply="1t")
    state = play(state, "put m emden-stade.1 from stock", "put t emden-stade.2 from supply")
    assert texts(state) == {"put m coellen-warburg.1"}
    state = play(state, "put m coellen-warburg.1")
    assert TEUTONICA.to_move(state) == (RED,)
    assert (stock(state, GREEN), supply(state, GREEN)) == ((0, 0), (0, 0))


def test_t5_4_the_last_piece_of_the_supply_may_come_first_too():
    state = merchant_and(supply="1m", own={"hamburg-lubeck.1": "t"})
    state = play(state, "put m emden-stade.1 from supply")
    assert "put t emden-stade.2 from hamburg-lubeck.1" in texts(state)


def test_t5_4_a_twin_goes_first_only_where_that_leads_elsewhere():
    """Another merchant follows from the stock: it does not matter which of them is first."""
    state = merchant_and(stock="2m", supply="1t")
    assert texts(state) == {f"put m {space}" for space in NEAR}
    assert refusal(state, "put m emden-stade.1 from stock") == (
        "Place the displaced merchant first. The result is the same."
    )
    assert "from your stock. If it is empty" in refusal(state, "put t emden-stade.1 from supply")


def test_t5_4_with_no_extra_piece_left_only_the_displaced_one_is():
    state = play(alone({"hamburg-stade.1": "t"}, stock="1t1m"), "put m emden-stade.1")
    assert refusal(state, "put t emden-stade.2 from stock") == (
        "Only the displaced trader is left to place."
    )


def test_t5_4_the_stock_is_named_only_where_it_is_not_the_first_source():
    state = play(merchant_and(stock="2m"), "put m emden-stade.1")
    assert texts(state, "put") == {"put m emden-stade.2"}
    read = TEUTONICA.read(state, "put m emden-stade.2 from stock")
    assert TEUTONICA.write(state, read) == "put m emden-stade.2"


def test_t5_4_pieces_of_the_supply_may_leave_no_space_for_the_displaced_one():
    state = merchant_and(supply="2m", free=NEAR)
    for space in NEAR:
        state = play(state, f"put m {space} from supply")
    assert events(state, "to_stock") == [[GREEN, "merchant"]]
    assert (stock(state, GREEN), supply(state, GREEN)) == ((0, 1), (0, 0))


@pytest.fixture
def boat(monkeypatch):
    """The board with a boat at Emden–Stade 1."""
    board = with_boat("emden-stade", 1)
    monkeypatch.setattr("games.rules.teutonica.options.load_board", lambda board_id: board)


@pytest.mark.usefixtures("boat")
def test_t5_4_the_displaced_piece_may_wait_until_an_extra_one_has_made_room():
    """Only a boat is free: the merchant goes there, and the trader where the merchant was."""
    own = {"hamburg-stade.1": "t", "hamburg-luneburg.1": "m"}
    state = alone(own, free=NEAR[:1])
    assert texts(state) == {"put m emden-stade.1 from hamburg-luneburg.1", "done"}
    assert stock(play(state, "done"), GREEN) == (1, 0)
    state = play(state, "put m emden-stade.1 from hamburg-luneburg.1")
    assert texts(state) == {"put t hamburg-luneburg.1"}


# T5.4a


def test_t5_4a_the_space_of_a_lifted_piece_is_free_so_it_stays_near():
    """Full nearby but for its own space, it cannot leave for a far one."""
    own, free = {"hamburg-stade.1": "t", "hamburg-luneburg.1": "t"}, (NEAR[0], FAR)
    state = play(alone(own, free=free), "put t emden-stade.1")
    assert TEUTONICA.to_move(state) == (RED,)


LIFTING = {"hamburg-stade.1": "t", "hamburg-luneburg.1": "t"}


def test_t5_4a_to_put_a_piece_back_is_to_decline_it():
    state = play(alone(LIFTING), "put t emden-stade.1")
    assert texts(state) == {"put t emden-stade.2 from hamburg-luneburg.1", "done"}
    assert refusal(state, "put t hamburg-luneburg.1 from hamburg-luneburg.1") == (
        "The piece is already on Hamburg–Lüneburg 1. To leave it there, decline the extra piece."
    )
    assert "closer" in refusal(state, "put t coellen-warburg.1 from hamburg-luneburg.1")


def test_t5_4a_a_piece_that_was_just_placed_is_not_lifted_again():
    state = play(alone(LIFTING), "put t emden-stade.1")
    assert refusal(state, "put t emden-stade.2 from emden-stade.1") == (
        "The piece on Emden–Stade 1 has just been placed and stays there."
    )


def test_t5_4a_nor_is_a_lifted_one():
    state = merchant_and(own={"hamburg-luneburg.1": "t", "hamburg-lubeck.1": "t"})
    state = play(state, "put t emden-stade.1 from hamburg-luneburg.1")
    sources = {text.partition(" from ")[2] for text in texts(state, "put")}
    assert sources == {"", "hamburg-lubeck.1"}


def test_t5_4a_another_piece_may_take_the_space_that_a_lifted_one_left():
    state = merchant_and(own={"hamburg-luneburg.1": "t", FAR: "t"}, free=NEAR[:1])
    state = play(state, "put t emden-stade.1 from hamburg-luneburg.1")
    assert texts(state, "put") == {
        "put m hamburg-luneburg.1",
        "put t hamburg-luneburg.1 from coellen-warburg.1",
    }


# T5.5


def test_t5_5_nobody_else_is_displaced_by_the_placement():
    state = displaced(spaces={"emden-stade.1": "blue t"})
    assert "put t emden-stade.1" not in texts(state)
    assert refusal(state, "put t emden-stade.1") == "Emden–Stade 1 is not free."


@pytest.mark.parametrize("colour", ["blue", "yellow"])
def test_t5_2_only_the_victim_is_asked(colour):
    state = play(
        position(spaces={"hamburg-stade.1": f"{colour} t"}, supply={"red": "2t"}),
        "displace t hamburg-stade.1 paying 1t",
    )
    assert TEUTONICA.to_move(state) == (("red", "green", "blue", "yellow").index(colour),)


@pytest.mark.parametrize("colour", ["blue", "yellow"])
def test_t5_1_the_last_seats_pay_from_their_own_supply(colour):
    state = position(
        turn=colour,
        spaces={"hamburg-stade.1": "green t"},
        supply={colour: "2t", "red": "9t", "green": "1t"},
    )
    assert texts(state, "displace") == {"displace t hamburg-stade.1 paying 1t"}
    state = play(state, "displace t hamburg-stade.1 paying 1t")
    assert at(state, "hamburg-stade.1") == f"{colour} t"
    assert supply(state, state.turn) == (0, 0)
