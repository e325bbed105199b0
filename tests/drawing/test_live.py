"""The live layer draws each piece of a view once, named, marked, and clickable where legal."""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.drawing.geometry import Point
from games.drawing.seats import COLOURS, MARK_NAMES
from games.drawing.svg import num
from games.drawing.teutonica.marks import symbols
from games.drawing.teutonica.pieces_on_board import homes
from games.drawing.teutonica.provinces import provinces
from games.drawing.teutonica.sheet import sheet
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import NEUTRAL, kind_of, owner, piece
from games.rules.teutonica.view import View
from games.rules.title import Touched
from games.wording import ENGLISH
from tests.drawing.positions import GAMES, TITLE, brimful, opening, walk

DRAWING = DRAWINGS["teutonica"]
SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: View, **what: object) -> ElementTree.Element:
    """The live layer, parsed."""
    body = DRAWING.live(view, ENGLISH, **what)["body"]
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


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_piece_is_drawn_exactly_once(players: int, options: dict[str, str]) -> None:
    views = [TITLE.view(state, seat) for state, seat in walk(players, 60, players, options)]
    for view in (*views, brimful(players, options=options)):
        found = uses(group(drawn(view), "pieces"))
        del found["#flag"], found["#pawn"]
        assert found == pieces(view)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_ids_are_unique_in_the_whole_picture(players: int, options: dict[str, str]) -> None:
    view = brimful(players, options=options)
    for text in DRAWING.layers(view, ENGLISH, names=["<Anna>", "B & C"]):
        ElementTree.fromstring(text)
        ids = Counter(re.findall(r' id="(.*?)"', text))
        assert [name for name, count in ids.items() if count > 1] == []
        assert set(re.findall(r'(?:href="|url\()#(.*?)["\)]', text)) <= set(ids)


def test_a_picture_for_other_renderers_places_pieces_by_attribute() -> None:
    _, text = DRAWING.layers(brimful(4), ENGLISH)
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


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_target_on_the_board_is_a_named_link(players: int, options: dict[str, str]) -> None:
    for state, seat in walk(players, 30, 9, options):
        view = TITLE.view(state, seat)
        choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), view, ENGLISH)
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
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), view, ENGLISH)
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
    since = [
        Touched("space:hamburg-stade.1"),
        Touched("city:stade", "route:hamburg-stade"),
        Touched(),
        Touched("route:bremen-hamburg"),
        Touched("space:hamburg-stade.1"),
    ]
    steps = list(drawn(view, since=since).iterfind(".//*[@class='step']"))
    assert sorted(str(step[0].text) for step in steps) == ["Step 2", "Step 4", "Steps 1 and 5"]


def test_the_last_claimed_route_has_a_thread() -> None:
    view = opening(4)
    claim, end = Touched("city:stade", "route:hamburg-stade"), Touched()
    for log in ({"since": [end, claim]}, {"earlier": [claim, end]}):
        assert drawn(view, **log).find(".//*[@class='thread']") is not None
    assert drawn(view).find(".//*[@class='thread']") is None


def test_the_thread_lies_along_the_newest_claim() -> None:
    view, one, other = opening(4), "route:hamburg-stade", "route:bremen-hamburg"
    for log, newest in (([one], [other]), ([other], [one]), ([other, one], [""])):
        way = next(filter(None, reversed([*log, *newest])))
        thread = drawn(
            view,
            earlier=[Touched(each, each) for each in log],
            since=[Touched(each, each) for each in newest],
        ).find(".//*[@class='thread']")
        assert thread is not None
        assert thread[0].get("d") == sheet(view.board).threads[way.removeprefix("route:")]


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
    assert len(set(COLOURS)) == len(set(MARK_NAMES)) + 1 == 6


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_layers_stay_small(players: int, options: dict[str, str]) -> None:
    view = brimful(players, options=options)
    static = DRAWING.static(view.board, ENGLISH)
    ElementTree.fromstring(static)
    assert len(gzip.compress(static.encode())) < 30_000
    for state, seat in walk(players, 3, 1, options):
        here = TITLE.view(state, seat)
        choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), here, ENGLISH)
        live = DRAWING.live(here, ENGLISH, choices=choices, names=["Anna"] * players)
        assert len(gzip.compress(live["body"].encode())) < 14_000
    assert len(gzip.compress(DRAWING.live(view, ENGLISH)["body"].encode())) < 14_000


