"""What a logged order hides from those who may not know it."""

from collections.abc import Sequence
from typing import Any


def redact(seat: int, text: str, events: Sequence[Sequence[Any]], viewer: int | None) -> str:
    """Return a logged order as a viewer may see it: only the owner sees a draw (T8.4)."""
    for event in events:
        if event[0] == "drew" and event[1] != viewer:
            return "draw ?"
        if event[0] == "dealt" and event[1] != viewer:
            return text.rpartition(" ")[0] + " ?"
    return text
