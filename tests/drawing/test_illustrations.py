"""The pictures of the rules page: each stands somewhere, and shows what can happen in a game."""

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.drawing.teutonica import corner
from games.drawing.teutonica.illustrations import CORNERS
from games.drawing.teutonica.sheet import sheet
from games.play.pages import rulebook
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import EMPTY, TRADERS_EACH, kind_of, owner
from games.wording import ENGLISH

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "teutonica.md").read_text(encoding="utf-8")
DRAWING = DRAWINGS["teutonica"]
FIGURES = DRAWING.rule_figures(ENGLISH)
SHOWN = [
    pytest.param(shown, id=f"{place}-{number}")
    for place, row in CORNERS.items()
    for number, shown in enumerate(row)
]

each_corner = pytest.mark.parametrize("shown", SHOWN)


@pytest.mark.parametrize("place", FIGURES)
def test_a_figure_stands_under_a_rule_or_a_heading_of_the_page(place):
    assert f'id="{place}"' in rulebook.render(PAGE)


@pytest.mark.parametrize("place", FIGURES)
def test_a_figure_is_well_formed_and_finds_all_that_it_uses(place):
    drawn = ElementTree.fromstring(f"<div>{FIGURES[place]}{DRAWING.figure_lands(ENGLISH)}</div>")
    ids = {element.get("id") for element in drawn.iter()}
    uses = {element.get("href") for element in drawn.iter() if element.get("href")}
    assert uses
    assert {str(use).removeprefix("#") for use in uses} <= ids


@each_corner
def test_offices_fill_from_the_left_with_the_piece_that_they_take(shown):
    """T7.4; no picture is about a Swap."""
    board, view = load_board(corner.BOARD), shown.view()
    for city in board.cities:
        codes = [view.offices[number] for number in city.offices]
        filled = [code for code in codes if code != EMPTY]
        assert codes[: len(filled)] == filled
        for number, code in zip(city.offices, filled, strict=False):
            assert board.offices[number].kind == kind_of(code)
        assert not view.extras[city.index] or filled, "T9.4 needs an office"


@each_corner
def test_no_player_has_more_pieces_than_there_are(shown):
    """T1.1: one trader is on the track, and the first merchants are the one in the supply."""
    view = shown.view()
    codes = [*view.spaces, *view.offices, *b"".join(view.extras)]
    counts = Counter((owner(code), kind_of(code)) for code in codes if code != EMPTY)
    assert all(count < TRADERS_EACH for count in counts.values())
    assert all(count <= 4 for (_, kind), count in counts.items() if kind)


@each_corner
def test_what_has_a_number_is_on_the_picture(shown):
    places = sheet(corner.BOARD).places
    assert all(shown.part().has(places[target]) for target in shown.marked)


def test_the_example_tells_what_the_page_tells():
    """The numbers of 'One turn, from start to end' and 'One claim, from start to end'."""
    before, displaced, after = (
        corner.example()[name].desks for name in ("before-the-turn", "displaced", "after-the-turn")
    )
    assert before[0].supply == (3, 1)
    assert displaced[0].supply == (1, 1)
    assert displaced[0].levels[1] == 0
    assert after[0].levels[1] == 1
    assert after[0].supply == (5, 1)
    claim = [corner.example()[name] for name in ("before-the-claim", "after-the-claim")]
    assert [view.desks[1].prestige for view in claim] == [0, 1]
    assert [len(view.desks[0].markers) for view in claim] == [0, 1]
    assert claim[1].desks[0].plate == 1
