"""The greedy bot of Hansa: its plans keep to the rules, and its orders are plainly right."""

import random
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from games.bots import BOTS
from games.bots.hansa import greedy_with
from games.bots.hansa.candidates import candidates
from games.bots.hansa.planning_view import PlanningView
from games.bots.hansa.plans import Planner, Plans, start
from games.bots.hansa.weights import JOURNEYMAN
from games.lab.tuning import Impatient
from games.rules.playthrough import play_out
from games.rules.title import CHANCE, Orders
from tests.cases import first
from tests.rules.hansa_positions import ANN, BEN, HANSA, play, position
from tests.rules.walks import CASES, Case, Step, walk

cases = pytest.mark.parametrize("case", [case for case in CASES if case.title_id == "hansa"])
GAMES = 20
EVERYWHERE = dict.fromkeys(("copenhagen", "kalmar", "lubeck", "aalborg", "danzig"), "Ann 2")
"""Booths enough for any sale."""


def answer(state, seat: int | None = None) -> str:
    """Return what the bot of a seat, by default the one to move, does, as text."""
    by = HANSA.to_move(state)[0] if seat is None else seat
    assert by != CHANCE
    view, orders = HANSA.view(state, by), HANSA.orders(state, by)
    return HANSA.write(state, BOTS["journeyman"](view, orders, random.Random(1)))


def turn(state) -> list[str]:
    """Return what the bot does until chance, another player or the next turn follows."""
    texts, mover = [], HANSA.to_move(state)
    while HANSA.to_move(state) == mover and texts[-1:] != ["end"]:
        texts.append(answer(state))
        state = play(state, texts[-1])
    return texts


def own_turns(case: Case, seed: int) -> list[Step]:
    """Return the positions of a game of greedy bots in which a turn is to be gone on with."""
    found = []
    for step in walk(case, seed=seed, sense=1.0):
        view = HANSA.view(step.before, None)
        if view.prompt == "turn" and not view.must_replenish:
            found.append(step)
    return found


def planned(step: Step) -> tuple[Plans, Plans]:
    """Return the plans with one action here, and those with a call elsewhere."""
    view = HANSA.view(step.before, step.seat)
    planning = PlanningView(view, step.seat, JOURNEYMAN)
    planner, here = Planner(planning), start(planning)
    actions: Plans = {}
    if not view.acted:
        planner.act(actions, here, 0.0, None)
    return actions, planner.call([(here, (0.0, None))])


def outcome(state, seat: int) -> tuple[object, ...]:
    """Return what a plan foretells, as the rules have it."""
    view = HANSA.view(state, seat)
    desk, booths = view.desks[seat], bytes(city[seat] for city in view.booths)
    return view.ship, desk.talers, bytes(desk.unsold), booths, bytes(view.warehouses)


@cases
def test_plans_come_out_as_the_rules_have_it(case: Case) -> None:
    kinds: set[str] = set()
    for step in own_turns(case, seed=1):
        actions, calls = planned(step)
        for place, (_, begun) in actions.items():
            kinds.add(begun.verb)
            assert place == outcome(HANSA.apply(step.before, step.seat, begun), step.seat)
        reached = {
            outcome(HANSA.apply(step.before, step.seat, order), step.seat)
            for order in HANSA.orders(step.before, step.seat).groups.get("sail", ())
        }
        assert reached <= calls.keys()
    assert kinds == {"buy", "build", "sell"}


@cases
def test_every_purchase_booth_and_way_is_thought_of(case: Case) -> None:
    for step in own_turns(case, seed=2):
        groups = HANSA.orders(step.before, step.seat).groups
        firsts = {first for plans in planned(step) for _, first in plans.values()}
        for verb in ("buy", "build", "sail"):
            assert {first for first in firsts if first.verb == verb} == set(groups.get(verb, ()))


