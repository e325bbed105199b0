"""What may be clicked on the board: a ring to see, a larger area to hit, a link with its words."""

from functools import lru_cache

from games.drawing import svg
from games.drawing.choices import Choices, Target
from games.drawing.desks import Acts
from games.drawing.geometry import Box, around
from games.drawing.hansa.layout import TILE
from games.drawing.hansa.sheet import Sheet
from games.drawing.links import first_link, first_step, way_back
from games.rules.hansa.view import View
from games.wording.language import Language

_DESK = ("good:", "sell:")
"""How the ids of targets on a desk begin."""


def links(
    drawn: Sheet, view: View, choices: Choices, picked: str | None, post: str, pick: str
) -> list[str]:
    """Everything that can be clicked on the board now.

    Only targets on a desk have a second step; during it the board has no links.
    """
    if picked and picked in choices.first:
        return []
    found = (_link(drawn, view, target, post, pick) for target in choices.first.values())
    return [link for link in found if link]


def _link(drawn: Sheet, view: View, target: Target, post: str, pick: str) -> str:
    kind, _, name = target.id.partition(":")
    line = ""
    if kind == "city":
        city = drawn.board.city_numbers[name]
        seen = hit = drawn.layout.towns[city].whole.grown(5)
        if (target.order or "").startswith("sail "):
            line = drawn.ways.get((view.ship, city), "")
    elif kind == "warehouse":
        seen, hit = _slots(drawn, view, target.id)
    elif kind == "quay":
        seen = hit = drawn.layout.towns[drawn.board.city_numbers[name]].quay
    elif kind == "piles":
        seen = hit = drawn.layout.tray.grown(3)
    else:
        return ""
    return _drawn(target, post, pick, line, hit, seen)


@lru_cache(maxsize=4096)
def _drawn(target: Target, post: str, pick: str, line: str, hit: Box, seen: Box) -> str:
    """A first step; most of them stay from order to order."""
    way = svg.path(line, class_="along") + svg.path(line, class_="way") if line else ""
    return first_link(target, post, pick, way, _shape("hit", hit), _shape("ring", seen))


def _shape(style: str, box: Box) -> str:
    return svg.element(
        "rect",
        class_=style,
        x=box.left,
        y=box.top,
        width=box.right - box.left,
        height=box.bottom - box.top,
        rx=7,
    )


def _slots(drawn: Sheet, view: View, target: str) -> tuple[Box, Box]:
    """The box of a marker for sale, or of both if the city has two of a kind, and its share of
    the city, which is easier to hit.
    """
    first = drawn.warehouse_ids.index(target)
    town = next(town for town in drawn.layout.towns if first in town.city.warehouses)
    stored = [(slot, view.warehouses[slot]) for slot in town.city.warehouses]
    places = [
        around(drawn.warehouses[slot], TILE + 3)
        for slot, code in stored
        if code == view.warehouses[first]
    ]
    left, right = places[0].left, places[-1].right
    seen = Box(left, places[0].top, right, places[0].bottom)
    if town is not drawn.layout.towns[view.ship]:
        # A click beside it sails there.
        return seen, seen
    for_sale = {code for _, code in stored if code}
    whole = town.whole
    if len(for_sale) == 1:
        return seen, whole
    if left + right < 2 * town.at[0]:
        return seen, Box(whole.left, whole.top, town.at[0], whole.bottom)
    return seen, Box(town.at[0], whole.top, whole.right, whole.bottom)


def desk_links(
    choices: Choices, picked: str | None, post: str, pick: str, language: Language
) -> Acts:
    """Everything that can be clicked on the viewer's desk.

    A picked target can be clicked again to choose something else.
    """
    if picked and picked in choices.first:
        back = (*way_back(pick, language), ("aria_current", "true"))
        return ((picked, back),) if picked.startswith(_DESK) else ()
    return tuple(
        (target.id, first_step(target, post, pick))
        for target in choices.first.values()
        if target.id.startswith(_DESK)
    )
