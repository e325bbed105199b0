"""Whole games, replayed to their exact score sheets.

`python -m games play --record DIR` makes more of them.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from games.rules import TITLES, record, replay
from games.rules.hansa.syntax import SYNTAX as HANSA
from games.rules.record import Record
from games.rules.teutonica.syntax import SYNTAX as TEUTONICA
from tests.rules.titles import KNOWN

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.txt"))
ENDINGS = {"teutonica": {"prestige", "markers", "cities"}, "hansa": {"piles"}}
VERBS = {"teutonica": TEUTONICA.verbs, "hansa": HANSA.verbs}

files = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")


@cache
def read(file: Path) -> Record:
    return record.read(file.read_bytes())


def comments(file: Path) -> dict[str, list[str]]:
    """Return the score sheet of a record by the first word of its lines."""
    lines = [line[1:].split() for line in file.read_text("utf-8").splitlines() if line[:1] == "#"]
    return {line[0]: line[1:] for line in lines}


@files
def test_a_record_replays_to_its_score_sheet(file: Path) -> None:
    title, sheet = TITLES[read(file).title], comments(file)
    state = replay.replay(read(file))
    result = title.result(state)
    assert result is not None
    assert sheet["ended"] == ["by", result.ended_by]
    for name in result.scores[0]:
        assert [int(number) for number in sheet[name]] == [lines[name] for lines in result.scores]
    assert [int(number) for number in sheet["place"]] == list(result.places)
    assert sheet["digest"] == [title.digest(state)]


@files
def test_the_figures_of_a_record_lead_to_its_score_sheet(file: Path) -> None:
    title = TITLES[read(file).title]
    figures = title.figures(state := replay.replay(read(file)))
    totals = [sum(seat.points.values()) - seat.points["total"] for seat in figures]
    assert totals == [seat.points["total"] for seat in figures]
    result = title.result(state)
    assert result is not None
    assert tuple(seat.points for seat in figures) == result.scores


@files
def test_a_record_is_canonical(file: Path) -> None:
    assert replay.canonical(read(file)) == file.read_text("utf-8")


@files
def test_a_record_loses_and_makes_nothing(file: Path) -> None:
    for step in replay.record_steps(read(file)):
        KNOWN[read(file).title].conserved(step.after)


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_there_is_a_record_for_each_way_to_end_and_each_number_of_players(title) -> None:
    records = [read(file) for file in FILES if read(file).title == title.id]
    ends = {(len(known.players), known.result.split()[0]) for known in records}
    assert ends >= {(players, end) for players in title.players for end in ENDINGS[title.id]}


def test_there_is_a_record_for_each_board_side_module_and_game_for_two() -> None:
    views = []
    for known in map(read, FILES):
        title = TITLES[known.title]
        views.append(title.view(title.start(known.options, len(known.players)), None))
    assert {view.board for view in views} == {b for t in TITLES.values() for b in t.boards}
    options = {pair for view in views for pair in view.options.items()}
    assert options == {
        (option.name, value.id)
        for title in TITLES.values()
        for option in title.options()
        for value in option.values
    }


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_order_stands_in_a_record(title: str) -> None:
    records = [read(file) for file in FILES if read(file).title == title]
    given = {entry.text.split()[0] for known in records for entry in known.orders}
    assert given == {*VERBS[title]}


def test_t5_4_t5_4a_t13_what_is_rare_stands_in_a_record() -> None:
    """A twin before the displaced piece, one lifted before it, and a marker used after a tile."""
    shown = set()
    for known in map(read, FILES):
        if known.title == "teutonica":
            for before, order in pairwise(known.orders):
                if order.text.endswith("from stock"):
                    shown.add("stock")
                if before.text.startswith("displace") and re.search(
                    r"^put .* from .*\.", order.text
                ):
                    shown.add("lifted")
                if before.text.startswith("favour") and order.text.startswith("use"):
                    shown.add("tile")
    assert shown == {"stock", "lifted", "tile"}


def test_every_record_stands_in_the_folder_of_its_title() -> None:
    assert all(read(file).title == file.parent.name for file in FILES)
