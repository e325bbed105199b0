"""Standing orders: what each title lets its players settle, and what is answered then."""

import json
import random
from functools import partial

import pytest

from games.bots import BOTS, STANDING_ORDERS
from games.bots.standing_orders import BadWish
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.replay import record_of, replay
from games.rules.teutonica.board import load_board
from games.rules.teutonica.orders import Put
from games.rules.teutonica.pieces import EMPTY, KINDS, piece
from games.rules.teutonica.syntax import read_place
from games.rules.title import CHANCE
from games.wording import ENGLISH
from tests.bots import QUICK
from tests.rules import hansa_positions
from tests.rules.hansa_positions import ANN, BEN, CLEO, HANSA
from tests.rules.positions import GREEN, RED, TEUTONICA, TWO, play, position, texts
from tests.rules.test_t05_displace import alone, boat, merchant_and  # noqa: F401
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED, Case, walk

paired = pytest.mark.parametrize("case", PAIRED, ids=str)
LIST = {"otherwise": "ask", "extras": "traders", "hours": "", "places": ""}


def random_wish(question, view, rng):
    """Something filled in at random that can be settled."""
    standing = STANDING_ORDERS[view.title]
    while True:
        data = {"hours": rng.choice(["", "1", "48", "720"])}
        for field in question.fields:
            if field.kind == "choice":
                data[field.name] = rng.choice(field.choices)[0]
            elif field.kind == "places":
                names = [place for _, named in field.places for place, _ in named]
                data[field.name] = "\n".join(rng.sample(names, rng.choice([0, 1, 5, 20])))
        try:
            return standing.clean(view, question.asked, data)
        except BadWish:
            assert data["hours"] == ""


def filled_of(wish):
    """What a player fills in for this wish."""
    return {
        name: "\n".join(value) if isinstance(value, list) else str(value or "")
        for name, value in wish.items()
    }


def wishes_of(view, rng):
    return {q.asked: random_wish(q, view, rng) for q in STANDING_ORDERS[view.title].questions(view)}


def asked_steps(case: Case):
    """Each position of a game in which something is asked that can be settled."""
    standing = STANDING_ORDERS[case.title_id]
    for step in walk(case):
        if step.seat != CHANCE:
            view = case.title.view(step.before, step.seat)
            if asked := standing.asked_now(view):
                yield step, view, asked


# Every title


@paired
def test_an_answer_is_one_of_the_orders_and_nothing_else_changes(case: Case):
    rng, title, standing = random.Random(1), case.title, STANDING_ORDERS[case.title_id]
    for step, view, asked in asked_steps(case):
        orders = title.orders(step.before, step.seat)
        listed, before = list(orders), title.dump(step.before)
        wish = wishes_of(view, rng)[asked]
        order = standing.answer(asked, wish, view, orders, rng)
        assert order is None or order in listed
        assert list(orders) == listed
        assert title.dump(step.before) == before


@paired
def test_only_what_another_players_turn_asks_can_be_settled(case: Case):
    standing = STANDING_ORDERS[case.title_id]
    for step, view, asked in asked_steps(case):
        assert view.turn != step.seat
        assert asked in [question.asked for question in standing.questions(view)]
        for seat in {*range(view.players), None} - set(view.to_move):
            assert standing.asked_now(case.title.view(step.before, seat)) == ""


@paired
def test_a_bot_that_chooses_always_fits(case: Case):
    rng, title, standing = random.Random(2), case.title, STANDING_ORDERS[case.title_id]
    for step, view, asked in asked_steps(case):
        question = next(q for q in standing.questions(view) if q.asked == asked)
        choices = {f.name: [value for value, _ in f.choices] for f in question.fields}
        data = {name: "bot" for name, values in choices.items() if "bot" in values}
        wish = standing.clean(view, asked, data)
        assert standing.answers(asked, wish)
        orders = title.orders(step.before, step.seat)
        assert standing.answer(asked, wish, view, orders, rng) in orders


