"""The words on the board and the desks, and those for people who do not see them."""

from collections.abc import Iterable
from typing import Final

from games.rules.common.message import (
    Message,
    Noun,
    Place,
    Player,
    Series,
    message,
    plural,
    plural_term,
    series,
    term,
)
from games.rules.teutonica.modules.missions import ALL_CONTROLLED, CITY_POINTS
from games.rules.teutonica.pieces import (
    ABILITY_WORDS,
    COUNTRY_WORDS,
    MARKER_WORDS,
    SPECIAL_PRESTIGE,
    TRACKS,
)
from games.wording.seats import COLOURS
from games.wording.teutonica.amounts import value_of
from games.wording.teutonica.words import PERMANENT_WORDS, piece_name

ACTION: Final = Noun("action", "1 action", "{number} actions")

_THE_LEAGUE: Final = term("board", "The Hanseatic League")
_THE_EAST: Final = term("board", "The Eastern Hanseatic League")
_BRITANNIA: Final = term("board", "Britannia")
BOARDS: Final = {
    "hanse-23": term("board", "The Hanseatic League, for 2 or 3 players"),
    "hanse-45": term("board", "The Hanseatic League, for 4 or 5 players"),
    "east": _THE_EAST,
    "britannia-3": term("board", "Britannia, for 3 players"),
    "britannia-45": term("board", "Britannia, for 4 or 5 players"),
}
"""The names of the boards, each side of one by its own id."""

# Printed on the board.

CARTOUCHES: Final = {
    "hanse-23": (_THE_LEAGUE, term("cartouche", "for two or three merchants")),
    "hanse-45": (_THE_LEAGUE, term("cartouche", "for four or five merchants")),
    "east": (_THE_EAST, term("cartouche", "for three to five merchants")),
    "britannia-3": (_BRITANNIA, term("cartouche", "for three merchants")),
    "britannia-45": (_BRITANNIA, term("cartouche", "for four or five merchants")),
}
"""What the scroll says, by board: its name, and a line below it."""
SPECIAL: Final = term("board", "special")
PRESTIGE_OF_IT: Final = term("board", "prestige")
MARKERS_TRAY: Final = term("board", "markers")
PLACES: Final = (term("board", "first"), term("board", "second"), term("board", "third"))
COMPLETED: Final = term("board", "completed cities")
ENDS: Final = term("board", "ends the game")

# On the desks.

PRESTIGE: Final = term("desk", "Prestige")
SUPPLY: Final = term("desk", "Supply")
STOCK: Final = term("desk", "Stock")
MARKERS: Final = term("desk", "Markers")
PLATE: Final = term("desk", "Plate")
FACE_DOWN: Final = term("desk", "A face-down marker")
USED: Final = message("Face down. They count at the end.")
ON_THE_PLATE: Final = message("It is placed at the end of a turn.")
COMPLETE: Final = term("desk", "complete")
PERMISSIONS: Final = term("desk", "Permissions left")
TILES: Final = term("desk", "Tiles")
OPEN_TILES: Final = term("desk", "Available tiles")
MISSION: Final = term("desk", "Mission")
MISSION_POINTS: Final = plural(
    CITY_POINTS,
    "1 point for each city with your office, {more} more if you control all three.",
    "{number} points for each city with your office, {more} more if you control all three.",
    more=ALL_CONTROLLED,
)


def used(number: int) -> Message:
    """Return how many bonus markers are used."""
    return term("desk", "{number} used", number=number)


def level(ability: int, level: int) -> Message:
    """Return an ability with its value: 'Actions 3'."""
    words, value = ABILITY_WORDS[ability], value_of(ability, level)
    return term("desk", "{ability} {value}", ability=words, value=value)


def step(ability: int, level: int) -> Message:
    """Return a space of a track with its value."""
    words, value = ABILITY_WORDS[ability], value_of(ability, level)
    return term("desk", "{ability}: {value}", ability=words, value=value)


def covered(ability: int, level: int) -> Message:
    """Return an ability with its value, and how many pieces still cover its track."""
    return term(
        "desk",
        "{ability}: {value}, {number} covered",
        ability=ABILITY_WORDS[ability],
        value=value_of(ability, level),
        number=len(TRACKS[ability]) - 1 - level,
    )


def countries(names: Iterable[str], last: str = "or") -> Series:
    """Return countries in a row."""
    return series((COUNTRY_WORDS[name] for name in names), last)


# On the board, where it is pointed at or read aloud.


def permanent(marker: str, route: str) -> Message:
    """Return a permanent marker and its route, as a sentence before what it does."""
    return term("board", "{marker} ({route}).", marker=PERMANENT_WORDS[marker], route=Place(route))


def in_country(route: str, country: str) -> Message:
    """Return the country of a route."""
    return term(
        "board", "{route} is in {country}", route=Place(route), country=COUNTRY_WORDS[country]
    )


def grants(city: str, names: Iterable[str]) -> Message:
    """Return where the last office of a city lets into."""
    return term(
        "board",
        "The rightmost office of {city} gives a permission for {countries}",
        city=Place(city),
        countries=countries(names),
    )


def guard(one: str, other: str) -> Message:
    """Return a guard on a border between two cities."""
    return term("board", "A guard between {one} and {other}", one=Place(one), other=Place(other))


def standing(code: int, place: Place) -> Message:
    """Return a piece on a space."""
    return term("board", "{piece}, {place}", piece=piece_name(code), place=place)


def in_office(code: int, number: int, city: str) -> Message:
    """Return a piece in an office."""
    return term(
        "board",
        "{piece}, office {number} in {city}",
        piece=piece_name(code),
        number=number,
        city=Place(city),
    )


def annexed(code: int, what: str, city: str) -> Message:
    """Return a piece in an extra office, or in one that was founded."""
    if what == "extra":
        return term(
            "board", "{piece}, extra office in {city}", piece=piece_name(code), city=Place(city)
        )
    return term("board", "{piece}, office in {city}", piece=piece_name(code), city=Place(city))


def special(code: int, field: int) -> Message:
    """Return a piece on the special prestige table."""
    return term(
        "board",
        "{piece}, {points} special prestige",
        piece=piece_name(code),
        points=SPECIAL_PRESTIGE[field],
    )


def complete(city: str) -> Message:
    """Return a city that is completed."""
    return term("board", "{city} is completed", city=Place(city))


def pawn(province: int) -> Message:
    """Return the pawn and where it is."""
    return term("board", "The pawn, in province {number}", number=province)


def in_hand(code: int) -> Message:
    """Return a piece that is still to be placed."""
    return term("board", "{piece}, to be placed", piece=piece_name(code))


def marker(kind: int, route: str) -> Message:
    """Return a bonus marker beside a route."""
    return term("board", "{marker}, {route}", marker=MARKER_WORDS[kind], route=Place(route))


def prestige(player: str, points: int) -> Message:
    """Return a player's points on the prestige track."""
    return term("board", "{player}: {points} prestige", player=Player(player), points=points)


def completed(number: int) -> Message:
    """Return how many cities are completed."""
    return plural_term("board", number, "1 completed city", "{number} completed cities")


def markers(number: int) -> Message:
    """Return how many bonus markers are left."""
    return plural_term(
        "board", number, "1 bonus marker in the supply", "{number} bonus markers in the supply"
    )


def mission(city: str, seat: int) -> Message:
    """Return a city of a mission card: the viewer's, or that of a seat from 0 on."""
    if seat < 0:
        return term("board", "{city} is on your mission card", city=Place(city))
    return term(
        "board",
        "{city} is on the mission card of {player}",
        city=Place(city),
        player=COLOURS[seat],
    )
