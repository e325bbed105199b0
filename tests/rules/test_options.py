"""What can be chosen when a game is created, and what is said about other choices."""

import random
from itertools import product

import pytest

from games.rules.errors import IllegalOptions
from tests.rules.positions import TEUTONICA, deal


def test_defaults_are_filled_in():
    off = {"missions": "off", "favour": "off"}
    assert TEUTONICA.complete({}, 4) == {"board": "hanse", "edition": "big_box", **off}
    assert TEUTONICA.complete({}, 2) == {
        "board": "hanse",
        "edition": "big_box",
        "two_player": "neutral",
        **off,
    }


@pytest.mark.parametrize(("players", "board"), [(3, "hanse-23"), (4, "hanse-45"), (5, "hanse-45")])
def test_the_number_of_players_decides_the_side_of_the_board(players, board):
    assert TEUTONICA.start({}, players).board.id == board


@pytest.mark.parametrize("players", [0, 1, 6])
def test_too_few_or_too_many_players(players):
    with pytest.raises(
        IllegalOptions, match=f"Hansa Teutonica takes . to 5 players, not {players}"
    ):
        TEUTONICA.complete({}, players)


def test_an_unknown_option_or_value():
    with pytest.raises(
        IllegalOptions, match=r"There is no option 'colour'\. The options are board, ed"
    ):
        TEUTONICA.complete({"colour": "red"}, 4)
    with pytest.raises(
        IllegalOptions, match=r"'atlantis' is not a value of 'board'\. The values are hanse"
    ):
        TEUTONICA.complete({"board": "atlantis"}, 4)


def test_a_game_does_not_start_with_them_either():
    with pytest.raises(IllegalOptions):
        TEUTONICA.start({"edition": "golden"}, 4)


def test_every_option_explains_its_values():
    for option in TEUTONICA.options():
        assert option.default in [value.id for value in option.values]
        for value in option.values:
            assert str(value.label)
            assert str(value.sentence).endswith(".")


# What goes together: the whole table.

NAMES = {
    "board": ("hanse", "east", "britannia"),
    "edition": ("big_box", "classic"),
    "two_player": (None, "pawn", "neutral"),
    "missions": (None, "off", "on"),
    "favour": (None, "off", "on"),
}
SIDES = {
    "hanse": {2: "hanse-23", 3: "hanse-23", 4: "hanse-45", 5: "hanse-45"},
    "east": dict.fromkeys((3, 4, 5), "east"),
    "britannia": {3: "britannia-3", 4: "britannia-45", 5: "britannia-45"},
}


def combinations():
    """Yield every choice, None for an option that is not mentioned."""
    for values in product(*NAMES.values()):
        chosen = dict(zip(NAMES, values, strict=True))
        yield {name: value for name, value in chosen.items() if value is not None}


def goes_together(chosen, players):
    on_hanse = chosen["board"] == "hanse"
    if not on_hanse and (players == 2 or "on" in chosen.values()):
        return False
    return players == 2 or "two_player" not in chosen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_combination_is_played_or_refused(players):
    for chosen in combinations():
        if goes_together(chosen, players):
            complete = TEUTONICA.complete(chosen, players)
            assert chosen.items() <= complete.items()
            assert set(complete) == set(NAMES) - ({"two_player"} if players > 2 else set())
            state = deal(TEUTONICA.start(chosen, players), random.Random(1))
            assert state.board.id == SIDES[chosen["board"]][players]
            assert TEUTONICA.orders(state, *TEUTONICA.to_move(state))
        else:
            with pytest.raises(IllegalOptions, match=r"^\S.*\.$"):
                TEUTONICA.complete(chosen, players)


@pytest.mark.parametrize(
    ("chosen", "players", "sentence"),
    [
        ({"board": "east"}, 2, "Two players can play only on the board 'hanse'."),
        ({"board": "britannia"}, 2, "Two players can play only on the board 'hanse'."),
        (
            {"board": "east", "missions": "on"},
            4,
            "'missions' is only for the board 'hanse', not 'east'.",
        ),
        (
            {"board": "britannia", "favour": "on"},
            4,
            "'favour' is only for the board 'hanse', not 'britannia'.",
        ),
        ({"two_player": "pawn"}, 3, "'two_player' is for two players, not 3."),
    ],
)
def test_what_does_not_go_together_is_refused_with_the_reason(chosen, players, sentence):
    with pytest.raises(IllegalOptions) as caught:
        TEUTONICA.complete(chosen, players)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_what_goes_together_is_offered(players):
    for chosen in combinations():
        # Two players who come from another board are offered the one that they can play on.
        board = "hanse" if players == 2 else chosen["board"]
        for option in TEUTONICA.compatible_options(chosen, players):
            for value in option.values:
                assert goes_together({"board": board, option.name: value.id}, players)