@paired
def test_an_answer_tells_nothing_that_is_hidden(case: Case):
    title, standing = case.title, STANDING_ORDERS[case.title_id]
    for step, view, asked in list(asked_steps(case))[:20]:
        wish = wishes_of(view, random.Random(3))[asked]
        other = KNOWN[case.title_id].disguised(step.before, step.seat, random.Random(4))
        one, same = (
            standing.answer(
                asked,
                wish,
                title.view(state, step.seat),
                title.orders(state, step.seat),
                random.Random(5),
            )
            for state in (step.before, other)
        )
        assert one == same


@paired
def test_a_wish_is_plain_told_and_reads_back(case: Case):
    rng, standing = random.Random(6), STANDING_ORDERS[case.title_id]
    view = case.title.view(walk(case)[-1].after, 0)
    for question in standing.questions(view):
        for _ in range(10):
            wish = random_wish(question, view, rng)
            assert json.loads(json.dumps(wish)) == wish
            assert set(wish) == {field.name for field in question.fields}
            assert standing.clean(view, question.asked, filled_of(wish)) == wish
            told = ENGLISH.say_all(standing.tell(view, question.asked, wish))
            assert told.endswith(".")
            assert (wish["hours"] is not None) == ("the bot answers for you" in told)


@paired
def test_what_has_no_effect_is_refused(case: Case):
    standing = STANDING_ORDERS[case.title_id]
    view = case.title.view(walk(case)[-1].after, 0)
    for question in standing.questions(view):
        data = {
            field.name: "ask" if "ask" in dict(field.choices) else field.choices[0][0]
            for field in question.fields
            if field.kind == "choice"
        }
        with pytest.raises(BadWish, match="has no effect"):
            standing.clean(view, question.asked, data)
        wish = standing.clean(view, question.asked, data | {"hours": "12"})
        assert not standing.answers(question.asked, wish)


@pytest.mark.parametrize("hours", ["0", "721", "-1", "1.5", "x", "٣", "99999"])
def test_hours_are_a_whole_number(hours: str):
    with pytest.raises(BadWish, match="whole number of hours") as caught:
        STANDING_ORDERS["hansa"].clean(None, "lose", {"marker": "ask", "hours": hours})
    assert caught.value.field == "hours"


@paired
def test_games_with_standing_orders_end_and_replay(case: Case):
    rng = random.Random(7)

    def seat(view, orders, dice, wishes, bot):
        if not wishes:
            wishes.update(wishes_of(view, rng))
        standing, wish = STANDING_ORDERS[view.title], None
        asked = standing.asked_now(view)
        if asked:
            # What one cannot be asked at first is settled once it can be.
            wish = wishes.get(asked) or wishes_of(view, rng)[asked]
        if wish and standing.answers(asked, wish):
            order = standing.answer(asked, wish, view, orders, dice)
            if order is not None:
                return order
        return BOTS[bot](view, orders, dice)

    seats = [partial(seat, wishes={}, bot=rng.choice(QUICK)) for _ in range(case.players)]
    played = play_out(case.title, dict(case.options), seats, rng)
    assert case.title.result(played.state)
    record = record_of(played, "ABCDE"[: case.players])
    assert case.title.digest(replay(record)) == case.title.digest(played.state)


# Hansa Teutonica


def answers_of(state, **data):
    """The orders, as text, by which a standing order answers until its question is answered."""
    said, rng = [], random.Random(1)
    while True:
        (seat,) = TEUTONICA.to_move(state)
        view = TEUTONICA.view(state, seat)
        asked = STANDING_ORDERS["teutonica"].asked_now(view)
        if not asked:
            return said
        wish = STANDING_ORDERS["teutonica"].clean(view, asked, LIST | data)
        orders = TEUTONICA.orders(state, seat)
        order = STANDING_ORDERS["teutonica"].answer(asked, wish, view, orders, rng)
        if order is None:
            return [*said, None]
        said.append(TEUTONICA.write(state, order))
        state = play(state, said[-1])


def displaced(kind: str = "t", **more):
    """Red has displaced green at Hamburg-Stade; green's stock is 2t1m if nothing else is said."""
    more = {"supply": {"red": "4t"}, "stock": {"green": "2t1m"}} | more
    state = position(spaces={"hamburg-stade.1": f"green {kind}"} | more.pop("spaces", {}), **more)
    return play(state, f"displace t hamburg-stade.1 paying {1 if kind == 't' else 2}t")


