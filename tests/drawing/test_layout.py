"""Nothing on a board covers what must be read or clicked."""

import json
from math import cos, dist, radians, sin

import pytest

from games.drawing.geometry import Box, distance
from games.drawing.hansa.layout import load_layout as load_baltic
from games.drawing.lettering import name_width
from games.drawing.teutonica import clicks
from games.drawing.teutonica.layout import HALF_SPACE, MARKER, load_layout
from games.drawing.teutonica.sheet import sheet
from games.rules.teutonica.board import BOARD_IDS
from tests.drawing.collisions import collisions
from tests.drawing.layouts import FILES, formatted

boards = pytest.mark.parametrize("board_id", BOARD_IDS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_layout_has_one_entry_a_line(file) -> None:
    text = file.read_text("utf-8")
    assert text == formatted(json.loads(text))


@boards
def test_no_town_touches_another_ribbon_space_office_or_marker(board_id: str) -> None:
    assert collisions(load_layout(board_id)) == []


@boards
def test_everything_lies_on_the_sheet(board_id: str) -> None:
    layout = load_layout(board_id)
    sheet = Box(0, 0, layout.width, layout.height)
    for town in layout.towns:
        for box in (*town.boxes, town.roofs):
            assert sheet.has((box.left, box.top)), town.city.name
            assert sheet.has((box.right, box.bottom)), town.city.name
    inner = sheet.grown(-HALF_SPACE)
    for road in layout.roads:
        assert all(map(inner.has, road.spaces)), road.route.id
        assert sheet.grown(-MARKER).has(road.marker), road.route.id


@pytest.mark.parametrize("layout", [*map(load_layout, BOARD_IDS), load_baltic("baltic")])
def test_names_of_waters_lie_on_the_sheet(layout) -> None:
    for label in layout.ornament.get("labels", ()):
        (x, y), turn = label["at"], radians(label.get("turn", 0))
        spacing = label.get("spacing", 1) * len(label["text"])
        half = (name_width(label["text"], label["size"]) + spacing) / 2
        across, down = abs(half * cos(turn)), abs(half * sin(turn))
        name = Box(x - across, y - down, x + across, y + down)
        sheet = Box(0, 0, layout.width, layout.height)
        assert sheet.has((name.left, name.top)), label["text"]
        assert sheet.has((name.right, name.bottom)), label["text"]


@boards
def test_spaces_run_from_the_first_town_to_the_second(board_id: str) -> None:
    layout = load_layout(board_id)
    for road in layout.roads:
        assert len(road.spaces) == len(road.route.spaces)
        first = layout.towns[road.route.cities[0]].at
        away = [distance(first, place) for place in road.spaces]
        assert away[0] < away[-1], road.route.id


@boards
def test_offices_stand_left_to_right(board_id: str) -> None:
    for town in load_layout(board_id).towns:
        across = [x for x, _ in town.offices]
        assert across == sorted(across)
        assert len(across) == len(town.city.offices)
        assert all(town.annexed(number, 4)[0][0] < town.wall.left for number in range(4))


@boards
def test_a_badge_beside_a_marker_leaves_the_middle_of_every_space_free(board_id: str) -> None:
    drawn = sheet(board_id)
    spaces = [drawn.places[f"space:{name}"] for name in drawn.board.space_ids]
    for road in drawn.layout.roads:
        badge = clicks.beside(board_id, f"route:{road.route.id}")
        assert min(dist(badge, space) for space in spaces) > 30, road.route.id
