"""The board in words names every city, route, space and piece once, as the view has them."""

from collections import Counter
from typing import Any

import pytest

from games.drawing import DRAWINGS
from games.rules import TITLES
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import COUNTRY_WORDS
from games.rules.title import CHANCE
from games.wording import ENGLISH, WORDINGS
from games.wording.hansa.words import goods_words
from games.wording.outline import Part, every_place
from games.wording.teutonica.words import piece_name
from tests.drawing.positions import GAMES, brimful, opening
from tests.rules.walks import CASES, NAMES, PAIRED_FIRST, Case, some

OUTLINE = WORDINGS["teutonica"].outline


def words_in(parts: list[Part], start: str) -> list[str]:
    """What is told at the places whose ids or names begin so."""
    return [place.words() for place in every_place(parts) if place.id.startswith(start)]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_place_is_named_once(players: int, options: dict[str, str]) -> None:
    view = brimful(players, options=options)
    board = load_board(view.board)
    cities, routes, _ = OUTLINE(view, NAMES, ENGLISH)
    assert [place.name for place in cities.places] == [city.name for city in board.cities]
    assert [place.name for place in routes.places] == [route.name for route in board.routes]
    spaces = [inner.id for place in routes.places for inner in place.inside]
    assert spaces == [f"space:{name}" for name in board.space_ids]
    names = [place.id for place in every_place([cities, routes]) if place.id]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_piece_is_named_where_it_stands(players: int, options: dict[str, str]) -> None:
    for view in (opening(players, options=options), brimful(players, options=options)):
        board = load_board(view.board)
        parts = OUTLINE(view, NAMES, ENGLISH)
        for place in parts[0].places:
            city = board.cities[board.city_numbers[place.id.removeprefix("city:")]]
            codes = [
                *view.extras[city.index],
                *(view.offices[office] for office in city.offices),
                *view.founded[city.index],
            ]
            told = [inner.words() for inner in place.inside]
            assert len(told) == len(codes)
            for code, words in zip(codes, told, strict=True):
                assert words.startswith(str(piece_name(code)) if code else "free, ")
        for code, words in zip(view.spaces, words_in(parts, "space:"), strict=True):
            assert words.startswith(str(piece_name(code)) if code else "free")
        for seat, words in zip(view.special, words_in(parts, "special:"), strict=True):
            assert words.startswith(str(piece_name(2 * seat)) if seat else "free")


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_who_controls_a_city_is_told(players: int, options: dict[str, str]) -> None:
    view = opening(players, options=options)
    for place, seat in zip(OUTLINE(view, NAMES, ENGLISH)[0].places, view.controllers, strict=True):
        told = dict(place.facts)["Controlled by"]
        assert told.endswith("nobody" if seat is None else f"({NAMES[seat]})")


@pytest.mark.parametrize("players", [3, 4])
def test_the_countries_of_cities_and_routes_are_told(players: int) -> None:
    view = opening(players, options={"board": "britannia"})
    board = load_board(view.board)
    cities, routes, _ = OUTLINE(view, NAMES, ENGLISH)
    for place, route in zip(routes.places, board.routes, strict=True):
        assert dict(place.facts)["Country"] == str(COUNTRY_WORDS[route.country])
    lands = set(map(str, COUNTRY_WORDS.values()))
    for place, city in zip(cities.places, board.cities, strict=True):
        told = [each for each in dict(place.facts)["About"].split(", ") if each in lands]
        assert told == [str(COUNTRY_WORDS[country]) for country in city.countries]


@pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
def test_all_that_can_be_clicked_on_the_board_has_a_place(case: Case) -> None:
    drawing = DRAWINGS[case.title_id]
    beside = ("action:", "order:", "desk:", "marker:", "tile:", "good:", "sell:")
    for step in some(case, 3):
        if step.seat == CHANCE:
            continue
        view = case.title.view(step.before, step.seat)
        parts = drawing.wording.outline(view, NAMES, ENGLISH)
        stops = drawing.stops(view)
        places = {place.id for place in every_place(parts) if place.id in stops}
        choices = drawing.choices(
            case.title, case.title.orders(step.before, step.seat), view, ENGLISH, NAMES
        )
        assert {name for name in choices.first if not name.startswith(beside)} <= places
        along = {name for place in places for name in stops[place].along}
        assert along <= places
        for part in parts:
            assert all(len(cells) == len(part.columns()) for _, cells in part.table())


def test_goods_booths_and_ship_are_told() -> None:
    title = TITLES["hansa"]
    for case in CASES:
        if case.title_id == "hansa":
            for step in some(case, 3):
                check_hansa(title.view(step.after, None))


def check_hansa(view: Any) -> None:
    cities, _, rest = WORDINGS["hansa"].outline(view, NAMES, ENGLISH)
    told = [inner.words() for place in cities.places for inner in place.inside]
    assert told == [str(goods_words(code)) if code else "empty" for code in view.warehouses]
    booths = Counter(
        name
        for place, row in zip(cities.places, view.booths, strict=True)
        for seat, name in enumerate(NAMES[: view.players])
        if row[seat] and f"({name}) {row[seat]}" in dict(place.facts)["Booths"]
    )
    assert booths == Counter(
        name for row in view.booths for name, count in zip(NAMES, row, strict=False) if count
    )
    ships = [place.id for place in cities.places if "Ship" in dict(place.facts)]
    assert ships == [cities.places[view.ship].id]
    assert f"{sum(view.piles)} marker" in rest.places[0].words()
