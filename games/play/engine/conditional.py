"""Conditional lines: compared with every move, they play when all has come that they suppose.

A line plays only for the person who keeps it; bots and clocks do not know of it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.play.models import ConditionalLine, LineStatus, Move
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle, Order


def follow(line: ConditionalLine, title: AnyTitle, moves: Iterable[Move]) -> None:
    """Compare a line with moves that it has not been compared with yet; it is not saved."""
    for move in moves:
        if line.status == LineStatus.WAITING and move.number > line.followed:
            line.followed = move.number
            _compare(line, title, move)


def _compare(line: ConditionalLine, title: AnyTitle, move: Move) -> None:
    seat = line.player.seat
    supposed, orders = line.parts[line.part]
    text = title.redact(move.rules_seat, move.order, move.events, seat)
    if move.seat == seat:
        if not has_come(line) or orders[line.given] != text:
            break_at(line, move.number)
            return
        line.given += 1
        if line.given == len(orders):
            line.part, line.given, line.came = line.part + 1, 0, []
        if line.part == len(line.parts):
            line.status = LineStatus.DONE
        return
    line.came = [*line.came, [move.rules_seat, text]]
    if not line.free and (line.given or _counted(line.came) - _counted(supposed)):
        break_at(line, move.number)


def has_come(line: ConditionalLine) -> bool:
    """Return whether all has come that the next part of a waiting line supposes."""
    return not _counted(line.parts[line.part][0]) - _counted(line.came)


def next_order(line: ConditionalLine, title: AnyTitle, state: object) -> Order | None:
    """Return what a waiting line plays now that its seat is asked; None if it has to wait on.

    A line whose order is not possible breaks, as does one that is asked alone before all has come
    that it supposes.
    """
    seat = line.player.seat
    if not has_come(line):
        if title.to_move(state) == (seat,):
            break_at(line, line.followed)
        return None
    try:
        order: Order = title.read(state, line.parts[line.part][1][line.given])
        title.apply(state, seat, order)
    except IllegalOrder:
        break_at(line, line.followed)
        return None
    return order


def break_at(line: ConditionalLine, number: int) -> None:
    """Mark a line as broken by a move."""
    line.status, line.broken_by = LineStatus.BROKEN, number


def _counted(steps: Iterable[list[int | str]]) -> Counter[tuple[int | str, ...]]:
    return Counter(map(tuple, steps))


def parts_of(seat: int, steps: Iterable[tuple[int, str]]) -> list[list[list[Any]]]:
    """Return the parts of a line, as `ConditionalLine` has them.

    Each of its steps is a seat and its order. What follows the last order of the seat is left out.
    """
    parts: list[list[list[Any]]] = []
    supposed: list[list[int | str]] = []
    for who, order in steps:
        if who != seat:
            supposed.append([who, order])
        elif supposed or not parts:
            parts.append([supposed, [order]])
            supposed = []
        else:
            parts[-1][1].append(order)
    return parts
