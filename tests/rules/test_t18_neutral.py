"""T18: two players with neutral traders."""

import pytest

from games.rules.title import CHANCE
from tests.rules.positions import (
    CLASSIC,
    GREEN,
    GREY,
    RED,
    TEUTONICA,
    TWO,
    at,
    city,
    events,
    markers,
    play,
    position,
    refusal,
    route,
    supply,
    texts,
)
from tests.telling import describe

NAMES = ("Ann", "Ben")


def two(**words):
    """Return a position in which both have learned Book, so that merchants are about."""
    words.setdefault("supply", {"red": "2t1m", "green": "2t1m"})
    words.setdefault("levels", {"red": {"book": 3}, "green": {"book": 3}})
    return position(TWO | words.pop("also", {}), players=2, **words)


def told(before, line, viewer=None):
    (seat,) = TEUTONICA.to_move(before)
    after = play(before, line)
    return describe(TEUTONICA, before, seat, line, after.events, NAMES, viewer)


# T18.1 Setup.


def begun():
    return play(
        TEUTONICA.start(TWO, 2),
        "start 2",
        "tavern extra bremen-osnabruck",
        "tavern swap goslar-hildesheim",
        "tavern move3 luneburg-perleberg",
    )


def test_t18_1_one_trader_on_each_route_to_an_ability_and_beside_each_marker():
    state = begun()
    assert state.board.id == "hanse-23"
    grey = {
        r.id: list(state.spaces[r.spaces.start : r.spaces.stop]).count(11)
        for r in state.board.routes
        if any(state.spaces[r.spaces.start : r.spaces.stop])
    }
    assert grey == dict.fromkeys(
        {
            "bremen-osnabruck",
            "goslar-hildesheim",
            "luneburg-perleberg",
            "emden-groningen",
            "gottingen-quedlinburg",
            "halle-quedlinburg",
            "hamburg-lubeck",
            "hamburg-stade",
        },
        1,
    )


def test_t18_1_the_neutral_is_the_default_for_two():
    assert TEUTONICA.start({}, 2).options["two_player"] == "neutral"


def test_t18_1_neutral_traders_never_run_out():
    state = begun()
    state.spaces = bytes((11,)) * len(state.spaces)
    state.offices = bytes((11,)) * len(state.offices)
    TEUTONICA.view(state, RED)


# T18.2 What it is not.


def test_t18_2_the_neutral_has_no_turn_and_no_line_in_the_score():
    state = play(begun(), "end", "end")
    assert TEUTONICA.to_move(state) == (GREEN,)
    state.over = True
    assert len(TEUTONICA.result(state).scores) == 2


def test_t18_2_it_controls_cities_and_keeps_points_from_others():
    state = two(offices={"hamburg": "red, grey"}, spaces={"hamburg-stade": "green t"}, turn="green")
    hamburg = state.board.city("hamburg").index
    assert TEUTONICA.view(state, None).controllers[hamburg] == GREY
    assert play(state, "claim hamburg-stade nothing").prestige == (0, 0)
    state.over = True
    assert [lines["cities"] for lines in TEUTONICA.result(state).scores] == [0, 0]


def test_t18_2_its_offices_can_be_swapped():
    state = two(offices={"hamburg": "red, grey"}, held={"red": "swap"})
    line = "use swap hamburg 1 2"
    assert city(play(state, line), "hamburg") == "grey t, red t, -"
    assert told(state, line) == (
        "Ann uses Swap: Ann and the neutral player swap offices 1 and 2 in Hamburg."
    )


# T18.3 Displacing it.


def displacing(**words):
    spaces = {"arnheim-duisburg.1": "grey t"} | words.pop("spaces", {})
    return two(spaces=spaces, **words)


def displaced(**words):
    return play(displacing(**words), "displace t arnheim-duisburg.1 paying 1t")


def test_t18_3_it_costs_what_a_trader_costs():
    assert texts(displacing(), "displace") == {
        f"displace {kind} arnheim-duisburg.1 paying {paying}"
        for kind in "tm"
        for paying in ("1t", "1m")
        if not (kind == "m" and paying == "1m")
    }
    assert told(displacing(), "displace t arnheim-duisburg.1 paying 1t") == (
        "Ann displaces the neutral player's trader with a trader at Arnheim–Duisburg 1 and pays"
        " a trader."
    )


