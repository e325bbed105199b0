"""Board files: what is printed on them, and what is said about a bad one."""

import json

import pytest

from games.rules.errors import BadBoard, IllegalOrder
from games.rules.teutonica.board import BOARD_IDS, load_board, read_board
from games.rules.teutonica.pieces import ABILITIES
from tests.rules.boards import city_of, facts, route_of


@pytest.mark.parametrize(
    ("board_id", "totals"),
    [
        ("hanse-23", (27, 32, 101, 6)),
        ("hanse-45", (27, 34, 107, 4)),
        ("east", (28, 32, 98, 3)),
        ("britannia-3", (26, 35, 111, 3)),
        ("britannia-45", (30, 40, 121, 3)),
    ],
)
def test_totals(board_id, totals):
    board = load_board(board_id)
    coins = sum(1 for office in board.offices if office.coin)
    assert (len(board.cities), len(board.routes), len(board.space_ids), coins) == totals


HANSE = ("hanse-23", "hanse-45")
SPOKEN_OF = {
    "hanse": (["arnheim", "stendal"], "coellen", 10),
    "east": (["danzig", "lubeck"], "konigsberg", 10),
    "britannia": (["oxford", "york"], "plymouth", 8),
}


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_every_board_has_what_the_rules_speak_of(board_id):
    board = load_board(board_id)
    connection, special_prestige, cities_to_end = SPOKEN_OF[board_id.partition("-")[0]]
    assert [board.cities[end].id for end in board.connection] == connection
    assert {ability for city in board.cities for ability in city.develops} == set(range(5))
    assert [city.id for city in board.cities if city.special_prestige] == [special_prestige]
    assert sum(route.tavern for route in board.routes) == 3
    assert board.cities_to_end == cities_to_end
    assert any(board.boats) == (board_id not in HANSE)


def test_t1_4_taverns_of_both_sides():
    for board_id in HANSE:
        taverns = [route.id for route in load_board(board_id).routes if route.tavern]
        assert taverns == ["bremen-osnabruck", "goslar-hildesheim", "luneburg-perleberg"]


@pytest.mark.parametrize(
    ("board_id", "city", "ability"),
    [
        (board_id, city, ability)
        for board_id in HANSE
        for city, ability in (
            ("groningen", "book"),
            ("stade", "privilege"),
            ("lubeck", "bank"),
            ("gottingen", "actions"),
            ("halle", "city_keys"),
        )
    ],
)
def test_t7_6_what_cities_develop(board_id, city, ability):
    assert load_board(board_id).city(city).develops == (ABILITIES.index(ability),)


@pytest.mark.parametrize(
    ("board_id", "coins"),
    [
        ("hanse-23", {"groningen", "stade", "lubeck", "coellen", "warburg", "halle"}),
        ("hanse-45", {"groningen", "lubeck", "coellen", "halle"}),
    ],
)
def test_t7_4_the_first_office_of_these_cities_has_a_coin(board_id, coins):
    board = load_board(board_id)
    found = {
        board.cities[board.office_city[number]].id: number
        for number, office in enumerate(board.offices)
        if office.coin
    }
    assert set(found) == coins
    for city, number in found.items():
        assert number == board.city(city).offices.start
        assert board.offices[number].coin == 1


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_t5_3_t15_2_every_route_open_to_a_displaced_piece_is_reached_once(board_id):
    board = load_board(board_id)
    for route in board.routes:
        reached = [number for ring in board.rings[route.index] for number in ring]
        countries = (route.country, "england")
        assert sorted(reached) == [r.index for r in board.routes if r.country in countries]
        assert board.rings[route.index][-1] == (route.index,)


# What is wrong with a board is said with its file and the place.


