"""T15: Britannia: permissions, three countries, and their points."""

import pytest

from games.rules.teutonica.frames import PlaceAbroad
from tests.rules.positions import (
    BRITANNIA,
    CLASSIC,
    GREEN,
    RED,
    TEUTONICA,
    at,
    events,
    play,
    position,
    refusal,
    route,
    stock,
    supply,
    texts,
)
from tests.telling import describe

BOOK = {colour: {"book": 3} for colour in ("red", "green", "blue", "yellow")}
WALES, SCOTLAND = "conway-montgomery.1", "dunbar-edinburgh.1"
NO_WALES = (
    "You need a permission to place or displace in Wales. The rightmost office of Cardiff or London"
    " gives one each turn."
)
NO_SCOTLAND = (
    "You need a permission to place or displace in Scotland. The rightmost office of Carlisle or"
    " London gives one each turn."
)


def britannia(**words):
    words.setdefault("levels", BOOK)
    if "stock" not in words:
        words.setdefault("supply", {"red": "6t1m", "green": "6t1m"})
    return position(BRITANNIA | words.pop("also", {}), **words)


def countries(state, verb):
    """Return the countries that a verb may go to."""
    found = set()
    for text in texts(state, verb):
        space = state.board.space_numbers[text.split()[2]]
        found.add(state.board.routes[state.board.space_route[space]].country)
    return found


# T15.1 Permissions.


def test_t15_1_in_england_nobody_needs_a_permission():
    state = britannia()
    assert countries(state, "place") == {"england"}
    assert refusal(state, f"place t {WALES}") == NO_WALES
    assert refusal(state, f"place t {SCOTLAND}") == NO_SCOTLAND


@pytest.mark.parametrize(
    ("city", "granted"),
    [
        ("cardiff", {"wales"}),
        ("carlisle", {"scotland"}),
        ("london", {"wales", "scotland"}),
        ("chester", set()),
    ],
)
def test_t15_1_which_city_permits_what(city, granted):
    assert countries(britannia(offices={city: "red"}), "place") == {"england"} | granted


def test_t15_1_on_the_side_for_three_there_is_no_scotland():
    state = position(
        BRITANNIA, players=3, offices={"london": "red", "carlisle": "red"}, supply={"red": "2t"}
    )
    assert countries(state, "place") == {"england", "wales"}
    assert TEUTONICA.view(state, None).permissions == (("wales",),)


@pytest.mark.parametrize("city", ["cardiff", "london"])
def test_t15_1_the_rightmost_office_counts_and_not_control(city):
    offices = {city: "red, red, green"}
    state = britannia(offices=offices)
    assert TEUTONICA.view(state, None).controllers[state.board.city(city).index] == RED
    assert countries(state, "place") == {"england"}
    assert "wales" in countries(britannia(offices=offices, turn="green"), "place")


def test_t15_1_vacant_offices_to_the_right_do_not_matter():
    state = britannia(offices={"cardiff": "green, red, -, -, -"})
    assert countries(state, "place") == {"england", "wales"}


def test_t15_1_an_additional_office_is_left_of_all_others():
    state = britannia(offices={"cardiff": "green"}, extras={"cardiff": "red, red"})
    assert countries(state, "place") == {"england"}
    state = britannia(extras={"cardiff": "green, red"})
    assert countries(state, "place") == {"england", "wales"}


@pytest.mark.parametrize("line", [f"place t {WALES}", "displace t chester-conway.1 paying 1t"])
def test_t15_1_good_for_one_place_or_one_displace_each_turn(line):
    state = britannia(
        offices={"cardiff": "red"}, spaces={"chester-conway": "green t, green t, -"}, actions=4
    )
    assert TEUTONICA.view(state, None).permissions == (("wales",),)
    state = play(state, line)
    while TEUTONICA.to_move(state) == (GREEN,):
        state = play(state, min(texts(state), key=lambda text: text != "done"))
    assert TEUTONICA.view(state, None).permissions == ()
    assert countries(state, "place") == countries(state, "displace") | {"england"} == {"england"}
    used = "You've used the permission of Cardiff this turn. It allows one Place or one"
    assert refusal(state, "place t conway-montgomery.2") == f"{used} Displace."
    assert refusal(state, "displace t chester-conway.2 paying 1t") == f"{used} Displace."
    assert refusal(state, f"place t {SCOTLAND}") == NO_SCOTLAND