@pytest.mark.parametrize(("turn", "other"), [("red", GREEN), ("green", RED)])
def test_t18_3_the_other_player_places_it_and_one_more(turn, other):
    state = displaced(turn=turn)
    assert TEUTONICA.to_move(state) == (other,)
    assert TEUTONICA.view(state, None).prompt == "neutral displaced"
    assert (TEUTONICA.view(state, None).hand, TEUTONICA.view(state, None).left) == (b"\x0b", 1)
    state = play(state, "put t arnheim-kampen.1", "put t arnheim-kampen.2")
    assert route(state, "arnheim-kampen") == "grey t, grey t, -"
    assert TEUTONICA.to_move(state) == (1 - other,)


def test_t18_3_on_adjacent_routes():
    near = {text.split()[2].split(".")[0] for text in texts(displaced())}
    assert near == {"arnheim-kampen", "arnheim-munster", "dortmund-duisburg"}
    assert refusal(displaced(), "put t goslar-magdeburg.1") == (
        "Goslar–Magdeburg 1 is too far away. There is still room closer to Arnheim–Duisburg."
    )
    assert refusal(displaced(), "put m arnheim-kampen.1") == "The neutral player has only traders."


def test_t18_3_farther_away_when_those_are_full():
    full = {"arnheim-kampen": "red t", "arnheim-munster": "green t", "dortmund-duisburg": "red t"}
    near = {text.split()[2].split(".")[0] for text in texts(displaced(spaces=full))}
    assert near == {"kampen-osnabruck", "minden-munster", "dortmund-paderborn"}


def test_t18_3_the_extra_one_may_be_declined_but_not_the_first():
    state = displaced()
    assert texts(state, "done") == set()
    assert refusal(state, "done") == (
        "Place the displaced trader first. You can decline only the other one."
    )
    state = play(state, "put t arnheim-kampen.1", "done")
    assert TEUTONICA.to_move(state) == (RED,)
    assert state.spaces.count(11) == 1


def test_t18_3_nothing_of_the_players_is_used():
    state = displaced()
    before = supply(state, GREEN)
    assert supply(play(state, "put t arnheim-kampen.1", "put t arnheim-kampen.2"), GREEN) == before


def test_t18_3_the_log_says_that_it_is_neutral():
    assert told(displaced(), "put t arnheim-kampen.1") == (
        "Ben puts a neutral trader at Arnheim–Kampen 1."
    )


def test_t18_3_t13_the_tiles_of_the_players_do_not_help_it():
    state = displaced(also={"favour": "on"}, tiles={"anywhere": "green", "trader": "red"})
    assert "put t goslar-magdeburg.1" not in texts(state)
    assert TEUTONICA.view(state, None).left == 1


# T18.4 Routes that the neutral fills.


def filling(**words):
    """Return the position in which green can fill Dortmund-Duisburg with neutral traders."""
    return displaced(spaces={"dortmund-duisburg.1": "grey t"}, **words)


FILL = "put t dortmund-duisburg.2"


def test_t18_4_the_player_on_turn_chooses_the_city_at_once():
    state = play(filling(), FILL)
    assert TEUTONICA.to_move(state) == (RED,)
    assert TEUTONICA.view(state, None).prompt == "neutral office"
    assert texts(state) == {"neutral dortmund", "neutral duisburg"}
    assert refusal(state, "neutral arnheim") == (
        "The neutral player opens its office in Dortmund or Duisburg."
    )
    assert route(state, "dortmund-duisburg") == "-, -"


def test_t18_4_then_the_other_goes_on_placing():
    state = play(filling(), FILL, "neutral duisburg")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert city(state, "duisburg") == "grey t"
    state = play(state, "put t dortmund-duisburg.1")
    assert TEUTONICA.to_move(state) == (RED,)
    assert route(state, "dortmund-duisburg") == "grey t, -"


def test_t18_4_the_extra_trader_may_fill_it_too():
    state = play(filling(), "put t arnheim-kampen.1", FILL, "neutral duisburg")
    assert TEUTONICA.to_move(state) == (RED,)
    assert not state.frames


def test_t18_4_a_trader_takes_a_round_office_of_any_colour():
    state = play(filling(), FILL, "neutral dortmund")
    assert city(state, "dortmund") == "grey t, -"
    state = play(filling(offices={"dortmund": "red", "duisburg": "red"}), FILL)
    assert city(state, "dortmund") == "red m, grey t"
    assert TEUTONICA.to_move(state) == (GREEN,)


