"""The live layer of Hansa shows all that a view has, once, named, marked, and clickable."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.drawing.hansa.marks import GOODS_COLOURS, SIGN_NAMES, symbols
from games.rules.hansa.pieces import COLOURS, NO_GOOD
from games.rules.hansa.view import View
from games.rules.title import Touched
from games.wording import ENGLISH
from tests.rules.hansa_positions import ANN, BEN, BOARD, HANSA, play, position
from tests.rules.walks import Case, walk

DRAWING = DRAWINGS["hansa"]
SVG = "{http://www.w3.org/2000/svg}"
BAD_NAMES = ("<Ann>", "B & 'B'", 'C"leo', "</title>")
players = pytest.mark.parametrize("number", HANSA.players)


def drawn(view: View, **what: Any) -> ElementTree.Element:
    """The live layer, parsed."""
    body = DRAWING.live(view, ENGLISH, **what)["body"]
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def uses(root: ElementTree.Element, name: str) -> Counter[str]:
    """How often each symbol is used in a group of the layer."""
    part = next(part for part in root if name in part.get("class", "").split())
    return Counter(use.get("href", "") for use in part.iter(f"{SVG}use"))


def titles(root: ElementTree.Element) -> list[str]:
    return [str(part.text) for part in root.iter(f"{SVG}title")]


def links(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """What can be clicked, by its words."""
    return {str(link.get("aria-label")): link for link in root.iter(f"{SVG}a")}


def steps_of(root: ElementTree.Element) -> dict[str, str]:
    """Where the flags are, by their numbers."""
    return {
        str(part[0].text): str(part.get("transform"))
        for part in root.iter(f"{SVG}g")
        if part.get("class") == "step"
    }


def views(number: int) -> Iterator[tuple[View, Any]]:
    """Every fifth position of a game, as those see it who are to move, with what they may do."""
    for step in walk(Case("hansa", (), number))[::5]:
        for seat in HANSA.to_move(step.before):
            orders = HANSA.orders(step.before, seat)
            view = HANSA.view(step.before, seat if seat >= 0 else None)
            yield view, DRAWING.choices(HANSA, orders, view, ENGLISH) if seat >= 0 else None


def of(state: Any, seat: int = ANN) -> tuple[View, Any]:
    """A position as a seat sees it, with what it may click."""
    view = HANSA.view(state, seat)
    return view, DRAWING.choices(HANSA, HANSA.orders(state, seat), view, ENGLISH)


@players
def test_goods_booths_and_the_ship_are_drawn_once(number: int) -> None:
    for view, _ in views(number):
        root = drawn(view)
        goods = uses(root, "markers")
        del goods["#goods-hidden"]
        barrels = sum(count for use, count in goods.items() if use.startswith("#barrel-"))
        shown = {use: count for use, count in goods.items() if use.startswith("#goods-")}
        stored = Counter(f"#goods-{code}" for code in view.warehouses if code != NO_GOOD)
        assert shown == stored
        last_round = view.last_round and not view.ended_by
        assert barrels == (0 if last_round else len(view.left_out))
        assert uses(root, "pieces")["#cog"] == 1
        groups = {str(part.get("id")) for part in root.iter(f"{SVG}g")}
        standing = {
            f"booths-{city.id}-{seat}"
            for city, row in zip(BOARD.cities, view.booths, strict=True)
            for seat, count in enumerate(row)
            if count
        }
        assert {name for name in groups if name.startswith("booths-")} == standing


def test_booths_are_counted_and_their_leader_is_crowned() -> None:
    state = position(booths={"danzig": "Ann 2, Ben 5", "lubeck": "Ann 1, Ben 1"})
    root = drawn(HANSA.view(state, ANN), names=("Ann", "Ben"))
    assert "Ann: 2 booths in Danzig" in titles(root)
    assert "Ben: 5 booths in Danzig, more than anyone else" in titles(root)
    assert "Ann: 1 booth in Lübeck" in titles(root)
    assert uses(root, "pieces")["#crown"] == 1


def test_piles_tell_how_many_are_left_and_when_the_end_is_near() -> None:
    view = HANSA.view(position(players=3, hidden=14), ANN)
    assert view.piles == (0, 0, 0, 4, 10)
    root = drawn(view)
    assert "14 markers left in 2 piles" in titles(root)
    assert "Left out: brown" in titles(root)
    late = drawn(HANSA.view(position(players=3, hidden=9), ANN))
    assert any(part.get("id") == "last-round" for part in late.iter(f"{SVG}g"))
    empty = drawn(HANSA.view(position(hidden=0), ANN))
    assert "No markers are left in the piles" in titles(empty)


@players
def test_ids_are_unique_and_names_are_escaped_in_the_whole_picture(number: int) -> None:
    (view, _), *_, (late, _) = views(number)
    for each in (view, late):
        for text in DRAWING.layers(each, ENGLISH, names=BAD_NAMES[:number]):
            ElementTree.fromstring(text)
            ids = Counter(re.findall(r' id="(.*?)"', text))
            assert [name for name, count in ids.items() if count > 1] == []
            assert set(re.findall(r'(?:href="|url\()#(.*?)["\)]', text)) <= set(ids)
            assert 'style="transform' not in text


@players
def test_every_target_on_the_board_is_a_named_link(number: int) -> None:
    for view, choices in views(number):
        if choices is None:
            continue
        found = links(drawn(view, choices=choices, post="/order", pick="?pick="))
        there = [t for t in choices.first.values() if not t.id.startswith(("good:", "sell:"))]
        there = [t for t in there if t.id != "action:end"]
        assert sorted(found) == sorted(target.label for target in there)
        for target in there:
            link = found[target.label]
            assert link.get("href") == f"?pick={target.id}"
            assert json.loads(str(link.get("hx-vals")))["order"] == target.order


def test_the_ways_that_may_be_sailed_are_shown() -> None:
    view, choices = of(position(ship="stockholm"))
    found = links(drawn(view, choices=choices))
    for city in ("Kalmar", "Reval"):
        way = found[f"Sail to {city}"].find(f"{SVG}path[@class='way']")
        assert way is not None
        assert way.get("d")
    placing = position(ship="copenhagen")
    placing.stage = "booths"
    view, choices = of(placing)
    assert not any(
        link.findall(f"{SVG}path") for link in links(drawn(view, choices=choices)).values()
    )


def sale(danzig: str) -> dict[str, dict[str, ElementTree.Element]]:
    """What can be bought of these markers: its ring and where it is hit, by its words."""
    view, choices = of(position(ship="danzig", warehouses={"danzig": danzig}))
    return {
        words: {str(part.get("class")): part for part in link}
        for words, link in links(drawn(view, choices=choices)).items()
        if words.startswith("Buy")
    }


def span(shape: ElementTree.Element) -> tuple[float, float]:
    """From where to where a shape reaches across."""
    left = float(shape.get("x", 0))
    return left, left + float(shape.get("width", 0))


def test_markers_for_sale_share_the_town_to_be_hit() -> None:
    (equal,) = sale("red2 red2").values()
    one, other = sale("red2 blue1").values()
    (single,) = sale("- red2").values()
    assert span(one["hit"])[1] == span(other["hit"])[0]
    whole = span(one["hit"])[0], span(other["hit"])[1]
    assert span(equal["hit"]) == span(single["hit"]) == whole
    assert span(equal["ring"]) == (span(one["ring"])[0], span(other["ring"])[1])
    assert span(single["ring"]) == span(other["ring"])


def test_while_a_marker_is_picked_nothing_is_clicked_on_the_board() -> None:
    view, choices = of(position(ship="danzig", unsold={"Ann": "red1 red2 blue1 blue2"}))
    assert "good:red1" in choices.first
    assert links(drawn(view, choices=choices))
    assert not links(drawn(view, choices=choices, picked="good:red1"))


def test_what_is_drafted_wears_a_dashed_ring() -> None:
    base = position(ship="danzig", warehouses={"danzig": "red2", "kalmar": "blue1"})
    base_view = HANSA.view(base, ANN)

    def rings(*lines: str) -> int:
        root = drawn(HANSA.view(play(base, *lines), ANN), base=base_view)
        # A ring is a pale circle below a dashed one.
        return sum(1 for part in root.iter(f"{SVG}circle") if part.get("class") == "drafted") // 2

    assert rings() == 0
    assert rings("buy red2") == 1
    assert rings("sail kalmar") == 1
    assert rings("buy red2", "sail kalmar", "build red2") == 3


def test_changes_since_the_last_move_are_numbered() -> None:
    state = position(ship="kalmar", booths={"kalmar": "Ann 1"})
    places = ["ship:danzig", "warehouses:danzig", "ship:kalmar", "booths:kalmar", "piles"]
    since = [Touched(place) for place in ("", *places, "warehouses:riga")]
    found = steps_of(drawn(HANSA.view(state, ANN), since=since))
    assert set(found) == {f"Step {number}" for number in range(2, 8)}
    assert len(set(found.values())) == len(found)


def test_a_thread_lies_along_the_ways_sailed() -> None:
    view = HANSA.view(position(ship="kalmar"), ANN)
    sailed = [Touched("ship:danzig"), Touched("ship:kalmar", "danzig-kalmar")]
    assert drawn(view, since=sailed).find(".//*[@class='thread']") is not None
    for log in ({"since": [Touched()], "earlier": sailed}, {"since": [Touched("ship:danzig")]}):
        assert drawn(view, **log).find(".//*[@class='thread']") is None


def test_what_is_marked_bears_a_number() -> None:
    found = steps_of(drawn(HANSA.view(position(), None), marked=("ship:reval", "piles")))
    assert set(found) == {"Step 1", "Step 2"}


def test_goods_differ_by_sign_as_well_as_by_colour() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols()}</svg>')
    barrels = [part for part in root.iter(f"{SVG}g") if "barrel-" in part.get("id", "")]
    shapes = {
        re.sub(r'"#[0-9a-f]{6}"', "", ElementTree.tostring(part, "unicode").partition(">")[2])
        for part in barrels
    }
    assert len(shapes) == len(barrels) == len(COLOURS) == len(GOODS_COLOURS)
    assert len(set(SIGN_NAMES)) == len(COLOURS)


def test_layers_stay_small_and_share_their_box() -> None:
    static = DRAWING.static("baltic", ENGLISH)
    ElementTree.fromstring(static)
    assert len(gzip.compress(static.encode())) < 30_000
    for view, choices in views(4):
        live = DRAWING.live(view, ENGLISH, choices=choices, names=["Ann"] * 4)
        assert len(gzip.compress(live["body"].encode())) < 8_000
        assert f'viewBox="{live["view_box"]}"' in static


def test_whoever_has_a_name_is_called_by_it() -> None:
    view = HANSA.view(position(booths={"riga": "Ben 1", "reval": "Cleo 1"}), BEN)
    told = titles(drawn(view, names=("Anna", "Benedikt")))
    assert "Benedikt: 1 booth in Riga, more than anyone else" in told
    assert "Green: 1 booth in Reval, more than anyone else" in told


def test_cities_show_in_which_order_their_warehouses_are_filled() -> None:
    root = ElementTree.fromstring(DRAWING.static("baltic", ENGLISH))
    for number, city in enumerate(BOARD.cities, 1):
        place = root.find(f".//*[@data-about='city:{city.id}']")
        assert str(number) in [text.text for text in place.iter(f"{SVG}text")]
