"""SVG as PNG, for emails: without a browser, and without the fonts of the machine."""

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

from games.drawing.lettering import SANS, SERIF

FONTS = Path(__file__).parent / "fonts"
COLOURS = 256


def png(ground: str, *layers: str, width: int) -> bytes:
    """Return standalone SVGs, one on top of the other, as a PNG of this width in pixels.

    The ground, a board that is the same in many pictures, is drawn once. A palette makes the
    picture a quarter as large. Raises ValueError if a text is not SVG.
    """
    picture = _ground(ground, width).copy()
    for layer in layers:
        picture.alpha_composite(_drawn(layer, width))
    # The octree keeps the colours of small things such as pieces; other methods average them away.
    few = picture.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    kept = BytesIO()
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


@lru_cache(maxsize=8)
def _ground(svg: str, width: int) -> Image.Image:
    return _drawn(svg, width, "#ffffff")


def _drawn(svg: str, width: int, background: str | None = None) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=background,
        skip_system_fonts=True,
        font_files=_font_files(),
        serif_family=_first(SERIF),
        sans_serif_family=_first(SANS),
        font_family=_first(SANS),
    )
    with Image.open(BytesIO(drawn)) as image:
        return image.convert("RGBA")


@cache
def _font_files() -> list[str]:
    return [str(path) for path in sorted(FONTS.glob("*.ttf"))]


def _first(families: str) -> str:
    return families.partition(",")[0]
