"""The orders that somebody would give at a space, possible or not."""

from games.rules.common.message import Notation
from games.rules.teutonica.questions import toll
from games.rules.teutonica.view import DISPLACED, View


def placing(view: View, name: str, kind: str) -> str:
    """Return the order that places a kind of piece on a space."""
    return Notation(f"{'put' if view.prompt in DISPLACED else 'place'} {kind} {name}")


def displacing(view: View, name: str, code: int) -> str:
    """Return the order that comes nearest to displacing the piece on a space."""
    traders, merchants = view.desks[view.seat or 0].supply
    kind = "m" if merchants and not traders else "t"
    # Traders pay first: what is left for the space is the better piece then.
    cost = toll(code) if code else 1
    paid = max(min(cost, traders - (kind == "t" and traders > 0)), 0)
    payment = "".join(f"{n}{k}" for n, k in ((paid, "t"), (cost - paid, "m")) if n)
    return Notation(f"displace {kind} {name} paying {payment}")
