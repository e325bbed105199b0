"""The live layer draws each piece of a view once, named, marked, and clickable where legal."""

import gzip
import json
import random
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.drawing.teutonica.marks import COLOURS, MARK_NAMES, symbols
from games.drawing.teutonica.sheet import sheet
from games.drawing.teutonica.standing import homes
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import kind_of, owner, piece
from games.rules.teutonica.view import View
from tests.drawing.positions import TITLE, brimful, opening, walk

DRAWING = DRAWINGS["teutonica"]
SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: View, **what: object) -> ElementTree.Element:
    """The live layer, parsed."""
    body = DRAWING.live(view, **what)["body"]
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def group(root: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(part for part in root if name in part.get("class", "").split())


def uses(root: ElementTree.Element) -> Counter[str]:
    return Counter(use.get("href", "") for use in root.iter(f"{SVG}use"))


def pieces(view: View) -> Counter[str]:
    codes = [*view.spaces, *view.offices, *view.hand]
    codes += [code for row in (*view.extras, *view.founded) for code in row]
    codes += [piece(seat - 1, 1) for seat in view.special if seat]
    return Counter(f"#{'tm'[kind_of(code)]}{owner(code)}" for code in codes if code)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_piece_is_drawn_exactly_once(players: int) -> None:
    views = [TITLE.view(state, seat) for state, seat in walk(players, 60, players)]
    for view in (*views, brimful(players)):
        found = uses(group(drawn(view), "pieces"))
        del found["#flag"]
        assert found == pieces(view)


@pytest.mark.parametrize("players", [3, 5])
def test_each_piece_stands_where_the_view_has_it(players: int) -> None:
    view = brimful(players)
    places = sheet(view.board).places
    titles = {
        part[0].text: part.get("style", "")
        for part in group(drawn(view), "pieces").iter(f"{SVG}g")
        if part.get("class") == "pc"
    }
    for space in load_board(view.board).space_ids:
        x, y = places[f"space:{space}"]
        number = space.rpartition(".")[2]
        assert any(
            f"translate({x:.1f}px,{y:.1f}px)".replace(".0px", "px") in style
            and words is not None
            and words.endswith(f" {number}")
            for words, style in titles.items()
        ), space


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ids_are_unique_in_the_whole_picture(players: int) -> None:
    view = brimful(players)
    text = DRAWING.svg(view, names=["<Anna>", "B & C"])
    ElementTree.fromstring(text)
    repeated = [
        name for name, count in Counter(re.findall(r' id="(.*?)"', text)).items() if count > 1
    ]
    assert repeated == []
    known = set(re.findall(r' id="(.*?)"', text))
    assert set(re.findall(r'href="#(.*?)"', text)) <= known


def test_a_picture_for_other_renderers_places_pieces_by_attribute() -> None:
    text = DRAWING.svg(brimful(4))
    assert 'style="transform' not in text
    assert re.search(r'id="pawn-0" class="pc" transform="translate\([-.\d]+,[-.\d]+\) scale', text)


def test_moved_pieces_keep_their_names() -> None:
    dice = random.Random(4)
    for _ in range(300):
        base = bytes(dice.choice((0, 0, 1, 2, 3, 4)) for _ in range(12))
        now = bytearray(base)
        for _ in range(dice.randrange(6)):
            start, end = dice.randrange(12), dice.randrange(12)
            now[start], now[end] = now[end], now[start]
        if dice.random() < 0.5:
            now[dice.randrange(12)] = dice.randrange(1, 5)
        moved = homes(base, bytes(now))
        names = [moved.get(space, space) for space, code in enumerate(now) if code]
        assert len(set(names)) == len(names)
    assert homes(b"\1\0", b"\0\1") == {1: 0}
    assert homes(b"\1\0\2", b"\2\0\1") == {0: 2, 2: 0}


def test_every_target_on_the_board_is_a_named_link() -> None:
    for state, seat in walk(4, 60, 9):
        view = TITLE.view(state, seat)
        choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), view)
        places = sheet(view.board).places
        links = [
            link for link in group(drawn(view, choices=choices), "targets") if link.tag == f"{SVG}a"
        ]
        assert len(links) == sum(target in places for target in choices.first)
        assert all(link.get("aria-label") and link.get("href") for link in links)
        for picked in list(choices.first)[:3]:
            root = drawn(view, choices=choices, picked=picked)
            posts = [link.get("hx-vals") for link in root.iter(f"{SVG}a") if link.get("hx-vals")]
            after = choices.after(picked)
            on_board = [choice.order for choice in after if choice.path[-1] in places]
            offered = [json.loads(vals)["order"] for vals in posts]
            assert set(on_board) <= set(offered) <= {choice.order for choice in after}


def test_a_picked_space_shows_the_pieces_to_choose_from() -> None:
    state, seat = next(walk(4, 1, 1))
    view = TITLE.view(state, seat)
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), view)
    bubble = drawn(view, choices=choices, picked="space:hamburg-stade.2").find(
        ".//*[@class='bubble']"
    )
    assert bubble is not None
    assert uses(bubble) == Counter([f"#t{seat}", f"#m{seat}"])


def test_a_draft_wears_dashed_rings() -> None:
    base = opening(4)
    view = replace(base, spaces=bytes([1]) + base.spaces[1:])
    assert not list(drawn(base, base=base).iterfind(".//*[@class='drafted']"))
    assert list(drawn(view, base=base).iterfind(".//*[@class='drafted']"))


def test_changes_since_the_last_turn_are_numbered() -> None:
    view = opening(4)
    touched = [
        "space:hamburg-stade.1",
        "city:stade",
        "route:bremen-hamburg",
        "space:hamburg-stade.1",
    ]
    steps = list(drawn(view, touched=touched).iterfind(".//*[@class='step']"))
    assert sorted(str(step[0].text) for step in steps) == ["Step 1, 4", "Step 2", "Step 3"]


def test_the_last_claimed_route_has_a_thread() -> None:
    view = opening(4)
    assert drawn(view, last_route="hamburg-stade").find(".//*[@class='thread']") is not None
    assert drawn(view).find(".//*[@class='thread']") is None


def test_each_seat_has_a_mark_of_its_own_besides_its_colour() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols()}</svg>')
    shapes = {}
    for part in root.iter(f"{SVG}g"):
        name = part.get("id", "")
        if re.fullmatch("h[0-4]", name):
            shapes[name] = ElementTree.tostring(part).replace(f'id="{name}"'.encode(), b"")
        if re.fullmatch("[tm][0-4]", name):
            assert f"#h{name[1]}" in uses(part)
    assert len(set(shapes.values())) == 5
    assert len(set(COLOURS)) == len(set(MARK_NAMES)) == 6


@pytest.mark.parametrize("players", [3, 5])
def test_layers_stay_small(players: int) -> None:
    view = brimful(players)
    static = DRAWING.static(view.board)
    ElementTree.fromstring(static)
    assert len(gzip.compress(static.encode())) < 30_000
    state, seat = next(walk(players, 1, 1))
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), TITLE.view(state, seat))
    live = DRAWING.live(TITLE.view(state, seat), choices=choices, names=["Anna"] * players)
    assert len(gzip.compress(live["body"].encode())) < 12_000
    assert len(gzip.compress(DRAWING.live(view)["body"].encode())) < 12_000


@pytest.mark.parametrize("players", [3, 5])
def test_both_layers_share_their_box(players: int) -> None:
    view = opening(players)
    assert f'viewBox="{DRAWING.live(view)["view_box"]}"' in DRAWING.static(view.board)
