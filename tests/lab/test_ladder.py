"""The ladder: what it says of some games is true, and the levels stay in their order."""

import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from games.bots import BOTS, LEVELS, STRATEGIES
from games.bots.bot import Advice, Bot
from games.bots.model import Model
from games.bots.setups import setups_of
from games.lab import commands, ladder, tuning
from games.lab.commands import main
from games.lab.ladder import Limited, Score, climb, rung
from games.lab.training import fit, samples
from games.lab.tunable import TUNABLE
from games.rules import TITLES
from games.rules.title import Setup
from tests.cases import first

GUARDS = [
    ("hansa", "3", "journeyman", "apprentice", 12, 7),
    ("teutonica", "hanse 4", "journeyman", "apprentice", 12, 8),
    ("teutonica", "hanse 3", "merchant", "journeyman", 2, 2),
    ("hansa", "2", "master", "journeyman", 2, 2),
    ("teutonica", "hanse neutral 2", "master", "journeyman", 1, 1),
    ("teutonica", "hanse 3", "merchant", "journeyman", 4, 3),
    ("hansa", "2", "merchant", "journeyman", 4, 3),
]
"""Title, set-up, one and the others, games, and the least wins that the first ones gave."""


def setup(title: str, label: str) -> Setup:
    """Return a set-up by its label."""
    return next(each for each in setups_of(title) if str(each.label) == label)


@pytest.mark.parametrize(("title", "label", "one", "against", "games", "least"), first(1, GUARDS))
def test_each_level_still_beats_the_one_below(
    title: str, label: str, one: str, against: str, games: int, least: int
) -> None:
    played = climb(TITLES[title], setup(title, label), BOTS[one], BOTS[against], range(games))
    assert sum(score.won for score in played) >= least


def test_a_share_of_wins_has_wilsons_interval_and_a_lead_its_error() -> None:
    found = rung([Score(1.0, 10, 5, 2.0)] * 8 + [Score(0.0, -10, 5, 3.0)] * 2)
    assert (found.games, found.share) == (10, 0.8)
    # Wilson's interval for 8 of 10, as published in many tables.
    assert (found.share_from, found.share_to) == pytest.approx((0.490, 0.943), abs=0.001)
    assert found.lead == 6
    assert found.lead_error == pytest.approx(1.96 * 8.433 / 10**0.5, abs=0.01)
    assert found.seconds_a_turn == pytest.approx(22 / 50)


def test_a_game_is_repeated_by_its_number_and_seats_rotate() -> None:
    asked: set[int] = set()

    def one(view: Any, orders: Any, rng: random.Random) -> Any:
        asked.add(view.seat)
        return BOTS["random"](view, orders, rng)

    played = [
        [*climb(TITLES["hansa"], setup("hansa", "3"), one, BOTS["random"], range(3))]
        for _ in range(2)
    ]
    again, before = ([score._replace(seconds=0) for score in scores] for scores in played)
    assert again == before
    assert asked == {0, 1, 2}
    assert all(score.turns > 0 for score in again)


def test_a_limited_bot_thinks_in_its_own_turns_until_their_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, asked = 0.0, ""
    monkeypatch.setattr(ladder, "monotonic", lambda: now)

    def thinker(
        view: Any, orders: Any, rng: random.Random, deadline: float | None = None
    ) -> Advice:
        nonlocal now, asked
        assert view.turn == view.seat
        assert deadline is not None
        assert now < deadline <= now + 2
        now, asked = now + 1, asked + "t"
        return Advice(BOTS["journeyman"](view, orders, rng))

    def hasty(view: Any, orders: Any, rng: random.Random) -> Any:
        nonlocal asked
        asked += "h" if view.turn == view.seat else "a"
        return BOTS["journeyman"](view, orders, rng)

    def others(view: Any, orders: Any, rng: random.Random) -> Any:
        nonlocal asked
        asked += " "
        return BOTS["journeyman"](view, orders, rng)

    limited = Limited(thinker, hasty, 2)
    where = setup("teutonica", "hanse 3")
    [score] = climb(TITLES["teutonica"], where, limited, limited.beside(others), [0])
    turns = [turn for turn in asked.split() if set(turn) != {"a"}]
    assert len(turns) > 10
    assert "a" in asked.replace("h", "")
    assert all(turn == "tt"[: len(turn)] + "h" * (len(turn) - 2) for turn in turns)
    assert score.turns == len(asked.split())


def test_the_command_says_a_line_for_each_set_up(capsys: pytest.CaptureFixture[str]) -> None:
    ladder = ["ladder", "--title", "hansa", "--games", "2"]
    assert main([*ladder, "--one", "journeyman", "--against", "random"]) == 0
    out, _ = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["Set-up", "2", "3", "4"]
    assert main([*ladder, "--setup", "9"]) == 2
    assert capsys.readouterr().err == ("No set-up of hansa is called 9. There are: 2, 3, 4.\n")
    assert main([*ladder, "--one", "nobody"]) == 2
    capsys.readouterr()
    assert main([*ladder, "--games", "0"]) == 2
    assert capsys.readouterr().err == "Argument --games: 0 is too few, the least is 1.\n"
    assert main([*ladder, "--one", "journeyman", "--seconds", "5"]) == 2
    assert capsys.readouterr().err == "Argument --seconds: only merchant and master think.\n"