def test_t15_1_each_turn_anew():
    state = play(britannia(offices={"cardiff": "red"}), f"place t {WALES}")
    state = play(state, "end", "end", "end", "end")
    assert "place t conway-montgomery.2" in texts(state)


def test_t15_1_placing_in_england_uses_no_permission():
    state = play(britannia(offices={"cardiff": "red"}), "place t durham-york.1")
    assert TEUTONICA.view(state, None).permissions == (("wales",),)


def test_t15_1_several_add_up_in_one_country():
    state = britannia(offices={"cardiff": "red", "london": "red"}, actions=4)
    state = play(state, f"place t {WALES}", "place t conway-montgomery.2")
    assert refusal(state, "place t conway-montgomery.3") == (
        "You've used the permission of Cardiff and London this turn. It allows one Place or one"
        " Displace."
    )
    assert refusal(state, f"place t {SCOTLAND}") == (
        "You've used the permission of London this turn. It allows one Place or one Displace."
    )


def test_t15_1_several_add_up_in_two_countries():
    """Wales first: Cardiff permits it, so that London is left for Scotland."""
    state = britannia(offices={"cardiff": "red", "london": "red"}, actions=4)
    state = play(state, f"place t {WALES}")
    assert events(state, "permission") == [["cardiff"]]
    state = play(state, f"place t {SCOTLAND}")
    assert events(state, "permission") == [["london"]]
    assert countries(state, "place") == {"england"}


def test_t15_1_all_three_give_three():
    state = britannia(offices=dict.fromkeys(("cardiff", "london", "carlisle"), "red"), actions=4)
    assert TEUTONICA.view(state, None).permissions == (
        ("wales",),
        ("scotland",),
        ("wales", "scotland"),
    )
    state = play(state, f"place t {SCOTLAND}", "place t dunbar-edinburgh.2", f"place t {WALES}")
    assert countries(state, "place") == {"england"}


def test_t15_1_it_counts_from_the_moment_the_office_is_held():
    state = britannia(spaces={"canterbury-london": "red t"}, actions=2)
    assert countries(state, "place") == {"england"}
    state = play(state, "claim canterbury-london office london")
    assert countries(state, "place") == {"england", "wales", "scotland"}


def test_t15_1_a_swap_brings_it_at_once_and_takes_it_at_once():
    state = britannia(offices={"cardiff": "red, green"}, held={"red": "swap"})
    assert countries(state, "place") == {"england"}
    assert countries(play(state, "use swap cardiff 1 2"), "place") == {"england", "wales"}
    state = britannia(offices={"cardiff": "green, red"}, held={"red": "swap"})
    assert countries(play(state, "use swap cardiff 1 2"), "place") == {"england"}


def test_t15_1_one_used_and_held_again_is_still_used():
    state = britannia(offices={"cardiff": "red, green"}, permits="cardiff", held={"red": "swap"})
    assert countries(play(state, "use swap cardiff 1 2"), "place") == {"england"}


def test_t15_1_claim_move_and_markers_need_none():
    state = britannia(
        spaces={"conway-montgomery": "red t", "dunbar-edinburgh.1": "green t", WALES: "red t"},
        held={"red": "move3"},
    )
    assert "claim conway-montgomery office conway" in texts(state)
    assert "move conway-montgomery.1 > chester-conway.1" in texts(state)
    assert "move dunbar-edinburgh.1 > edinburgh-glasgow.1" in texts(play(state, "use move3"))


def test_t15_1_the_log_names_the_city():
    state = britannia(offices={"london": "red"})
    after = play(state, f"place t {WALES}")
    told = describe(TEUTONICA, state, RED, f"place t {WALES}", after.events, ("Ann", "Ben"), None)
    assert told == "Ann places a trader at Conway–Montgomery 1. This uses the permission of London."


# T15.2 Displaced pieces.


