"""Words that are put together in English alone."""

from collections.abc import Iterable


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str]) -> str:
    """Return one word or more as a list: 'red, blue and brown'."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
