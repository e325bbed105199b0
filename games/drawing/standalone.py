"""Drawings that stand alone: outside a page, or without their board."""

from collections.abc import Callable, Mapping
from xml.etree import ElementTree as ET

from games.drawing import lettering, svg
from games.drawing.geometry import Box

Edit = Callable[[str, str], tuple[str, str] | None]
"""Returns the name and value of an attribute as they are to be, or None to leave it out."""
ET.register_namespace("", svg.NAMESPACE)


def _edited(markup: str, edit: Edit) -> str:
    """Return markup with all attributes edited."""
    root = ET.fromstring(f"<g>{markup}</g>")  # noqa: S314 - markup of ours
    for element in root.iter():
        element.attrib = dict(filter(None, map(edit, element.attrib, element.attrib.values())))
    return "".join(ET.tostring(child, encoding="unicode") for child in root)


def standalone(view_box: str, symbols: str, body: str) -> str:
    """Return a live layer with its definitions as one SVG that needs no browser."""
    return svg.whole(symbols, _edited(body, _still), viewBox=view_box)


def _still(key: str, value: str) -> tuple[str, str]:
    """Move a piece as renderers of pictures know it, not as browsers animate it."""
    if key == "style" and (transform := svg.still(value)):
        return "transform", transform
    return key, value


def hidden(symbols: str) -> str:
    """Return definitions as an <svg> that shows nothing, to be used in the rest of a page."""
    away: Mapping[str, svg.Value] = {"aria_hidden": "true", "style": "position:absolute"}
    return svg.whole(symbols, width=0, height=0, **away)


def banner(board: str, words: str) -> str:
    """Return a layer for a board, as an <svg>: a band across its lower edge with words on it."""
    view_box = ET.fromstring(board).get("viewBox", "")  # noqa: S314 - markup of ours
    left, top, across, down = map(float, view_box.split())
    tall = 0.17 * down
    upper = top + down - tall
    band = svg.element("rect", x=left, y=upper, width=across, height=tall, fill="#1d5566")
    lettered = lettering.name(words, left + across / 2, upper + 0.7 * tall, 0.6 * tall, "#ffffff")
    return svg.whole(svg.group(band, lettered), viewBox=view_box)


def apart(drawn: str, name: str) -> str:
    """Return an <svg> with its own names of definitions, for a page that has others.

    It is a picture only: nothing on it can be asked about.
    """
    known = ("id", ""), ("href", "#"), ("fill", "url(#"), ("clip-path", "url(#")

    def edit(key: str, value: str) -> tuple[str, str] | None:
        if key == "data-about":
            return None
        for user, sign in known:
            if key == user and value.startswith(sign):
                return key, f"{sign}{name}-{value.removeprefix(sign)}"
        return key, value

    return _edited(drawn, edit)


def corner(box: Box, board: str, body: str, words: str) -> str:
    """Return a part of a live layer over its board's land, with a caption, for the rules page.

    The page has the land under the id 'land-' and the board's.
    """
    size = box.right - box.left, box.bottom - box.top
    view_box = " ".join(f"{number:.0f}" for number in (box.left, box.top, *size))
    land, pieces = svg.use(f"land-{board}"), svg.group(_nameless(body), class_="live")
    return captioned(svg.whole(land, pieces, viewBox=view_box, aria_hidden="true"), words)


def _nameless(body: str) -> str:
    """A live layer without ids, for a page that shows several of them."""
    return _edited(body, lambda key, value: None if key == "id" else (key, value))


def captioned(drawn: str, words: str) -> str:
    """Return a picture with a caption, for the rules page."""
    return svg.element("figure", drawn, svg.worded("figcaption", words))