def displaced(space, around=None, kind="t"):
    """Return the position in which green places what red displaced."""
    state = britannia(
        offices={"london": "red"},
        spaces=(around or {}) | {space: f"green {kind}"},
        supply={"red": "6t1m"},
    )
    return play(state, f"displace m {space} paying {'1t' if kind == 't' else '2t'}")


def put_routes(state, kind="t"):
    return {text.split()[2].split(".")[0] for text in texts(state, "put") if f" {kind} " in text}


def test_t15_2_from_wales_to_wales_or_england():
    state = displaced("conway-isleofman.3")
    # Carlisle-Isle of Man meets it, too, but lies in Scotland.
    assert put_routes(state) == {"chester-conway", "conway-montgomery"}
    assert refusal(state, "put t carlisle-isleofman.1") == (
        "A piece displaced in Wales stays in Wales or England."
    )
    state = displaced("cardiff-pembroke.1")
    assert put_routes(state) == {
        "cardiff-coventry",
        "cardiff-montgomery",
        "cardiff-oxford",
        "montgomery-pembroke",
    }


def test_t15_2_from_scotland_to_scotland_or_england():
    state = displaced("carlisle-isleofman.1")
    # Conway-Isle of Man lies in Wales; Carlisle-Chester is England's, of boats but for one space.
    assert put_routes(state) == {
        "carlisle-chester",
        "carlisle-durham",
        "carlisle-falkirk",
        "carlisle-richmond",
    }


def test_t15_2_from_england_to_england_only():
    state = displaced("cardiff-oxford.1")
    assert put_routes(state) == {"cardiff-coventry", "london-oxford", "oxford-salisbury"}
    assert refusal(state, "put t cardiff-pembroke.1") == (
        "A piece displaced in England stays in England."
    )


def test_t15_2_t5_3_farther_ones_only_when_those_are_full():
    """Around Conway all is full but Scotland, which is no step on the way to Carlisle."""
    around = {"chester-conway": "blue t", "conway-montgomery": "yellow t"}
    state = displaced("conway-isleofman.3", around)
    assert put_routes(state) == {
        "carlisle-chester",
        "chester-hereford",
        "cardiff-montgomery",
        "hereford-montgomery",
        "montgomery-pembroke",
    }
    assert refusal(state, "put t carlisle-durham.1") == (
        "Carlisle–Durham 1 is too far away. There is still room closer to Conway–Isle of Man."
    )


def test_t15_2_extra_pieces_are_bound_in_the_same_way():
    state = play(displaced("conway-isleofman.3"), "put t chester-conway.1")
    assert put_routes(state) == {"chester-conway", "conway-montgomery"}
    assert put_routes(state, "m") <= {"chester-conway", "conway-montgomery"}


def lifting(around, own):
    """Return the answer of green, who has little but the displaced trader and `own` spaces."""
    spaces = around | dict.fromkeys(("cardiff-pembroke.1", *own), "green t")
    state = britannia(
        levels={},
        offices={"london": "red"},
        spaces=spaces,
        extras={"york": ", ".join(["green t"] * (10 - len(own)) + ["green m"])},
        supply={"red": "6t1m", "green": "0t"},
    )
    return play(state, "displace t cardiff-pembroke.1 paying 1t")


def test_t5_4a_t15_3_a_lifted_piece_stays_in_its_country_or_comes_to_england():
    """From England to England only; from Wales to both; from Scotland, too, to England alone."""
    own = ("cambridge-london.1", "chester-conway.1", "carlisle-falkirk.1")
    state = play(lifting({}, own), "put t cardiff-oxford.1")
    to = {}
    for text in texts(state, "put"):
        _, _, space, _, origin = text.split()
        to.setdefault(origin, set()).add(space.split(".")[0])
    england = {"cardiff-coventry", "cardiff-oxford"}
    assert to == {
        "cambridge-london.1": england,
        "chester-conway.1": england | {"cardiff-montgomery", "montgomery-pembroke"},
        "carlisle-falkirk.1": england,
    }
    assert refusal(state, "put t cardiff-montgomery.1 from cambridge-london.1") == (
        "A piece from England stays in England."
    )


