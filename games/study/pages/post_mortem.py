"""The post-mortem of a finished game: its turning points, and the study of all who played it."""

from dataclasses import dataclass
from typing import Final

from django.http import Http404
from django.urls import reverse

from games.play.access import Access
from games.play.history import state_after
from games.play.language import say, spoken
from games.play.pages.pictures import board_png
from games.post.letters import Attachment
from games.rules.common.lru import LRUCache
from games.study.models import Analysis
from games.study.pages.analysis import Row, lessons_of, lines_of, row_of
from games.study.pages.turning_points import turning_points, worth
from games.wording import WORDINGS

WIDTH: Final = 550
"""How wide a board is shown, in pixels."""

_points = LRUCache(200)
_pictures = LRUCache(60)


@dataclass(frozen=True)
class Point:
    """A turning point: what was played, what would have been better, and what that was worth.

    `number` counts them from 1. `words` are the position before the turn in words, and `picture` is
    the URL of its picture. `try_url` leads to a board on which to play the turn another way.
    """

    number: int
    row: Row
    worth: str
    words: str
    picture: str
    try_url: str


def points_of(access: Access, analysis: Analysis) -> list[Point]:
    """Return the turning points of an analysed game as a visitor sees them, none if none is sure.

    They come from memory while nothing changes.
    """
    names, code = tuple(access.names), spoken().code
    key = (access.game.token, analysis.asked_at, access.seat, access.seat_history, names, code)
    found: list[Point] = _points.get(key, lambda: _points_of(access, analysis))
    return found


def _points_of(access: Access, analysis: Analysis) -> list[Point]:
    game, turns = access.game, analysis.judged
    chances, _ = lines_of(game, turns)
    after = {turn.number: at for at, turn in enumerate(turns, 1)}
    to_learn = {turn.number for turn in lessons_of(access, analysis)}
    found = []
    for number, turn in enumerate(turning_points(turns), 1):
        row = row_of(access, turn)
        path = "study:try-turn" if turn.number in to_learn else "study:plan-at"
        where = turn.number if turn.number in to_learn else f"m{turn.number - 1}"
        found.append(
            Point(
                number=number,
                row=row,
                worth=say(worth(turn, chances[turn.seat][after[turn.number]], row.name)),
                words=_words(access, turn.number),
                picture=_picture_url(access, turn.number),
                try_url=reverse(path, args=[game.pk, where]),
            )
        )
    return found


def _picture_url(access: Access, number: int) -> str:
    """Return the URL of a picture, which is another one in each language."""
    return f"{reverse('study:turn-picture', args=[access.game.pk, number])}?in={spoken().code}"


def _words(access: Access, number: int) -> str:
    """Return the position before a turn in words, as everyone could see it."""
    names = access.seat_history.at(number)
    return WORDINGS[access.game.title].position(_view(access, number), names, spoken())


def _view(access: Access, number: int) -> object:
    game = access.game
    return game.rules().view(state_after(game, number - 1), None)


def picture_of(access: Access, number: int) -> bytes:
    """Return the board before the turn that begins with a move as PNG, as everyone could see it.

    Raises Http404 if the game has no such move.
    """
    game = access.game
    if not 0 < number <= game.moves_made:
        raise Http404("That move has not been made.")
    names = tuple(access.seat_history.at(number))
    key = (game.token, number, spoken().code, names)
    png: bytes = _pictures.get(
        key, lambda: board_png(game.title, _view(access, number), names=names)
    )
    return png


def attachment_of(access: Access, point: Point) -> Attachment:
    """Return the board before a turning point for an email."""
    name = f"turn-{access.game.pk}-{point.row.number}@board"
    png = picture_of(access, point.row.number)
    return Attachment(f"board-{point.number}.png", png, "image/png", name, point.words)
