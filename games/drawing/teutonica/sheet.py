"""What the live layer of a board is made of: every point by its id, every piece ready to print."""

from functools import cache

from games.drawing import svg
from games.drawing.geometry import Box, Point, distance, path
from games.drawing.sheet import BaseSheet
from games.drawing.teutonica.board_art import (
    completed_places,
    nearest,
    prestige_places,
    special_places,
)
from games.drawing.teutonica.layout import RIM, Layout, Road, load_layout
from games.drawing.teutonica.provinces import provinces
from games.rules.teutonica.pieces import KIND_LETTERS, SPECIAL_PRESTIGE, kind_of, owner
from games.wording.language import Language
from games.wording.teutonica import table
from games.wording.teutonica.words import space_names

HOUSE = 13.5
"""Half the width of an empty space, which is drawn as a house."""


def piece_markup(
    name: str, code: int, at: Point, words: str, size: float = 1, *, picked: bool = False
) -> str:
    """A piece that glides to its point, with its name for screen readers."""
    return svg.group(
        svg.title(words),
        svg.use(f"{KIND_LETTERS[kind_of(code)]}{owner(code)}"),
        id=name,
        class_="pc picked" if picked else "pc",
        style=svg.gliding(at, size),
    )


class Sheet(BaseSheet):
    """What the live layer of one board is made of, made once."""

    def __init__(self, board_id: str) -> None:
        self.layout: Layout = load_layout(board_id)
        board = self.layout.board
        self.board = board
        super().__init__(self.layout.width, self.layout.height, RIM)
        self.towns = [f"city:{city.id}" for city in board.cities]
        self.names = space_names(board_id)
        self.spaces: list[Point] = [point for road in self.layout.roads for point in road.spaces]
        self.offices: list[Point] = [point for town in self.layout.towns for point in town.offices]
        self.specials = special_places(self.layout)
        self.prestige = prestige_places(self.layout)
        self.completed = completed_places(self.layout)
        for space, point in zip(board.space_ids, self.spaces, strict=True):
            self.places[f"space:{space}"] = point
        for road in self.layout.roads:
            self.places[f"route:{road.route.id}"] = road.marker
        self.walls: dict[str, Box] = {
            town.city.id: Box(
                min(town.wall.left, town.ribbon.left),
                town.wall.top,
                max(town.wall.right, town.ribbon.right),
                town.ribbon.bottom,
            )
            for town in self.layout.towns
        }
        for town in self.layout.towns:
            self.places[f"city:{town.city.id}"] = (town.ribbon.left + 10, town.ribbon.top + 14)
            for number, point in enumerate(town.offices, 1):
                self.places[f"office:{town.city.id}.{number}"] = point
        for points, place in zip(SPECIAL_PRESTIGE, self.specials, strict=False):
            self.places[f"special:{points}"] = place
        for province in provinces(board_id):
            self.places[f"province:{province.number}"] = province.middle
        self.threads = {road.route.id: _between_houses(road) for road in self.layout.roads}
        self.links = {road.route.id: (nearest(road), road.marker) for road in self.layout.roads}
        self.piece = cache(self._piece)

    def _piece(
        self, space: int, code: int, home: int, language: Language, *, picked: bool = False
    ) -> str:
        """A piece on a space, named after the space `home` that it was on before."""
        words = language.say(table.standing(code, self.names[space]))
        name = f"at-{self.board.space_ids[home]}"
        return piece_markup(name, code, self.spaces[space], words, picked=picked)


def _between_houses(road: Road) -> str:
    """The road as a path that leaves its spaces free."""
    pieces: list[list[Point]] = [[]]
    for point in (*road.seen[::2], road.seen[-1]):
        if all(distance(point, space) > HOUSE for space in road.spaces):
            pieces[-1].append(point)
        elif pieces[-1]:
            pieces.append([])
    return "".join(path(piece) for piece in pieces if len(piece) > 1)


@cache
def sheet(board_id: str) -> Sheet:
    """The sheet of this board."""
    return Sheet(board_id)