def test_t5_4_t15_3_a_twin_from_england_may_take_the_last_space_near():
    """The displaced trader may then go to Wales, where the other could not have gone."""
    near = {"cardiff-coventry": "blue t", "cardiff-oxford": "blue t, blue t, blue t, -"}
    near |= {"cardiff-montgomery": "yellow t", "montgomery-pembroke": "yellow t"}
    state = play(
        lifting(near, ("cambridge-london.1",)), "put t cardiff-oxford.4 from cambridge-london.1"
    )
    assert put_routes(state) >= {"conway-montgomery", "hereford-montgomery"}


def test_t15_2_t5_4_with_no_room_but_in_the_other_country_it_goes_to_the_stock():
    complete = {"city_keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
    colours = ("red", "green", "blue", "yellow", "purple")
    board = britannia().board
    merchants = iter([colour for colour in colours for _ in range(2)])
    traders = iter([colour for colour in colours for _ in range(21)])
    spaces = {}
    for space, boat in zip(board.space_ids, board.boats, strict=True):
        if board.routes[board.space_route[board.space_numbers[space]]].country != "scotland":
            spaces[space] = f"{next(merchants)} m" if boat else f"{next(traders)} t"
    victim = next(s for s in spaces if spaces[s] == "green t" and s.startswith("cardiff-pembroke"))
    state = position(
        BRITANNIA,
        players=5,
        levels=dict.fromkeys(colours, complete),
        spaces=spaces,
        extras={"london": "red"},
        supply={"red": "2t"},
    )
    before = stock(state, GREEN)
    state = play(state, f"displace t {victim} paying 1t")
    assert events(state, "to_stock") == [[GREEN, "trader"]]
    assert stock(state, GREEN) == (before[0] + 1, before[1])
    assert TEUTONICA.to_move(state) == (RED,)


# T15.3 Move.


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("durham-york.1", {"england"}),
        ("conway-montgomery.1", {"wales", "england"}),
        ("dunbar-edinburgh.1", {"scotland", "england"}),
    ],
)
def test_t15_3_a_piece_stays_in_its_country_or_goes_to_england(start, ends):
    state = britannia(spaces={start: "red t"})
    found = set()
    for text in texts(state, "move"):
        space = state.board.space_numbers[text.split()[3]]
        found.add(state.board.routes[state.board.space_route[space]].country)
    assert found == ends


def test_t15_3_what_is_said_about_other_moves():
    state = britannia(spaces={"durham-york.1": "red t", "conway-montgomery.1": "red t"})
    assert refusal(state, "move durham-york.1 > chester-conway.1") == (
        "A piece in England can move only to spaces in England."
    )
    assert refusal(state, "move conway-montgomery.1 > dunbar-edinburgh.1") == (
        "A piece in Wales can move only to spaces in Wales or England."
    )


def test_t15_3_pieces_of_two_countries_do_not_change_places():
    state = britannia(
        spaces={"durham-york.1": "red t", "conway-montgomery": "red m, red t, -"},
    )
    assert "move conway-montgomery.1 > conway-montgomery.2" in texts(state)
    assert refusal(state, "move conway-montgomery.1 > durham-york.1") == (
        "Pieces in two countries can't swap: the one in England would have to leave it."
    )
    assert refusal(state, "move durham-york.1 > conway-montgomery.1") == (
        "A piece in England can move only to spaces in England."
    )


def test_t15_3_a_piece_that_came_to_england_stays_there():
    state = britannia(spaces={"conway-montgomery.1": "red t"})
    state = play(state, "move conway-montgomery.1 > durham-york.1")
    assert "move durham-york.1 > durham-york.2" in texts(state)
    assert "move durham-york.1 > conway-montgomery.1" not in texts(state)


# T15.4 Markers that move others.


def test_t15_4_move_3_leaves_a_piece_in_its_country():
    state = britannia(
        spaces={"conway-montgomery.1": "green t", "durham-york.1": "green m"},
        held={"red": "move3"},
    )
    state = play(state, "use move3")
    assert "move conway-montgomery.1 > chester-conway.1" in texts(state)
    assert refusal(state, "move conway-montgomery.1 > durham-york.2") == (
        "This piece must stay in Wales."
    )
    assert refusal(state, "move conway-montgomery.1 > durham-york.1") == (
        "This piece must stay in Wales."
    )
    assert refusal(state, "move durham-york.1 > chester-conway.1") == (
        "This piece must stay in England."
    )


