"""Attributes of links that give orders or lead to the second step, with and without scripts."""

from html import escape

from games.drawing.choices import Target

SWAP = 'hx-ext="morph"'
"""Each link names the extension itself: it is gone with its layer when the page is swapped."""


def attributes(href: str, act: str, label: str) -> str:
    """Return the attributes of a link; `act` is what it does with scripts."""
    return f'href="{href}" {act} {SWAP} aria-label="{escape(label)}"'


def acting(target: Target, post: str, pick: str) -> tuple[str, str]:
    """Return where a first step leads, and what it does with scripts."""
    link = f"{pick}{target.id}"
    act = f'hx-get="{link}"' if target.order is None else posting(post, target.order)
    return link, act


def posting(post: str, order: str) -> str:
    """Return the attributes that send an order."""
    return f'hx-post="{post}" hx-vals=\'{{"order":"{escape(order)}"}}\''
