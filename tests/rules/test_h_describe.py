"""The log of Hansa: every order and everything that comes of it, as sentences."""

import pytest

from tests.rules.hansa_positions import HANSA, NAMES, play, position
from tests.telling import describe

BOOTHS = {"danzig": "Ann 2"}
PAIR = {"Ann": "red1 red3"}


def told(state, line, viewer=None):
    """Return the log's sentences for an order in a position."""
    seat = HANSA.to_move(state)[0]
    after = play(state, line)
    assert HANSA.redact(seat, line, after.events, viewer) == line
    return describe(HANSA, after, seat, line, after.events, NAMES, viewer)


@pytest.mark.parametrize(
    ("words", "line", "sentence"),
    [
        ({}, "replenish", "Ann pays 1 taler to fill the warehouses."),
        ({}, "sail lubeck", "Ann sails to Lübeck."),
        (
            {"ship": "riga"},
            "buy blue3",
            "Ann buys a blue marker with 3 barrels in Riga and pays 1 taler to the bank.",
        ),
        (
            {"ship": "riga", "booths": {"riga": "Ben 1"}},
            "buy blue3",
            "Ann buys a blue marker with 3 barrels in Riga and pays 1 taler to Ben.",
        ),
        (
            {"ship": "riga", "booths": {"riga": "Ann 1"}},
            "buy blue3",
            "Ann buys a blue marker with 3 barrels in Riga for free, with the most booths there.",
        ),
        (
            {"unsold": PAIR},
            "build red1",
            "Ann gives up a red marker with 1 barrel and puts 1 booth in Copenhagen.",
        ),
        (
            {"unsold": PAIR},
            "build red3",
            "Ann gives up a red marker with 3 barrels and puts 3 booths in Copenhagen.",
        ),
        (
            {"ship": "danzig", "booths": BOOTHS, "unsold": PAIR},
            "sell red1 red3",
            "Ann takes back a booth in Danzig and sells 2 red markers (1 and 3 barrels).",
        ),
        (
            {
                "ship": "danzig",
                "booths": BOOTHS,
                "unsold": {"Ann": "red1 red3 blue1 blue1 blue1", "Ben": "red2", "Dan": "blue1"},
            },
            "sell red1 red3 blue1 blue1 blue1",
            (
                "Ann takes back a booth in Danzig and sells 2 red markers (1 and 3 barrels) and"
                " 3 blue markers (1 barrel each). Ben loses a red marker with 2 barrels."
                " Dan loses a blue marker with 1 barrel."
            ),
        ),
        (
            {"unsold": {"Ann": "red1 red1 red1 red2"}},
            "discard red2",
            "Ann discards a red marker with 2 barrels as toll.",
        ),
        (
            {"talers": {"Ann": 4}},
            "end",
            "Ann ends the turn. 1 surplus taler is lost. Ben gets an income of 3 talers.",
        ),
        (
            {"talers": {"Ann": 6}, "start": "Cleo", "hidden": 5},
            "end",
            "Ann ends the turn. 3 surplus talers are lost. Ben gets an income of 3 talers.",
        ),
        (
            {"players": 2, "start": "Ben", "turn": "Ann", "hidden": 5},
            "end",
            (
                "Ann ends the turn. The game is over: the last pile was started, and the round is"
                " complete."
            ),
        ),
    ],
)
def test_an_order_is_told(words, line, sentence):
    assert told(position(**words), line) == sentence


def test_a_loss_that_was_chosen_is_told():
    words = {"ship": "danzig", "booths": BOOTHS, "unsold": PAIR | {"Ben": "red1 red2"}}
    state = play(position(**words), "sell red1 red3")
    assert told(state, "lose red2") == "Ben loses a red marker with 2 barrels."


def test_what_chance_does_is_told():
    state = HANSA.start({}, 3)
    assert told(state, "remove blue") == "This game is played without the blue markers."
    state = play(state, "remove blue")
    assert told(state, "draw red2 tonsberg") == "Tønsberg gets a red marker with 2 barrels."
    while HANSA.chance_outcomes(state)[0][0].verb == "draw":
        state = HANSA.apply(state, -1, HANSA.chance_outcomes(state)[0][0])
    assert told(state, "start 2") == "Ben is the start player."
    assert told(play(state, "start 2"), "booths danzig") == "Ben puts 2 booths in Danzig."


def test_the_first_marker_of_the_last_pile_is_told():
    state = play(position(hidden=12), "replenish")
    line = HANSA.write(state, HANSA.chance_outcomes(state)[0][0])
    said = told(state, line)
    assert said.startswith("Tønsberg gets a ")
    assert said.endswith(". It is the first marker of the last pile, so this is the last round.")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("buy red2", "Ann buys a red marker with 2 barrels."),
        ("build red2", "Ann gives up a red marker with 2 barrels for booths."),
        ("sell red1 red1", "Ann takes back a booth and sells 2 red markers (1 barrel each)."),
        ("end", "Ann ends the turn."),
    ],
)
def test_an_order_without_its_events_is_told_by_itself(line, sentence):
    assert describe(HANSA, position(), 0, line, [], NAMES, None) == sentence
