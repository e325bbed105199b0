"""What a logged order touched is what it changed: in every recorded game."""

from pathlib import Path
from typing import Any

import pytest

from games.rules import record, replay
from games.rules.title import CHANCE

RECORDS = Path(__file__).parents[1] / "records"
TEUTONICA = sorted((RECORDS / "teutonica").glob("*.txt"))[::5]
HANSA = sorted((RECORDS / "hansa").glob("*.txt"))[::3]


def changes(file: Path) -> list[tuple[Any, Any, str, Any]]:
    """Return the position before and after each order, its verb, and what it touched."""
    known = record.read(file.read_bytes())
    title, steps = replay.title_of(known), list(replay.record_steps(known))
    return [
        (
            step.before,
            step.after,
            step.text.split()[0],
            title.touched(step.before, step.text, step.after.events),
        )
        for step in steps[1:]
        if step.seat != CHANCE
    ]


@pytest.mark.parametrize("file", TEUTONICA, ids=lambda file: file.stem)
def test_an_order_of_teutonica_touched_what_it_changed(file: Path) -> None:
    for before, after, verb, (place, way) in changes(file):
        board, (kind, _, name) = before.board, place.partition(":")
        assert bool(way) == (verb == "claim")
        if kind == "space":
            space = board.space_numbers[name]
            assert after.spaces[space] != before.spaces[space]
            assert bool(after.spaces[space]) == (verb != "remove")
        elif kind == "city":
            city = board.city_numbers[name]
            assert after.city_offices(city) != before.city_offices(city)
        elif kind == "route" and verb == "marker":
            route = board.route_numbers[name]
            assert after.markers[route] != before.markers[route]
        if way:
            spaces = board.route(way.removeprefix("route:")).spaces
            assert all(before.spaces[spaces.start : spaces.stop])
            assert not any(after.spaces[spaces.start : spaces.stop])
        if before.spaces != after.spaces:
            assert place


@pytest.mark.parametrize("file", HANSA, ids=lambda file: file.stem)
def test_an_order_of_hansa_touched_what_it_changed(file: Path) -> None:
    for before, after, verb, (place, way) in changes(file):
        cities, (kind, _, name) = before.board.cities, place.partition(":")
        city = before.board.city_numbers.get(name, 0)
        assert (kind == "ship") == (before.ship != after.ship) == bool(way) == (verb == "sail")
        assert (kind == "booths") == (before.booths != after.booths)
        if way:
            assert way == f"{cities[before.ship].id}-{cities[after.ship].id}"
        if kind == "booths":
            assert before.booths_in(city) != after.booths_in(city)
        if kind == "warehouses":
            assert before.holds(city) != after.holds(city)
