"""The log as the game page shows it: rendered once for a position and a viewer, then cached.

Moves never change, so rendered entries stay valid. Each process has its own cache.
"""

from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from games.play.language import spoken
from games.play.models import Game, Log, Rewind
from games.play.pages.log import Entry, Turn, entries_of, steps_of, touched_by, turns_of
from games.play.seat_history import Handover, SeatHistory
from games.rules.common.lru import LRUCache
from games.rules.title import Touched

LOG_LENGTH = 30
SINCE_LENGTH = 60
CACHE_LENGTH = 500
TURNS = 2000
"""Turns whose HTML is kept, of 2 KB each or so: most of a log is as it was a move before."""


@dataclass(frozen=True)
class Story:
    """What happened, as HTML: `since` the viewer's last move, and the `log`, the newest turn first.

    `news` is how many entries `since` has. `fresh` is what the moves since then touched, `earlier`
    what those before did, for the whole log.
    """

    since: str
    news: int
    log: str
    fresh: list[Touched]
    earlier: list[Touched]


_stories = LRUCache(CACHE_LENGTH)
_turns = LRUCache(TURNS)


def story_of(game: Game, state: Any, history: SeatHistory, seat: int | None, seen: int) -> Story:
    """Return the story of a game for a viewer who has seen the moves up to number `seen`."""
    # Game ids can be reused, as in a restored database; tokens cannot.
    key = (game.token, game.version, seat, seen, history, spoken().code)
    story: Story = _stories.get(key, lambda: _told(game, state, history, seat, seen))
    return story


def _told(game: Game, state: Any, history: SeatHistory, seat: int | None, seen: int) -> Story:
    count = min(max(LOG_LENGTH, game.moves_made - seen), SINCE_LENGTH)
    moves = Log(game).newest(count)
    entries = entries_of(game, moves, state, history, seat)
    # Setup moves are not news: the board shows their result.
    fresh = [
        entry
        for move, entry in zip(moves, entries, strict=True)
        if move.number > seen and move.turn
    ]
    handovers = [] if seat is None else history.after(seen)
    # Who has moved since staff took the game back knows that they did.
    rewinds = [] if seat is None else list(game.rewinds.filter(number__gte=seen))
    touched = touched_by(game, moves, state)
    turns = turns_of(moves[-LOG_LENGTH:], entries[-LOG_LENGTH:], history)[::-1]
    return Story(
        since=_since(rewinds, handovers, fresh) if rewinds or handovers or fresh else "",
        news=len(rewinds) + len(handovers) + len(fresh),
        log="".join(map(_html, turns)),
        fresh=touched[len(moves) - len(fresh) :],
        earlier=touched[: len(moves) - len(fresh)],
    )


def _html(turn: Turn) -> str:
    key = (turn.seat, turn.name, turn.page, spoken().code, *turn.entries)
    html: str = _turns.get(key, lambda: render_to_string("play/turn.html", {"turn": turn}))
    return html


def _since(rewinds: list[Rewind], handovers: list[Handover], fresh: list[Entry]) -> str:
    context = {
        "rewinds": rewinds,
        "steps": steps_of(fresh, handovers),
        "play": f"{fresh[0].url}?until={fresh[-1].number}" if fresh else "",
    }
    return render_to_string("play/since.html", context)
