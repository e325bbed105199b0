"""SVG as PNG, for emails: without a browser, and without the fonts of the machine."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from math import ceil, dist
from typing import Any
from xml.etree import ElementTree as ET

from PIL import Image

from games.drawing.raster import parts, raster

SHADES = 32
"""Further colours of a board at most; each makes the edges of lines larger in the file."""
FLAT = 1 / 500
"""A colour that covers more than this share of a board is kept as it is."""
APART = 28.0
"""The distance in red, green and blue at which another colour is taken into the palette."""

GROUNDS = 16
"""Boards that a process keeps, of 2 MB each or so: all of them in two languages, for emails."""

RGB = tuple[int, ...]


def png(ground: str, *layers: str, width: int) -> bytes:
    """Return standalone SVGs, one on top of the other, as a PNG of this width in pixels.

    The ground, a board that is the same in many pictures, is drawn once. A palette makes the
    picture a quarter as large; as it cannot shade, gradients of the ground are left out.
    Raises ValueError if a text is not SVG.
    """
    board, colours = _ground(ground, width)
    picture = board.copy()
    roots = list(map(_parsed, layers))
    fills = frozenset(fill for root in roots for fill in _fills(root))
    for root in roots:
        for image, at in parts(root, picture.size):
            picture.alpha_composite(image, at)
    palette = _palette(colours, fills)
    few = picture.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
    kept = BytesIO()
    # Level 6 would make it 2 % smaller, but take half as long again.
    few.save(kept, "PNG", compress_level=5)
    return kept.getvalue()


@lru_cache(maxsize=GROUNDS)
def _ground(svg: str, width: int) -> tuple[Image.Image, tuple[RGB, ...]]:
    """Return the ground and the colours that show it."""
    root = _parsed(svg)
    gradients = {f"url(#{part.get('id')})" for part in root.iter() if part.tag.endswith("Gradient")}
    for part in root.iter():
        if part.get("fill") in gradients:
            part.set("fill", "none")
    view_box = root.get("viewBox", "")
    across, down = map(int, view_box.split()[2:])
    content = "".join(ET.tostring(part, encoding="unicode") for part in root)
    board = raster(content, view_box, (width, ceil(width * down / across)), "#ffffff")
    opaque = board.convert("RGB")
    pixels = opaque.width * opaque.height
    counted: list[Any] = opaque.getcolors(pixels) or []
    flat = [colour for count, colour in sorted(counted, reverse=True) if count > pixels * FLAT]
    few = opaque.quantize(SHADES, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    shades = few.getpalette() or []
    return board, _apart(flat, zip(*[iter(shades)] * 3, strict=True))


@lru_cache(maxsize=32)
def _palette(colours: tuple[RGB, ...], fills: frozenset[str]) -> Image.Image:
    """Return an image with these colours, and those of fills that are not among them."""
    more = (tuple(bytes.fromhex(fill[1:])) for fill in sorted(fills))
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in _apart(colours, more) for value in colour])
    return palette


def _parsed(svg: str) -> ET.Element:
    """Return an SVG that shows whole units."""
    try:
        root = ET.fromstring(svg)  # noqa: S314 - markup of ours
    except ET.ParseError as error:
        raise ValueError(f"This is not SVG: {error}.") from error
    left, top, *sides = root.get("viewBox", "").split()
    root.set("viewBox", f"{left} {top} {' '.join(str(ceil(float(side))) for side in sides)}")
    return root


def _fills(root: ET.Element) -> Iterator[str]:
    """Return the plain colours that fill something, as '#' and six digits."""
    for part in root.iter():
        fill = part.get("fill", "")
        if len(fill) == len("#rrggbb") and fill.startswith("#"):
            yield fill


def _apart(colours: Iterable[RGB], more: Iterable[RGB]) -> tuple[RGB, ...]:
    """Return the colours and those of `more` that are not close to one before them."""
    kept = list(colours)
    for colour in more:
        if all(dist(colour, other) >= APART for other in kept):
            kept.append(colour)
    return tuple(kept[:256])
