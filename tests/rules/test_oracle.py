"""Random games, held against the rules written a second time (oracle.py)."""

import random

import pytest

from games.rules.title import CHANCE
from tests.rules.oracle import Table
from tests.rules.positions import TEUTONICA, check_pieces, events

GAMES = [(players, seed) for players in (3, 4, 5) for seed in (1, 2)]


def steps(players, seed, limit):
    """Yield (before, seat, order, after) of a random game, every verb equally likely."""
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
            # Claims as soon as there is one, and seldom an end, or games would never get full.
            verbs = ["claim"] if "claim" in groups else [v for v in groups if v != "end"]
            group = groups[rng.choice(verbs or ["end"])]
            order = group[rng.randrange(len(group))]
        after = TEUTONICA.apply(state, seat, order)
        yield state, seat, order, after
        state = after


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_orders_are_those_of_the_oracle(players, seed):
    for number, (before, seat, _, _) in enumerate(steps(players, seed, 600)):
        # Most positions of a turn have many moves and look alike: every fifth will do.
        if seat == CHANCE or (not before.frames and number % 5):
            continue
        listed = {TEUTONICA.write(before, o) for o in TEUTONICA.orders(before, seat)}
        assert listed == Table(before).orders(seat)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_t7_1_t7_5_t11_6_control_connection_and_network_are_those_of_the_oracle(players, seed):
    connected: list[int] = []
    for before, seat, order, after in steps(players, seed, 1500):
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
    for before, seat, order, after in steps(players, seed, 1500):
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
    for before, seat, order, after in steps(players, seed, 1500):
        table, earlier = Table(after), Table(before)
        full = [city for city, row in table.offices.items() if None not in row]
        assert {table_id for table_id in full} == {
            after.board.cities[number].id for number in after.completed
        }
        took = any(name[0] == seat for name in events(after, "took"))
        left = sum(before.bag) - sum(before.drawn)
        over = max(after.prestige) >= 20 or len(full) >= 10 or (took and not left)
        assert over == (TEUTONICA.to_move(after) == ())
        assert sorted(table.marker) == sorted(earlier.marker) or order[0] in (
            "claim",
            "marker",
            "tavern",
        )
