"""The board as a picture in emails."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing import DRAWINGS
from games.drawing.png import png
from games.play.language import spoken
from games.play.models import Game, Log
from games.play.pages.log import touched_by
from games.post.letters import Attachment
from games.rules.common.lru import LRUCache
from games.wording import WORDINGS

MARKED = 60
"""The most moves that have their steps marked on a board."""
EARLIER = 30

# More pixels than the 550 that an email shows, and nearly twice a phone's 390: sharp, at most 79 KB
# and a fifth cheaper than with 800.
WIDE, TALL = 720, 530

_pictures = LRUCache(20)


@dataclass(frozen=True)
class Picture:
    """A picture of the board in an email, with its text alternative."""

    png: bytes
    words: str
    content_id: str
    width: int

    @property
    def attachment(self) -> Attachment:
        """The picture as an attachment of the email."""
        return Attachment("board.png", self.png, "image/png", self.content_id, self.words)


def board_picture(
    game: Game, state: Any, names: Sequence[str], seat: int | None, since: int
) -> Picture:
    """Return the board as a seat may see it, with the steps of the moves after `since` marked.

    It is cached, so retrying an email does not draw it again.
    """
    view = game.rules().view(state, seat)
    key = (game.token, game.moves_made, seat, since, spoken().code, *names)
    return Picture(
        png=_pictures.get(key, lambda: _drawn(game, state, view, names, since)),
        words=WORDINGS[game.title].position(view, names, spoken()),
        content_id=f"board-{game.pk}-{game.moves_made}-{'all' if seat is None else seat}@board",
        width=550,
    )


def board_png(title: str, view: Any, *, width: int = 0, **what: Any) -> bytes:
    """Return a board of a title with what is on it as PNG, as wide as in emails.

    A `width` in pixels overrides that. `what` is as for `Drawing.layers`.
    """
    drawing = DRAWINGS[title]
    width = width or (TALL if drawing.tall(view.board) else WIDE)
    return png(*drawing.layers(view, spoken(), **what), width=width)


def _drawn(game: Game, state: Any, view: Any, names: Sequence[str], since: int) -> bytes:
    moves = Log(game).newest(MARKED + EARLIER)
    touched = touched_by(game, moves, state)
    # Steps are numbered like the sentences below the picture.
    news = sum(move.number > since and move.turn > 0 for move in moves)
    split = len(touched) - min(news, MARKED)
    marked: dict[str, Any] = {"since": touched[split:], "earlier": touched[:split]}
    return board_png(game.title, view, names=names, **marked)