def spoil(path, value):
    """Return the facts of a board with one of them changed; `path` names cities and routes."""
    spoilt = facts()
    *way, last = path
    inner = spoilt
    for step in way:
        if step in spoilt["cities"] or not isinstance(step, str):
            inner = inner[step]
        elif inner is spoilt["cities"]:
            inner = city_of(spoilt, step)
        elif inner is spoilt["routes"]:
            inner = route_of(spoilt, step)
        else:
            inner = inner[step]
    if inner is spoilt["cities"] and isinstance(last, str):
        inner[inner.index(city_of(spoilt, last))] = value
    elif inner is spoilt["routes"] and isinstance(last, str):
        inner[inner.index(route_of(spoilt, last))] = value
    elif value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return spoilt


GONE = object()

BAD = [
    (("id",), GONE, "the board: needs 'id' as text."),
    (("name",), 7, "the board: needs 'name' as text."),
    (("players",), "4", "the board: needs 'players' as a list."),
    (("players",), ["four"], "players: needs numbers of players."),
    (("players",), [], "players: needs numbers of players."),
    (
        ("completed_cities_to_end",),
        "ten",
        "the board: needs 'completed_cities_to_end' as a number.",
    ),
    (("completed_cities_to_end",), True, "the board: needs 'completed_cities_to_end' as a number."),
    (("cities",), {}, "the board: needs 'cities' as a list."),
    (("routes",), GONE, "the board: needs 'routes' as a list."),
    (("connection",), GONE, "the board: needs 'connection' as a list."),
    (("connection",), ["arnheim"], "connection: needs two cities of this board."),
    (("connection",), ["arnheim", "paris"], "connection: needs two cities of this board."),
    (("connection",), ["arnheim", "arnheim"], "connection: needs two cities of this board."),
    (("connection",), ["arnheim", ["stendal"]], "connection: needs two cities of this board."),
    (("cities", 0), "arnheim", "city 1: needs to be an object."),
    (("cities", "bremen", "id"), GONE, "city 2: needs 'id' as text."),
    (("cities", "bremen", "id"), "arnheim", "city arnheim: appears twice"),
    (("cities", "bremen", "id"), "Bremen an der Weser", "city Bremen an der Weser: an id has"),
    (("cities", "bremen", "name"), GONE, "city bremen: needs 'name' as text."),
    (("cities", "bremen", "offices"), GONE, "city bremen: needs 'offices' as a list."),
    (("cities", "bremen", "offices"), [], "city bremen: needs an office, or to be green."),
    (("cities", "bremen", "offices", 0), "square", "city bremen: office 1 needs to be an object."),
    (
        ("cities", "bremen", "offices", 0, "shape"),
        "round",
        "city bremen: office 1 must be square or circle.",
    ),
    (
        ("cities", "bremen", "offices", 1, "privilege"),
        "red",
        "city bremen: office 2 must be white, orange, pink or black.",
    ),
    (("cities", "bremen", "offices", 1, "coin"), "one", "city bremen: the coin of office 2"),
    (("cities", "bremen", "offices", 1, "coin"), -1, "city bremen: the coin of office 2"),
    (("cities", "bremen", "develops"), ["beer"], "city bremen: 'beer' is not an ability."),
    (("cities", "bremen", "develops"), "book", "city bremen: needs 'develops' as a list."),
    (("cities", "bremen", "develop"), ["book"], "city bremen: 'develop' is not a known"),
    (("cities", "bremen", "special_prestige"), "yes", "city bremen: needs 'special_prestige' as"),
    (("cities", "bremen", "countries"), ["france"], "city bremen: a country must be"),
    (("routes", 0), None, "route 1: needs to be an object."),
    (("routes", "bremen-minden", "id"), "minden-bremen", "route minden-bremen: its id must be"),
    (("routes", "bremen-minden", "between"), GONE, "route bremen-minden: needs 'between' as"),
    (("routes", "bremen-minden", "between"), ["bremen", "paris"], "there is no city paris."),
    (
        ("routes", "bremen-minden", "between"),
        ["bremen"],
        "route bremen-minden: must join two cities.",
    ),
    (("routes", "bremen-minden", "between"), ["bremen", "bremen"], "must join two cities."),
    (("routes", "bremen-minden", "between"), ["bremen", 3], "there is no city 3."),
    (
        ("routes", "bremen-minden", "between"),
        ["arnheim", "bremen", "minden"],
        "route bremen-minden: must join two cities.",
    ),
    (("routes", "bremen-minden", "between"), ["minden", "bremen"], "in alphabetical order."),
    (("routes", "bremen-minden", "spaces"), [], "route bremen-minden: needs two spaces or more."),
    (("routes", "bremen-minden", "spaces"), [{}], "route bremen-minden: needs two spaces or more."),
    (("routes", "bremen-minden", "spaces"), GONE, "route bremen-minden: needs 'spaces' as a list."),
    (
        ("routes", "bremen-minden", "spaces", 1),
        "house",
        "route bremen-minden: space 2 needs to be an object.",
    ),
    (
        ("routes", "bremen-minden", "spaces", 1, "merchant_only"),
        "no",
        "route bremen-minden: space 2 needs 'merchant_only' as yes or no.",
    ),
    (("routes", "bremen-minden", "permanent_marker"), "beer", "there is no permanent marker beer"),
    (("routes", "bremen-minden", "country"), "france", "route bremen-minden: a country must be"),
    (
        ("routes", "bremen-minden", "tavern"),
        True,
        "routes: exactly three must have a tavern, not 4.",
    ),
    (("routes", "bremen-minden", "taverne"), True, "route bremen-minden: 'taverne' is not a known"),
]


