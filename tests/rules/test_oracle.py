"""Random games, held against the rules written a second time (oracle.py)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.teutonica.control import controller, groups, network
from games.rules.teutonica.displaced import reach
from games.rules.title import CHANCE
from tests.rules.oracle import Table
from tests.rules.positions import TEUTONICA, check_pieces, events, position

GAMES = [(players, seed) for players in (3, 4, 5) for seed in (1, 2)]


WEIGHTS = {"claim": 40, "use": 20, "place": 8, "displace": 4, "income": 3, "move": 1, "end": 0.1}


def steps(players, seed, limit=2500):
    """Yield (before, seat, order, after) of a random game whose players want full routes."""
    rng = random.Random(seed)
    state = TEUTONICA.start({}, players)
    for _ in range(limit):
        if not TEUTONICA.to_move(state):
            return
        (seat,) = TEUTONICA.to_move(state)
        if seat == CHANCE:
            draws = TEUTONICA.draws(state)
            (order,) = rng.choices([o for o, _ in draws], [weight for _, weight in draws])
        else:
            groups = TEUTONICA.orders(state, seat).groups
            (verb,) = rng.choices(list(groups), [WEIGHTS.get(verb, 1) for verb in groups])
            some = [groups[verb][rng.randrange(len(groups[verb]))] for _ in range(8)]
            order = max(some, key=lambda order: wanted(state, seat, order))
        after = TEUTONICA.apply(state, seat, order)
        yield state, seat, order, after
        state = after


def wanted(state, seat, order):
    """Return how much a random player likes an order: company on a route, a use of a claim."""
    if order[0] == "claim":
        return order[2] != "nothing"
    if order[0] not in ("place", "displace", "move"):
        return 0
    space = order[2]
    spaces = state.board.routes[state.board.space_route[space]].spaces
    stands = state.spaces[spaces.start : spaces.stop]
    left = order[0] == "move" and order[1] in spaces
    return sum(code in (1 + 2 * seat, 2 + 2 * seat) for code in stands) - 2 * left


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_orders_are_those_of_the_oracle(players, seed):
    for number, (before, seat, _, _) in enumerate(steps(players, seed)):
        # Most positions of a turn have many moves and look alike: every fifth will do.
        if seat == CHANCE or (not before.frames and number % 5):
            continue
        listed = {TEUTONICA.write(before, o) for o in TEUTONICA.orders(before, seat)}
        assert listed == Table(before).orders(seat)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_t7_1_t7_5_t11_6_control_connection_and_network_are_those_of_the_oracle(players, seed):
    connected: list[int] = []
    for _, seat, order, after in steps(players, seed):
        if order[0] not in ("claim", "use"):
            continue
        check_pieces(after)
        table = Table(after)
        view = TEUTONICA.view(after, None)
        assert list(view.controllers) == [table.controller(city) for city in table.cities]
        if seat not in connected and table.is_connected(seat):
            connected.append(seat)
        assert list(view.connected) == connected
        result = TEUTONICA.result(after)
        if result:
            found = [scores["network"] for scores in result.scores]
            assert found == [table.network(player) for player in range(players)]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_t7_1_prestige_of_every_claim_is_that_of_the_oracle(players, seed):
    for before, seat, order, after in steps(players, seed):
        expected = list(before.prestige)
        if order[0] == "claim":
            table = Table(before)
            route = list(table.routes)[order[1]]
            for city in table.routes[route]["between"]:
                controller = table.controller(city)
                if controller is not None:
                    expected[controller] += 1
            if order[2] == "office":
                city = list(table.cities)[order[3]]
                expected[seat] += table.cities[city]["offices"][table.next_office(city)].get(
                    "coin", 0
                )
            if not table.is_connected(seat) and Table(after).is_connected(seat):
                place = len(TEUTONICA.view(before, None).connected)
                expected[seat] += (7, 4, 2, 0, 0)[place]
        assert list(after.prestige) == expected


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_t10_the_game_ends_exactly_when_the_oracle_says_so(players, seed):
    for before, seat, order, after in steps(players, seed):
        table, earlier = Table(after), Table(before)
        full = [city for city, row in table.offices.items() if None not in row]
        assert set(full) == {after.board.cities[number].id for number in after.completed}
        took = any(name[0] == seat for name in events(after, "took"))
        left = sum(before.bag) - sum(before.drawn)
        over = max(after.prestige) >= 20 or len(full) >= 10 or (took and not left)
        assert over == (TEUTONICA.to_move(after) == ())
        assert sorted(table.marker) == sorted(earlier.marker) or order[0] in (
            "claim",
            "marker",
            "tavern",
        )


# Positions that no game may ever see, of four players' pieces anywhere.

CODES = st.sampled_from([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
BOARD = position().board


@settings(max_examples=60, deadline=None)
@given(
    st.lists(CODES, min_size=len(BOARD.offices), max_size=len(BOARD.offices)),
    st.dictionaries(
        st.sampled_from(range(len(BOARD.cities))), st.lists(st.integers(1, 8), max_size=4)
    ),
)
def test_t7_1_t7_5_t11_6_any_offices_are_judged_as_by_the_oracle(offices, extras):
    state = position(levels={"red": {"city_keys": 3}})
    state.offices = bytes(offices)
    state.extras = tuple(bytes(extras.get(city, ())) for city in range(len(BOARD.cities)))
    table = Table(state)
    for number, city in enumerate(table.cities):
        assert controller(state, number) == table.controller(city)
    first, last = BOARD.connection
    for seat in range(4):
        assert network(state, seat) == table.network(seat)
        joined = any(first in group and last in group for group in groups(state, seat))
        assert joined == table.is_connected(seat)


@settings(max_examples=60, deadline=None)
@given(
    st.sets(st.sampled_from(range(len(BOARD.space_ids))), max_size=12),
    st.sampled_from(BOARD.routes),
)
def test_t5_3_the_reach_of_a_displacement_is_that_of_the_oracle(free, route):
    state = position()
    state.spaces = bytes(int(space not in free) for space in range(len(BOARD.space_ids)))
    near = reach(state, route.index, 0)
    found = {BOARD.space_ids[space] for space in free if near and near[space]}
    assert found == Table(state).reach(route.id, "t")