def test_pieces_go_to_the_first_place_in_reach():
    # Groningen is on no adjacent route: nearer ones have room.
    places = "groningen\nbremen-hamburg.2\nemden-stade"
    assert answers_of(displaced(), places=places) == [
        "put t bremen-hamburg.2",
        "put t emden-stade.1",
    ]


def test_a_city_stands_for_all_its_routes():
    said = answers_of(displaced(), places="Bremen, stade", extras="none")
    assert said == ["put t bremen-hamburg.1", "done"]


def test_what_fits_nowhere_is_asked():
    assert answers_of(displaced(), places="groningen") == [None]
    full = displaced(spaces={"emden-stade.1": "red t"})
    assert answers_of(full, places="emden-stade.1, emden-stade.2") == ["put t emden-stade.2", None]


def test_the_bot_chooses_where_nothing_fits_but_not_whether():
    first, *rest = answers_of(displaced(), places="groningen", otherwise="bot", extras="none")
    assert first.startswith("put t ")
    assert rest == ["done"]


@pytest.mark.parametrize(
    ("extras", "said"),
    [
        (
            "traders",
            ["put m emden-stade.1", "put t emden-stade.2", "put t bremen-hamburg.1"],
        ),
        (
            "merchants",
            ["put m emden-stade.1", "put m emden-stade.2", "put t bremen-hamburg.1"],
        ),
        ("none", ["put m emden-stade.1", "done"]),
    ],
)
def test_extra_pieces_come_by_their_kind(extras, said):
    state = displaced("m", levels={"green": {"book": 2}})
    places = "emden-stade.1, emden-stade.2, bremen-hamburg.1"
    assert answers_of(state, places=places, extras=extras) == said


def test_an_extra_piece_comes_from_the_supply_when_the_stock_is_empty():
    state = displaced(stock={"green": "0t"})
    said = answers_of(state, places="emden-stade")
    assert said == ["put t emden-stade.1", "put t emden-stade.2 from supply"]


@pytest.mark.parametrize(
    ("source", "rows"), [("stock", {"stock": "1m", "supply": "1t"}), ("supply", {"supply": "1m"})]
)
def test_t5_4_the_displaced_piece_comes_before_its_twin(source, rows):
    """The rules let the last merchant of the stock, or of the supply, come first: no wish does."""
    state = merchant_and(own={"hamburg-lubeck.1": "t"}, **rows)
    assert f"put m emden-stade.1 from {source}" in texts(state, "put")
    said = answers_of(state, places="emden-stade", extras="merchants")
    assert said[0] == "put m emden-stade.1"


@pytest.mark.usefixtures("boat")
@pytest.mark.parametrize(
    ("extras", "said"),
    [("none", ["done"]), ("traders", ["done"]), ("bot", None)],
)
def test_t5_4_a_displaced_piece_without_a_space_goes_to_the_stock(extras, said):
    """A merchant could make room by going on the boat; only the bot moves it."""
    state = alone({"hamburg-stade.1": "t", "hamburg-luneburg.1": "m"}, free=["emden-stade.1"])
    found = answers_of(state, places="emden-stade", extras=extras)
    assert found == said if said else found


def test_pieces_on_the_board_stay_where_they_are():
    state = displaced(supply={"red": "4t", "green": "0t"}, stock={})
    for kind in KINDS:
        while state.stock[2 * GREEN + kind]:
            state.add_stock(GREEN, kind, -1)
            state.set_space(state.spaces.index(EMPTY), piece(GREEN, kind))
    sources = {order.source for order in TEUTONICA.orders(state, GREEN).of(Put)}
    assert max(sources) >= 0
    everywhere = "\n".join(route.id for route in state.board.routes)
    first, *rest = answers_of(state, places=everywhere)
    assert "from" not in first
    assert rest == ["done"]


