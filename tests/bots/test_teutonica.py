"""The greedy bot of Hansa Teutonica in positions where the right order is plain to see."""

import random

from games.bots import BOTS
from games.rules.title import CHANCE
from tests.rules.positions import GREEN, RED, TEUTONICA, deal, play, position


def answer(state) -> str:
    """Return what the bot of the seat to move does, as text."""
    (seat,) = TEUTONICA.to_move(state)
    assert seat != CHANCE
    view, orders = TEUTONICA.view(state, seat), TEUTONICA.orders(state, seat)
    order = BOTS["greedy"](view, orders, random.Random(1))
    assert order in orders
    return TEUTONICA.write(state, order)


def turn(state) -> list[str]:
    """Return what the bot of the seat to move does until another seat is."""
    texts, mover = [], TEUTONICA.to_move(state)
    while TEUTONICA.to_move(state) == mover:
        texts.append(answer(state))
        state = play(state, texts[-1])
    return texts


def test_a_filled_route_to_gottingen_develops_actions():
    state = position(spaces={"gottingen-warburg": "red t, red t, red t"})
    assert answer(state) == "claim gottingen-warburg develop actions"


def test_a_game_begins_on_the_way_to_more_actions():
    texts = turn(position(supply={"red": "5t1m"}))
    assert all("gottingen" in text for text in texts if text.startswith("place"))
    assert [text.split()[0] for text in texts] == ["place", "place", "end"]


def test_the_last_space_of_a_route_is_filled_and_the_route_claimed():
    state = position(
        spaces={"gottingen-warburg": "red t, red t, -"}, supply={"red": "2t"}, actions=2
    )
    assert turn(state)[:2] == [
        "place t gottingen-warburg.3",
        "claim gottingen-warburg develop actions",
    ]


def test_without_supply_there_is_income_first():
    assert answer(position(stock={"red": "11t1m"})) == "income 3t"


def test_an_opponent_in_the_way_of_much_is_displaced_and_paid_for_with_a_trader():
    state = position(
        spaces={"gottingen-warburg": "red t, green t, red t"}, supply={"red": "3t1m"}, actions=2
    )
    assert answer(state) == "displace t gottingen-warburg.2 paying 1t"


def test_an_office_that_wants_a_merchant_gets_one():
    state = position(
        spaces={"goslar-magdeburg": "red m, -"}, supply={"red": "2t"}, actions=2,
        markers={"goslar-magdeburg": "plus4"},
    )  # fmt: skip
    assert turn(state)[:2] == ["place t goslar-magdeburg.2", "claim goslar-magdeburg office goslar"]


def test_a_displaced_player_takes_the_extra_pieces_too():
    state = position(
        spaces={"gottingen-warburg": "red t, green m, red t"}, supply={"red": "3t"}, actions=2,
        stock={"green": "6t"},
    )  # fmt: skip
    state = play(state, "displace t gottingen-warburg.2 paying 2t")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert len(turn(state)) == 3


def test_more_actions_are_used_when_no_action_is_left_and_there_is_much_to_do():
    state = position(
        spaces={"gottingen-warburg": "red t, red t, -"},
        supply={"red": "4t"}, actions=0, held={"red": "plus4"},
    )  # fmt: skip
    assert answer(state) == "use plus4"


def test_develop_is_used_at_once():
    assert answer(position(held={"red": "develop"}, supply={"red": "3t"})) == "use develop actions"


def test_a_replacement_marker_goes_where_its_player_will_claim():
    state = position(
        plate={"red": "plus4"},
        actions=0,
        supply={"red": "4t"},
        offices={"stendal": "red", "perleberg": "red"},
    )
    state = deal(play(state, "end"), random.Random(1))
    assert TEUTONICA.to_move(state) == (RED,)
    assert answer(state).startswith("marker plus4 ")


def test_the_game_is_not_ended_from_behind():
    """Twenty prestige would end it here, with others far ahead."""
    state = position(
        spaces={"goslar-magdeburg": "red t, red t"},
        offices={"goslar": "red", "hamburg": "green, green, green", "minden": "green, green"},
        prestige={"red": 19, "green": 19},
        levels={"green": {"city_keys": 4}},
        supply={"red": "3t"},
        actions=1,
    )
    assert not answer(state).startswith("claim goslar-magdeburg")


def test_the_game_is_ended_when_ahead():
    state = position(
        spaces={"goslar-magdeburg": "red t, red t"},
        offices={"goslar": "red, red", "hamburg": "red, red, red"},
        prestige={"red": 19},
        supply={"red": "3t"},
        actions=2,
    )
    assert answer(state).startswith("claim goslar-magdeburg")
