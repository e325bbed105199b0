"""What can be chosen when a game is created, and what is said about other choices."""

import pytest

from games.rules.errors import IllegalOptions
from tests.rules.positions import TEUTONICA


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
    with pytest.raises(IllegalOptions, match=f"Hansa Teutonica is played by . to 5, not {players}"):
        TEUTONICA.complete({}, players)


def test_an_unknown_option_or_value():
    with pytest.raises(IllegalOptions, match="There is no option 'colour'; there are board, ed"):
        TEUTONICA.complete({"colour": "red"}, 4)
    with pytest.raises(IllegalOptions, match="'atlantis' is no board; it can be hanse"):
        TEUTONICA.complete({"board": "atlantis"}, 4)


def test_a_game_does_not_start_with_them_either():
    with pytest.raises(IllegalOptions):
        TEUTONICA.start({"edition": "golden"}, 4)


def test_every_option_explains_its_values():
    for option in TEUTONICA.options():
        assert option.default in [value.id for value in option.values]
        assert all(value.label and value.sentence.endswith(".") for value in option.values)
