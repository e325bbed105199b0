"""T13: the Emperor's Favour, bought with the actions of a turn and two markers."""

import pytest

from games.rules.title import CHANCE
from tests.rules.positions import (
    BLUE,
    GREEN,
    RED,
    TEUTONICA,
    markers,
    play,
    position,
    refusal,
    stock,
    supply,
    texts,
)
from tests.telling import describe

FAVOUR = {"favour": "on"}
OPEN = {"anywhere": "open", "action": "open", "income": "open", "trader": "open"}


def at_start(**words):
    """Return the start of red's turn with two markers and four open tiles."""
    words = {"held": {"red": "plus3 develop"}, "tiles": OPEN} | words
    return position(FAVOUR, **words)


def owning(tile, colour="red", **words):
    """Return a position in which a player owns a tile."""
    return position(FAVOUR, tiles=OPEN | {tile: colour}, **words)


# Getting one.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t13_as_many_tiles_as_players_are_drawn(players):
    state = TEUTONICA.start(FAVOUR, players)
    for number in range(players):
        assert len(TEUTONICA.chance_outcomes(state)) == 6 - number
        assert {chance for _, chance in TEUTONICA.chance_outcomes(state)} == {1 / (6 - number)}
        order = TEUTONICA.chance_outcomes(state)[-1][0]
        assert order.verb == "tile"
        state = TEUTONICA.apply(state, CHANCE, order)
    assert len(TEUTONICA.view(state, None).tiles) == players
    assert TEUTONICA.chance_outcomes(state)[0][0].verb == "start"


def bought(*held, **words):
    """Return red's turn after the tile 'action' was paid for with +3 Actions and Develop."""
    state = at_start(held={"red": " ".join(("plus3 develop", *held))}, **words)
    return play(state, "favour action spending plus3 develop")


def test_t13_a_tile_costs_two_markers_and_the_actions_of_the_turn():
    state = bought()
    assert TEUTONICA.to_move(state) == (RED,)
    assert state.actions == 0
    assert texts(state) == {"end"}
    assert markers(state.held[RED]) == []
    assert markers(state.used[RED]) == ["plus3", "develop"]
    assert TEUTONICA.view(state, None).tiles["action"] == RED


def test_t13_the_markers_still_count_at_the_end():
    state = play(at_start(), "favour action spending plus3 develop")
    state.over = True
    assert TEUTONICA.result(state).scores[RED]["markers"] == 3


def test_t13_the_player_chooses_the_tile_and_the_two_markers():
    state = at_start(held={"red": "plus3 plus3 develop"})
    assert texts(state, "favour") == {
        f"favour {tile} spending {pair}"
        for tile in OPEN
        for pair in ("plus3 plus3", "plus3 develop")
    }
    state = play(state, "favour trader spending plus3 plus3")
    assert markers(state.held[RED]) == ["develop"]


def test_t13_only_open_tiles_can_be_taken():
    state = owning("action", "green", held={"red": "plus3 develop"})
    assert refusal(state, "favour action spending plus3 develop") == (
        "The tile 'Extra action' is already taken."
    )
    assert refusal(state, "favour cities spending plus3 develop") == (
        "The tile 'Double cities' is not in this game."
    )


def test_t13_one_marker_or_a_used_one_does_not_pay():
    state = at_start(held={"red": "plus3"}, used={"red": "develop"})
    assert texts(state, "favour") == set()
    assert refusal(state, "favour action spending plus3 develop") == (
        "A tile costs two of your face-up markers."
    )


@pytest.mark.parametrize("first", ["use swap hamburg 1 2", "income 1t", "place t emden-stade.1"])
def test_t13_it_is_the_first_thing_in_a_turn(first):
    state = at_start(
        held={"red": "plus3 develop swap"},
        offices={"hamburg": "red, blue"},
        supply={"red": "2t"},
    )
    state = play(state, first)
    assert texts(state, "favour") == set()
    assert refusal(state, "favour action spending plus3 develop") == (
        "Take a tile at the start of your turn, before anything else."
    )


def test_t13_the_next_turn_is_a_new_start():
    state = at_start(held={"red": "plus3 develop", "green": "move3 move3"})
    state = play(state, "income 1t", "end")
    assert len(texts(state, "favour")) == 4


