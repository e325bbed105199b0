"""Changing a position of Hansa thing by thing (docs/notation.md)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.editing import Data, Field, Impossible, Thing
from games.rules.common.lines import NOTHING
from games.rules.hansa.board import City, load_board
from games.rules.hansa.pieces import BOOTHS_EACH, COLOURS, GOODS, good_id
from games.rules.hansa.position_reader import STAGE_NAMES
from games.rules.hansa.position_text import GOOD_IDS, good_words
from games.rules.title import CHANCE

MOST_TALERS: Final = 99
_STAGES: Final = {
    "booths": "The first booths",
    "must": "Only replenishing",
    "turn": "A turn",
    "tolls": "Tolls",
}
"""The stages that an editor offers; others come up within a game only."""
_GOODS: Final = ((NOTHING, "Empty"), *((name, name) for name in GOOD_IDS))


def things(data: Data, names: Sequence[str]) -> Sequence[Thing]:
    """Return the turn, the seats and the cities."""
    return [
        Thing("turn", "The turn", "Players"),
        *(Thing(f"seat:{number}", name, "Players") for number, name in enumerate(names, 1)),
        *(
            Thing(f"city:{city.id}", city.name, "Cities")
            for city in load_board(data["board"]).cities
        ),
    ]


def targets(data: Data) -> Mapping[str, str]:
    """Return every city."""
    cities = load_board(data["board"]).cities
    return {f"city:{city.id}": f"Change {city.name}" for city in cities}


def target(name: str) -> str:
    """Return the thing of a target, which is the target."""
    return name


def fields(data: Data, thing: str, names: Sequence[str]) -> Sequence[Field]:
    """Return the fields of a thing; none if there is no such thing."""
    kind, _, place = thing.partition(":")
    board = load_board(data["board"])
    if kind == "city" and place in board.city_numbers:
        return list(_of_city(data, board.cities[board.city_numbers[place]], names))
    if kind == "seat" and place in map(str, range(1, data["players"] + 1)):
        return list(_of_seat(data, int(place) - 1))
    return list(_of_turn(data, names)) if thing == "turn" else []


def lines(data: Data, thing: str, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the lines of a thing with these values, by what stands before the colon."""
    kind, _, place = thing.partition(":")
    if kind == "turn":
        return {name: values[name] for name in ("stage", "turn", "ship", "without", "gone")}
    if kind == "seat":
        return {f"{row} {place}": values[row] for row in ("talers", "unsold", "sold")}
    stored = [values[name] for name in sorted(values) if name.startswith("place_")]
    booths = [values[name] for name in sorted(values) if name.startswith("booths_")]
    return {
        f"warehouses {place}": " ".join(stored) if any(w != NOTHING for w in stored) else "",
        f"booths {place}": " ".join(booths) if any(n.strip("0") for n in booths) else "",
    }


def rest(text: str) -> str:
    """Return a line, '' for that of the piles."""
    return "" if text.startswith("hidden:") else text


def impossible(data: Data) -> Iterator[Impossible]:
    """Yield a turn that nobody has."""
    if data["turn"] == CHANCE and data["stage"] in _STAGES:
        yield Impossible("stage", 0, "It is nobody's turn. Write a line such as 'turn: 1' (H2.1).")


def _of_turn(data: Data, names: Sequence[str]) -> Iterator[Field]:
    stages = {data["stage"]: data["stage"]} if data["stage"] in STAGE_NAMES else {}
    yield Field("stage", "What is asked", data["stage"], tuple((stages | _STAGES).items()))
    seats = tuple((str(number), name) for number, name in enumerate(names, 1))
    nobody = (("", "Nobody's"),) if data["turn"] == CHANCE else ()
    turn = "" if data["turn"] == CHANCE else str(data["turn"] + 1)
    yield Field("turn", "Whose turn", turn, (*nobody, *seats))
    cities = load_board(data["board"]).cities
    ways = tuple((city.id, city.name) for city in cities)
    yield Field("ship", "The ship is in", cities[data["ship"]].id, ways)
    without = " ".join(COLOURS[colour] for colour in data["left_out"])
    yield Field("without", "Colours that are left out", without)
    gone = [code for code, number in enumerate(data["gone"]) for _ in range(number)]
    yield Field("gone", "Markers out of the game", " ".join(good_words(gone)))


def _of_seat(data: Data, seat: int) -> Iterator[Field]:
    yield Field("talers", "Talers", str(data["talers"][seat]), most=MOST_TALERS)
    for row, name in (("unsold", "Unsold markers"), ("sold", "Sold markers")):
        label = f"{name}, such as '{good_id(GOODS[0])} {good_id(GOODS[1])}*2'"
        yield Field(row, label, " ".join(good_words(data[row][seat])))


def _of_city(data: Data, city: City, names: Sequence[str]) -> Iterator[Field]:
    for place, warehouse in enumerate(city.warehouses):
        code = data["warehouses"][warehouse]
        word = GOOD_IDS[code - 1] if code else NOTHING
        yield Field(f"place_{place:02}", f"Warehouse {place + 1}", word, _GOODS)
    for seat, name in enumerate(names):
        number = str(data["booths"][city.index * data["players"] + seat])
        yield Field(f"booths_{seat}", f"Booths of {name}", number, most=BOOTHS_EACH)
