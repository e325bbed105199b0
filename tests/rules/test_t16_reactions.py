"""T16: what asks a player out of turn."""

from tests.rules.positions import BLUE, GREEN, RED, TEUTONICA, play, position, refusal, texts


def asked():
    """Return the position in which red's turn waits for green to place a displaced piece."""
    state = position(
        spaces={"hamburg-stade.1": "green t", "emden-stade.1": "red t"},
        supply={"red": "4t"},
        held={"red": "plus3"},
    )
    return play(state, "displace t hamburg-stade.1 paying 1t")


def test_t16_the_victim_is_asked_out_of_turn():
    state = asked()
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert state.turn == RED
    assert TEUTONICA.view(state, GREEN).prompt == "displaced"


def test_t16_play_stops_until_it_is_answered():
    state = asked()
    assert len(TEUTONICA.orders(state, RED)) == 0
    assert len(TEUTONICA.orders(state, BLUE)) == 0
    sentence = "Another player must answer first. Then your turn goes on."
    for line in ("end", "use plus3", "move emden-stade.1 > emden-stade.2"):
        assert refusal(state, line, seat=RED) == sentence
    assert refusal(state, "end", seat=BLUE) == "It's not your turn."


def test_t16_the_victim_does_nothing_else():
    assert {text.split()[0] for text in texts(asked())} == {"put"}
    assert refusal(asked(), "income 1t") == "'income' isn't possible now. Try put."


def test_t16_the_turn_goes_on_where_it_was():
    state = play(asked(), "put t emden-stade.2", "done")
    assert TEUTONICA.to_move(state) == (RED,)
    assert state.actions == 1
    assert "use plus3" in texts(state)


def test_t16_the_last_action_of_a_turn_may_ask_too():
    state = asked()
    state.actions = 0
    state = play(state, "put t emden-stade.2", "done")
    assert texts(state) == {"use plus3", "end"}


def test_t16_the_draft_is_warned_that_another_player_will_be_asked():
    state = position(spaces={"hamburg-stade.1": "green t"}, supply={"red": "4t"})
    order = TEUTONICA.read(state, "displace t hamburg-stade.1 paying 1t")
    warning = TEUTONICA.warning(state, RED, order)
    assert (warning.kind, warning.seats) == ("asks", (GREEN,))


def test_t16_and_that_a_replacement_marker_is_uncovered():
    state = position(drawn={"red": 1})
    warning = TEUTONICA.warning(state, RED, TEUTONICA.read(state, "end"))
    assert warning.kind == "uncovers"


def test_t16_and_that_the_game_ends():
    state = position(
        spaces={"hamburg-stade": "red t"}, offices={"hamburg": "red"}, prestige={"red": 19}
    )
    order = TEUTONICA.read(state, "claim hamburg-stade nothing")
    assert TEUTONICA.warning(state, RED, order).kind == "ends"


def test_t16_other_orders_warn_of_nothing():
    state = position(supply={"red": "1t"})
    for line in ("place t hamburg-stade.1", "income 1t", "end"):
        assert TEUTONICA.warning(state, RED, TEUTONICA.read(state, line)) is None
