"""A game as a record text: export, fixture and bug report in one."""

from collections.abc import Iterator
from datetime import UTC, datetime, time
from typing import Any

from games.accounts.direction import bare
from games.play.access import Access
from games.play.hot_seat import keeps_secrets
from games.play.models import Game, Log
from games.play.seat_history import SeatHistory
from games.rules import position, record
from games.rules.replay import end_lines, result_text
from games.rules.title import CHANCE


def hides_beginning(access: Access) -> bool:
    """Return whether a table began at a position that the person at the screen may not know.

    Its record would show that, so there is none before the end.
    """
    game = access.game
    if game.is_over or game.beginning is None:
        return False
    return keeps_secrets(game.rules(), game.first_position(), access.players)


def record_text(access: Access, *, days: bool = False) -> str:
    """Return a game's record without what the visitor may not know; all of it once it is over.

    With `days` it tells the days on which the game began and ended, in UTC, not the times.
    """
    game, seat_history = access.game, access.seat_history
    title = game.rules()
    entries = [
        record.Entry(
            seat,
            order if game.is_over else title.redact(seat, order, events, access.seat),
        )
        for seat, order, events in _orders(game)
    ]
    state = None if game.state is None else game.position()
    result = None if state is None else title.result(state)
    written = record.Record(
        title=game.title,
        players=tuple(map(bare, seat_history.first)),
        # PostgreSQL keeps no order of its own.
        options=title.complete(game.options, len(seat_history.first)),
        holders=tuple(_holders(seat_history)),
        orders=tuple(entries),
        rules_version=game.rules_version,
        started=_day(game.started) if days else game.started,
        ended=_day(game.ended) if days else game.ended,
        result=result_text(result),
        position=_beginning(game),
    )
    return record.write(written, end_lines(title, state, result))


def _day(moment: datetime | None) -> datetime | None:
    """Return the beginning of a moment's day in UTC."""
    return moment and datetime.combine(moment.astimezone(UTC), time.min, UTC)


def _orders(game: Game) -> Iterator[tuple[int, str, Any]]:
    """Yield the seat, order and events of each move."""
    for seat, order, events in Log(game).columns("seat", "order", "events"):
        yield CHANCE if seat is None else seat, order, events


def _beginning(game: Game) -> tuple[str, ...]:
    """Return the lines of the position that a game began with, none for that of a new game."""
    if game.beginning is None:
        return ()
    text = position.write(game.rules(), game.first_position())
    return tuple(line for line in text.splitlines() if line)


def _holders(seat_history: SeatHistory) -> Iterator[record.Holder]:
    """Yield the handovers of seats; of two before the same order, the second holder played it."""
    latest = {(each.seat, each.number): each.after for each in seat_history.handovers}
    for (seat, number), name in latest.items():
        yield record.Holder(seat, number, bare(name))
