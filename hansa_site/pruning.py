"""Delete what has been kept long enough, in all rooms."""

import time

from games.accounts import pruning as accounts
from games.league import pruning as league
from games.post.services import pruning as post


def prune(seconds: float) -> dict[str, int]:
    """Delete old rows for about `seconds`; return how many of each kind of thing."""
    until = time.monotonic() + seconds
    return {**accounts.prune(until), **post.prune(until), **league.prune(until)}
