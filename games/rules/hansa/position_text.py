"""Positions of Hansa as lines of text (docs/notation.md).

They are made from the plain data that `state.State.dump` returns.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from games.rules.common.lines import NOTHING, line, repeated
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import COLOURS, GOODS, good_id
from games.rules.title import CHANCE

Data = dict[str, Any]

FLAGS: Final = ("fresh", "replenished", "acted")
GOOD_IDS: Final = tuple(map(good_id, GOODS))
"""Markers as orders write them, from code 1 on."""


def write(data: Data) -> Iterator[str]:
    """Yield the lines of a dumped position, without what every title's text begins with."""
    board = load_board(data["board"])
    players = data["players"]
    yield f"stage: {data['stage']}"
    yield f"start: {data['start'] + 1}"
    yield from line("turn", words=[data["turn"] + 1] if data["turn"] != CHANCE else ())
    yield f"ship: {board.cities[data['ship']].id}"
    yield from line("this-turn", words=[flag for flag in FLAGS if data[flag]])
    yield from line("without", words=_colours(data["left_out"]))
    for seat in range(players):
        yield f"talers {seat + 1}: {data['talers'][seat]}"
        for row in ("unsold", "sold"):
            yield from line(row, seat + 1, words=good_words(data[row][seat]))
        yield from line("losing", seat + 1, words=_colours(data["losing"][seat]))
    yield from line("selling", words=_colours(data["selling"]))
    for city in board.cities:
        places = city.warehouses
        codes = data["warehouses"][places.start : places.stop]
        names = [GOOD_IDS[code - 1] if code else NOTHING for code in codes]
        yield from line("warehouses", city.id, words=names if any(codes) else ())
        booths = data["booths"][players * city.index : players * (city.index + 1)]
        yield from line("booths", city.id, words=booths if any(booths) else ())
    for row in ("hidden", "gone"):
        codes = [code for code, number in enumerate(data[row]) for _ in range(number)]
        yield from line(row, words=good_words(codes))


def good_words(codes: Iterable[int]) -> Iterator[str]:
    """Yield markers as words: 'red2*2'."""
    return repeated(GOOD_IDS[code - 1] for code in codes)


def _colours(row: Iterable[int]) -> list[str]:
    return [COLOURS[colour] for colour in row]
