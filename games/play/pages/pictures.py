"""The board as a picture in emails."""

from dataclasses import dataclass

from games.drawing import DRAWINGS
from games.drawing.png import png
from games.play.lru import LRUCache
from games.play.models import Game, Player
from games.play.pages.log import touched_by
from games.post.letters import Attachment

MARKED = 60
"""At most so many moves have their steps marked on a board."""
EARLIER = 30

# More pixels than the 550 that an email shows, and twice a phone's 390: sharp, and at most 92 KB.
WIDE, TALL = 800, 590

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


def board_picture(game: Game, players: list[Player], seat: int | None, since: int) -> Picture:
    """Return the board as a seat may see it, with the steps of the moves after `since` marked."""
    names = [player.name for player in players]
    title, drawing = game.rules(), DRAWINGS[game.title]
    view = title.view(game.position(), seat)
    return Picture(
        png=board_png(game, names, seat, since),
        words=drawing.position(view, names),
        content_id=f"board-{game.pk}-{game.moves_made}-{'all' if seat is None else seat}@board",
        width=550,
    )


def board_png(game: Game, names: list[str], seat: int | None, since: int) -> bytes:
    """Return that board as PNG; cached, so retrying an email does not draw it again."""
    key = (game.token, game.moves_made, seat, since, *names)
    picture: bytes = _pictures.get(key, lambda: _drawn(game, names, seat, since))
    return picture


def _drawn(game: Game, names: list[str], seat: int | None, since: int) -> bytes:
    title, drawing = game.rules(), DRAWINGS[game.title]
    state = game.position()
    view = title.view(state, seat)
    moves = game.played.newest(MARKED + EARLIER)
    touched = touched_by(game, moves, state)
    # Steps are numbered like the sentences below the picture.
    news = sum(move.number > since and move.turn > 0 for move in moves)
    split = len(touched) - min(news, MARKED)
    layers = drawing.layers(view, names=names, since=touched[split:], earlier=touched[:split])
    return png(*layers, width=TALL if drawing.live(view)["tall"] else WIDE)
