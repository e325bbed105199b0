"""Where the data of bots lies: with the sources, which compiled modules have left."""

from pathlib import Path


def path(title: str, name: str) -> Path:
    """Return a file of the bots of a title."""
    return Path(__file__).with_name(title) / name