def test_t18_4_one_city_with_room_needs_no_choice():
    state = play(filling(offices={"duisburg": "green"}), FILL)
    assert city(state, "dortmund") == "grey t, -"
    assert TEUTONICA.to_move(state) == (GREEN,)


def test_t18_4_no_city_with_room_means_no_office():
    state = play(filling(offices={"duisburg": "green", "dortmund": "red, red"}), FILL)
    assert events(state, "neutral_office") == []
    assert route(state, "dortmund-duisburg") == "-, -"
    assert TEUTONICA.to_move(state) == (GREEN,)


def test_t18_4_the_controllers_get_their_prestige_before_the_office():
    state = play(filling(offices={"duisburg": "green", "dortmund": "red"}), FILL)
    assert state.prestige == (1, 1)
    state = play(filling(offices={"dortmund": "grey"}), FILL)
    assert state.prestige == (0, 0)


def test_t18_4_a_coin_pays_nobody():
    """Warburg and Coellen have coins."""
    state = two(
        spaces={"coellen-warburg": "grey t, grey t, grey t, -", "goslar-magdeburg.1": "grey t"},
        held={"red": "move3"},
    )
    state = play(state, "use move3", "move goslar-magdeburg.1 > coellen-warburg.4")
    state = play(state, "neutral warburg")
    assert city(state, "warburg") == "grey t, -"
    assert state.prestige == (0, 0)


def test_t18_4_a_city_may_be_completed():
    state = play(filling(), FILL, "neutral duisburg")
    assert events(state, "completed") == [["duisburg"]]


def test_t18_4_a_marker_is_discarded_and_replaced_by_the_player_on_turn():
    state = play(filling(markers={"dortmund-duisburg": "plus3"}), FILL, "neutral duisburg")
    assert markers(state.added.discarded) == ["plus3"]
    assert not state.held[RED]
    assert list(state.drawn) == [1, 0]
    assert markers(state.markers.replace(b"\0", b"")) == []
    state = play(state, "done", "end")
    assert TEUTONICA.to_move(state) == (CHANCE,)
    state = play(state, "draw plus4")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t18_4_t10_no_replacement_ends_the_game_after_the_action():
    state = filling(markers={"dortmund-duisburg": "plus3"}, rest_used_by="green")
    state = play(state, FILL)
    assert not state.over
    state = play(state, "neutral duisburg")
    assert TEUTONICA.to_move(state) == (GREEN,)
    state = play(state, "put t arnheim-kampen.1")
    assert (state.over, state.ending) == (True, "markers")


def test_t18_4_t10_prestige_that_it_brings_ends_the_game():
    state = filling(offices={"duisburg": "green"}, prestige={"green": 19})
    state = play(state, FILL, "done")
    assert (state.over, state.ending) == (True, "prestige")


def test_t18_4_t10_its_office_may_complete_the_tenth_city():
    full = dict.fromkeys(("bremen", "brunswick", "goslar", "luneburg", "stade"), "red")
    full |= {"hannover": "green, green", "hildesheim": "green, green", "lubeck": "green, green"}
    full |= {"coellen": "green, green"}
    state = filling(offices=full, levels={"red": {"book": 3}, "green": {"book": 3, "bank": 3}})
    assert len(state.completed) == 9
    state = play(state, FILL, "neutral duisburg", "done")
    assert (state.over, state.ending) == (True, "cities")


def test_t18_4_move_3_may_fill_a_route():
    state = two(
        spaces={"dortmund-duisburg.1": "grey t", "goslar-magdeburg.1": "grey t"},
        held={"red": "move3"},
    )
    state = play(state, "use move3", "move goslar-magdeburg.1 > dortmund-duisburg.2")
    assert texts(state) == {"neutral dortmund", "neutral duisburg"}
    state = play(state, "neutral duisburg")
    # No other piece is on the board, so the series ends on its own.
    assert not state.frames


def test_t18_4_in_the_middle_of_a_move_3_the_series_goes_on():
    state = two(
        spaces={
            "dortmund-duisburg": "grey t, green t",
            "goslar-magdeburg": "grey t, green m",
        },
        held={"red": "move3"},
    )
    state = play(state, "use move3", "move goslar-magdeburg.1 > dortmund-duisburg.2")
    state = play(state, "neutral duisburg")
    # Green's trader is still in the air; where it stood is free again.
    assert {text.split()[1] for text in texts(state)} == {"dortmund-duisburg.2"}
    state = play(state, "move dortmund-duisburg.2 > dortmund-duisburg.1")
    assert route(state, "dortmund-duisburg") == "green t, -"
    assert texts(state, "done") == {"done"}


