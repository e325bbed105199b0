"""T2: what a turn is made of."""

import pytest

from tests.rules.positions import GREEN, RED, TEUTONICA, events, play, position, refusal, texts


def test_t2_1_the_turn_passes_clockwise_and_to_the_first_seat_after_the_last():
    state = position(players=3, turn="blue")
    assert TEUTONICA.to_move(play(state, "end")) == (RED,)
    assert TEUTONICA.to_move(play(state, "end", "end")) == (GREEN,)


def test_t2_1_a_turn_has_as_many_actions_as_the_actions_track():
    state = position(levels={"green": {"actions": 3}})
    assert play(state, "end").actions == 4


def test_t2_1_actions_may_be_repeated():
    state = position(supply={"red": "2t"})
    state = play(state, "place t hamburg-stade.1", "place t hamburg-stade.2")
    assert state.actions == 0


def test_t2_1_no_more_actions_than_there_are():
    state = position(supply={"red": "3t"}, actions=0)
    assert texts(state) == {"end"}
    assert refusal(state, "place t hamburg-stade.1") == "You have no actions left this turn."
    assert refusal(state, "income 1t") == "You have no actions left this turn."
    assert (
        refusal(state, "displace t hamburg-stade.1 paying 1t")
        == "You have no actions left this turn."
    )
    assert refusal(state, "move hamburg-stade.1 > hamburg-stade.2") == (
        "You have no actions left this turn."
    )
    assert refusal(state, "claim hamburg-stade nothing") == "You have no actions left this turn."


def test_t2_1_a_full_route_is_not_claimed_without_an_action():
    assert texts(position(spaces={"hamburg-stade": "red t"}, actions=0)) == {"end"}


def test_t2_1_each_action_ends_before_the_next_begins():
    state = position(spaces={"hamburg-stade.1": "red t"}, supply={"red": "1t"})
    state = play(state, "move hamburg-stade.1 > hamburg-stade.2")
    assert texts(state, "place", "end", "use") == set()
    assert "done" in texts(state)
    assert "place" in refusal(state, "place t hamburg-stade.1")


def test_t2_1_a_player_may_stop_early():
    state = position(actions=2)
    assert "end" in texts(state)
    assert TEUTONICA.to_move(play(state, "end")) == (GREEN,)


def test_t2_2_developing_actions_gives_the_difference_at_once():
    state = position(spaces={"gottingen-warburg": "red t"}, actions=1)
    state = play(state, "claim gottingen-warburg develop actions")
    assert state.actions == 1
    assert events(state, "developed") == [[RED, "actions", 3]]


@pytest.mark.parametrize(
    ("step", "more"), list(enumerate([1, 0, 1, 0, 1])), ids=["2-3", "3-3", "3-4", "4-4", "4-5"]
)
def test_t2_2_each_step_of_actions_gives_its_difference(step, more):
    """From one 3 to the other 3, and from one 4 to the other 4, there is none."""
    state = position(
        spaces={"gottingen-warburg": "red t"}, levels={"red": {"actions": step}}, actions=1
    )
    assert play(state, "claim gottingen-warburg develop actions").actions == more
    state = position(held={"red": "develop"}, levels={"red": {"actions": step}}, actions=1)
    assert play(state, "use develop actions").actions == 1 + more


def test_t2_2_the_marker_develop_gives_it_too_even_with_no_action_left():
    state = position(held={"red": "develop"}, actions=0)
    assert play(state, "use develop actions").actions == 1


def test_t2_2_next_turn_has_the_new_number():
    state = position(held={"red": "develop"}, players=3)
    state = play(state, "use develop actions", "end", "end", "end")
    assert state.actions == 3


def test_t2_3_a_marker_costs_no_action():
    state = position(held={"red": "develop"}, actions=2)
    assert play(state, "use develop bank").actions == 2


def test_t2_3_more_actions_may_be_used_when_none_is_left():
    state = position(held={"red": "plus3 plus4"}, actions=0)
    assert play(state, "use plus3").actions == 3
    assert play(state, "use plus4", "use plus3").actions == 7


def test_t2_3_not_once_the_turn_has_ended():
    state = position(held={"red": "plus4"}, plate={"red": "plus3"}, actions=0)
    state = play(state, "end")
    assert TEUTONICA.to_move(state) == (RED,)
    assert texts(state, "use") == set()
    assert "use" in refusal(state, "use plus4")


def test_t2_3_not_on_the_turn_of_another():
    state = position(held={"red": "plus4"}, turn="green")
    assert refusal(state, "use plus4", seat=RED) == "It's not your turn."


def test_t2_3_not_in_the_middle_of_an_action():
    state = position(spaces={"hamburg-stade.1": "red t"}, held={"red": "plus4"})
    state = play(state, "move hamburg-stade.1 > hamburg-stade.2")
    assert texts(state, "use") == set()


def test_t2_3_a_marker_taken_may_be_used_between_later_actions_of_the_same_turn():
    state = position(
        spaces={"hamburg-stade": "red t"}, markers={"hamburg-stade": "plus3"}, actions=1
    )
    state = play(state, "claim hamburg-stade nothing", "use plus3")
    assert state.actions == 3


def test_t2_4_replacement_markers_come_after_the_last_action():
    state = position(drawn={"red": 1}, actions=0)
    state = play(state, "end")
    assert TEUTONICA.to_move(state) == (-1,)
    state = play(state, "draw plus3")
    assert TEUTONICA.to_move(state) == (RED,)
    state = play(state, "marker plus3 hamburg-stade")
    assert TEUTONICA.to_move(state) == (GREEN,)
