"""What boards show, where, and how often: boxes from the drawn SVG, and pictures as they should be.

The places of a board are those of its static layer; what lies on them is measured against these.

Each of these faults was planted in the drawing and caught; `golden` is
`test_a_picture_is_as_it_should_be`, which fails with most of the other tests, too:

- a country's seal moved by 400 units: test_a_board_has_each_place_once_and_where_it_belongs
- two seats' colours exchanged: golden
- the first target left out: test_what_may_be_clicked_is_where_it_is
- two targets exchanged: test_what_may_be_clicked_is_where_it_is
- one booth too many counted: test_goods_booths_and_the_ship_are_where_they_belong
- merchants drawn as traders: test_pieces_stand_on_their_places
- pieces one space too far: test_pieces_stand_on_their_places
- bonus markers beside the next route: test_bonus_markers_lie_beside_their_routes
- a piece in the next office of its city: golden
- the ship one city behind: test_goods_booths_and_the_ship_are_where_they_belong
- goods in the wrong warehouse of their city: test_goods_booths_and_the_ship_are_where_they_belong
- pawns one field behind on the prestige track: golden
"""

import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.rules.hansa.board import load_board as load_baltic
from games.rules.hansa.pieces import NO_GOOD
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import (
    MARKERS,
    MERCHANT,
    SPECIAL_PRESTIGE,
    kind_of,
    owner,
    piece,
)
from games.wording import ENGLISH
from tests.drawing import golden
from tests.drawing.picture import Box, Thing, root_of, things
from tests.drawing.positions import GAMES, LATE, TITLE, brimful, late, late_state

PIECE = 14.0
"""Where a piece stands is not farther from its place than this."""
HIT = 60.0
"""Where one clicks is not farther from what is meant; a city is larger than its houses."""
HANSA_BOARD = load_baltic("baltic")
boards = pytest.mark.parametrize("board", [board for board in LATE if board != "baltic"])
full = pytest.mark.parametrize(("players", "options"), GAMES)


def places(title: str, board: str) -> dict[str, Box]:
    """Return the places of an empty board by their names, each of which it has once."""
    drawn = things(DRAWINGS[title].static(board, ENGLISH))
    found = Counter(thing.get("data-about") for thing in drawn)
    assert [name for name, count in found.items() if name and count > 1] == []
    return {thing.get("data-about"): thing.box for thing in drawn if thing.get("data-about")}


def live(view: Any, group: str = "", **what: Any) -> list[Thing]:
    """Return what is on the board, or what is in one group of it."""
    drawing = DRAWINGS[view.title]
    drawn = things(drawing.live(view, ENGLISH, **what)["body"], drawing.symbols())
    if not group:
        return drawn
    whole = next(thing for thing in drawn if group in thing.get("class").split())
    inside = set(whole.element.iter())
    return [thing for thing in drawn if thing.element in inside]


def symbol(code: int) -> str:
    """Return the name of the symbol of a piece."""
    return f"{'m' if kind_of(code) == MERCHANT else 't'}{owner(code)}"


@pytest.mark.parametrize("title", golden.BOARDS)
def test_a_picture_is_as_it_should_be(title: str) -> None:
    expected = golden.path(title).read_text(encoding="utf-8")
    found = golden.differences(expected, golden.picture(title))
    assert not found, "\n".join([*found[:5], "python -m tests.drawing.golden draws it anew."])


@pytest.mark.parametrize("title", golden.BOARDS)
def test_the_order_of_attributes_and_the_spelling_of_numbers_do_not_count(title: str) -> None:
    expected = golden.path(title).read_text(encoding="utf-8")
    root = root_of(expected)
    for part in root.iter():
        part.attrib = {
            name: re.sub(r"(\.\d)(?!\d)", r"\g<1>0", value).replace(",", " , ")
            if name in ("d", "x", "cy", "transform")
            else value
            for name, value in reversed([*part.attrib.items()])
        }
    spelled = ElementTree.tostring(root, "unicode")
    assert spelled != ElementTree.tostring(root_of(expected), "unicode")
    assert golden.differences(expected, spelled) == []


@boards
def test_a_board_has_each_place_once_and_where_it_belongs(board: str) -> None:
    found, facts = places("teutonica", board), TITLE.board_facts(board)
    sheet = things(DRAWINGS["teutonica"].static(board, ENGLISH))[0].box
    assert all(sheet.covers(box) for box in found.values())
    for city in facts["cities"]:
        box = found[f"city:{city['id']}"]
        assert len(city["offices"]) * 30 - 40 < box.right - box.left < 340, city["id"]
        assert box.bottom - box.top < 140, city["id"]
    for route in facts["routes"]:
        row = [found[f"space:{route['id']}.{n + 1}"] for n in range(len(route["spaces"]))]
        assert f"space:{route['id']}.{len(row) + 1}" not in found
        assert all(40 < one.away(other) < 112 for one, other in pairwise(row)), route["id"]
        first, last = (found[f"city:{city}"] for city in route["between"])
        assert first.away(row[0]) < first.away(row[-1]), route["id"]
        assert last.away(row[-1]) < last.away(row[0]), route["id"]
        marker = found[f"route:{route['id']}"]
        assert min(marker.away(space) for space in row) < 80, route["id"]
        assert max(marker.right - marker.left, marker.bottom - marker.top) < 100, route["id"]


