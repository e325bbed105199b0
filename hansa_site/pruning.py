"""Delete what has been kept long enough, in all rooms."""

import time

from games.accounts import pruning as accounts
from games.api import pruning as api
from games.league import pruning as league
from games.post.services import pruning as post


def prune(seconds: float) -> dict[str, int]:
    """Delete old rows for about `seconds`; return how many of each kind of thing."""
    until = time.monotonic() + seconds
    rooms = (accounts, post, league, api)
    return {what: number for room in rooms for what, number in room.prune(until).items()}