def test_a_mission_card_is_marked_on_the_map_for_its_owner_alone() -> None:
    state, _ = next(walk(3, 1, 1, {"missions": "on"}))
    for seat in (0, 1, 2, None):
        view = TITLE.view(state, seat)
        titles = [
            part[0].text for part in drawn(view).iter(f"{SVG}g") if part.get("class") == "mission"
        ]
        cities = view.missions[seat] if seat is not None else ()
        names = [load_board(view.board).cities[city].name for city in cities]
        assert titles == [f"{name} is on your mission card" for name in names]
        assert len(names) == (0 if seat is None else 3)


def test_at_the_end_all_mission_cards_lie_open() -> None:
    view = opening(3)
    view = replace(view, added=view.added._replace(cards=bytes((1, 2, 3))), ended_by="markers")
    scrolls = [part for part in drawn(view).iter(f"{SVG}g") if part.get("class") == "mission"]
    assert len({part.get("transform") for part in scrolls}) == 9


def inside(outline: Sequence[Point], point: Point) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def test_the_pawn_stands_in_its_province() -> None:
    view = opening(2, options={"two_player": "pawn"})
    assert view.pawn is not None
    root = drawn(view)
    pawn = next(part for part in root.iter(f"{SVG}g") if part.get("id") == "the-pawn")
    province = provinces(view.board)[view.pawn - 1]
    assert province.number == view.pawn
    assert inside(province.outline, province.middle)
    assert f"translate({num(province.middle[0])}px" in str(pawn.get("style"))
    assert root.find(f".//{SVG}path[@id='pawn-land']") is not None
    assert uses(drawn(opening(2)))["#pawn"] == 0


def test_every_province_is_drawn_as_a_face_of_its_own() -> None:
    faces = provinces("hanse-23")
    assert [face.number for face in faces] == list(range(1, 17))
    for face in faces:
        others = [other for other in faces if other is not face]
        assert not any(inside(other.outline, face.middle) for other in others)
    assert provinces("east") == ()


def test_neutral_pieces_are_grey_and_without_a_mark() -> None:
    view = opening(2, options={"two_player": "neutral"})
    assert uses(group(drawn(view), "pieces"))[f"#t{NEUTRAL}"] > 0
    titles = [
        str(part[0].text) for part in group(drawn(view), "pieces").iter(f"{SVG}g") if len(part)
    ]
    assert any(words.startswith("Neutral trader, ") for words in titles)


@pytest.mark.parametrize(("board", "count"), [("east", 4), ("britannia", 2)])
def test_permanent_markers_say_what_they_do(board: str, count: int) -> None:
    view = opening(4, options={"board": board})
    signs = re.findall(r'<use href="#p-\w+"', DRAWING.static(view.board, ENGLISH))
    told = [str(part.text) for part in group(drawn(view), "told").iter(f"{SVG}title")]
    assert len(signs) == count
    assert sum("After claiming this route" in words for words in told) == count


def test_a_board_without_scotland_shows_no_scottish_shield() -> None:
    three, four = (DRAWING.static(f"britannia-{side}", ENGLISH) for side in (3, 45))
    assert 'href="#p-place_2_in_wales"' in three
    assert 'href="#p-place_2_in_wales_or_scotland"' in four
    assert "#p-place_2_in_wales_or_scotland" not in three


def test_countries_are_told_by_more_than_colour() -> None:
    text = DRAWING.static(opening(5, options={"board": "britannia"}).board, ENGLISH)
    for country in ("wales", "scotland"):
        assert f"url(#in-{country})" in text
        assert f">{country.upper()}</text>" in text
        assert f'href="#house-{country}"' in text
    assert "in-wales" not in DRAWING.static("east", ENGLISH)


@pytest.mark.parametrize("players", [3, 5])
def test_both_layers_share_their_box(players: int) -> None:
    view = opening(players)
    assert f'viewBox="{DRAWING.live(view, ENGLISH)["view_box"]}"' in DRAWING.static(
        view.board, ENGLISH
    )
