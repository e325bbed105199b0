"""Text that runs from right to left, in pages and letters that run from left to right (UAX 9)."""

import re
import unicodedata

FIRST_STRONG, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks, embeddings, overrides and isolates: what changes the direction of text unseen."""

_RIGHT_TO_LEFT = {"R", "AL", "AN"}

_ISOLATED = re.compile(rf"{FIRST_STRONG}([^{FIRST_STRONG}{POP}]*){POP}")


def without_controls(text: str) -> str:
    """Return a text as it is stored: without characters that change its direction unseen."""
    return text if text.isascii() else _CONTROLS.sub("", text)


def has_right_to_left(text: str) -> bool:
    """Return whether a text has letters or digits of a script that is written right to left."""
    return not text.isascii() and any(
        unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text
    )


def isolated(text: str) -> str:
    """Return a text so that it can stand in a sentence without changing the order of the rest.

    Only one with right-to-left characters needs isolates; one that has them stays as it is. What is
    isolated is to be read: it is never stored, compared or part of an address.
    """
    if not has_right_to_left(text) or _ISOLATED.fullmatch(text):
        return text
    return f"{FIRST_STRONG}{text}{POP}"


def bare(text: str) -> str:
    """Return a text that `isolated` has returned as it was before."""
    found = _ISOLATED.fullmatch(text)
    return found[1] if found else text
