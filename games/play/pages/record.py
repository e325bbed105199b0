"""A game as a record text: export, fixture and bug report in one."""

from collections.abc import Iterator

from games.play.access import Access
from games.play.seat_history import SeatHistory
from games.rules import record
from games.rules.replay import result_text, sheet_lines


def record_text(access: Access) -> str:
    """Return a game's record without what the visitor may not know; all of it once it is over."""
    game, seat_history = access.game, access.seat_history
    title = game.rules()
    entries = [
        record.Entry(
            move.rules_seat,
            move.order
            if game.is_over
            else title.redact(move.rules_seat, move.order, move.events, access.seat),
        )
        for move in game.moves.only("game", "number", "seat", "order", "events")
    ]
    state = None if game.state is None else game.position()
    result = None if state is None else title.result(state)
    written = record.Record(
        title=game.title,
        players=seat_history.first,
        options=game.options,
        holders=tuple(_holders(seat_history)),
        orders=tuple(entries),
        rules_version=game.rules_version,
        started=game.started,
        ended=game.ended,
        result=result_text(result),
    )
    sheet = [*sheet_lines(result), f"digest {title.digest(state)}"] if result else []
    return record.write(written, sheet)


def _holders(seat_history: SeatHistory) -> Iterator[record.Holder]:
    """Yield the handovers of seats; of two before the same order, the second holder played it."""
    latest = {(each.seat, each.number): each.after for each in seat_history.handovers}
    for (seat, number), name in latest.items():
        yield record.Holder(seat, number, name)