def test_t13_markers_that_wait_on_the_plate_are_still_placed():
    state = play(bought(plate={"red": "plus4"}), "end")
    assert TEUTONICA.to_move(state) == (RED,)
    assert {text.split()[0] for text in texts(state)} == {"marker"}
    state = play(state, "marker plus4 hamburg-stade")
    assert TEUTONICA.to_move(state) == (GREEN,)


@pytest.mark.parametrize("marker", ["plus3", "plus4"])
def test_t13_more_actions_cannot_be_had_in_this_turn(marker):
    state = bought(marker)
    assert texts(state) == {"end"}
    assert refusal(state, f"use {marker}") == (
        f"You can't act any more this turn, so '+{marker[-1]} Actions' would do nothing."
    )


def test_t13_other_markers_may_still_be_used_before_it_ends():
    state = bought(
        "develop swap move3", offices={"hamburg": "red, blue"}, spaces={"emden-stade.1": "green t"}
    )
    state = play(state, "use swap hamburg 1 2", "use move3", "move emden-stade.1 > emden-stade.2")
    state = play(state, "done", "use develop book", "end")
    assert TEUTONICA.to_move(state) == (GREEN,)


def test_t13_t2_2_a_development_of_actions_counts_from_the_next_turn():
    state = play(bought("develop"), "use develop actions")
    assert (state.actions, state.value(RED, 1)) == (0, 3)
    state = play(state, "end", "end", "end", "end")
    assert state.actions == 3 + 1  # With the tile.


def test_t13_one_tile_in_a_turn():
    state = bought("develop swap")
    assert texts(state, "favour") == set()
    assert refusal(state, "favour anywhere spending develop swap")


def test_t13_the_next_turn_has_actions_again():
    state = play(bought(), "end")
    assert (TEUTONICA.to_move(state), state.actions) == ((GREEN,), 2)
    state = at_start(held={"green": "plus3 develop plus4"}, turn="green")
    state = play(state, "favour action spending plus3 develop", *["end"] * 4)
    assert "use plus4" in texts(state)


def test_t13_t17_2_the_pawn_has_its_free_move_in_such_a_turn():
    """The move costs no action; what was given up does not come back with it."""
    state = position(
        FAVOUR | {"two_player": "pawn"},
        players=2,
        pawn=1,
        held={"red": "plus3 develop plus4 develop"},
        tiles={"action": "open", "income": "open"},
    )
    state = play(state, "favour action spending plus3 develop")
    assert texts(state, "pawn")
    state = play(state, "pawn 2")
    assert texts(state, "pawn", "use") == {
        f"use develop {name}" for name in ("city_keys", "actions", "privilege", "book", "bank")
    }
    assert play(state, "use develop actions").actions == 0


def test_t13_without_the_module_there_are_none():
    assert refusal(position(held={"red": "plus3 develop"}), "favour action spending plus3 develop")
    assert TEUTONICA.view(position(), None).tiles == {}


# What each is good for.


def displacing(tile, colour, kind="t"):
    """Return the position in which green answers red's displacement at Hamburg-Stade."""
    state = owning(tile, colour, spaces={"hamburg-stade.1": f"green {kind}"}, supply={"red": "5t"})
    return play(state, f"displace t hamburg-stade.1 paying {'1t' if kind == 't' else '2t'}")


def test_t13_anywhere_displaced_pieces_go_to_any_free_space():
    state = displacing("anywhere", "green")
    near = displacing("anywhere", "red")
    free = {f"put t {space}" for space in state.board.space_ids if space != "hamburg-stade.1"}
    assert texts(state, "put") >= free
    assert "put t arnheim-duisburg.1" not in texts(near)


def test_t13_anywhere_holds_for_extra_pieces_too():
    state = play(displacing("anywhere", "green"), "put t arnheim-duisburg.1")
    state = play(state, "put t brunswick-stendal.2")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t13_action_gives_one_action_more_each_turn():
    state = owning("action", "green")
    assert play(state, "end").actions == 3
    assert play(state, "end", "end", "end", "end").actions == 2


