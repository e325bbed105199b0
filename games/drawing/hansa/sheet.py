"""What the live layer is made of: every point that can change, by its id."""

from functools import cache

from games.drawing.geometry import Point, path
from games.drawing.hansa.layout import RIM, Layout, load_layout
from games.drawing.sheet import BaseSheet


class Sheet(BaseSheet):
    """The points of one board, made once.

    `places` holds the points of 'warehouse:danzig.2' and 'piles', and for each city where its ship,
    warehouses and booths are told to have changed: 'ship:danzig', 'warehouses:danzig',
    'booths:danzig'. `ways` are the ways to sail as SVG paths, by their two cities.
    """

    def __init__(self, board_id: str) -> None:
        self.layout: Layout = load_layout(board_id)
        self.board = self.layout.board
        super().__init__(self.layout.width, self.layout.height, RIM)
        self.towns = [f"city:{city.id}" for city in self.board.cities]
        self.warehouses: list[Point] = [at for town in self.layout.towns for at in town.warehouses]
        tray = self.layout.tray
        self.places["piles"] = tray.left + 21, tray.top + 22
        for town in self.layout.towns:
            name, wall, quay = town.city.id, town.wall, town.quay
            self.places[f"ship:{name}"] = (town.berth[0] - 6, town.berth[1] - 2)
            self.places[f"warehouses:{name}"] = (wall.left + 21, wall.top + 22)
            self.places[f"booths:{name}"] = (quay.left + 21, quay.top + 22)
            for number, at in enumerate(town.warehouses, 1):
                self.places[f"warehouse:{name}.{number}"] = at
        self.ways = {(leg.start, leg.end): path(leg.line) for leg in self.layout.legs}
        self.warehouse_ids = tuple(
            f"warehouse:{city.id}.{number}"
            for city in self.board.cities
            for number in range(1, len(city.warehouses) + 1)
        )


@cache
def sheet(board_id: str) -> Sheet:
    """The sheet of this board."""
    return Sheet(board_id)
