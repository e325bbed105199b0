"""SVG as PNG, for mails: without a browser, and without the fonts of the machine."""

from functools import cache
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

from games.drawing.lettering import SANS, SERIF

FONTS = Path(__file__).parent / "fonts"
COLOURS = 256


def png(svg: str, width: int) -> bytes:
    """Return a standalone SVG as PNG, so many pixels wide; raises ValueError on what is no SVG.

    Its colours are drawn from a palette, which makes it a quarter as large.
    """
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=_font_files(),
        serif_family=_first(SERIF),
        sans_serif_family=_first(SANS),
        font_family=_first(SANS),
    )
    with Image.open(BytesIO(drawn)) as image:
        # The octree keeps the colours of small things, as pieces are; others average them away.
        few = image.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    kept = BytesIO()
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


@cache
def _font_files() -> list[str]:
    return [str(path) for path in sorted(FONTS.glob("*.ttf"))]


def _first(families: str) -> str:
    return families.partition(",")[0]
