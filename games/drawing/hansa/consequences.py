"""What a draft brings, beside what its orders say: points so far, money, and the end."""

from collections.abc import Sequence

from games.rules.hansa.pieces import counted
from games.rules.hansa.scoring import score
from games.rules.hansa.view import View


def consequences(before: View, after: View, names: Sequence[str]) -> list[str]:
    """Return how two positions of the viewer's turn differ, in sentences.

    The viewer's own seat is 'you'.
    """
    told = []
    totals = [[_total(view, seat) for seat in range(view.players)] for view in (before, after)]
    for seat, (was, now) in enumerate(zip(*totals, strict=True)):
        if was != now:
            who = "You have" if seat == after.seat else f"{names[seat]} has"
            change = f"{abs(now - was)} {'more' if now > was else 'fewer'}"
            told.append(f"{who} {counted(now, 'point')} so far then, {change}.")
    if after.seat is not None:
        was, now = before.desks[after.seat], after.desks[after.seat]
        if was.talers != now.talers:
            told.append(f"You have {counted(now.talers, 'taler')} left.")
        if was.booths != now.booths:
            told.append(f"You have {counted(now.booths, 'booth')} in stock.")
    if after.last_round and not before.last_round:
        told.append("The last round begins.")
    return told


def _total(view: View, seat: int) -> int:
    desk = view.desks[seat]
    return score(desk.unsold, desk.sold, view.booths, seat)["total"]
