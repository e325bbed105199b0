"""Generated puzzles: only clear ones, from games and from records, added to the file."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.bots import BOTS, STRATEGIES
from games.bots.puzzles import Puzzle, as_file, read_all, withdrawn_from
from games.lab import commands
from games.lab.puzzles import Beginning, Comparison, Generated, WholeTurn, beginnings, recorded
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.record import write
from games.rules.replay import record_of
from tests.bots.test_puzzles import at_a_turn, made_up, strategies


def compared(*rows: list[float]) -> Comparison:
    """Return a comparison with these chances to win, a column for each end: a, b, c, p, d ..."""
    turns = [WholeTurn((), (), end) for end in "abcpdef"[: len(rows[0])]]
    found = Comparison(STRATEGIES["hansa"], at_a_turn("hansa", 1), None, turns)
    found.rows = [*rows] * 4
    return found


@pytest.mark.parametrize(
    ("clear", "rows"),
    [
        (True, [[0.3, 0.6, 0.2], [0.3, 0.5, 0.2], [0.3, 0.6, 0.2]]),
        # The usual turn is the best, or as good as it.
        (False, [[0.6, 0.3, 0.2], [0.6, 0.3, 0.2], [0.6, 0.3, 0.2]]),
        (False, [[0.58, 0.6, 0.2, 0.1]] * 3),
        # To do nothing, which leads to 'p', is as good.
        (False, [[0.3, 0.6, 0.2, 0.59]] * 3),
        (True, [[0.3, 0.6, 0.2, 0.4]] * 3),
        # Two others are as good: there are answers enough, and a wrong turn too few.
        (True, [[0.3, 0.6, 0.6, 0.2]] * 3),
        (False, [[0.3, 0.6, 0.6]] * 3),
        (False, [[0.3, 0.6, 0.6, 0.6, 0.6, 0.2, 0.1]] * 3),
        # It is only better as far as some horizon, or by luck.
        (False, [[0.3, 0.9, 0.2], [0.3, 0.9, 0.2], [0.6, 0.5, 0.2]]),
        (False, [[0.3, 0.34, 0.2]] * 3),
    ],
)
def test_only_clear_and_unusual_turns_make_puzzles(clear: bool, rows: list[list[float]]) -> None:
    assert compared(*rows).is_clear(["a", "p"]) is clear


def test_the_usual_turn_is_kept_whatever_it_is_worth() -> None:
    found = compared(*[[0.1, 0.6, 0.5, 0.4, 0.3]] * 3)
    found.keep(3, ["a"])
    assert [turn.end for turn in found.turns] == ["b", "c", "a"]
    assert found.rows[0] == [0.6, 0.5, 0.1]


@strategies
def test_turns_of_records_begin_where_those_of_games_do(title_id: str) -> None:
    title, bots = TITLES[title_id], [BOTS["journeyman"]] * 3
    played = play_out(title, {}, bots, random.Random("test"))
    again = [*recorded(title, record_of(played, ["a", "b", "c"]), "record")]
    first = [*beginnings(title, {}, bots, "test")]
    assert [title.digest(each.state) for each in again] == [
        title.digest(each.state) for each in first
    ]
    assert (again[3].source, again[3].rounds) == ("record, turn 4", 1)


def test_the_command_adds_what_it_generates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, path = made_up("hansa"), tmp_path / "puzzles.txt"

    def generate(title: Any, strategy: Any, here: Beginning, number: int) -> Generated | None:
        made = Puzzle(number, title, here.state, here.seat, puzzle.turns, here.source)
        return Generated(made, 1.0, 10.0)

    monkeypatch.setattr(commands, "generate", generate)
    monkeypatch.setattr(commands, "path_of", lambda strategy: path)
    record = play_out(TITLES["hansa"], {}, [BOTS["journeyman"]] * 3, random.Random(1))
    file = tmp_path / "game.txt"
    file.write_text(write(record_of(record, ["a", "b", "c"])))
    arguments = ["puzzles", "--title", "hansa", "--most", "3"]
    assert commands.main([*arguments, str(file)]) == 0
    assert "found in 1.0 s, checked in 10 s" in capsys.readouterr().out
    assert [each.number for each in read_all(path.read_text())] == [1, 2, 3]
    # What is kept already is not generated again.
    assert commands.main([*arguments, str(file)]) == 0
    sources = [each.source for each in read_all(path.read_text())]
    assert len(sources) == len({*sources}) == 6
    assert commands.main(["puzzles", "--title", "teutonica", str(file)]) == 2
    assert "is not a record of teutonica" in capsys.readouterr().err
    file.write_text("nothing")
    assert commands.main([*arguments, str(file)]) == 2


def test_a_check_of_all_puzzles_keeps_what_it_found_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, puzzle = tmp_path / "puzzles.txt", made_up("hansa")
    path.write_text(as_file([replace(puzzle, number=number) for number in (1, 2, 3, 4)], []))

    def again(puzzle: Puzzle, strategy: Any, number: int) -> Puzzle | None:
        if puzzle.number == 4:
            raise KeyboardInterrupt
        verdicts = {1: None, 2: replace(puzzle, number=number), 3: replace(puzzle, stars=3)}
        return verdicts[puzzle.number]

    monkeypatch.setattr(commands, "again", again)
    monkeypatch.setattr(commands, "path_of", lambda strategy: path)
    with pytest.raises(KeyboardInterrupt):
        commands.main(["puzzles", "--title", "hansa", "--again"])
    found = {each.number: each.stars for each in read_all(path.read_text())}
    assert found == {3: 3, 4: 2, 5: 2}
    assert withdrawn_from.__wrapped__(path) == {1, 2}
