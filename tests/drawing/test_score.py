"""What the score sheet says of the end and of ties is what T10, T11.8, H4.1 and H4.2 say."""

import pytest

from games.drawing import DRAWINGS
from games.rules import TITLES
from games.rules.title import Result
from tests.rules.positions import position as teutonica
from tests.rules.positions import texts

NAMES = ("Anna", "Bertram", "Cecilie")


def verdict(title: str, ended_by: str, places: tuple[int, ...], tie_breaker: str = "") -> str:
    row = {"network": 4, "cities": 4, "total": 30}
    result = Result(ended_by, (row,) * len(places), places, tie_breaker)
    return str(DRAWINGS[title].score(result, NAMES)["verdict"])


@pytest.mark.parametrize("ended_by", ["prestige", "markers", "cities"])
def test_t10_every_ending_has_its_sentence(ended_by):
    assert "The game is over." not in verdict("teutonica", ended_by, (1, 2, 3))


def test_t10_the_last_marker_ends_nothing_but_the_one_that_is_missing_does():
    """A game goes on after the last replacement was drawn: T10 says that one more is needed."""
    state = teutonica(rest_used_by="red")
    assert "income 1t" in texts(state)
    told = "The game ended when a replacement marker was needed and none was left."
    assert verdict("teutonica", "markers", (1, 2, 3)).startswith(told)
    describe = TITLES["teutonica"].describe
    log = describe(state, 0, "end", [["over", "markers"]], ("Ann", "Ben", "Cleo", "Dan"), None)
    assert log.endswith("The game is over: a replacement marker was needed and none was left.")


def test_t11_8_a_tie_goes_to_the_networks_points_among_those_level_in_actions():
    """City Keys multiply: the larger network need not be worth more. A third may be behind."""
    told = verdict("teutonica", "prestige", (2, 1, 3), "network")
    assert told.endswith(
        "Anna, Bertram and Cecilie tied. Between those with the least developed Actions, the"
        " network broke the tie."
    )


def test_t11_8_a_tie_goes_to_the_less_developed_actions():
    told = verdict("teutonica", "prestige", (2, 1), "actions")
    assert told.endswith("Anna and Bertram tied. Less developed Actions broke the tie.")


@pytest.mark.parametrize(
    ("title", "ended_by", "shared"),
    [
        ("teutonica", "cities", "Nothing separates them. They share the win."),
        ("hansa", "piles", "Nothing separates them. They share the win."),
    ],
)
def test_t11_8_h4_2_those_who_share_a_win_are_those_who_win(title, ended_by, shared):
    """A third with as many points but fewer booths, or more Actions, shares nothing."""
    told = verdict(title, ended_by, (1, 1, 3), "shared")
    assert told.endswith(f"Anna and Bertram win with 30 points. {shared}")
