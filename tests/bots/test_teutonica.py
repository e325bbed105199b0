"""The greedy bot of Hansa Teutonica in positions where the right order is plain to see."""

import random
from dataclasses import fields, replace
from functools import partial

import pytest

from games.bots import BOTS
from games.bots.teutonica import decided, greedy_with
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import loose_pieces, plans, route_plans
from games.bots.teutonica.turn import idle
from games.bots.teutonica.weights import JOURNEYMAN, Weights
from games.lab.tuning import Impatient
from games.rules.common.rows import with_item
from games.rules.playthrough import play_out
from games.rules.teutonica.modules.favour import OWNED
from games.rules.teutonica.pieces import EXTRA, LAST_LEVEL, TILES, TRADER, piece
from games.rules.teutonica.questions import PRESTIGE_TO_END
from games.rules.title import CHANCE
from tests.rules.positions import (
    BRITANNIA,
    EAST,
    GREEN,
    RED,
    TEUTONICA,
    TWO,
    WITH_PAWN,
    deal,
    play,
    position,
)
from tests.rules.test_oracle import steps

MODULES = WITH_PAWN | {"missions": "on", "favour": "on"}
GAMES = [({}, 4, 5), (EAST, 4, 1), (BRITANNIA, 3, 1), (MODULES, 2, 1)]


def answer(state) -> str:
    """Return what the bot of the seat to move does, as text."""
    (seat,) = TEUTONICA.to_move(state)
    assert seat != CHANCE
    view, orders = TEUTONICA.view(state, seat), TEUTONICA.orders(state, seat)
    order = BOTS["journeyman"](view, orders, random.Random(1))
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


def test_pieces_leave_a_filled_route_that_is_worth_no_claim():
    """It may have been filled for an office that is gone, or by pieces that were displaced."""
    state = position(
        spaces={"goslar-quedlinburg": "red t, red t, red t, red t"},
        offices={"goslar": "green", "quedlinburg": "green"}, supply={"red": "0t"}, actions=3,
    )  # fmt: skip
    texts = turn(state)
    assert texts[0].startswith("move goslar-quedlinburg.1 > gottingen-")
    assert "claim gottingen-warburg develop actions" in texts


def test_pieces_stay_on_a_filled_route_that_is_worth_a_claim():
    state = position(
        spaces={"goslar-quedlinburg": "red t, red t, red t, red t"}, supply={"red": "0t"}, actions=3
    )
    assert turn(state)[0].startswith("claim goslar-quedlinburg office ")


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


@pytest.mark.parametrize(("options", "players", "seed"), GAMES)
def test_plans_come_in_order_though_not_all_routes_are_looked_at(options, players, seed):
    for number, (state, seat, _, _) in enumerate(steps(players, seed, options=options)):
        if number % 97 or seat == CHANCE:
            continue
        seen = Position(TEUTONICA.view(state, seat))
        routes = range(len(state.board.routes))
        every = [
            plan for n in routes for plan in route_plans(seen, seat, n, loose_pieces(seen, seat, n))
        ]
        assert list(plans(seen, seat)) == sorted(every, key=lambda plan: -plan.rate)


def variants(view):
    """Yield the view with everything changed, one thing at a time, that plans can depend on."""
    seat, board = view.turn, view.printed
    own, cities = view.desks[seat], range(len(board.cities))
    code = piece(seat, TRADER)
    for desk in (
        {"levels": tuple(min(n + 1, last) for n, last in enumerate(LAST_LEVEL))},
        {"prestige": PRESTIGE_TO_END - 1},
        {"markers": (EXTRA,)},
        {"used": 5},
        {"supply": (9, 1)},
        {"stock": (9, 3)},
    ):
        yield replace(view, desks=with_item(view.desks, seat, replace(own, **desk)))
    yield replace(
        view, offices=bytes(code if not n % 5 else old for n, old in enumerate(view.offices))
    )
    yield replace(view, extras=tuple(bytes((code,)) for _ in cities))
    yield replace(view, founded=tuple(bytes((code,)) * board.cities[n].green for n in cities))
    yield replace(view, special=bytes((1, 1, 1, 1)))
    yield replace(view, route_markers=(None,) * len(board.routes))
    yield replace(view, marker_supply=0)
    yield replace(view, completed=tuple(cities[: board.cities_to_end - 1]))
    yield replace(view, connected=tuple(range(view.players)))
    yield replace(view, spaces=bytes(len(view.spaces)))
    yield replace(view, actions_left=view.actions_left + 3)
    yield replace(view, prompt="moving", left=1)
    if view.added.tiles:
        yield replace(view, added=view.added._replace(tiles=bytes((OWNED + seat,)) * len(TILES)))
    if view.added.cards:
        yield replace(view, added=view.added._replace(cards=bytes((7,)) * view.players))
    if view.added.pawn:
        yield replace(view, added=view.added._replace(pawn=view.added.pawn % 2 + 1))
        yield replace(view, added=view.added._replace(walked=True, acted=True))
    granted = bytes(city.index for city in board.cities if city.grants)
    yield replace(view, added=view.added._replace(permits=granted))


def figures(found):
    """All that plans hold."""
    return [
        (plan.seat, plan.order, plan.rate, plan.need, cost.actions, list(cost.moved), cost.lost)
        for plan in found
        for cost in [plan.cost]
    ]


@pytest.mark.parametrize(("options", "players", "seed"), GAMES)
def test_what_was_found_out_before_changes_no_plan_and_no_order(options, players, seed):
    for number, (state, seat, _, _) in enumerate(steps(players, seed, options=options)):
        if number % 139 or seat != state.turn or state.frames:
            continue
        view, orders = TEUTONICA.view(state, seat), TEUTONICA.orders(state, seat)
        for seen in (view, *variants(view)):
            assert figures(plans(Position(seen, shares_cache=True), seat)) == figures(
                plans(Position(seen), seat)
            )
            rng = random.Random(1)
            if len(orders) > 1:
                found = decided(JOURNEYMAN, seen, orders) or idle(Position(seen), seat, orders, rng)
                assert greedy_with(JOURNEYMAN, seen, orders, random.Random(1)) == found


@pytest.mark.parametrize(("options", "players"), [(TWO, 2), (WITH_PAWN, 2), ({}, 3), (EAST, 4)])
def test_a_game_among_players_to_whom_nothing_is_worth_anything_ends(options, players):
    nothing = dict.fromkeys((field.name for field in fields(Weights)), 0.0)
    bores = Weights(**nothing | {"office": -9, "marker_points": -1, "freed": -3, "an_action": 0.4})
    bots = [Impatient(partial(greedy_with, bores)) for _ in range(players)]
    assert TEUTONICA.result(play_out(TEUTONICA, options, bots, random.Random(1)).state)
