"""All legal orders in a few lines, for people who have nothing but an email before them.

Words between which the player chooses stand beside each other:

    place t/m arnheim-duisburg.1/2/3, bremen-minden.2
    displace t/m hamburg-stade.1 paying 1t/1m
    move hamburg-stade.2 or hamburg-stade.3 > any of those after 'place'
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from games.play.pages.legal import Legal, likeliest, some_orders
from games.rules.title import AnyTitle

MOST_ORDERS = 4_000
"""With more orders of one verb, only some are written: no position of a usual game has as many."""
LONG = 12
"""A list that is longer is written once."""
SHORT_WORD = 3

_NUMBERED = re.compile(r"(.+\.)(\d+)")

_Row = tuple[tuple[str, ...], ...]
"""The words that may stand at each place of an order."""


def listed_orders(title: AnyTitle, state: Any, seat: int, wrong: str = "") -> list[Legal]:
    """Return all that a seat may order, a line for each kind of order.

    Before them comes what `wrong` may have meant.
    """
    found = [Legal([meant], 0) for meant in likeliest(title, state, seat, wrong)]
    told: dict[frozenset[str], str] = {}
    for verb, group in title.orders(state, seat).groups.items():
        if len(group) > MOST_ORDERS:
            found.append(some_orders(title, state, group))
            continue
        rows = _rows(title.write(state, order) for order in group)
        found += [Legal([_written(row, verb, told)], 0) for row in rows]
    return found


def _rows(texts: Iterable[str]) -> list[_Row]:
    """Join orders that differ in one word, and then those rows, from the last word to the first."""
    rows: list[_Row] = [tuple((word,) for word in text.split()) for text in texts]
    for at in reversed(range(max(map(len, rows), default=0))):
        joined: dict[tuple[_Row, _Row], list[str]] = {}
        for row in rows:
            words = row[at] if at < len(row) else ()
            joined.setdefault((row[:at], row[at + 1 :]), []).extend(words)
        rows = [
            (*before, tuple(words), *after) if words else before
            for (before, after), words in joined.items()
        ]
    return rows


def _written(row: _Row, verb: str, told: dict[frozenset[str], str]) -> str:
    *words, last = row
    return " ".join([*(_either(each, " or ") for each in words), _list(last, verb, told)])


def _list(words: Sequence[str], verb: str, told: dict[frozenset[str], str]) -> str:
    """Write the last words of a row; a long list that an earlier verb has is not repeated."""
    if len(words) > LONG:
        known = next((each for each in told if each <= set(words)), None)
        if known is not None:
            others = [word for word in words if word not in known]
            return ", ".join([f"any of those after '{told[known]}'", *_parts(others)])
        told[frozenset(words)] = verb
    return _either(words, ", ")


def _either(words: Sequence[str], between: str) -> str:
    parts = _parts(words)
    return ("/" if all(len(part) <= SHORT_WORD for part in parts) else between).join(parts)


def _parts(words: Sequence[str]) -> list[str]:
    """Return words with those joined that differ in their number: 'hamburg-stade.1/2'."""
    numbers: dict[str, list[str]] = {}
    for word in words:
        match = _NUMBERED.fullmatch(word)
        numbers.setdefault(match[1] if match else word, []).extend([match[2]] if match else [])
    return [stem + "/".join(each) for stem, each in numbers.items()]
