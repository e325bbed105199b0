"""Names are read as people of many keyboards write them, of every board."""

import unicodedata

import pytest

from games.rules import TITLES
from games.rules.common.names import beginning
from games.rules.hansa.board import load_board as hansa_board
from games.rules.hansa.syntax import SYNTAX
from games.rules.teutonica.board import load_board
from games.rules.teutonica.syntax import read_place

UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "ß": "ss"}


def spellings(name: str) -> set[str]:
    """A name as it may be written with and without umlauts, in whatever case and form."""
    with_e = without = umlauts = name
    for umlaut, pair in UMLAUTS.items():
        with_e = with_e.replace(umlaut, pair)
        without = without.replace(umlaut, pair[: 2 if umlaut == "ß" else 1])
        if umlaut in "äöü":
            umlauts = umlauts.replace(pair, umlaut)
    written = {name, with_e, without, umlauts}
    return {
        form
        for each in written
        for form in (each, each.upper(), each.lower(), unicodedata.normalize("NFD", each))
    }


def cities(title: str) -> list[tuple[str, str]]:
    return [
        (board, city["name"])
        for board in TITLES[title].boards
        for city in TITLES[title].board_facts(board)["cities"]
    ]


def spelled(title: str) -> list[tuple[str, str, str]]:
    return [(board, name, form) for board, name in cities(title) for form in spellings(name)]


def test_cities_of_hansa_teutonica_in_every_spelling():
    for board_id, name, form in spelled("teutonica"):
        assert read_place(load_board(board_id), form) == read_place(load_board(board_id), name)


def test_routes_of_hansa_teutonica_in_every_spelling():
    for board_id in TITLES["teutonica"].boards:
        board = load_board(board_id)
        for route in board.routes:
            for form in spellings(route.name):
                assert read_place(board, form) == route.id, form


def test_cities_of_hansa_in_every_spelling():
    for board_id, name, form in spelled("hansa"):
        board = hansa_board(board_id)
        assert SYNTAX.read(board, f"sail {form}") == SYNTAX.read(board, f"sail {name}")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("luebeck", ["lubeck"]),
        ("lue", ["lubeck", "luneburg"]),
        ("collen", ["coellen"]),
        ("co", ["coellen", "colln"]),
        ("coe", ["coellen"]),
        ("colln", ["colln"]),
        ("coelln", ["colln"]),
        ("qu", ["quedlinburg"]),
        ("", ["lubeck", "luneburg", "coellen", "colln", "quedlinburg"]),
        ("x", []),
    ],
)
def test_what_is_written_comes_before_what_may_be_meant(word, found):
    assert beginning(word, ["lubeck", "luneburg", "coellen", "colln", "quedlinburg"]) == found
