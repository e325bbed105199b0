"""The calibration of chances to win: games are kept, and what is fitted comes true."""

import random
from math import exp
from pathlib import Path
from statistics import fmean

import pytest

from games.bots import STRATEGIES
from games.bots.evaluation import TRIALS, Calibration, Trial
from games.bots.setups import setups_of
from games.lab.calibration import Position, binned, fitted, keep, kept, play, positions, spread


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_a_game_is_kept_as_it_was_played(title_id: str, tmp_path: Path) -> None:
    game = play(title_id, setups_of(title_id)[0], 1, mixed=False)
    keep(tmp_path / "games", game)
    [again] = kept(tmp_path / "games").values()
    assert [tuple(entry) for entry in again.log] == game.log
    assert sum(again.won) == 1
    found = [*positions(again)]
    assert found == [*positions(game)]
    assert all(len(position.trials) == TRIALS for position in found)


def some(number: int, sharp: float) -> list[Position]:
    """Positions of two seats in which strengths count more than the model says."""
    rng, found = random.Random(1), []
    for game in range(number):
        lead = rng.gauss(0, 1)
        chance = 1 / (1 + exp(-sharp * lead))
        won = [1.0, 0.0] if rng.random() < chance else [0.0, 1.0]
        ends = [[1.0, 0.0] if rng.random() < chance else [0.0, 1.0] for _ in range(4)]
        found.append(Position(str(game), [Trial([(0.5, [lead, 0.0])])], won, ends))
    return found


def test_what_the_model_makes_too_little_of_is_found_and_comes_true() -> None:
    calibration = fitted(some(1500, 2.0))
    assert calibration.last + calibration.more / 2 == pytest.approx(2, abs=0.3)
    for row in binned(calibration, some(4000, 2.0)):
        predicted, won = fmean(chance for _, chance, _ in row), fmean(part for _, _, part in row)
        assert abs(won - predicted) <= 0.08


def test_chances_that_are_wrong_are_known_to_be() -> None:
    found = some(4000, 2.0)
    right, wrong = (spread(Calibration(last, 0.0, 0.001), found) for last in (2.0, 0.5))
    assert right < 0.15 < wrong
