"""The pictures of Hansa's rules page: each stands somewhere, and shows what can happen."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.drawing.hansa import corner
from games.drawing.hansa.illustrations import CORNERS
from games.drawing.hansa.lessons import DESKS
from games.drawing.hansa.sheet import sheet
from games.play.pages import rulebook
from games.rules.hansa.view import View
from games.wording import ENGLISH

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "hansa.md").read_text(encoding="utf-8")
DRAWING = DRAWINGS["hansa"]
FIGURES = DRAWING.rule_figures(ENGLISH)
SHOWN = [
    pytest.param(shown, id=f"{place}-{number}")
    for place, row in CORNERS.items()
    for number, shown in enumerate(row)
]

each_corner = pytest.mark.parametrize("shown", SHOWN)


@pytest.mark.parametrize("place", FIGURES)
def test_a_figure_stands_under_a_rule_or_a_heading_of_the_page(place: str) -> None:
    assert f'id="{place}"' in rulebook.render(PAGE)


@pytest.mark.parametrize("place", FIGURES)
def test_a_figure_is_well_formed_and_finds_all_that_it_uses(place: str) -> None:
    drawn = ElementTree.fromstring(f"<div>{FIGURES[place]}{DRAWING.figure_lands(ENGLISH)}</div>")
    ids = {element.get("id") for element in drawn.iter()}
    uses = {element.get("href") for element in drawn.iter() if element.get("href")}
    assert uses
    assert {str(use).removeprefix("#") for use in uses} <= ids


@each_corner
def test_no_player_has_more_booths_than_there_are(shown: corner.Corner) -> None:
    booths = shown.view().booths
    assert all(sum(row[seat] for row in booths) <= 15 for seat in range(4))


@each_corner
def test_what_has_a_number_is_on_the_picture(shown: corner.Corner) -> None:
    places = sheet(corner.BOARD).places
    assert all(shown.part().has(places[target]) for target in shown.marked)


def unsold(view: View) -> list[list[int]]:
    return [sorted(desk.unsold) for desk in view.desks]


def test_the_example_tells_what_the_page_tells() -> None:
    """The numbers of 'One turn, from start to end' and 'One sale, from start to end'."""
    turn, ended, sale, sold = corner.example().values()
    assert turn.desks[0].talers == 6
    assert (ended.desks[0].talers, ended.desks[1].talers) == (1, 3 + 1 + 3)
    assert (sale.desks[0].talers, sold.desks[0].booths) == (3, sale.desks[0].booths + 1)
    [rows] = DESKS.values()
    assert unsold(sale) == [sorted(map(corner.code, row.split())) for row in rows]
    assert [len(desk.sold) for desk in sold.desks] == [2, 0, 0, 0]
    assert [len(markers) for markers in unsold(sold)] == [0, 1, 2, 3]