@pytest.mark.parametrize("limit", [[], ["--seconds", "1"]])
def test_the_bot_that_is_measured_knows_whom_it_plays_with(
    monkeypatch: pytest.MonkeyPatch, limit: list[str]
) -> None:
    tables = []

    def thinker(
        view: Any, orders: Any, rng: random.Random, deadline: float | None, opponents: Sequence[str]
    ) -> Advice:
        tables.append([*opponents])
        return Advice(BOTS["journeyman"](view, orders, rng))

    def seated(bot: str, opponents: Sequence[str]) -> Bot:
        tables.append([*opponents])
        return BOTS["journeyman"]

    monkeypatch.setitem(commands.THINKERS, "master", thinker)
    monkeypatch.setattr(commands, "seated", seated)
    ladder = ["ladder", "--title", "hansa", "--setup", "3", "--games", "1", "--one", "master"]
    assert main([*ladder, "--against", "random", *limit]) == 0
    assert all(opponents == ["random"] * 3 for opponents in tables)
    assert len(tables) == 1 if not limit else len(tables) > 1


def test_a_ladder_that_was_cut_off_plays_only_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ladders.txt"
    ladder = ["ladder", "--title", "hansa", "--setup", "3", "--one", "journeyman"]
    ladder += ["--against", "random", "--keep", str(file), "--games"]
    assert main([*ladder, "6"]) == 0
    whole, _ = capsys.readouterr()
    kept = file.read_text()
    assert kept.count("\n") == 6
    # Another ladder in the same file, and a ladder that was stopped after four games.
    file.write_text(kept.replace("random", "apprentice") + "".join(kept.splitlines(True)[:4]))
    asked: list[int] = []

    def spied(title: Any, setup: Setup, one: Bot, others: Bot, games: Sequence[int]) -> Any:
        asked.extend(games)
        return climb(title, setup, one, others, games)

    monkeypatch.setattr(commands, "climb", spied)
    assert main([*ladder, "6"]) == 0
    assert capsys.readouterr().out == whole
    assert asked == [4, 5]
    # A bot with a limit is another bot.
    limited = ["ladder", "--title", "hansa", "--setup", "2", "--against", "random", "--games", "1"]
    assert main([*limited, "--seconds", "1", "--keep", str(file)]) == 0
    assert '"2", "merchant, 1 s", "random", 0, ' in file.read_text().splitlines()[-1]
    assert "merchant, 1 s" in capsys.readouterr().out
    for bad in ("no JSON", "[1]", '["hansa", "3", "journeyman", "random", 0, [1]]'):
        file.write_text(kept + bad + "\n")
        assert main([*ladder, "6"]) == 2
        assert capsys.readouterr().err == f"Line 7 of {file} is not a game of a ladder.\n"
        assert file.read_text() == kept + bad + "\n"
    asked.clear()
    nowhere = tmp_path / "missing" / "ladders.txt"
    assert main(["ladder", "--title", "hansa", "--games", "1", "--keep", str(nowhere)]) == 2
    assert "No such file or directory" in capsys.readouterr().err
    assert not asked


@pytest.mark.parametrize("title", first(1, [*STRATEGIES][::-1]))
def test_training_writes_weights_that_the_model_reads(title: str, tmp_path: Any) -> None:
    model = STRATEGIES[title].model
    copy = Model(tmp_path / "model.json", model.names, model.features)
    setups = setups_of(title)[:2]
    bots = [BOTS["journeyman"]]
    found = [[*samples(TITLES[title], setup, copy, bots, 3, 1)] for setup in setups]
    assert fit(copy, chain(*found)) == f"model.json: {sum(map(len, found))} positions"
    assert set(copy.weights) <= set(model.weights)
    assert all(len(weights.last) == len(model.names) for weights in copy.weights.values())


@pytest.mark.parametrize(
    ("title", "labels", "weight"),
    [("hansa", "2", "long"), ("teutonica", "hanse neutral 2, hanse pawn 2", "marker")],
)
def test_tuning_writes_weights_and_begins_with_those_there_are(
    title: str,
    labels: str,
    weight: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, usual = tmp_path / "weights.json", asdict(TUNABLE[title].usual)
    monkeypatch.setitem(TUNABLE, title, TUNABLE[title]._replace(path=path))
    tune = ["tune", "--title", title, "--setup", "2", "--rounds", "1", "--games", "1"]
    assert main(tune) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert (head, line.split(":")[0]) == (f"{title}, {labels}:", "round 1")
    found = json.loads(path.read_text())
    assert set(found["2"]) == set(usual)
    assert found["2"] != usual
    path.write_text(json.dumps({"3": found["2"], "2": usual | {weight: 99.0}}))
    assert main(tune) == 0
    again = json.loads(path.read_text())
    assert again["3"] == found["2"]
    assert again["2"][weight] > 30


def test_weights_with_which_a_game_does_not_end_are_the_worst(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tuning, "MOST", 3)
    tunable, setups = TUNABLE["hansa"], [setup("hansa", "2")]
    weights = tunable.usual
    assert tuning.score(tunable, setups, range(2), weights, weights) == tuning.ENDLESS.lead


TUNED = [(title, str(each.label)) for title in sorted(STRATEGIES) for each in setups_of(title)]


@pytest.mark.long
@pytest.mark.parametrize(("title", "label"), first(4, TUNED))
def test_trained_weights_win_more_than_equals_would(title: str, label: str) -> None:
    quick, where = STRATEGIES[title].master.rollout, setup(title, label)
    scores = climb(TITLES[title], where, quick, BOTS["journeyman"], range(24))
    assert rung([*scores]).share > 1 / where.players


def test_levels_are_named_from_the_weakest_to_the_strongest() -> None:
    assert [*LEVELS] == ["apprentice", "journeyman", "merchant", "master"]