def test_t15_4_pieces_trade_places_within_one_country():
    state = britannia(
        spaces={"conway-montgomery.1": "green t", "chester-conway.1": "blue m"},
        held={"red": "move3"},
    )
    state = play(state, "use move3", "move conway-montgomery.1 > chester-conway.1")
    assert all("chester-conway.1 > " in text for text in texts(state))
    assert "move chester-conway.1 > durham-york.1" not in texts(state)
    state = play(state, "move chester-conway.1 > conway-montgomery.1")
    assert at(state, "conway-montgomery.1") == "blue m"


def test_t15_4_so_does_the_permanent_marker():
    state = britannia(
        spaces={
            "calais-canterbury": "red t, red m, red t",
            "conway-montgomery.1": "green t",
            "durham-york.1": "red t",
        },
    )
    state = play(state, "claim calais-canterbury nothing")
    assert "move durham-york.1 > durham-york.2" in texts(state)
    assert "move durham-york.1 > chester-conway.1" not in texts(state)
    assert "move conway-montgomery.1 > chester-conway.1" in texts(state)
    assert "move conway-montgomery.1 > durham-york.2" not in texts(state)


def test_t15_4_the_side_for_three_has_a_second_such_route():
    board = position(BRITANNIA, players=3).board
    permanent = {r.id: r.permanent_marker for r in board.routes if r.permanent_marker}
    assert permanent == {
        "calais-canterbury": "move_2_any",
        "calais-southampton": "place_2_in_wales_or_scotland",
        "carlisle-isleofman": "move_2_any",
    }


def test_t15_4_remove_3_has_no_such_limit():
    state = britannia(
        also=CLASSIC,
        spaces={"conway-montgomery.1": "green t", "dunbar-edinburgh.1": "green t"},
        held={"red": "remove3"},
    )
    state = play(state, "use remove3", "remove conway-montgomery.1", "remove dunbar-edinburgh.1")
    assert supply(state, GREEN) == (8, 1)


def full_wales(yellow):
    """Return red's turn with Wales full but for a boat, and a piece of yellow's at Cardiff."""
    welsh = [
        space
        for space, route in zip(
            britannia().board.space_ids, britannia().board.space_route, strict=True
        )
        if britannia().board.routes[route].country == "wales"
    ]
    colours = iter([f"{colour} t" for colour in ("green", "blue", "yellow") for _ in range(8)])
    spaces = {space: next(colours) for space in welsh}
    spaces |= {"conway-isleofman.1": "green m", "conway-isleofman.2": "-"}
    spaces["cardiff-montgomery.1"] = f"yellow {yellow}"
    state = britannia(held={"red": "move3"}, spaces=spaces, supply={"red": "2t"})
    return play(state, "use move3")


def test_t15_4_t9_6_three_pieces_may_change_places_in_a_ring():
    """A merchant leaves a boat for a trader, who takes the house of another merchant."""
    ring = (
        "move conway-isleofman.1 > cardiff-pembroke.1",
        "move cardiff-pembroke.1 > cardiff-montgomery.1",
        "move cardiff-montgomery.1 > conway-isleofman.1",
    )
    state = play(full_wales("m"), *ring)
    assert TEUTONICA.view(state, None).prompt == "turn"
    # Among traders alone nobody could take the boat.
    assert ring[0] not in texts(full_wales("t"))


# T15.5 Bonus markers, and the permanent marker for Wales and Scotland.


def test_t15_5_no_markers_in_wales_and_scotland_nor_beside_permanent_ones():
    state = play(britannia(plate={"red": "plus3"}), "end")
    routes = {text.split()[2] for text in texts(state, "marker")}
    for other in state.board.routes:
        fits = other.country == "england" and other.permanent_marker is None
        assert (other.id in routes) == fits
    assert refusal(state, "marker plus3 conway-montgomery") == (
        "You can't place a marker in Wales or Scotland, where Conway–Montgomery is."
    )
    assert refusal(state, "marker plus3 calais-canterbury") == (
        "Calais–Canterbury already has a marker."
    )


