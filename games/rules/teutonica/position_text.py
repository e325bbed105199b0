"""Positions of Hansa Teutonica as lines of text (docs/notation.md).

They are made from the plain data that `state.State.dump` returns.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.rules.common.lines import NOTHING, line, repeated
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.frames import FIELDS
from games.rules.teutonica.pieces import (
    ABILITIES,
    EMPTY,
    KIND_LETTERS,
    MARKERS,
    NEUTRAL,
    SPECIAL_PRESTIGE,
    TILES,
    kind_of,
    owner,
)

Data = dict[str, Any]

FLAGS: Final = ("touched", "acted", "walked", "closed")
OPEN, OWNED = "open", 2
"""A tile without an owner; the owner's seat plus OWNED stands for it in the data."""
NEUTRAL_LETTER: Final = "n"
NOT_LOOKED_AT: Final = "?"
WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("left", "extras", "traders", "merchants"), "count"),
    **dict.fromkeys(("victim", "seat"), "owner"),
    **dict.fromkeys(("origin", "placed"), "space"),
    "route": "route",
    "hand": "piece",
    "markers": "marker",
}
"""What kind of word stands for each field."""


def write(data: Data) -> Iterator[str]:
    """Yield the lines of a dumped position, without what every title's text begins with."""
    board, added, seats = load_board(data["board"]), data["added"], range(data["players"])
    yield f"start: {data['start'] + 1}"
    yield f"turn: {data['turn'] + 1}"
    yield f"actions: {data['actions']}"
    yield from line("this-turn", words=[flag for flag in FLAGS if added.get(flag)])
    for name, *numbers in data["frames"]:
        fields = [*FIELDS[name], *FIELDS[name][-1:] * len(numbers)]
        words = [
            _named(board, WORDS[field], number)
            for field, number in zip(fields, numbers, strict=False)
        ]
        yield f"waits: {' '.join((name.replace(' ', '-'), *words))}"
    yield from line("ending", words=[data["ending"]] if data["ending"] else ())
    yield from line("over", words=["yes"] if data["over"] else ())
    for seat in seats:
        yield from _desk(data, seat)
    for row in ("connected", "completed"):
        names = (
            [city.id for city in board.cities] if row == "completed" else [*map(str, range(1, 6))]
        )
        yield from line(row, words=[names[number] for number in data[row]])
    for value, owned in zip(SPECIAL_PRESTIGE, data["special"], strict=True):
        yield from line("special", value, words=[owned] if owned else ())
    yield from line(
        "bag", words=marker_words(k for k, n in enumerate(data["bag"]) for _ in range(n))
    )
    yield from _modules(board, added)
    for route in board.routes:
        yield from line("route", route.id, words=_row(data["spaces"], route.spaces))
        marker = data["markers"][route.index]
        yield from line("marker", route.id, words=[MARKERS[marker - 1]] if marker else ())
    for city in board.cities:
        yield from line("city", city.id, words=_row(data["offices"], city.offices))
        for name in ("extras", "founded"):
            yield from line(name, city.id, words=map(piece_word, data[name][city.index]))


def _desk(data: Data, seat: int) -> Iterator[str]:
    parts = [f"prestige {data['prestige'][seat]}"]
    parts += [f"{row} {_amount(data[row][2 * seat : 2 * seat + 2])}" for row in ("supply", "stock")]
    levels = data["levels"][len(ABILITIES) * seat :]
    parts += [f"{name} {level}" for name, level in zip(ABILITIES, levels, strict=False)]
    yield f"seat {seat + 1}: {', '.join(parts)}"
    for row in ("held", "used"):
        yield from line(row, seat + 1, words=marker_words(data[row][seat]))
    unknown = [NOT_LOOKED_AT] * data["drawn"][seat]
    yield from line("plate", seat + 1, words=[*marker_words(data["plate"][seat]), *unknown])


def _modules(board: Board, added: Data) -> Iterator[str]:
    for seat, card in enumerate(added.get("cards", ()), 1):
        yield from line("mission", seat, words=[card] if card else ())
    for tile, where in zip(TILES, added.get("tiles", ()), strict=False):
        if where:
            yield f"tile {tile}: {OPEN if where < OWNED else where - OWNED + 1}"
    yield from line("permits", words=[board.cities[city].id for city in added.get("permits", ())])
    yield from line("pawn", words=[added["pawn"]] if added.get("pawn") else ())
    yield from line("discarded", words=marker_words(added.get("discarded", ())))


def marker_words(kinds: Any) -> Iterator[str]:
    """Yield markers as words: 'plus3*2'."""
    return repeated(MARKERS[kind] for kind in kinds)


def _amount(numbers: Sequence[int]) -> str:
    pairs = zip(numbers, KIND_LETTERS, strict=True)
    return "".join(f"{number}{letter}" for number, letter in pairs if number) or "0t"


def _row(codes: Sequence[int], numbers: range) -> list[str]:
    """Return the pieces of a route or city, nothing if there is none."""
    row = codes[numbers.start : numbers.stop]
    return [*map(piece_word, row)] if any(row) else []


def piece_word(code: int) -> str:
    """Return a piece as a word: 't1'."""
    if code == EMPTY:
        return NOTHING
    return f"{KIND_LETTERS[kind_of(code)]}{_owner(owner(code))}"


def _owner(seat: int) -> str:
    return NEUTRAL_LETTER if seat == NEUTRAL else str(seat + 1)


def _named(board: Board, what: str, number: int) -> str:
    """Return a number of an open decision as a word."""
    if what == "marker":
        return MARKERS[number]
    if what == "route":
        return board.routes[number].id
    if what == "space":
        return NOTHING if number < 0 else board.space_ids[number]
    if what == "piece":
        return piece_word(number)
    return _owner(number) if what == "owner" else str(number)
