"""A board where the site's fonts do not come."""

import pytest

from games.drawing.hansa.layout import NAME
from games.drawing.hansa.layout import load_layout as load_baltic
from games.drawing.lettering import name_width
from games.drawing.teutonica.layout import load_layout
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of

ROOM = 16
"""By how much a name may be longer than its ribbon was made for: the ribbon has that to spare."""
LENGTHS = """() => Object.fromEntries(
    [...document.querySelectorAll("[data-about^='city:'] text")]
        .map((text) => [text.textContent, text.getComputedTextLength()]))
"""


@pytest.mark.parametrize("board", ["hanse-23", "britannia-3", "baltic"])
def test_names_stay_on_their_ribbons(desk_visitor: Visitor, board: str) -> None:
    person = UserFactory()
    if board == "baltic":
        game = game_of(person, "journeyman", title="hansa")
        names = {town.city.name: NAME for town in load_baltic(board).towns}
    else:
        options = {"board": board.partition("-")[0]}
        game = game_of(person, "journeyman", "journeyman", options=options)
        names = {town.city.name: town.name_size for town in load_layout(board).towns}
    desk_visitor.line_breaks = True
    desk_visitor.page.route("**/*.woff2", lambda route: route.abort())
    desk_visitor.sign_in(person)
    desk_visitor.go(game.get_absolute_url())
    lengths = desk_visitor.page.evaluate(LENGTHS)
    assert names.keys() <= lengths.keys()
    room = {name: name_width(name, size) + ROOM for name, size in names.items()}
    assert {name: lengths[name] for name in names if lengths[name] > room[name]} == {}