def placing(**words):
    """Return the position in which red places two pieces abroad."""
    spaces = {"calais-southampton": "red t, red m, red m"} | words.pop("spaces", {})
    state = britannia(spaces=spaces, **words)
    return play(state, "claim calais-southampton nothing")


def test_t15_5_two_pieces_of_the_stock_go_to_wales_and_scotland():
    state = placing(stock={"red": "4t"})
    assert TEUTONICA.view(state, None).prompt == "place abroad"
    assert countries(state, "put") == {"wales", "scotland"}
    state = play(state, f"put t {WALES}", f"put m {SCOTLAND}")
    assert (at(state, WALES), at(state, SCOTLAND)) == ("red t", "red m")
    assert stock(state, RED) == (4, 1)
    assert not state.frames


def test_t15_5_it_needs_no_permission_and_uses_none():
    state = play(placing(offices={"cardiff": "red"}), f"put t {WALES}", "done")
    assert TEUTONICA.view(state, None).permissions == (("wales",),)


@pytest.mark.parametrize("placed", [0, 1])
def test_t15_5_it_can_be_left_off(placed):
    state = play(placing(), *[f"put t {WALES}"] * placed, "done")
    assert not state.frames
    assert state.spaces.count(1) == placed


def test_t15_5_boats_abroad_take_merchants_only():
    state = placing()
    assert "put m conway-isleofman.1" in texts(state)
    assert "put t conway-isleofman.1" not in texts(state)


def test_t15_5_from_the_supply_only_with_an_empty_stock():
    state = britannia(stock={"red": "0t"})
    state.frames = (PlaceAbroad(2),)
    assert f"put t {WALES} from supply" in texts(state)
    assert f"put t {WALES}" not in texts(state)
    assert refusal(state, f"put t {WALES}") == (
        "Put a piece on a free space in Wales or Scotland. Take it from your stock. If that is"
        " empty, take it from your supply. If both are empty, take it from your own spaces."
    )
    before = supply(state, RED)
    assert supply(play(state, f"put t {WALES} from supply"), RED) == (before[0] - 1, before[1])


def test_t15_5_from_the_board_only_with_both_empty():
    complete = {"city_keys": 0, "actions": 0, "privilege": 0, "book": 3, "bank": 0}
    state = britannia(
        levels={"red": complete},
        spaces={
            "durham-york": "red t, red m, red t",
            "oxford-salisbury": "red t",
            "london-oxford": "red t",
            "coventry-nottingham.1": "red m",
            "coventry-nottingham.2": "red m",
            "coventry-nottingham.3": "red m",
            "lancaster-richmond.1": "red t",
        },
        supply={"red": "0t"},
    )
    assert stock(state, RED) == (0, 0)
    state.frames = (PlaceAbroad(2),)
    state = play(state, f"put m {WALES} from durham-york.2", f"put t {SCOTLAND} from durham-york.1")
    assert route(state, "durham-york") == "-, -, red t"
    assert at(state, WALES) == "red m"
    assert not state.frames


# T15.6 The countries at the end.

OF_WALES = ("conway", "montgomery", "pembroke", "chester", "cardiff")


