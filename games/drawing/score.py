"""Lists of words that are put together in English alone."""

from collections.abc import Sequence


def listed(names: Sequence[str], word: str = "and") -> str:
    """Return names as a list: 'Anna, Bertram and Cecilie'."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
