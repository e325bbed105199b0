"""Nothing on Hansa's board covers what must be read or clicked."""

from itertools import combinations, pairwise

import pytest

from games.drawing.geometry import Box, distance
from games.drawing.hansa.layout import TILE, load_layout
from games.rules.hansa.board import load_board

BOARD = load_board("baltic")
LAYOUT = load_layout("baltic")
SHEET = Box(0, 0, LAYOUT.width, LAYOUT.height)


def test_towns_leave_each_other_room():
    for one, other in combinations(LAYOUT.towns, 2):
        assert not any(box.overlaps(place) for box in one.boxes for place in other.boxes)


@pytest.mark.parametrize("town", LAYOUT.towns, ids=lambda town: town.city.id)
def test_a_city_lies_on_the_sheet_beside_the_piles(town):
    for box in town.boxes:
        assert SHEET.has((box.left, box.top))
        assert SHEET.has((box.right, box.bottom))
        assert not box.overlaps(LAYOUT.tray)


@pytest.mark.parametrize("town", LAYOUT.towns, ids=lambda town: town.city.id)
def test_a_city_has_room_for_its_goods_and_for_all_booths(town):
    assert len(town.warehouses) == len(town.city.warehouses)
    assert all(town.wall.grown(-TILE).has(at) for at in town.warehouses)
    for count in range(1, 5):
        stalls = [town.stall(place, count) for place in range(count)]
        assert all(town.quay.has(at) for at in stalls)
        assert all(distance(one, two) >= 40 for one, two in pairwise(stalls))


@pytest.mark.parametrize("leg", LAYOUT.legs, ids=lambda leg: f"{leg.start}-{leg.end}")
def test_an_arrow_leads_from_its_town_to_the_next_and_past_all_others(leg):
    first, last = LAYOUT.towns[leg.start], LAYOUT.towns[leg.end]
    assert all(SHEET.has(point) for point in leg.line)
    assert min(box.distance(leg.line[0]) for box in first.boxes) < 12
    assert min(box.distance(leg.line[-1]) for box in last.boxes) < 12
    for town in LAYOUT.towns:
        assert not any(box.has(point) for box in town.boxes for point in leg.line)


def test_there_is_an_arrow_for_every_way_to_sail():
    ways = [(leg.start, leg.end) for leg in LAYOUT.legs]
    exits = [(city, there) for city, row in enumerate(BOARD.exits) for there in row]
    assert sorted(ways) == sorted(exits)


def test_arrows_do_not_cross():
    for one, other in combinations(LAYOUT.legs, 2):
        gap = min(distance(a, b) for a in one.line for b in other.line)
        assert gap > 9, (one.start, one.end, other.start, other.end)
