"""Pictures for mails: legible, light, and the same on a bare server."""

import re
from io import BytesIO
from math import dist
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from games.drawing import DRAWINGS
from games.drawing.lettering import SANS, SERIF
from games.drawing.png import GROUNDS, png
from games.drawing.raster import parts, raster
from games.play.pages.pictures import board_png
from games.wording import ENGLISH, WORDINGS
from tests.drawing.positions import LATE, late
from tests.nim import Nim, NimDrawing, NimWording
from tests.telling import CODES

SVG = "{http://www.w3.org/2000/svg}"
HEAVIEST = 90 * 1024
"""Bytes of a picture late in a game."""


def drawing(inside: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 40">'
        f'<rect width="300" height="40" fill="#f6ecd0"/>{inside}</svg>'
    )


def words(text: str, family: str, more: str = "") -> str:
    return drawing(f'<text x="5" y="28" font-size="24" font-family="{family}" {more}>{text}</text>')


def image(svg: str, width: int = 300) -> Image.Image:
    return Image.open(BytesIO(png(svg, width=width))).convert("RGB")


def colours(picture: Image.Image) -> set[tuple[int, int, int]]:
    return {colour for _, colour in picture.getcolors(256)}


def test_a_worker_keeps_every_board_in_every_language():
    boards = sum(len(wording.boards) for wording in WORDINGS.values())
    assert boards * len(CODES) <= GROUNDS


@pytest.mark.parametrize("family", [SERIF, SANS])
@pytest.mark.parametrize("letter", "AgßöłÅžșŁğĐ7–’")
def test_every_letter_of_a_name_is_drawn(family, letter):
    blank = image(drawing("")).tobytes()
    unknown = image(words("\U000e0100\ue000", family)).tobytes()

    drawn = image(words(letter, family)).tobytes()
    assert drawn not in (blank, unknown)


@pytest.mark.parametrize("more", ['font-weight="700"', 'font-style="italic"'])
def test_names_come_in_their_weights(more):
    assert image(words("Stade", SERIF, more)).tobytes() != image(words("Stade", SERIF)).tobytes()


def test_serif_and_sans_are_different_fonts():
    assert image(words("Stade", SERIF)).tobytes() != image(words("Stade", SANS)).tobytes()


def test_it_is_as_wide_as_told():
    assert image(drawing(""), 750).size == (750, 100)


def test_what_is_no_svg_is_refused():
    with pytest.raises(ValueError, match="not SVG"):
        png("a letter", width=300)


@pytest.mark.parametrize("board", LATE)
def test_late_pictures_are_light_and_keep_their_colours(board):
    view, touched = late(board)
    drawing = DRAWINGS[view.title]
    what = {"names": "ABCDE"[: view.players], "since": touched[-12:], "earlier": touched[-42:-12]}
    picture = board_png(view.title, view, **what)

    assert len(picture) < HEAVIEST
    shown = colours(Image.open(BytesIO(picture)).convert("RGB"))
    for paint in paints(drawing.layers(view, ENGLISH, **what)[1]):
        assert min(dist(paint, colour) for colour in shown) < 28


@pytest.mark.parametrize("board", LATE)
def test_parts_one_by_one_look_as_if_drawn_at_once(board):
    view, touched = late(board)
    layer = DRAWINGS[view.title].layers(
        view, ENGLISH, since=touched[-12:], earlier=touched[-42:-12]
    )[1]
    root = ElementTree.fromstring(layer)
    _, _, across, down = (float(number) for number in root.get("viewBox").split())
    size = 600, round(600 * down / across)
    content = "".join(ElementTree.tostring(part, encoding="unicode") for part in root)
    at_once = raster(content, root.get("viewBox"), size)
    one_by_one = Image.new("RGBA", size)
    for image, at in parts(root, size):
        one_by_one.alpha_composite(image, at)

    papers = [Image.new("RGBA", size, "#f6ecd0") for _ in range(2)]
    papers[0].alpha_composite(at_once)
    papers[1].alpha_composite(one_by_one)
    apart = ImageChops.difference(*(paper.convert("L") for paper in papers))
    assert sum(apart.histogram()[8:]) <= 20, "pixels that look different"
    assert at_once.getbbox()


def test_what_shows_nothing_is_no_part():
    invisible = '<g><circle r="9" fill-opacity="0"/></g>'
    assert not list(parts(ElementTree.fromstring(drawing(invisible)), (300, 40)))[1:]


def paints(svg: str) -> set[tuple[int, ...]]:
    """Return the colours in which the used pieces are filled."""
    root = ElementTree.fromstring(svg)
    used = {use.get("href", "")[1:] for part in root[1:] for use in part.iter(f"{SVG}use")}
    pieces = [part for part in root[0] if part.get("id") in used]
    fills = {fill for piece in pieces for part in piece.iter() if (fill := part.get("fill", ""))}
    return {tuple(bytes.fromhex(fill[1:])) for fill in fills if re.fullmatch("#[0-9a-f]{6}", fill)}


def test_a_board_of_words_alone_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDINGS, "nim", NimWording())
    monkeypatch.setitem(DRAWINGS, "nim", NimDrawing())
    view = Nim().view(Nim().start({}, 2), None)
    picture = Image.open(BytesIO(board_png("nim", view, names=["Ann", "Ben"])))
    assert picture.width
