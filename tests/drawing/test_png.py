"""Pictures for mails: legible, light, and the same on a bare server."""

from io import BytesIO

import pytest
from PIL import Image

from games.drawing import DRAWINGS, seats
from games.drawing.lettering import SANS, SERIF
from games.drawing.png import png
from tests.drawing.positions import brimful

HEAVIEST = 300_000
"""Bytes; some mail programs cut what is heavier."""
BOARDS = (
    (3, {}),
    (5, {}),
    (4, {"board": "east"}),
    (3, {"board": "britannia"}),
    (5, {"board": "britannia"}),
)


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
    with pytest.raises(ValueError, match="unknown token"):
        png("a letter", width=300)


@pytest.mark.parametrize(("players", "options"), BOARDS)
def test_every_board_is_light_and_keeps_its_colours(players, options):
    view = brimful(players, options=options)
    picture = png(*DRAWINGS["teutonica"].layers(view, names="ABCDE"[:players]), width=960)

    assert len(picture) < HEAVIEST
    shown = colours(Image.open(BytesIO(picture)).convert("RGB"))
    for seat in range(players):
        paint = tuple(int(seats.COLOURS[seat][at : at + 2], 16) for at in (1, 3, 5))
        assert min(max(map(abs, _minus(paint, one))) for one in shown) <= 16


def _minus(one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    return [a - b for a, b in zip(one, other, strict=True)]
