"""Writing desks as HTML."""

from collections.abc import Sequence
from functools import partial

from django.template.loader import render_to_string

from games.drawing.desks import WritingDesk
from games.play.models import Game
from games.play.shelf import Shelf

TEMPLATE = "play/desk.html"

_desks = Shelf(1000)


def desks_of(game: Game, desks: Sequence[WritingDesk]) -> list[str]:
    """Return desks as HTML; most of them look as they did at the last click."""
    return [
        _desks.get(
            (game.title, *desk.values()), partial(render_to_string, TEMPLATE, {"desk": desk})
        )
        for desk in desks
    ]
