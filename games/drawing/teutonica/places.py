"""The places of a standing order on the board: what may be clicked, and where its number stands."""

from functools import cache

from games.drawing import svg
from games.drawing.geometry import Point, path, rectangle
from games.drawing.teutonica.sheet import Sheet, sheet
from games.rules.teutonica.view import View
from games.wording import Language


def places(view: View, language: Language) -> str:
    """Return a group for each route, city and space, with its id as `data-place`.

    Routes and cities have a shape to click. A space has none, as its route lies there, but like
    them it has a mark for its number.
    """
    del language  # Only names are on it.
    return _places(view.board)


@cache
def _places(board_id: str) -> str:
    drawn = sheet(board_id)
    routes = (
        _place(drawn, "route", road.route.id, svg.path(path(road.seen), class_="hit"))
        for road in drawn.layout.roads
    )
    cities = (
        # Its number stands at the corner above the name.
        _place(drawn, "city", city, svg.path(rectangle(wall), class_="hit"), (wall.left, wall.top))
        for city, wall in drawn.walls.items()
    )
    spaces = (_place(drawn, "space", space, "") for space in drawn.board.space_ids)
    return "".join((*routes, *cities, *spaces))


def _place(drawn: Sheet, kind: str, name: str, shape: str, at: Point | None = None) -> str:
    x, y = at or drawn.places[f"{kind}:{name}"]
    badge = svg.group(svg.circle(24, x, y), svg.text("", x, y + 11), class_="rank")
    return svg.group(shape, badge, class_=f"place {kind}", data_place=name)