def test_t18_4_a_piece_of_a_player_keeps_it_from_claiming():
    state = play(displaced(spaces={"dortmund-duisburg.1": "red t"}), FILL)
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert route(state, "dortmund-duisburg") == "red t, grey t"


def test_t18_4_the_log_tells_all_of_it():
    before = filling(
        markers={"dortmund-duisburg": "plus3"}, offices={"duisburg": "green", "dortmund": "red"}
    )
    assert told(before, FILL) == (
        "Ben puts a neutral trader at Dortmund–Duisburg 2. The neutral player claims"
        " Dortmund–Duisburg. Ann gains 1 prestige point for controlling Dortmund. Ben gains 1"
        " prestige point for controlling Duisburg. The bonus marker +3 Actions there leaves the"
        " game. The neutral player opens an office in"
        " Dortmund. Dortmund is completed."
    )
    assert told(play(filling(), FILL), "neutral duisburg") == (
        "Ann chooses Duisburg for the neutral office. The neutral player opens an office in"
        " Duisburg. Duisburg is completed."
    )


# T18.5 Markers that a player places.


def test_t18_5_a_neutral_trader_comes_with_every_marker_that_is_placed():
    state = play(two(plate={"red": "plus3 plus4"}), "end", "marker plus3 goslar-magdeburg")
    assert at(state, "goslar-magdeburg.1") == "grey t"
    assert "marker plus4 goslar-magdeburg" not in texts(state)
    state = play(state, "marker plus4 dortmund-duisburg")
    assert route(state, "dortmund-duisburg") == "grey t, -"
    assert TEUTONICA.to_move(state) == (GREEN,)


def test_t18_5_t8_5_a_marker_that_fits_nowhere_brings_none_until_it_is_placed():
    board = two().board
    spaces = {f"{r.id}.1": "grey t" for r in board.routes if r.id != "goslar-magdeburg"}
    state = two(spaces=spaces | {"goslar-magdeburg.1": "green t"}, plate={"red": "plus3"})
    after = play(state, "end")
    assert TEUTONICA.to_move(after) == (GREEN,)
    assert events(after, "kept") == [[RED, 1]]
    assert after.spaces.count(11) == state.spaces.count(11)
    after = play(after, "move goslar-magdeburg.1 > dortmund-duisburg.2", "done", "end", "end")
    assert texts(after) == {"marker plus3 goslar-magdeburg"}
    after = play(after, "marker plus3 goslar-magdeburg")
    assert at(after, "goslar-magdeburg.1") == "grey t"


# Other markers.


def test_t9_6_t18_move_3_moves_neutral_traders_too():
    state = two(spaces={"goslar-magdeburg.1": "grey t", "emden-osnabruck.1": "green m"})
    state.held = (bytes((5,)), b"")
    state.bag = bytes((*state.bag[:5], state.bag[5] - 1, state.bag[6]))
    state = play(state, "use move3")
    line = "move goslar-magdeburg.1 > goslar-hildesheim.1"
    assert told(state, line) == (
        "Ann moves the neutral player's trader from Goslar–Magdeburg 1 to Goslar–Hildesheim 1."
    )
    line = "move emden-osnabruck.1 > goslar-magdeburg.1"
    assert told(state, line) == (
        "Ann moves Ben's merchant from Emden–Osnabrück 1 to Goslar–Magdeburg 1."
        " The neutral player's trader there is lifted and moves next."
    )


def test_t9_6_t18_classic_remove_3_takes_neutral_traders_off_the_board():
    state = two(
        also=CLASSIC,
        spaces={"goslar-magdeburg.1": "grey t", "emden-osnabruck.1": "green m"},
        held={"red": "remove3"},
    )
    before = supply(state, GREEN)
    state = play(state, "use remove3")
    assert told(state, "remove goslar-magdeburg.1") == (
        "Ann removes the neutral player's trader from Goslar–Magdeburg 1."
    )
    state = play(state, "remove goslar-magdeburg.1", "remove emden-osnabruck.1")
    assert not any(state.spaces)
    assert supply(state, GREEN) == (before[0], before[1] + 1)
    assert not state.frames