@cases
def test_no_turn_ends_with_sailing(case: Case) -> None:
    steps = [step for step in walk(case, seed=4, sense=1.0) if step.seat != CHANCE]
    ends = 0
    for step, following in pairwise(steps):
        if following.order.verb == "end":
            ends += 1
            assert step.order.verb != "sail"
    assert ends > 10


@cases
def test_no_marker_is_paid_for_and_given_up_in_the_same_turn(case: Case) -> None:
    paid: set[int] = set()
    for step in walk(case, seed=5, sense=1.0):
        verb = step.order.verb
        if verb == "end":
            paid.clear()
        elif verb == "buy" and step.after.talers[step.seat] < step.before.talers[step.seat]:
            paid.add(step.order.good)
        elif verb == "discard":
            assert step.order.good not in paid


def test_two_of_a_colour_are_sold_where_there_is_a_booth():
    state = position(booths=EVERYWHERE, unsold={"Ann": "red2 red3"}, talers=0)
    assert answer(state) == "sell red2 red3"


def test_all_that_can_be_sold_goes_for_one_booth():
    state = position(
        booths={"copenhagen": "Ann 2"}, unsold={"Ann": "red2 red3 blue1 blue3"}, talers=0
    )
    assert turn(state) == ["sell red2 red3 blue1 blue3", "end"]


def test_the_ship_goes_where_markers_can_be_sold():
    state = position(
        booths={**EVERYWHERE, "danzig": "Ben 2", "reval": "Ben 5"}, unsold={"Ann": "red2 red3"},
        talers=1, ship="danzig", acted=True, fresh=False, hidden=20,
    )  # fmt: skip
    assert turn(state)[:2] == ["sail kalmar", "sell red2 red3"]


def test_a_marker_of_the_own_colour_is_bought_before_a_sale():
    state = position(
        booths=EVERYWHERE, unsold={"Ann": "red3"}, ship="lubeck",
        warehouses={"lubeck": "blue3 red3"}, talers=1, fresh=False,
    )  # fmt: skip
    assert turn(state)[:3] == ["buy red3", "sail aalborg", "sell red3 red3"]


def test_a_marker_that_costs_nothing_is_taken():
    state = position(
        booths={"lubeck": "Ann 3"}, ship="lubeck", warehouses={"lubeck": "red3 blue1"}, talers=0
    )
    assert turn(state) == ["buy red3", "end"]


def test_empty_warehouses_are_filled():
    assert answer(position(talers=4, booths={"danzig": "Ann 3"})) == "replenish"


def test_full_warehouses_are_not_filled_up():
    row = {"tonsberg": "red1 red3", "lubeck": "red2 blue2", "danzig": "blue1 green1"}
    row |= {"stockholm": "blue3 red2", "reval": "blue2 red1", "riga": "green3", "kalmar": "green2"}
    state = position(warehouses={**row, "aalborg": "green2", "copenhagen": ""})
    assert "replenish" in HANSA.orders(state, ANN).groups
    assert answer(state) != "replenish"


def test_the_game_is_not_ended_from_behind():
    behind = position(talers=4, hidden=13, sold={"Ben": "red2 red3 blue3 blue3 green3"})
    assert answer(behind) != "replenish"


def test_the_game_is_ended_when_ahead():
    ahead = position(talers=4, hidden=13, sold={"Ann": "red2 red3 blue3 blue3 green3"})
    assert answer(ahead) == "replenish"


def test_in_the_last_turn_booths_are_worth_more_than_a_marker_kept():
    state = position(hidden=1, unsold={"Ann": "red1"}, talers=0, ship="reval")
    assert turn(state) == ["build red1", "end"]


def test_in_the_last_turn_nothing_is_given_for_booths_that_bring_nothing():
    state = position(
        hidden=1, unsold={"Ann": "red1"}, talers=0, ship="reval", booths={"reval": "Ann 1, Ben 2"}
    )
    assert turn(state) == ["end"]


