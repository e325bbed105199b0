"""No words on a board are wider than their frame, however long they are in a language."""

from collections.abc import Iterator
from itertools import combinations
from xml.etree.ElementTree import Element

import pytest
from django.utils import translation

from games.drawing import DRAWINGS
from games.drawing.geometry import Box
from games.drawing.hansa import layout as hansa
from games.drawing.hansa.pieces_on_board import _last_round, _left_out
from games.drawing.plain import PlainDrawing
from games.play.language import spoken
from games.rules import TITLES
from tests.drawing.picture import SVG, Thing, root_of, things
from tests.pseudo import CODE, pseudo

__all__ = ["pseudo"]

FRAMES = {f"{SVG}{kind}" for kind in ("path", "rect", "ellipse", "circle")}
MOST_LEFT_OUT = (0, 1)
"""A game is played without two colours at most."""

pytestmark = pytest.mark.usefixtures("pseudo")
languages = pytest.mark.parametrize("code", ["en", "de", CODE])


def texts(found: list[Thing]) -> list[Thing]:
    """The words of a drawing that stand level, in the order of drawing."""
    return [
        each
        for each in found
        if each.element.tag == f"{SVG}text" and "rotate" not in each.get("transform")
    ]


def around(root: Element, element: Element) -> Iterator[Element]:
    """Yield the shapes that stand in the groups around an element, the whole drawing aside."""
    parents = {child: parent for parent in root.iter() for child in parent}
    while (element := parents[element]) is not root:
        yield from (each for each in element if each.tag in FRAMES)


def is_inside(words: Thing, frame: Box) -> bool:
    return frame.left <= words.box.left and words.box.right <= frame.right


@languages
@pytest.mark.parametrize(
    ("title", "board_id"),
    [(title.id, board) for title in TITLES.values() for board in title.boards],
)
def test_words_end_where_their_frame_does_and_touch_no_others(
    title: str, board_id: str, code: str
) -> None:
    drawing = DRAWINGS[title]
    left, top, wide, high = map(float, drawing.sheet(board_id).view_box.split())
    sheet = Box(left, top, left + wide, top + high)
    with translation.override(code):
        root = root_of(drawing.static(board_id, spoken()))
    found = things(root)
    boxes = {each.element: each.box for each in found}
    shown = texts(found)
    assert shown or isinstance(drawing, PlainDrawing)
    for words in shown:
        told, (x, y) = words.element.text, words.box.centre
        assert is_inside(words, sheet), told
        for shape in around(root, words.element):
            frame = Box(*boxes[shape])
            assert not frame.has((x, y)) or is_inside(words, frame), told
    for one, other in combinations(shown, 2):
        touch = Box(*one.box).overlaps(Box(*other.box))
        assert not touch, (one.element.text, other.element.text)


@languages
@pytest.mark.parametrize("board_id", TITLES["hansa"].boards)
def test_words_of_the_table_of_the_piles_stay_on_it(board_id: str, code: str) -> None:
    tray = hansa.load_layout(board_id).tray.grown(-5)
    with translation.override(code):
        language = spoken()
    drawing = DRAWINGS["hansa"]
    symbols = drawing.symbols()
    drawn = [
        drawing.static(board_id, language),
        _last_round(board_id, language),
        _left_out(board_id, MOST_LEFT_OUT, language),
    ]
    inside = [
        words
        for each in drawn
        for words in texts(things(each, symbols))
        if tray.has(words.box.centre)
    ]
    assert len(inside) == len(drawn)
    assert all(is_inside(words, tray) for words in inside)
    found = things(drawn[2], symbols)
    (said,) = texts(found)
    pieces = [each for each in found if each.element.tag == f"{SVG}path"]
    assert all(said.box.right <= piece.box.left for piece in pieces)
