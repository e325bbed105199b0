"""Puzzles: every one kept can be solved, and answers are judged."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.bots import BOTS, STRATEGIES, evaluation, puzzles
from games.bots.bot import Bot
from games.bots.evaluation import Trial
from games.bots.hansa import reasons as hansa_reasons
from games.bots.puzzles import (
    ALIKE,
    Line,
    Puzzle,
    Turn,
    as_file,
    as_text,
    judged,
    path_of,
    read_all,
    tried,
)
from games.bots.random_bot import any_order
from games.bots.reasons import told
from games.bots.teutonica import reasons as teutonica_reasons
from games.lab import puzzles as lab_puzzles
from games.lab.puzzles import (
    Beginning,
    beginnings,
    passing,
)
from games.rules import TITLES
from games.rules.errors import BadPosition, IllegalOrder

LATER = ("later", 1, "over")
strategies = pytest.mark.parametrize("title_id", STRATEGIES)


def at_a_turn(title_id: str, turns: int) -> Beginning:
    """Return where a turn begins after a number of turns of a game of three."""
    title, bots = TITLES[title_id], [BOTS["journeyman"]] * 3
    return next(islice(beginnings(title, {}, bots, "test"), turns, None))


def made_up(title_id: str, turns: int = 9) -> Puzzle:
    """Return a puzzle whose best turn is the quick bot's and whose other is to do nothing good."""
    here, title, strategy = at_a_turn(title_id, turns), TITLES[title_id], STRATEGIES[title_id]
    texts = []
    for bot, seed in ((strategy.quick, 1), (any_order, 2)):
        line, rng = Line(title, here.state, here.seat, strategy), random.Random(seed)
        while not line.over:
            view = title.view(line.state, here.seat)
            line.order(bot(view, title.orders(line.state, here.seat), rng))
        texts.append(line.texts)
    kept = [
        Turn(texts[0], 0.5, why=(("spoils", 2), ("they_buy", 2, "red1", "riga"))),
        Turn(
            texts[1], 0.3, usual=True, error=0.02, why=(("spoils", 2),), reply=("later", 1, "over")
        ),
    ]
    return Puzzle(1, title, here.state, here.seat, kept, here.source, "block", 2)


@strategies
def test_every_puzzle_can_be_solved_and_has_wrong_turns(title_id: str) -> None:
    strategy, title = STRATEGIES[title_id], TITLES[title_id]
    found = puzzles.puzzles_of(path_of(strategy))
    assert len(found) >= 24
    assert [*found] == sorted({puzzle.number for puzzle in found.values()})
    assert found.keys().isdisjoint(puzzles.withdrawn_from(path_of(strategy)))
    for puzzle in found.values():
        best, *others = puzzle.turns
        assert title.to_move(puzzle.state) == (puzzle.seat,)
        assert puzzle.view.turn == puzzle.seat
        for turn in puzzle.turns:
            assert Line(title, puzzle.state, puzzle.seat, strategy).read(turn.orders).over
            assert 0 < turn.chance <= best.chance < 1
        assert not best.usual
        assert not puzzle.is_right(puzzle.usual.chance)
        right = [turn for turn in puzzle.turns if puzzle.is_right(turn.chance)]
        wrong = max(turn.chance for turn in others if turn not in right)
        assert len(right) <= lab_puzzles.ANSWERS
        assert best.chance - wrong > lab_puzzles.MARGIN - 0.001


@strategies
def test_ending_the_turn_at_once_is_never_right(title_id: str) -> None:
    strategy, title = STRATEGIES[title_id], TITLES[title_id]
    for puzzle in puzzles.puzzles_of(path_of(strategy)).values():
        bot, line = passing(strategy), Line(title, puzzle.state, puzzle.seat, strategy)
        while not line.over:
            view = title.view(line.state, puzzle.seat)
            line.order(bot(view, title.orders(line.state, puzzle.seat), random.Random(1)))
        turn = judged(puzzle, line.texts, strategy)
        assert not puzzle.is_right(turn.chance), f"{title_id} {puzzle.number}"
        assert turn.reply
        assert all(len(turn.orders) > 1 for turn in puzzle.turns if puzzle.is_right(turn.chance))


