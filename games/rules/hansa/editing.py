"""Changing a position of Hansa thing by thing (docs/notation.md)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.editing import Data, Field, Impossible, Thing
from games.rules.common.lines import NOTHING
from games.rules.common.message import Label, Message, Notation, Place, Player, message, term
from games.rules.hansa.board import City, load_board
from games.rules.hansa.pieces import BOOTHS_EACH, COLOURS, GOODS, good_id
from games.rules.hansa.play import STAGE_NAMES
from games.rules.hansa.position_text import GOOD_IDS, good_words
from games.rules.title import CHANCE

MOST_TALERS: Final = 99
_STAGES: Final[Mapping[str, Label]] = {
    "booths": term("stage", "The first booths"),
    "must": term("stage", "Only replenishing"),
    "turn": term("stage", "A turn"),
    "tolls": term("stage", "Tolls"),
}
"""The stages that an editor offers; others come up within a game only."""
_GOODS: Final[tuple[tuple[str, Label], ...]] = (
    (NOTHING, term("warehouse", "Empty")),
    *((name, Notation(name)) for name in GOOD_IDS),
)
_PLAYERS: Final = term("things of a position", "Players")
_CITIES: Final = term("things of a position", "Cities")


def things(data: Data, names: Sequence[str]) -> Sequence[Thing]:
    """Return the turn, the seats and the cities."""
    return [
        Thing("turn", term("thing of a position", "The turn"), _PLAYERS),
        *(Thing(f"seat:{number}", Player(name), _PLAYERS) for number, name in enumerate(names, 1)),
        *(
            Thing(f"city:{city.id}", Place(city.name), _CITIES)
            for city in load_board(data["board"]).cities
        ),
    ]


def targets(data: Data) -> Mapping[str, Message]:
    """Return every city."""
    cities = load_board(data["board"]).cities
    return {
        f"city:{city.id}": term("click", "Change {place}", place=Place(city.name))
        for city in cities
    }


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
        sentence = message(
            "It is nobody's turn. Write a line such as '{line}' (H2.1).", line=Notation("turn: 1")
        )
        yield Impossible("stage", 0, sentence)


def _of_turn(data: Data, names: Sequence[str]) -> Iterator[Field]:
    stage = data["stage"]
    stages: dict[str, Label] = {stage: Notation(stage)} if stage in STAGE_NAMES else {}
    ways = tuple({**stages, **_STAGES}.items())
    yield Field("stage", term("field", "What is asked"), stage, ways)
    seats = tuple((str(number), Player(name)) for number, name in enumerate(names, 1))
    nobody = (("", term("turn", "Nobody's")),) if data["turn"] == CHANCE else ()
    turn = "" if data["turn"] == CHANCE else str(data["turn"] + 1)
    yield Field("turn", term("field", "Whose turn"), turn, (*nobody, *seats))
    cities = load_board(data["board"]).cities
    harbours = tuple((city.id, Place(city.name)) for city in cities)
    yield Field("ship", term("field", "The ship is in"), cities[data["ship"]].id, harbours)
    without = " ".join(COLOURS[colour] for colour in data["left_out"])
    yield Field("without", term("field", "Colours that are left out"), without)
    gone = [code for code, number in enumerate(data["gone"]) for _ in range(number)]
    yield Field("gone", term("field", "Markers out of the game"), " ".join(good_words(gone)))


def _of_seat(data: Data, seat: int) -> Iterator[Field]:
    talers = str(data["talers"][seat])
    yield Field("talers", term("field", "Talers"), talers, most=MOST_TALERS)
    example = Notation(f"{good_id(GOODS[0])} {good_id(GOODS[1])}*2")
    for row, label in (
        ("unsold", term("field", "Unsold markers, such as '{example}'", example=example)),
        ("sold", term("field", "Sold markers, such as '{example}'", example=example)),
    ):
        yield Field(row, label, " ".join(good_words(data[row][seat])))


def _of_city(data: Data, city: City, names: Sequence[str]) -> Iterator[Field]:
    for place, warehouse in enumerate(city.warehouses):
        code = data["warehouses"][warehouse]
        word = GOOD_IDS[code - 1] if code else NOTHING
        label = term("field", "Warehouse {number}", number=place + 1)
        yield Field(f"place_{place:02}", label, word, _GOODS)
    for seat, name in enumerate(names):
        number = str(data["booths"][city.index * data["players"] + seat])
        label = term("field", "Booths of {player}", player=Player(name))
        yield Field(f"booths_{seat}", label, number, most=BOOTHS_EACH)
