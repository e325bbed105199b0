"""All legal orders in a few lines, for people who have nothing but an email before them.

Words between which the player chooses stand beside each other:

    place t/m arnheim-duisburg.1/2/3, bremen-minden.2
    displace t/m hamburg-stade.1 paying 1t/1m
    move hamburg-stade.2/3 or hamburg-lubeck.1 > any of those after 'place'
    move hamburg-stade.2/3 > hamburg-lubeck.1
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import pairwise, zip_longest
from typing import Any

from django.utils.translation import pgettext

from games.play.pages.legal import Legal, likeliest, some_orders
from games.rules.title import AnyTitle

MOST_ORDERS = 4_000
"""With more orders of one verb, only some are written: no position of a usual game has as many."""
LONG = 12
"""A list that is longer is written once, and so is what such lists share."""
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
    """Join orders that differ in one word, and then those rows, from the last word to the first.

    Long lists that are much alike are parted first, so that what they share is joined. Words that
    can also be next to each other are not joined: 'sell red1 red2 or red3' would read as two sales.
    """
    orders = [text.split() for text in texts]
    rows: list[_Row] = [tuple((word,) for word in words) for words in orders]
    places = [set(filter(None, words)) for words in zip_longest(*orders)]
    mixed = [not one.isdisjoint(other) for one, other in pairwise(places)]
    for at in reversed(range(len(places))):
        if any(mixed[max(0, at - 1) : at + 1]):
            continue
        joined: dict[tuple[_Row, _Row], list[str]] = {}
        for row in rows:
            words = row[at] if at < len(row) else ()
            joined.setdefault((row[:at], row[at + 1 :]), []).extend(words)
        rows = [
            (*before, tuple(words), *after) if words else before
            for (before, after), words in joined.items()
        ]
        rows = _parted(rows, at)
    return rows


def _parted(rows: Sequence[_Row], last: int) -> list[_Row]:
    """Part rows that end at a place with long lists: what these share goes into rows of its own."""
    lists = [row[last] for row in rows if len(row) == last + 1 and len(row[last]) > LONG]
    shared = _shared(lists)
    parted: list[_Row] = []
    for row in rows:
        *before, words = row
        parts = [words]
        if words in lists:
            common = max((each for each in shared if each <= set(words)), key=len)
            parts = [
                tuple(word for word in words if word in common),
                tuple(word for word in words if word not in common),
            ]
        parted += [(*before, part) for part in parts if part]
    return parted


def _shared(lists: Iterable[Sequence[str]]) -> list[set[str]]:
    """Return what each of some long lists shares with those that are at least half like it."""
    found: list[set[str]] = []
    for words in lists:
        for known in found:
            both = len(known.intersection(words))
            if both > max(LONG, len(known) // 2, len(words) // 2):
                known.intersection_update(words)
                break
        else:
            found.append(set(words))
    return found


def _written(row: _Row, verb: str, told: dict[frozenset[str], str]) -> str:
    *words, last = row
    return " ".join([*(_either(each, _in_words) for each in words), _list(last, verb, told)])


def _list(words: Sequence[str], verb: str, told: dict[frozenset[str], str]) -> str:
    """Write the last words of a row; a long list that an earlier verb has is not repeated."""
    if len(words) > LONG:
        known = next((each for each in told if each <= set(words)), None)
        if known is not None:
            others = [word for word in words if word not in known]
            if not others:
                return pgettext("orders", "any of those after '{verb}'").format(verb=told[known])
            return pgettext("orders", "any of those after '{verb}', {places}").format(
                verb=told[known], places=", ".join(_parts(others))
            )
        told[frozenset(words)] = verb
    return _either(words, ", ".join)


def _either(words: Sequence[str], join: Callable[[Sequence[str]], str]) -> str:
    parts = _parts(words)
    return ("/".join if all(len(part) <= SHORT_WORD for part in parts) else join)(parts)


def _in_words(parts: Sequence[str]) -> str:
    """Return words between which one chooses: 'red1 or red2 or blue1'."""
    return reduce(
        lambda before, word: pgettext("orders", "{before} or {word}").format(
            before=before, word=word
        ),
        parts,
    )


def _parts(words: Sequence[str]) -> list[str]:
    """Return words with those joined that differ in their number: 'hamburg-stade.1/2'."""
    numbers: dict[str, list[str]] = {}
    for word in words:
        match = _NUMBERED.fullmatch(word)
        numbers.setdefault(match[1] if match else word, []).extend([match[2]] if match else [])
    return [stem + "/".join(sorted(each, key=int)) for stem, each in numbers.items()]
