"""The icons of the site as an app, drawn from its mark: `python -m tests.hansa_site.icons`."""

import re
from pathlib import Path
from typing import Final

from PIL import Image

from games.drawing.raster import raster

STATIC: Final = Path(__file__).parents[2] / "hansa_site/static"
FOLDER: Final = STATIC / "icons"

PAPER: Final = "#fbf6ea"
INK: Final = "#2f6f73"

SIZES: Final = {
    "icon-192": (192, 0.08),
    "icon-512": (512, 0.08),
    # Phones cut off up to a fifth at each side (https://w3c.github.io/manifest/#icon-masks).
    "maskable-512": (512, 0.22),
    "touch-180": (180, 0.12),
}
"""The icons by name: their size in pixels, and how much of it is margin at each side."""


def drawn(size: int, margin: float) -> Image.Image:
    """Return the mark on a ground without transparency, which phones would make black."""
    mark = re.sub(r"</?svg[^>]*>", "", (STATIC / "mark.svg").read_text())
    edge = 32 * margin / (1 - 2 * margin)
    box = f"{-edge} {-edge} {32 + 2 * edge} {32 + 2 * edge}"
    ground = f'<rect x="{-edge}" y="{-edge}" width="100%" height="100%" fill="{INK}"/>'
    return raster(ground + mark, box, (size, size), INK).convert("RGB")


def badge(size: int = 96) -> Image.Image:
    """Return the mark as a silhouette, which Android shows small in a colour of its own."""
    mark = re.sub(r"</?svg[^>]*>", "", (STATIC / "mark.svg").read_text())
    white = re.sub(r'(fill|stroke)="#\w+"', r'\1="#fff"', mark)
    return raster(white, "0 0 32 32", (size, size))


def write() -> None:
    """Draw all icons again."""
    for name, (size, margin) in SIZES.items():
        drawn(size, margin).quantize(64).save(FOLDER / f"{name}.png", optimize=True)
    badge().save(FOLDER / "badge-96.png", optimize=True)


if __name__ == "__main__":
    write()
