"""T3: income."""

import pytest

from tests.rules.positions import RED, play, position, refusal, stock, supply, texts


def test_t3_pieces_come_from_the_stock_to_the_supply():
    state = play(position(stock={"red": "5t"}, supply={"red": "6t1m"}), "income 3t")
    assert (supply(state, RED), stock(state, RED)) == ((9, 1), (2, 0))


def test_t3_costs_an_action():
    assert play(position(actions=2), "income 1t").actions == 1


def test_t3_up_to_bank_pieces_of_either_kind_as_the_player_likes():
    state = position(levels={"red": {"book": 1}}, stock={"red": "11t2m"})
    assert texts(state, "income") == {
        "income 1t",
        "income 2t",
        "income 3t",
        "income 1m",
        "income 1t1m",
        "income 2t1m",
        "income 2m",
        "income 1t2m",
    }


@pytest.mark.parametrize(("level", "most"), [(0, 3), (1, 5), (2, 7)])
def test_t3_bank_is_the_limit(level, most):
    state = position(levels={"red": {"bank": level}}, stock={"red": "10t"})
    assert f"income {most}t" in texts(state)
    assert refusal(state, f"income {most + 1}t") == (
        f"Your Bank lets you take 1 to {most} pieces, and your stock has 10 traders."
    )


def test_t3_with_all_any_number_also_fewer():
    state = position(levels={"red": {"bank": 3}}, stock={"red": "11t1m"})
    assert {"income 11t1m", "income 11t", "income 1m", "income 5t1m"} <= texts(state)


def test_t3_a_stock_is_not_overdrawn():
    state = position(levels={"red": {"bank": 3}}, stock={"red": "2t"})
    assert refusal(state, "income 3t") == (
        "Your Bank lets you take any number of pieces, and your stock has 2 traders."
    )


def test_t3_no_more_than_the_stock_holds():
    state = position(stock={"red": "1t1m"})
    assert texts(state, "income") == {"income 1t", "income 1m", "income 1t1m"}


def test_t3_zero_pieces_are_no_action():
    state = position(stock={"red": "0t"})
    assert texts(state, "income") == set()
    assert (
        refusal(state, "income 1t") == "Your stock is empty, so there is nothing to take as income."
    )
