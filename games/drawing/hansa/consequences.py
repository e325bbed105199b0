"""What a draft brings, beside what its orders say: points so far, money, and the end."""

from collections.abc import Sequence

from games.rules.hansa.pieces import counted
from games.rules.hansa.questions import score
from games.rules.hansa.view import View


def consequences(before: View, after: View, names: Sequence[str]) -> list[str]:
    """Return how two positions of the viewer's turn differ, in sentences.

    The viewer's own seat is 'you'.
    """
    told = []
    for seat in range(after.players):
        was, now = (score(view, seat)["total"] for view in (before, after))
        if was != now:
            whose = "" if seat == after.seat else f" for {names[seat]}"
            change = f"{abs(now - was)} {'more' if now > was else 'fewer'} than before"
            told.append(f"That makes {counted(now, 'point')}{whose}, {change}.")
    if after.seat is not None:
        had, desk = before.desks[after.seat], after.desks[after.seat]
        if had.talers != desk.talers:
            told.append(f"You have {counted(desk.talers, 'taler')} left.")
        if had.booths != desk.booths:
            told.append(f"You have {counted(desk.booths, 'booth')} in stock.")
    if after.last_round and not before.last_round:
        told.append("The last round begins.")
    return told