@pytest.mark.parametrize(
    "unsold", ["red2 red2 blue3 blue3 green1", "red1 red1 blue2 green3 green3"]
)
def test_the_toll_leaves_two_of_a_colour_together(unsold):
    state = position(unsold={"Ann": unsold}, talers=0, acted=True, fresh=False)
    state = play(state, *(text for text in turn(state) if text != "end"))
    left = [code // 3 for code in (c - 1 for c in HANSA.view(state, ANN).desks[ANN].unsold)]
    assert len(left) == 3
    assert len(set(left)) == 2


def test_a_sale_costs_the_bot_the_marker_with_fewest_barrels():
    state = position(
        players=2, booths={"copenhagen": "Ann 2"},
        unsold={"Ann": "red2 red3", "Ben": "red1 red3 blue2"},
    )  # fmt: skip
    state = play(state, "sell red2 red3")
    assert answer(state, BEN) == "lose red1"


def test_first_booths_go_where_nobody_is():
    state = HANSA.start({}, 4)
    rng = random.Random(3)
    cities: list[int] = []
    while (seats := HANSA.to_move(state)) == (CHANCE,) or HANSA.view(
        state, None
    ).prompt == "booths":
        if seats == (CHANCE,):
            order = rng.choice(list(HANSA.orders(state, CHANCE)))
        else:
            view = HANSA.view(state, seats[0])
            order = BOTS["journeyman"](view, HANSA.orders(state, seats[0]), rng)
            cities.append(order.city)
        state = HANSA.apply(state, seats[0], order)
    # Eight cities are open to them: the first eight choices take one each.
    assert len(cities) == 12
    assert len(set(cities[:8])) == 8


def goods_of(order) -> tuple[int, int]:
    """How many markers a sale or a purchase is about, and how large they are."""
    codes = order.goods if order.verb == "sell" else (order.good,)
    return len(codes), sum((code - 1) % 3 for code in codes)


def planless(view, orders: Orders, rng: random.Random):
    """Sell, buy and build as soon as possible, each as much as possible, and sail on."""
    for verb in ("booths", "lose", "replenish", "sell", "buy", "build", "discard"):
        group = orders.groups.get(verb, ())
        if verb in ("sell", "buy") and group:
            return max(group, key=goods_of)
        if verb == "build" and group and rng.random() < 0.5:
            continue
        if group:
            return group[rng.randrange(len(group))]
    verb = "sail" if "sail" in orders.groups else "end"
    return rng.choice(orders.groups[verb])


@pytest.mark.parametrize("players", first(1, HANSA.players))
def test_plans_beat_doing_at_once_whatever_can_be_done(players: int) -> None:
    count = 0
    for number in range(GAMES):
        seat = number % players
        bots = [BOTS["journeyman"] if other == seat else planless for other in range(players)]
        result = HANSA.result(play_out(HANSA, {}, bots, random.Random(number)).state)
        count += result.places[seat] == 1
    assert count >= 0.9 * GAMES


@pytest.mark.parametrize("players", HANSA.players)
def test_a_game_among_players_who_only_like_to_wait_ends(players: int) -> None:
    misers = replace(JOURNEYMAN, taler=9.0, offered=9.0, ending=0.0)
    bot = Impatient(partial(greedy_with, misers))
    assert HANSA.result(play_out(HANSA, {}, [bot] * players, random.Random(1)).state)


def test_to_wait_while_all_wait_is_no_candidate():
    talers = dict.fromkeys(("Ben", "Cat", "Dan"), 3)
    busy, still = (position(talers=talers | {"Ann": own}) for own in (3, 6))
    firsts = [
        {
            each.goal.verb
            for each in candidates(HANSA.view(state, ANN), HANSA.orders(state, ANN), 12)
        }
        for state in (busy, still)
    ]
    assert firsts == [{"replenish", "sail", "end"}, {"replenish", "sail"}]