@pytest.mark.parametrize(
    ("cities", "points"),
    [
        # By cities controlled.
        (("red", "red", "green"), [7, 4, 0, 0, 0]),
        (("red", "red", "red", "green, green", "blue"), [7, 4, 2, 0, 0]),
        # Equal in cities: by offices.
        (("red", "green, green, green", "blue, blue"), [2, 7, 4, 0, 0]),
        (("red", "green, green, red, green", "blue, blue"), [3, 7, 3, 0, 0]),
        # Equal in both: the points of their places, divided.
        (("red", "green", "blue", "blue"), [3, 3, 7, 0, 0]),
        (("red", "green", "blue"), [4, 4, 4, 0, 0]),
        (("red", "green", "blue", "yellow"), [3, 3, 3, 3, 0]),
        (("red", "green", "blue", "yellow", "purple"), [2, 2, 2, 2, 2]),
        (("red, red", "green, green", "blue"), [5, 5, 2, 0, 0]),
        # Equal for the third place: two points for two, nothing for three.
        (("red, red, red", "green, green", "blue", "yellow"), [7, 4, 1, 1, 0]),
        (("red, red, red", "green, green", "blue", "yellow", "purple"), [7, 4, 0, 0, 0]),
        # Those who control nothing come after those who do, however many offices they have.
        (("red, blue, red", "red, blue, red", "green"), [7, 4, 2, 0, 0]),
        (("red, blue, red", "red, blue, red", "red, yellow, red"), [7, 0, 4, 2, 0]),
        (("red, blue, red", "red, yellow, red", ""), [7, 0, 3, 3, 0]),
        (("red, blue, red", "red, yellow, red", "red, green, red"), [7, 2, 2, 2, 0]),
        (("red, green", "red, green", "green, blue"), [2, 7, 4, 0, 0]),
        # Nobody without an office.
        (("red",), [7, 0, 0, 0, 0]),
        ((), [0, 0, 0, 0, 0]),
    ],
)
def test_t15_6_wales_is_worth_7_4_and_2(cities, points):
    state = position(BRITANNIA, players=5, extras=dict(zip(OF_WALES, cities, strict=False)))
    state.over = True
    scores = TEUTONICA.result(state).scores
    assert [lines["wales"] for lines in scores] == points
    assert [lines["scotland"] for lines in scores] == [0] * 5
    for lines in scores:
        assert sum(lines.values()) == 2 * lines["total"]


def test_t15_6_scotland_has_points_of_its_own():
    state = position(
        BRITANNIA, players=4, extras={"dunbar": "red", "glasgow": "green, green", "conway": "blue"}
    )
    state.over = True
    scores = TEUTONICA.result(state).scores
    assert [lines["scotland"] for lines in scores] == [4, 7, 0, 0]
    assert [lines["wales"] for lines in scores] == [0, 0, 7, 0]


def test_t15_6_the_isle_of_man_counts_for_both():
    state = position(BRITANNIA, players=4, extras={"isleofman": "red", "conway": "green, green"})
    state.over = True
    scores = TEUTONICA.result(state).scores
    assert [lines["scotland"] for lines in scores] == [7, 0, 0, 0]
    assert [lines["wales"] for lines in scores] == [4, 7, 0, 0]


def test_t15_6_on_the_side_for_three_for_wales_alone():
    state = position(
        BRITANNIA, players=3, extras={"isleofman": "red", "carlisle": "green", "newcastle": "blue"}
    )
    state.over = True
    scores = TEUTONICA.result(state).scores
    assert [lines["wales"] for lines in scores] == [7, 0, 0]
    assert "scotland" not in scores[0]


def test_t15_6_london_and_calais_count_for_neither():
    state = position(BRITANNIA, players=4, extras={"london": "red", "calais": "red"})
    state.over = True
    lines = TEUTONICA.result(state).scores[RED]
    assert (lines["wales"], lines["scotland"], lines["cities"]) == (0, 0, 4)


# What else is different.


def test_t7_4_t15_coins_are_worth_2():
    state = britannia(
        spaces={"bristol-salisbury": "red t"}, levels={"red": {"privilege": 1, "book": 3}}
    )
    state = play(state, "claim bristol-salisbury office bristol")
    assert events(state, "prestige") == [[RED, 2, "coin", "bristol"]]


def test_t10_t15_eight_completed_cities_end_the_game():
    full = dict.fromkeys(("bristol", "durham", "dunbar", "glasgow", "ipswich"), "blue")
    full |= {"lancaster": "green", "richmond": "-", "conway": "green, green"}
    state = britannia(offices=full, spaces={"lancaster-richmond": "red t"})
    assert len(state.completed) == 7
    state = play(state, "claim lancaster-richmond office richmond")
    assert (state.over, state.ending) == (True, "cities")


def test_t7_5_t15_the_connection_runs_from_oxford_to_york():
    chain = ("oxford", "london", "cambridge", "coventry", "york")
    state = britannia(
        offices=dict.fromkeys(chain, "red"),
        spaces={"nottingham-york": "red t"},
        levels={"red": {"privilege": 1, "book": 3}},
    )
    state = play(state, "claim nottingham-york office nottingham")
    assert [RED, 7, "connection", None] in events(state, "prestige")
