"""Where the points of Hansa Teutonica come from, in sentences (T11)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from games.rules.common.message import (
    Message,
    Part,
    Place,
    Player,
    Series,
    message,
    plural,
    series,
    term,
)
from games.rules.teutonica.pieces import ABILITY_WORDS, CITY_KEYS, COUNTRY_WORDS
from games.rules.teutonica.questions import (
    controlled,
    controller,
    developed,
    network,
    office_counts,
    special_prestige,
)
from games.rules.teutonica.view import View
from games.wording.score import POINT
from games.wording.teutonica.amounts import BONUS_MARKER, OFFICE

Told = Iterable[Sequence[Any]]
"""All events of a game."""

CONNECTION: Final = term("source", "the connection")
SPECIAL: Final = term("source", "Special prestige")


def source(view: View, seat: int, line: str, points: int, name: str, told: Told) -> Message:
    """Return where the points of a seat in a line of the score sheet come from."""
    player = Player(name)
    if line == "prestige":
        return _prestige(view, seat, player, told)
    if line in COUNTRY_WORDS:
        return _country(view, seat, line, points, player)
    return _LINES[line](view, seat, points, player)


def _prestige(view: View, seat: int, player: Player, told: Told) -> Message:
    """Prestige that was scored during the game (T7.1, T7.4, T7.5)."""
    scored: Counter[str] = Counter()
    for what, *event in told:
        if what == "prestige" and event[0] == seat:
            scored[event[2]] += event[1]
    ends = _names(view, view.printed.connection)
    if len(scored) == 1:
        return _one_reason(scored, player, ends)
    reasons = (
        term(
            "scored",
            "{number} for controlling cities when routes to them were claimed",
            number=scored["control"],
        ),
        term("scored", "{number} for offices with a coin", number=scored["coin"]),
        term(
            "scored",
            "{number} for the connection of {cities}",
            number=scored["connection"],
            cities=ends,
        ),
    )
    return message(
        "{player} scored {points} during the game: {reasons}.",
        player=player,
        points=POINT.object(scored.total()),
        reasons=series(reason for reason in reasons if reason.parts["number"]),
    )


def _one_reason(scored: Mapping[str, int], player: Player, ends: Series) -> Message:
    [(why, points)] = scored.items()
    if why == "control":
        return plural(
            points,
            (
                "{player} scored 1 point during the game for controlling a city when a route to it"
                " was claimed."
            ),
            (
                "{player} scored {number} points during the game for controlling cities when routes"
                " to them were claimed."
            ),
            player=player,
        )
    if why == "coin":
        return plural(
            points,
            "{player} scored 1 point during the game for an office with a coin.",
            "{player} scored {number} points during the game for offices with a coin.",
            player=player,
        )
    return plural(
        points,
        "{player} scored 1 point during the game for the connection of {cities}.",
        "{player} scored {number} points during the game for the connection of {cities}.",
        player=player,
        cities=ends,
    )


def _abilities(view: View, seat: int, points: int, player: Player) -> Message:
    full = [ABILITY_WORDS[ability] for ability in developed(view, seat)]
    parts = _each(player, points, len(full))
    if len(full) == 1:
        return message(
            "{player} has fully developed {ability}: {points}.", ability=full[0], **parts
        )
    return message(
        "{player} has fully developed {abilities}: {points} each.", abilities=series(full), **parts
    )


def _markers(view: View, seat: int, points: int, player: Player) -> Message:
    return message(
        "{player} has {markers}, used or not: {points}.",
        player=player,
        markers=BONUS_MARKER.object(view.markers_taken(seat)),
        points=POINT.subject(points),
    )


def _special(view: View, seat: int, points: int, player: Player) -> Message:
    del points
    fields = special_prestige(view, seat)
    if len(fields) == 1:
        return message(
            "{player} has a merchant on special prestige: {points}.",
            player=player,
            points=fields[0],
        )
    return message(
        "{player} has merchants on special prestige: {points}.",
        player=player,
        points=series(fields),
    )


def _cities(view: View, seat: int, points: int, player: Player) -> Message:
    cities = controlled(view, seat)
    parts = _each(player, points, len(cities))
    names = _names(view, cities)
    if len(cities) == 1:
        return message("{player} controls {city}: {points}.", city=names, **parts)
    return message("{player} controls {cities}: {points} each.", cities=names, **parts)


def _network(view: View, seat: int, points: int, player: Player) -> Message:
    del points
    offices = network(view, seat)
    return message(
        "{player}'s network: {offices} in {cities}, times {keys} for City Keys.",
        player=player,
        offices=OFFICE.subject(sum(offices.values())),
        cities=_names(view, offices),
        keys=view.value(seat, CITY_KEYS),
    )


def _missions(view: View, seat: int, points: int, player: Player) -> Message:
    own = office_counts(view, seat)
    cities = [city for city in view.missions[seat] if city in own]
    names, more = _names(view, cities), points - len(cities)
    if more:
        return message(
            "{player} has offices in {cities}, on the mission card: 1 point each, and {more} more"
            " for controlling all of its cities.",
            player=player,
            cities=names,
            more=more,
        )
    if len(cities) == 1:
        return message(
            "{player} has offices in {city}, on the mission card: 1 point.",
            player=player,
            city=names,
        )
    return message(
        "{player} has offices in {cities}, on the mission card: 1 point each.",
        player=player,
        cities=names,
    )


def _country(view: View, seat: int, line: str, points: int, player: Player) -> Message:
    """A country's points depend on all players: control first, then offices (T15.6)."""
    there = {city.index for city in view.printed.cities if line in city.countries}
    offices = {city: count for city, count in office_counts(view, seat).items() if city in there}
    mine = [city for city in offices if controller(view, city) == seat]
    parts: dict[str, Part] = {
        "country": COUNTRY_WORDS[line],
        "player": player,
        "offices": OFFICE.object(sum(offices.values())),
        "cities": _names(view, offices),
        "points": POINT.object(points),
    }
    if mine:
        return message(
            "In {country}, {player} controls {controlled} and has {offices} in {cities}. Compared"
            " with the others that gives {points}.",
            controlled=_names(view, mine),
            **parts,
        )
    return message(
        "In {country}, {player} controls no city and has {offices} in {cities}. Compared with the"
        " others that gives {points}.",
        **parts,
    )


_LINES: Final[Mapping[str, Callable[[View, int, int, Player], Message]]] = {
    "abilities": _abilities,
    "markers": _markers,
    "special": _special,
    "cities": _cities,
    "network": _network,
    "missions": _missions,
}


def _each(player: Player, points: int, number: int) -> dict[str, Part]:
    """Return what each of so many things gives a player."""
    return {"player": player, "points": POINT.subject(points // number)}


def _names(view: View, cities: Iterable[int]) -> Series:
    return series(Place(view.printed.cities[city].name) for city in cities)
