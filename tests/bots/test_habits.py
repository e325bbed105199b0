"""Bad habits of bots are counted as they are meant."""

import random
from typing import Any

import pytest

from games.bots import HASTY
from games.rules.playthrough import Playthrough, Step, play_out
from tests.bots.habits import filled_for_nothing, many_booths_early, moved_twice, passed_ahead
from tests.rules import hansa_positions, positions
from tests.rules.hansa_positions import HANSA
from tests.rules.positions import TEUTONICA


def played(title: Any, state: Any, *lines: str) -> list[Step]:
    """Return the steps of orders given as text by whoever is asked first."""
    play = Playthrough(title, state)
    for line in lines:
        play.apply(play.to_move()[0], title.read(play.state, line))
    return play.steps


WANDER = ("move goslar-quedlinburg.1 > hamburg-stade.1", "move hamburg-stade.1 > arnheim-kampen.1")


@pytest.mark.parametrize(("lines", "count"), [(WANDER, 1), (WANDER[:1], 0)])
def test_a_piece_that_moves_on_in_its_turn_moved_twice(lines: tuple[str, ...], count: int) -> None:
    state = positions.position(spaces={"goslar-quedlinburg": "red t, -, -, -"})
    assert moved_twice(played(TEUTONICA, state, *lines)) == count


@pytest.mark.parametrize(("last", "count"), [("income 3t", 1), ("claim hamburg-stade nothing", 0)])
def test_a_route_is_filled_for_nothing_if_the_next_turn_claims_it_not(
    last: str, count: int
) -> None:
    state = positions.position(
        players=3,
        supply={"red": "3t", "green": "0t", "blue": "0t"},
        spaces={"hamburg-stade": "red t, red t, -"},
        actions=1,
    )
    texts = ["place t hamburg-stade.3", "end", "end", "end", last, "end"]
    assert filled_for_nothing(played(TEUTONICA, state, *texts)) == count


def test_booths_early_and_passing_ahead_are_counted() -> None:
    state = hansa_positions.position(
        booths={"lubeck": "Ann 2", "riga": "Ben 2"}, unsold={"Ann": "red2", "Ben": "red1"}
    )
    assert many_booths_early(played(HANSA, state, "build red2", "end", "build red1")) == 1
    ahead = played(HANSA, hansa_positions.position(booths={"lubeck": "Ann 2"}), "end", "end")
    assert passed_ahead(ahead) == 1


def test_masters_without_time_leave_hardly_a_route_filled_for_nothing() -> None:
    """Three in these games; they were 21 when no piece ever left a filled route."""
    games = [
        play_out(TEUTONICA, {}, [HASTY["master"]] * 3, random.Random(f"habit {number}"))
        for number in range(20)
    ]
    assert sum(filled_for_nothing(game.steps) for game in games) <= 6