@strategies
def test_every_puzzle_says_why_and_what_follows_on_a_mistake(title_id: str) -> None:
    themes = {"teutonica": teutonica_reasons, "hansa": hansa_reasons}[title_id].THEMES
    names = ("Red", "Yellow", "Green", "Blue", "Purple")
    for puzzle in puzzles.puzzles_of(path_of(STRATEGIES[title_id])).values():
        assert puzzle.theme in themes
        assert puzzle.stars in range(1, puzzles.STARS + 1)
        best, *others = puzzle.turns
        others = [turn for turn in others if not puzzle.is_right(turn.chance)]
        assert best.why == puzzle.usual.why
        assert len(others) >= lab_puzzles.WRONG
        for turn in others:
            assert turn.why
            assert turn.error > 0
            assert turn.reply
            for fact in (*turn.why, turn.reply):
                for said in told(puzzle, fact, names[: puzzle.view.players]):
                    # No other player is called by the colour of the reader.
                    assert names[puzzle.seat] not in said.parts.values()


@strategies
def test_a_puzzle_is_read_as_it_was_written(title_id: str) -> None:
    puzzle = made_up(title_id)
    text = f"{as_text(puzzle)}\n{as_text(puzzle)}"
    first, second = read_all(text)
    for read in (first, second):
        assert read.title.digest(read.state) == puzzle.title.digest(puzzle.state)
        assert (read.number, read.seat, read.source) == (puzzle.number, puzzle.seat, puzzle.source)
        assert [*read.turns] == [*puzzle.turns]
        assert (read.theme, read.stars) == (puzzle.theme, puzzle.stars)


def test_a_number_that_was_withdrawn_is_known_and_not_given_again(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "puzzles.txt", made_up("hansa")
    assert puzzles.withdrawn_from(path) == frozenset()
    path.write_text(as_file([puzzle], [12, 2]))
    assert puzzles.withdrawn_from.__wrapped__(path) == {2, 12}
    assert [each.number for each in read_all(path.read_text())] == [1]
    path.write_text("withdrawn: two")
    with pytest.raises(BadPosition, match="numbers of puzzles"):
        puzzles.withdrawn_from.__wrapped__(path)


def test_what_is_no_puzzle_is_refused() -> None:
    with pytest.raises(BadPosition, match="beginning of a puzzle"):
        next(read_all("puzzle one: x\nseat 1\ntitle: hansa\n"))
    with pytest.raises(BadPosition, match="needs a line"):
        next(read_all("puzzle 1: x\nseat 1\n"))


@strategies
def test_a_turn_is_played_by_the_rules_and_ends_with_them(title_id: str) -> None:
    puzzle = made_up(title_id)
    line = Line(puzzle.title, puzzle.state, puzzle.seat, STRATEGIES[title_id])
    with pytest.raises(IllegalOrder):
        line.read(["dance"])
    line.read(puzzle.turns[0].orders)
    assert line.over
    assert line.texts == puzzle.turns[0].orders
    with pytest.raises(IllegalOrder, match="turn is over"):
        line.read(["end"])


@strategies
def test_an_answer_is_worth_what_the_position_is_that_it_leads_to(title_id: str) -> None:
    puzzle, strategy = made_up(title_id), STRATEGIES[title_id]
    assert [judged(puzzle, turn.orders, strategy) for turn in puzzle.turns] == [*puzzle.turns]
    one = puzzle.turns[0]
    unknown = Puzzle(1, puzzle.title, puzzle.state, puzzle.seat, [one], puzzle.source)
    other = judged(unknown, puzzle.turns[1].orders, strategy)
    assert 0 <= other.chance <= 1
    assert other.chance != one.chance
    assert other.error > 0
    assert other == judged(unknown, puzzle.turns[1].orders, strategy)
    assert unknown.is_right(0.5 - ALIKE / 2)
    assert not unknown.is_right(0.5 - 2 * ALIKE)


@strategies
def test_turns_meet_the_same_luck_in_a_row_and_another_in_each_row(
    title_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, strategy = made_up(title_id), STRATEGIES[title_id]
    luck: dict[int, list[float]] = {}

    def played_on(view: Any, mine: Bot, quick: Bot, rounds: int, rng: random.Random) -> Trial:
        luck.setdefault(rounds, []).append(rng.random())
        return Trial([(0.5, [0.0] * view.players)])

    monkeypatch.setattr(evaluation, "played_on", played_on)
    tried(puzzle.view, [(), ()], strategy, "test")
    assert [len(drawn) for drawn in luck.values()] == [2] * len(puzzles.ROUNDS)
    assert all(one == other for one, other in luck.values())
    assert len({one for one, _ in luck.values()}) == len(puzzles.ROUNDS)