def test_neutral_traders_are_a_question_of_their_own():
    state = position(TWO, players=2, spaces={"hamburg-stade.1": "grey t"}, supply={"red": "4t"})
    state = play(state, "displace t hamburg-stade.1 paying 1t")
    view = TEUTONICA.view(state, GREEN)
    assert STANDING_ORDERS["teutonica"].asked_now(view) == "neutral_displaced"
    assert answers_of(state, places="bremen-hamburg", extras="none") == [
        "put t bremen-hamburg.1",
        "done",
    ]
    questions = STANDING_ORDERS["teutonica"].questions(TEUTONICA.view(displaced(), GREEN))
    assert [question.asked for question in questions] == ["displaced"]


def test_places_of_another_board_are_refused_by_name():
    view = TEUTONICA.view(displaced(), GREEN)
    clean = STANDING_ORDERS["teutonica"].clean
    for place in ("belgard", "london", "nowhere", "hamburg-bremen-stade"):
        with pytest.raises(BadWish, match=place) as caught:
            clean(view, "displaced", LIST | {"places": f"stade\n{place}"})
        assert caught.value.field == "places"
    read = clean(view, "displaced", LIST | {"places": "STADE - hamburg\nLübeck, lubeck\n\n"})
    assert read["places"] == ["hamburg-stade", "lubeck"]


@pytest.mark.parametrize("board_id", TITLES["teutonica"].boards)
def test_every_place_of_a_board_can_be_named(board_id):
    board = load_board(board_id)
    ids = [*board.space_ids, *(route.id for route in board.routes)]
    assert [read_place(board, place) for place in ids] == ids
    assert [read_place(board, city.name) for city in board.cities] == [
        city.id for city in board.cities
    ]


def income_asked(**stock):
    state = position(
        {"favour": "on"},
        tiles={"income": "green", "action": "open", "trader": "open", "cities": "open"},
        stock={"red": "9t1m", "green": "2t1m"} | stock,
    )
    return play(state, "income 1t")


@pytest.mark.parametrize(
    ("piece", "stock", "order"),
    [
        ("traders", "2t1m", "take t"),
        ("traders", "1m", "take m"),
        ("merchants", "2t1m", "take m"),
        ("merchants", "2t", "take t"),
        ("none", "2t1m", "decline"),
    ],
)
def test_the_income_tile_is_answered(piece, stock, order):
    assert answers_of(income_asked(green=stock), piece=piece) == [order]


def test_the_income_tile_is_a_question_for_who_may_have_it():
    questions = STANDING_ORDERS["teutonica"].questions
    state = income_asked()
    has = [[q.asked for q in questions(TEUTONICA.view(state, seat))] for seat in range(3)]
    assert has == [["displaced"], ["displaced", "income"], ["displaced"]]


def test_ones_own_turn_is_never_settled():
    state = position(spaces={"hamburg-stade.1": "green t"}, supply={"red": "4t"})
    assert STANDING_ORDERS["teutonica"].asked_now(TEUTONICA.view(state, RED)) == ""


# Hansa


@pytest.mark.parametrize(
    ("marker", "lost"), [("fewest", ["red1", "blue2"]), ("most", ["red3", "blue3"])]
)
def test_a_marker_is_lost_by_its_barrels(marker, lost):
    state = hansa_positions.position(
        ship="danzig",
        booths={"danzig": "Ann 1"},
        unsold={"Ann": "red1 red1 blue1 blue1", "Ben": "red1 red3 blue2 blue3", "Cleo": "red2"},
    )
    state = hansa_positions.play(state, "sell red1 red1 blue1 blue1")
    said = []
    while BEN in HANSA.to_move(state):
        view = HANSA.view(state, BEN)
        wish = STANDING_ORDERS["hansa"].clean(view, "lose", {"marker": marker})
        assert STANDING_ORDERS["hansa"].asked_now(HANSA.view(state, CLEO)) == ""
        order = STANDING_ORDERS["hansa"].answer(
            "lose", wish, view, HANSA.orders(state, BEN), random.Random(1)
        )
        said.append(HANSA.write(state, order))
        state = HANSA.apply(state, BEN, order)
    assert sorted(said) == sorted(f"lose {code}" for code in lost)
    assert STANDING_ORDERS["hansa"].asked_now(HANSA.view(state, ANN)) == ""
