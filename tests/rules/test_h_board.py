"""The board of Hansa: what is printed on it, and what is said about a bad one."""

import json

import pytest

from games.rules.errors import BadBoard
from games.rules.hansa.board import load_board, read_board
from tests.rules.hansa_positions import BOARD, HANSA


def test_totals():
    assert (len(BOARD.cities), len(BOARD.warehouse_city)) == (9, 14)
    assert sum(map(len, BOARD.exits)) == len(BOARD.facts["routes"]) == 13
    assert sum(len(city.warehouses) == 2 for city in BOARD.cities) == 5
    assert (BOARD.cities[0].id, BOARD.cities[-1].id) == ("tonsberg", "riga")


def test_warehouses_are_numbered_city_by_city():
    numbers = [number for city in BOARD.cities for number in city.warehouses]
    assert numbers == [*range(14)]
    assert all(
        BOARD.warehouse_city[number] == city.index
        for city in BOARD.cities
        for number in city.warehouses
    )


def test_what_is_assumed_stands_in_the_file():
    two_warehouses, order = HANSA.board_facts("baltic")["assumptions"]
    assert "two warehouses" in two_warehouses
    assert "order" in order


def test_another_board_is_refused():
    with pytest.raises(BadBoard, match=r"no board atlantic\. Hansa has baltic"):
        load_board("atlantic")


def wrong(change):
    facts = json.loads(json.dumps(BOARD.facts))
    change(facts)
    with pytest.raises(BadBoard) as refused:
        read_board(json.dumps(facts), "baltic.json")
    sentence = str(refused.value)
    assert sentence.startswith("baltic.json: ")
    return sentence.removeprefix("baltic.json: ")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda facts: facts.pop("name"), "the board: needs 'name' as text."),
        (lambda facts: facts.update(players=[]), "players: needs numbers of players."),
        (lambda facts: facts["goods"].update(colors=5), "goods: needs 6 colours."),
        (
            lambda facts: facts["goods"]["per_color"].pop("3"),
            "goods: needs the number of markers with 1, 2 and 3 barrels.",
        ),
        (lambda facts: facts["cities"].append([]), "city 10: needs to be an object."),
        (
            lambda facts: facts["cities"][0].update(id="Tønsberg"),
            "city Tønsberg: an id has only the letters a to z.",
        ),
        (lambda facts: facts["cities"][1].update(id="tonsberg"), "city tonsberg: appears twice."),
        (lambda facts: facts["cities"][1].update(order=3), "city aalborg: needs the order 2."),
        (
            lambda facts: facts["cities"][8].update(warehouses=0),
            "city riga: needs one warehouse or more.",
        ),
        (lambda facts: facts["cities"][8].update(at=[1]), "city riga: needs 'at' as two numbers."),
        (lambda facts: facts["routes"][0].update(to="kiel"), "route 1: there is no city kiel."),
        (
            lambda facts: facts["routes"][0].update(to="copenhagen"),
            "route 1: must join two cities.",
        ),
        (
            lambda facts: facts.update(ship_starts_at="kiel"),
            "ship_starts_at: there is no city kiel.",
        ),
        (
            lambda facts: facts.update(no_setup_booths_in=["kiel"]),
            "no_setup_booths_in: there is no city kiel.",
        ),
        (
            lambda facts: facts.update(routes=[r for r in facts["routes"] if r["to"] != "aalborg"]),
            "routes: aalborg cannot be reached from tonsberg.",
        ),
    ],
)
def test_a_bad_board_is_refused_with_the_place(change, sentence):
    assert wrong(change) == sentence


def test_what_is_not_json_is_refused():
    with pytest.raises(BadBoard, match=r"^baltic.json: not JSON"):
        read_board("{", "baltic.json")
    with pytest.raises(BadBoard, match="needs to be an object"):
        read_board("[]", "baltic.json")
