"""Writing desks as HTML."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.template.loader import render_to_string

from games.play.models import Game
from games.play.shelf import Shelf

_desks = Shelf(1000)


def desks_of(game: Game, desks: Sequence[dict[str, Any]]) -> list[str]:
    """Return desks as HTML; most of them look as they did at the last click."""
    template = f"{game.title}/desk.html"
    return [
        _desks.get((template, *desk.values()), partial(render_to_string, template, {"desk": desk}))
        for desk in desks
    ]