def test_t13_action_goes_beyond_five():
    state = owning("action", "green", levels={"green": {"actions": 5}})
    assert play(state, "end").actions == 6


def test_t13_action_and_a_development_in_the_same_turn():
    state = owning("action", "green", held={"green": "develop"})
    assert play(state, "end", "use develop actions").actions == 4


def test_t13_income_asks_its_owner_whenever_another_takes_income():
    state = play(owning("income", "blue", stock={"blue": "3t1m"}), "income 1t")
    assert TEUTONICA.to_move(state) == (BLUE,)
    assert TEUTONICA.view(state, BLUE).prompt == "income tile"
    assert texts(state) == {"take t", "take m", "decline"}


def test_t13_income_the_owner_takes_one_piece_and_play_goes_on():
    state = owning("income", "blue", stock={"blue": "3t1m"})
    before = supply(state, BLUE)
    state = play(state, "income 1t", "take m")
    assert TEUTONICA.to_move(state) == (RED,)
    assert stock(state, BLUE) == (3, 0)
    assert supply(state, BLUE) == (before[0], before[1] + 1)


def test_t13_income_may_be_declined():
    state = play(owning("income", "blue", stock={"blue": "3t1m"}), "income 1t", "decline")
    assert (TEUTONICA.to_move(state), stock(state, BLUE)) == ((RED,), (3, 1))


def test_t13_income_each_time_anew_and_after_the_last_action_too():
    state = owning("income", "blue", stock={"blue": "3t"}, actions=2)
    state = play(state, "income 1t", "take t", "income 1t", "take t")
    assert (state.actions, stock(state, BLUE)) == (0, (1, 0))


def test_t13_income_of_the_owner_asks_nobody():
    """Not even with pieces left in the stock, which the tile could bring."""
    state = play(owning("income", "red", stock={"red": "3t1m"}), "income 1t")
    assert TEUTONICA.view(state, RED).prompt == "turn"
    assert stock(state, RED) == (2, 1)


def test_t13_income_nobody_is_asked_with_an_empty_stock_or_an_open_tile():
    empty = owning("income", "blue", stock={"blue": "0t"})
    assert TEUTONICA.to_move(play(empty, "income 1t")) == (RED,)
    assert TEUTONICA.to_move(play(at_start(), "income 1t")) == (RED,)


def test_t13_income_what_the_stock_lacks_cannot_be_taken():
    state = play(owning("income", "blue", stock={"blue": "3t"}), "income 1t")
    assert refusal(state, "take m") == "You have no merchant in your stock."
    assert refusal(state, "take t", seat=RED) == (
        "Another player must answer first. Then your turn goes on."
    )


@pytest.mark.parametrize(("kind", "owner", "extras"), [("t", 2, 1), ("m", 2, 2)])
def test_t13_trader_gives_two_extra_pieces_for_a_displaced_trader(kind, owner, extras):
    assert TEUTONICA.view(displacing("trader", "green", kind), None).left == owner
    assert TEUTONICA.view(displacing("trader", "red", kind), None).left == extras


def test_t13_cities_are_worth_4_to_the_owner():
    state = owning("cities", "green", offices={"hamburg": "red", "stade": "green"})
    state.over = True
    assert [lines["cities"] for lines in TEUTONICA.result(state).scores] == [2, 4, 0, 0]


def test_t13_abilities_are_worth_7_to_the_owner_but_city_keys_nothing():
    levels = {"bank": 3, "book": 3, "city_keys": 4, "actions": 4}
    state = owning("abilities", "green", levels={"green": levels, "red": levels})
    state.over = True
    assert [lines["abilities"] for lines in TEUTONICA.result(state).scores] == [8, 14, 0, 0]


def test_t13_the_log_tells_it():
    state = at_start()
    after = play(state, "favour action spending plus3 develop")
    line = "favour action spending plus3 develop"
    told = describe(TEUTONICA, state, RED, line, after.events, ("Ann", "Ben", "Cleo", "Dan"), None)
    assert told == (
        "Ann gives up the turn's actions and pays +3 Actions and Develop for the Emperor's Favour"
        " 'Extra action'."
    )
