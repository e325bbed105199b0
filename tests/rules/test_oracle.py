"""Random games, held against the rules written a second time (oracle.py)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.teutonica.displaced import reach
from games.rules.teutonica.frames import (
    DevelopPrivilege,
    Displaced,
    FoundOffice,
    Move3,
    MoveAny,
    Moving,
    NeutralDisplaced,
    NeutralOfficeOf,
    PlaceAbroad,
    PlaceClaimed,
    Remove3,
)
from games.rules.teutonica.modules.britannia import country_points
from games.rules.teutonica.pieces import CITY_KEYS, NEUTRAL, owner
from games.rules.teutonica.questions import controller, is_connected, network
from games.rules.title import CHANCE
from tests.cases import first
from tests.rules.oracle import Table
from tests.rules.positions import (
    BRITANNIA,
    CLASSIC,
    EAST,
    TEUTONICA,
    TWO,
    WITH_PAWN,
    check_pieces,
    events,
    position,
)

GAMES = [({}, players, seed) for seed in (1, 2) for players in (3, 4, 5)]
OTHERS = [
    (EAST, 3, 1),
    (EAST, 5, 2),
    (BRITANNIA, 3, 1),
    (BRITANNIA, 4, 2),
    (BRITANNIA | CLASSIC, 5, 3),
    (TWO | {"favour": "on"}, 2, 1),
    (TWO | CLASSIC, 2, 2),
    (WITH_PAWN | {"missions": "on"}, 2, 1),
    (WITH_PAWN | CLASSIC, 2, 2),
    ({"missions": "on", "favour": "on"}, 3, 1),
]
"""Every board and module once, not every combination."""
EVERY = OTHERS + GAMES
ONCE = len(OTHERS)
"""So many are run each time."""


def named(value):
    return "-".join(value.values()) or "base" if isinstance(value, dict) else None


GAME = ("options", "players", "seed")
over = pytest.mark.parametrize(GAME, first(ONCE, EVERY), ids=named)
over_base_games = pytest.mark.parametrize(GAME, first(3, GAMES), ids=named)

WEIGHTS = {
    "claim": 40,
    "use": 20,
    "favour": 2,
    "place": 8,
    "displace": 4,
    "income": 3,
    "move": 1,
    "pawn": 1,
    "end": 0.1,
}


def steps(players, seed, limit=2500, options=None):
    """Yield (before, seat, order, after) of a random game whose players want full routes."""
    rng = random.Random(seed)
    state = TEUTONICA.start(dict(options or {}), players)
    for _ in range(limit):
        if not TEUTONICA.to_move(state):
            return
        (seat,) = TEUTONICA.to_move(state)
        if seat == CHANCE:
            draws = TEUTONICA.chance_outcomes(state)
            (order,) = rng.choices([o for o, _ in draws], [chance for _, chance in draws])
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
    if order.verb == "claim":
        return order.use != "nothing"
    if order.verb not in ("place", "displace", "move"):
        return 0
    space = order.end if order.verb == "move" else order.space
    spaces = state.board.routes[state.board.space_route[space]].spaces
    stands = state.spaces[spaces.start : spaces.stop]
    left = order.verb == "move" and order.start in spaces
    return sum(code in (1 + 2 * seat, 2 + 2 * seat) for code in stands) - 2 * left


@over
def test_orders_are_those_of_the_oracle(options, players, seed):
    for number, (before, seat, _, _) in enumerate(steps(players, seed, options=options)):
        # Most positions of a turn have many moves and look alike: every fifth will do.
        if seat == CHANCE or (not before.frames and number % 5):
            continue
        listed = {TEUTONICA.write(before, o) for o in TEUTONICA.orders(before, seat)}
        assert listed == Table(before).orders(seat)


@over
def test_t7_1_t7_5_t11_6_control_connection_and_scores_are_those_of_the_oracle(
    options, players, seed
):
    connected: list[int] = []
    for _, seat, order, after in steps(players, seed, options=options):
        if order.verb not in ("claim", "use", "found", "neutral") and not TEUTONICA.result(after):
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
            for country in ("wales", "scotland"):
                if country in result.scores[0]:
                    points = [scores[country] for scores in result.scores]
                    assert points == table.country_points(country)


@over_base_games
def test_t7_1_prestige_of_every_claim_is_that_of_the_oracle(options, players, seed):
    for before, seat, order, after in steps(players, seed, options=options):
        expected = list(before.prestige)
        if order.verb == "claim":
            table = Table(before)
            route = list(table.routes)[order.route]
            for city in table.routes[route]["between"]:
                controller = table.controller(city)
                if controller is not None:
                    expected[controller] += 1
            if order.use == "office":
                city = list(table.cities)[order.city]
                expected[seat] += table.cities[city]["offices"][table.next_office(city)].get(
                    "coin", 0
                )
            if not table.is_connected(seat) and Table(after).is_connected(seat):
                place = len(TEUTONICA.view(before, None).connected)
                expected[seat] += (7, 4, 2, 0, 0)[place]
        assert list(after.prestige) == expected


@over
def test_t10_the_game_ends_exactly_when_the_oracle_says_so(options, players, seed):
    for before, _, order, after in steps(players, seed, options=options):
        table, earlier = Table(after), Table(before)
        full = [city for city in table.cities if table.is_completed(city)]
        assert set(full) == {after.board.cities[number].id for number in after.completed}
        took = events(after, "took") + events(after, "discarded")
        left = sum(before.bag) - sum(before.drawn)
        ends = max(after.prestige) >= 20 or len(full) >= after.board.cities_to_end
        ends = ends or (took and not left) or before.ending == "markers"
        # What the action asks is answered first: displaced pieces, permanent markers.
        assert bool(ends and not after.frames) == (TEUTONICA.to_move(after) == ())
        changed = order.verb in ("claim", "marker", "tavern") or events(after, "discarded")
        assert changed or table.marker == earlier.marker


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
    for seat in range(4):
        offices = sum(network(state, seat).values())
        assert offices * state.value(seat, CITY_KEYS) == table.network(seat)
        assert is_connected(state, seat) == table.is_connected(seat)


@settings(max_examples=60, deadline=None)
@given(
    st.sets(st.sampled_from(range(len(BOARD.space_ids))), max_size=12),
    st.sampled_from(BOARD.routes),
)
def test_t5_3_the_reach_of_a_displacement_is_that_of_the_oracle(free, route):
    state = position()
    state.spaces = bytes(int(space not in free) for space in range(len(BOARD.space_ids)))
    near = reach(state, 0, route.index, 0)
    found = {BOARD.space_ids[space] for space in free if near and near[space]}
    assert found == Table(state).reach(route.id, "t")


BOARDS = [(EAST, 4), (BRITANNIA, 3), (BRITANNIA | CLASSIC, 4), (TWO, 2), (WITH_PAWN, 2), ({}, 3)]


def scattered(options, players, rng):
    """Return a position that no game need ever reach: pieces anywhere, few spaces free."""
    pawn = rng.randrange(1, 17) if "pawn" in options.values() else 0
    state = position(options, players=players, pawn=pawn)
    codes = [0] * rng.choice([1, 3, 12]) + [1 + code for code in range(2 * players)]
    codes += [11] * ("neutral" in options.values())
    merchants = [code for code in codes if code % 2 == 0]
    state.spaces = bytes(rng.choice(merchants if boat else codes) for boat in state.board.boats)
    state.offices = bytes(rng.choices(codes, k=len(state.offices)))
    pieces = [code for code in codes if code]
    for row in ("extras", "founded"):
        rows = [rng.choices(pieces, k=rng.choice([0, 0, 0, 1, 2])) for _ in state.board.cities]
        setattr(state, row, tuple(map(bytes, rows)))
    state.levels = bytes(rng.randrange(4) for _ in state.levels)
    state.supply, state.stock = (
        bytes(rng.choice([0, 0, 1, 3]) for _ in row) for row in (state.supply, state.stock)
    )
    state.held = tuple(bytes(sorted({rng.randrange(7) for _ in range(3)})) for _ in state.held)
    if options.get("board") == "britannia":
        cities = [city.index for city in state.board.cities if city.grants]
        state.added = state.added._replace(permits=bytes(rng.sample(cities, rng.randrange(2))))
    state.turn, state.actions = rng.randrange(players), rng.randrange(3)
    return state


def asked(state, rng):
    """Return what this position might be asked, by frame."""
    route = rng.randrange(len(state.board.routes))
    countries = [state.board.routes[route].country for route in state.board.space_route]
    # A piece in the air was lifted by one that has left a space in the same country.
    left = {country for country, code in zip(countries, state.spaces, strict=True) if not code}
    lifted = [at for at, code in enumerate(state.spaces) if code % 2 and countries[at] in left]
    victim = (state.turn + 1) % state.players
    hand = rng.choice([0, 1 + 2 * victim, 2 + 2 * victim])
    mine = [at for at, code in enumerate(state.spaces) if code and owner(code) == victim]
    placed = rng.sample(mine, min(len(mine), rng.randrange(2)))
    frames = [
        Moving(rng.choice([1, 2])),
        Displaced(victim, route, hand, rng.randrange(hand == 0, 3), tuple(placed)),
        MoveAny(2),
        Move3(rng.choice([1, 2, 3])),
        *(Move3(2, 1 + 2 * victim, space) for space in rng.sample(lifted, min(1, len(lifted)))),
        Remove3(2),
        PlaceClaimed(rng.randrange(1, 3), rng.randrange(2), 2),
        FoundOffice(),
        PlaceAbroad(2),
        DevelopPrivilege(),
        NeutralDisplaced(NEUTRAL, route, rng.choice([0, 11]), 1),
        NeutralOfficeOf(route),
    ]
    return [(), *((frame,) for frame in frames)]


@pytest.mark.parametrize(("options", "players"), BOARDS, ids=named)
def test_t5_t14_t15_t17_t18_orders_in_any_position_are_those_of_the_oracle(options, players):
    rng = random.Random(players)
    for _ in range(12):
        state = scattered(options, players, rng)
        for frames in asked(state, rng):
            if frames and frames[0].name.startswith("neutral") and players != 2:
                continue
            state.frames = frames
            (seat,) = TEUTONICA.to_move(state)
            listed = [TEUTONICA.write(state, order) for order in TEUTONICA.orders(state, seat)]
            expected = Table(state).orders(seat)
            assert len(listed) == len(set(listed))
            assert set(listed) == expected, frames


@pytest.mark.parametrize(("options", "players"), BOARDS[1:3], ids=named)
def test_t15_6_points_for_the_countries_are_those_of_the_oracle(options, players):
    rng = random.Random(players)
    for _ in range(60):
        state = scattered(options, players, rng)
        for country in ("wales", "scotland")[: players - 2]:
            assert country_points(state, country) == Table(state).country_points(country)