@full
def test_pieces_stand_on_their_places(players: int, options: dict[str, str]) -> None:
    view = brimful(players, options=options)
    board, found = load_board(view.board), places("teutonica", view.board)
    expected = {
        f"space:{space}": symbol(code)
        for space, code in zip(board.space_ids, view.spaces, strict=True)
    }
    expected |= {
        f"special:{points}": symbol(piece(seat - 1, MERCHANT))
        for points, seat in zip(SPECIAL_PRESTIGE, view.special, strict=True)
    }
    shown, others = {}, []
    for thing in live(view, "pieces"):
        name = thing.get("href")[1:]
        if re.fullmatch(r"[tm]\d", name):
            near = min(expected, key=lambda place, box=thing.box: found[place].away(box))
            if found[near].away(thing.box) < PIECE:
                assert near not in shown
                shown[near] = name
            else:
                others.append((name, thing.box))
    assert shown == expected
    offices = {
        city: Counter(symbol(code) for code in view.city_offices(city.index) if code)
        for city in board.cities
    }
    hand = Counter(symbol(code) for code in view.hand)
    assert Counter(name for name, _ in others) == sum(offices.values(), hand)
    for name, box in others:
        near = [city for city in board.cities if _beside(found[f"city:{city.id}"], box)]
        assert name in hand or any(offices[city][name] for city in near), name


def _beside(city: Box, piece: Box) -> bool:
    """Whether a piece is in a city, or to the left or right of its walls."""
    x, y = piece.centre
    return city.left - 130 < x < city.right + 130 and city.top < y < city.bottom


@boards
def test_bonus_markers_lie_beside_their_routes(board: str) -> None:
    view, _ = late(board)
    found, routes = places("teutonica", board), load_board(board).routes
    shown = Counter()
    for thing in live(view, "markers"):
        if thing.get("href"):
            near = min(routes, key=lambda route: found[f"route:{route.id}"].away(thing.box))
            assert found[f"route:{near.id}"].away(thing.box) < 40
            shown[thing.get("href"), near.id] += 1
    assert shown == Counter(
        (f"#k-{MARKERS[kind]}", route.id)
        for route, kind in zip(routes, view.route_markers, strict=True)
        if kind is not None
    )


@pytest.mark.parametrize("board", LATE)
def test_what_may_be_clicked_is_where_it_is(board: str) -> None:
    rules, state, _ = late_state(board)
    seat = rules.to_move(state)[0]
    view, found = rules.view(state, seat), places(rules.id, board)
    choices = DRAWINGS[rules.id].choices(rules, rules.orders(state, seat), view, ENGLISH)
    drawn = live(view, "targets", choices=choices)
    links = [thing for thing in drawn if thing.get("href")]
    targets = {thing.get("href").removeprefix("?pick="): thing for thing in links}
    assert len(targets) == len(links)
    assert {name for name in choices.first if name in found} <= set(targets) <= set(choices.first)
    hits = {id(thing.element): thing.box for thing in drawn if thing.get("class") == "hit"}
    for name, thing in targets.items():
        wanted, values = choices.first[name], thing.get("hx-vals")
        assert thing.get("aria-label") == wanted.label
        assert (json.loads(values)["order"] if values else None) == wanted.order
        if name in found:
            inside = [hits[id(part)] for part in thing.element if id(part) in hits]
            assert min(hit.away(found[name]) for hit in inside) < HIT, name


def test_goods_booths_and_the_ship_are_where_they_belong() -> None:
    view, _ = late("baltic")
    found, cities = places("hansa", "baltic"), HANSA_BOARD.cities
    names = [
        f"warehouse:{city.id}.{number}"
        for city in cities
        for number, _ in enumerate(city.warehouses, 1)
    ]
    drawn = live(view)
    goods = [thing for thing in drawn if thing.get("href").startswith("#goods-")]
    shown = {
        min(names, key=lambda name, box=thing.box: found[name].away(box)): thing.get("href")
        for thing in goods
        if thing.get("href") != "#goods-hidden"
    }
    stored = dict(zip(names, view.warehouses, strict=True))
    assert shown == {n: f"#goods-{code}" for n, code in stored.items() if code != NO_GOOD}
    booths = [thing for thing in drawn if thing.get("id").startswith("booths-")]
    counted = {
        tuple(thing.get("id").split("-")[1:]): "".join(thing.element.itertext())
        for thing in booths
        if found[f"city:{thing.get('id').split('-')[1]}"].covers(thing.box)
    }
    assert len(counted) == len(booths)
    for city, row in zip(cities, view.booths, strict=True):
        for seat, count in enumerate(row):
            assert counted.get((city.id, str(seat)), "0")[-1] == str(count)
    ship = next(thing for thing in drawn if thing.get("id") == "the-ship")
    near = min(cities, key=lambda city: found[f"city:{city.id}"].away(ship.box))
    assert near.index == view.ship
