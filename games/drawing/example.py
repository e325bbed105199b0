"""The game that a rules page tells: a short record, played out for the pictures beside it."""

from functools import cache
from importlib import resources
from typing import Any

from games.rules.record import read
from games.rules.replay import record_steps, title_of


@cache
def positions(package: str) -> dict[str, Any]:
    """Return positions of `example.txt` in a package, as a spectator sees them, by name.

    In that record a comment directly below an order names the position after it.
    """
    text = resources.files(package).joinpath("example.txt").read_text(encoding="utf-8")
    record = read(text)
    title = title_of(record)
    names = {
        number: line.removeprefix("# ")
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("# ")
    }
    return {
        names[entry.line + 1]: title.view(step.after, None)
        for entry, step in zip(record.orders, record_steps(record), strict=True)
        if entry.line + 1 in names
    }
