"""Drawings that stand alone: outside a page, or without their board."""

import re

_MOVED = re.compile(r'style="transform:translate\(([-.\d]+)px,([-.\d]+)px\)([^"]*)"')
"""Where a piece is, as browsers animate it; renderers of pictures know only the attribute."""
_NAMED = re.compile(r'(\bid="|href="#|url\(#)')
"""Where a definition is named, or used by its name."""
_ID = re.compile(r' id="[^"]*"')


def standalone(view_box: str, symbols: str, body: str) -> str:
    """Return a live layer with its definitions as one SVG that needs no browser."""
    still = _MOVED.sub(r'transform="translate(\1,\2)\3"', body)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}">{symbols}{still}</svg>'


def hidden(symbols: str) -> str:
    """Return definitions as an <svg> that shows nothing, to be used in the rest of a page."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">{symbols}</svg>'
    )


def apart(svg: str, name: str) -> str:
    """Return an <svg> with its own names of definitions, for a page that has others."""
    return _NAMED.sub(rf"\g<1>{name}-", svg)


def nameless(body: str) -> str:
    """Return a live layer without ids, for a page that shows several of them."""
    return _ID.sub("", body)


def captioned(view_box: str, board: str, body: str, words: str) -> str:
    """Return a part of a live layer over its board's land, with a caption, for the rules page.

    The page has the land under the id 'land-' and the board's.
    """
    return (
        f'<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" '
        f'aria-hidden="true"><use href="#land-{board}"/><g class="live">{body}</g></svg>'
        f"<figcaption>{words}</figcaption></figure>"
    )
