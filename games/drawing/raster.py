"""SVG as pixels, with the fonts of the house; what stands on boards is drawn once for many."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import resvg_py
from PIL import Image

from games.drawing import svg
from games.drawing.lettering import SANS, SERIF

FONTS = Path(__file__).parent / "fonts"
KEPT = 4096
"""Parts that a process keeps, of 5 KB each or so: the pieces on every place of some boards."""
COARSE = 8
"""How much smaller a board is drawn to find where on it something is."""

_REFERENCE = re.compile(r'(?:href="|url\()#([^")]+)')
_TAG = f"{{{svg.NAMESPACE}}}"


class Part(NamedTuple):
    """What is drawn, and the point of its upper left corner in the picture."""

    image: Image.Image
    at: tuple[int, int]


def raster(
    content: str, view_box: str, size: tuple[int, int], background: str | None = None
) -> Image.Image:
    """Return the content of an SVG as an image: all that a box shows, of `size` in pixels."""
    width, height = size
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg.whole(
            content, viewBox=view_box, width=width, height=height, preserveAspectRatio="none"
        ),
        background=background,
        skip_system_fonts=True,
        font_files=_font_files(),
        serif_family=_first(SERIF),
        sans_serif_family=_first(SANS),
        font_family=_first(SANS),
    )
    with Image.open(BytesIO(drawn), formats=("PNG",)) as image:
        image.load()
        return image


def parts(root: ET.Element, size: tuple[int, int]) -> Iterator[Part]:
    """Yield what an SVG draws, from the bottom up, as parts of a picture of this size in pixels.

    The elements of the SVG are taken apart.
    """
    symbols = {
        part.get("id", ""): part for defs in root.iter(f"{_TAG}defs") for part in defs.iter()
    }
    texts: dict[str, str] = {}
    for element in _elements(root):
        markup = _text(element)
        needed = "".join(_needed(markup, symbols, texts).values())
        part = _part(f"<defs>{needed}</defs>{markup}", root.get("viewBox", ""), size)
        if part is not None:
            yield part


def _elements(root: ET.Element) -> Iterator[ET.Element]:
    """Yield the elements that draw something, without the groups that only have a class."""
    for element in root:
        if element.tag == f"{_TAG}g" and element.attrib.keys() <= {"class"}:
            yield from _elements(element)
        elif element.tag not in (f"{_TAG}defs", f"{_TAG}title"):
            yield element


def _text(element: ET.Element) -> str:
    """Return the markup of an element without names: what looks alike is the same."""
    for part in element.iter():
        part.attrib.pop("id", None)
        for title in part.findall(f"{_TAG}title"):
            part.remove(title)
    return ET.tostring(element, encoding="unicode")


def _needed(
    markup: str, symbols: Mapping[str, ET.Element], texts: dict[str, str]
) -> dict[str, str]:
    """Return the markup of all symbols that an element uses, by their names."""
    found: dict[str, str] = {}
    for name in _REFERENCE.findall(markup):
        if name not in texts:
            texts[name] = ET.tostring(symbols[name], encoding="unicode")
        found |= {**_needed(texts[name], symbols, texts), name: texts[name]}
    return found


@lru_cache(maxsize=KEPT)
def _part(markup: str, view_box: str, size: tuple[int, int]) -> Part | None:
    """Draw markup as it is in a picture of this size that shows a box; None if it shows nothing.

    A small picture tells where it is: the time of a large one goes with its pixels. Around that is
    some room, as slivers are lost in a small picture.
    """
    left, top, across, down = map(float, view_box.split())
    wide, high = across / size[0], down / size[1]
    coarse = raster(markup, view_box, (ceil(size[0] / COARSE), ceil(size[1] / COARSE))).getbbox()
    if coarse is None:
        return None
    x, y = (max(0, edge - 1) * COARSE for edge in coarse[:2])
    right, bottom = (
        min(most, (edge + 1) * COARSE) for edge, most in zip(coarse[2:], size, strict=True)
    )
    box = left + x * wide, top + y * high, (right - x) * wide, (bottom - y) * high
    image = raster(markup, " ".join(map(repr, box)), (right - x, bottom - y))
    inked = image.getbbox()
    if inked is None:
        return None
    return Part(image.crop(inked), (x + inked[0], y + inked[1]))


@cache
def _font_files() -> list[str]:
    return [str(path) for path in sorted(FONTS.glob("*.ttf"))]


def _first(families: str) -> str:
    return families.partition(",")[0]
