"""What the score sheet says of the end and of ties is what T10, T11.8, H4.1 and H4.2 say."""

from typing import Any

import pytest

from games.rules import TITLES
from games.rules.title import Result
from games.wording import ENGLISH, WORDINGS
from tests.rules.positions import position as teutonica
from tests.rules.positions import texts

NAMES = ("Anna", "Bertram", "Cecilie")


def sheet(
    title: str, ended_by: str, places: tuple[int, ...], tie_breaker: str = "", **lines: int
) -> dict[str, Any]:
    """The score sheet of a result; without a tie-breaker each place has two points less."""
    row = lines or {"network": 20, "cities": 10}
    behind = [0 if tie_breaker else 2 * (place - 1) for place in places]
    scores = tuple(row | {"total": sum(row.values()) - less} for less in behind)
    rules = TITLES[title]
    view = rules.view(rules.start({}, len(places)), None)
    return WORDINGS[title].score(
        Result(ended_by, scores, places, tie_breaker), view, NAMES, ENGLISH
    )


def verdict(*args: Any, **lines: int) -> str:
    return str(sheet(*args, **lines)["verdict"])


@pytest.mark.parametrize("ended_by", ["prestige", "markers", "cities"])
def test_t10_every_ending_has_its_sentence(ended_by):
    assert sheet("teutonica", ended_by, (1, 2, 3))["ending"].startswith("The game ended when ")


def test_t10_the_last_marker_ends_nothing_but_the_one_that_is_missing_does():
    """A game goes on after the last replacement was drawn: T10 says that one more is needed."""
    state = teutonica(rest_used_by="red")
    assert "income 1t" in texts(state)
    told = "The game ended when a replacement marker was needed and none was left."
    assert sheet("teutonica", "markers", (1, 2, 3))["ending"] == told
    names = ("Ann", "Ben", "Cleo", "Dan")
    over = [["over", "markers"]]
    log = WORDINGS["teutonica"].describe(state, 0, "end", over, names, None, ENGLISH)
    assert log.endswith("The game is over: a replacement marker was needed and none was left.")


def test_the_winner_is_told_with_the_largest_source_of_their_points():
    told = verdict("teutonica", "cities", (2, 1, 3), markers=21, special=7)
    assert told == (
        "Bertram won with 28 points, 2 more than Anna. The largest part, 21, came from bonus"
        " markers."
    )
    told = verdict("hansa", "piles", (3, 1, 2), sold=9, unsold=9)
    assert told == (
        "Bertram won with 18 points, 2 more than Cecilie. The largest parts, 9 each, came from"
        " goods sold and unsold goods."
    )


def test_all_who_came_second_are_told():
    told = verdict("teutonica", "cities", (2, 1, 2), markers=21)
    assert told.startswith("Bertram won with 21 points, 2 more than Anna and Cecilie.")


def test_t11_8_a_tie_goes_to_the_networks_points_among_those_level_in_actions():
    """City Keys multiply: the larger network need not be worth more. A third may be behind."""
    told = verdict("teutonica", "prestige", (2, 1), "network")
    assert told == "Bertram won with 30 points. Anna had as many, but a network worth less."
    told = verdict("teutonica", "prestige", (2, 1, 3), "network")
    assert told == (
        "Bertram won with 30 points. Anna and Cecilie had as many, but more developed Actions or"
        " a network worth less."
    )


def test_t11_8_a_tie_goes_to_the_less_developed_actions():
    told = verdict("teutonica", "prestige", (2, 1), "actions")
    assert told == "Bertram won with 30 points. Anna had as many, but more developed Actions."


@pytest.mark.parametrize(
    ("title", "ended_by", "less"),
    [
        ("teutonica", "cities", "more developed Actions or a network worth less"),
        ("hansa", "piles", "fewer booths on the board"),
    ],
)
def test_t11_8_h4_2_those_who_share_a_win_are_those_who_win(title, ended_by, less):
    """A third with as many points but fewer booths, or more Actions, shares nothing."""
    told = "Anna and Bertram share the win with 30 points each"
    assert verdict(title, ended_by, (1, 1), "shared", cities=30) == (
        f"{told}: nothing separates them."
    )
    assert verdict(title, ended_by, (1, 1, 3), "shared", cities=30) == (
        f"{told}. Cecilie had as many, but {less}."
    )