@pytest.mark.parametrize(
    ("path", "value", "sentence"), BAD, ids=[f"{'.'.join(map(str, b[0]))}-{b[2][:30]}" for b in BAD]
)
def test_a_bad_board_is_refused_with_file_and_place(path, value, sentence):
    with pytest.raises(BadBoard) as caught:
        read_board(json.dumps(spoil(path, value)), "mangled.json")
    assert str(caught.value).startswith("mangled.json: ")
    assert sentence in str(caught.value)


def test_a_route_that_stands_twice():
    spoilt = facts()
    spoilt["routes"].append(spoilt["routes"][5])
    with pytest.raises(BadBoard, match=r"mangled\.json: route bremen-minden: appears twice"):
        read_board(json.dumps(spoilt), "mangled.json")


def test_a_city_without_routes():
    spoilt = facts()
    spoilt["routes"] = [r for r in spoilt["routes"] if "lubeck" not in r["between"]]
    with pytest.raises(BadBoard, match=r"mangled\.json: city lubeck: no route leads to it"):
        read_board(json.dumps(spoilt), "mangled.json")


def test_a_board_in_two_halves():
    """Without these two Kampen, Arnheim and their neighbours would be an island."""
    spoilt = facts()
    cut = ("kampen-osnabruck", "minden-munster", "dortmund-paderborn")
    spoilt["routes"] = [r for r in spoilt["routes"] if r["id"] not in cut]
    with pytest.raises(BadBoard, match=r"mangled.json: routes: bremen cannot be reached from"):
        read_board(json.dumps(spoilt), "mangled.json")


def test_text_that_is_no_json():
    with pytest.raises(BadBoard, match=r"mangled\.json: not JSON"):
        read_board("{'id': 1}", "mangled.json")


def test_json_that_is_no_object():
    with pytest.raises(BadBoard, match=r"mangled\.json: the board: needs to be an object"):
        read_board("[]", "mangled.json")


def test_an_unknown_board():
    with pytest.raises(BadBoard, match=r"There is no board atlantis\. The boards are "):
        load_board("atlantis")


def test_an_unknown_city_and_an_unknown_route():
    board = load_board("hanse-45")
    with pytest.raises(IllegalOrder, match="There is no city 'paris' on this board"):
        board.city("paris")
    with pytest.raises(IllegalOrder, match="There is no route 'paris-rome' on this board"):
        board.route("paris-rome")


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_a_file_is_named_after_its_board(board_id):
    assert load_board(board_id).id == board_id
