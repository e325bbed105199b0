"""What each thing on a desk is: abilities, markers, pieces, tiles, cards."""

from collections.abc import Callable, Iterator, Mapping

from games.drawing.score import listed
from games.drawing.teutonica.teller import Teller
from games.drawing.teutonica.tracks import figure_of
from games.drawing.teutonica.words import TILE_SENTENCES, amount, marker_sentence
from games.rules.teutonica import questions
from games.rules.teutonica.board import City
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.modules.favour import BETTER_ABILITY_POINTS
from games.rules.teutonica.modules.missions import ALL_CONTROLLED, CITY_POINTS
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ABILITY_NAMES,
    CITY_KEYS,
    DEVELOP,
    EXTRA,
    KIND_NAMES,
    LAST_LEVEL,
    MARKER_NAMES,
    MARKERS,
    SWAP,
    TILE_NAMES,
    TILES,
    TRACKS,
)
from games.rules.teutonica.questions import ABILITY_POINTS
from games.wording.explanations import Explanation

_ABILITY_SENTENCES = (
    "At the end, each office of your network is worth this many points.",
    "How many actions a turn has. A step to a higher number counts in the same turn.",
    "The colours of offices and of special prestige that are open: this one and those before it.",
    "How many pieces one Move moves.",
    "How many pieces one Income brings from the stock into the supply.",
)
_MARKER_RULES = ("T9.4", "T9.3", "T9.1", "T9.1", "T9.2", "T9.6", "T9.6")


def things(teller: Teller) -> Iterator[tuple[str, str]]:
    """Yield the name of everything on desks, with its words."""
    view = teller.view
    for ability, name in zip(ABILITIES, ABILITY_NAMES, strict=True):
        yield f"desk:{ability}", name
    for marker, name in zip(MARKERS, MARKER_NAMES, strict=True):
        yield f"marker:{marker}", name
    yield "marker:hidden", "Face-down markers"
    for seat in teller.seats:
        yield f"player:{seat}", teller.names[seat]
    yield "supply", "Supply"
    yield "stock", "Stock"
    for tile in view.tiles:
        yield f"tile:{tile}", TILE_NAMES[TILES.index(tile)]
    if view.options["missions"] == "on":
        yield "missions", "Missions"
    if any(city.grants for city in teller.board.cities):
        yield "permissions", "Permissions"


def _ability(teller: Teller, name: str) -> Explanation:
    ability = ABILITIES.index(name)
    cities = [city for city in teller.board.cities if ability in city.develops]
    told = [_ABILITY_SENTENCES[ability]]
    if cities:
        where = listed([city.name for city in cities], "or")
        told.append(
            f"A claim of a route to {where} uncovers the next value, and the "
            f"{KIND_NAMES[ABILITY_KIND[ability]]} on it comes into the supply."
        )
    if ability != CITY_KEYS:
        owner = teller.view.tiles.get("abilities")
        points = f"{ABILITY_POINTS} points"
        if owner is not None:
            points += f", {BETTER_ABILITY_POINTS} for {teller.name(owner)}"
        told.append(f"Fully developed it is worth {points} at the end.")
    rows = teller.rows(_level(ability, desk.levels[ability]) for desk in teller.view.desks)
    links = tuple(map(teller.link, cities))
    return Explanation(ABILITY_NAMES[ability], tuple(told), rows, links, rule="T1.2")


def _level(ability: int, level: int) -> str:
    """What an ability gives now and next."""
    now = figure_of(level, ability)
    if level == LAST_LEVEL[ability]:
        return f"{now}, fully developed"
    steps = [figure_of(step, ability) for step in range(level + 1, len(TRACKS[ability]))]
    return f"{now}, then {', '.join(steps)}"


def _marker(teller: Teller, name: str) -> Explanation:
    view = teller.view
    if name == "hidden":
        return _hidden(teller)
    kind = MARKERS.index(name)
    routes = [
        teller.board.routes[route] for route, lies in enumerate(view.route_markers) if lies == kind
    ]
    rows = tuple(("On the board", route.name) for route in routes)
    rows += teller.rows(
        f"{desk.markers.count(kind)} face up" if kind in desk.markers else "" for desk in view.desks
    )
    told = [
        marker_sentence(kind, view.options["edition"]),
        (
            "Whoever claims the route beside it gets it. Using it costs no action, and used or "
            "not it "
            "counts at the end."
        ),
    ]
    plain = kind not in (EXTRA, SWAP, DEVELOP)
    tries = (("use", f"use {name}" if plain else ""),)
    links = tuple(map(teller.link, routes))
    return Explanation(MARKER_NAMES[kind], tuple(told), rows, links, tries, _MARKER_RULES[kind])


def _hidden(teller: Teller) -> Explanation:
    told = (
        "Markers that have been used are face down and count at the end like the others.",
        "Those on a plate replace markers that were taken. They are placed at the end of the turn.",
    )
    rows = teller.rows(f"{desk.used} used, {desk.plate} on the plate" for desk in teller.view.desks)
    return Explanation("Face-down markers", told, rows, rule="T8.2")


def _player(teller: Teller, name: str) -> Explanation:
    """A player's points as far as everyone sees them."""
    view, seat = teller.view, int(name)
    lines = questions.score(view, seat)
    complete = [ABILITY_NAMES[ability] for ability in questions.developed(view, seat)]
    cities = [teller.board.cities[city].name for city in questions.controlled(view, seat)]
    city, ability = (questions.worth(view, seat, line) for line in ("cities", "abilities"))
    offices = sum(questions.network(view, seat).values())
    rows = [
        ("Prestige", str(lines["prestige"])),
        ("Cities", f"{len(cities)} times {city}{_named(cities)}"),
        ("Network", f"{offices} offices times City Keys {view.value(seat, CITY_KEYS)}"),
        ("Abilities", f"{len(complete)} times {ability}{_named(complete)}"),
        ("Markers", f"{view.markers_taken(seat)}, worth {lines['markers']}"),
    ]
    if lines["special"]:
        rows.append(("Special prestige", str(lines["special"])))
    heading = (
        "Your points so far" if seat == teller.seat else f"{teller.names[seat]}'s points so far"
    )
    told = ["What the end of the game would count if it came now."]
    if view.options["missions"] == "on":
        told.append("Mission cards come to it.")
    lands = [land.capitalize() for land in abroad(teller.board)]
    if lands:
        told.append(f"{listed(lands)} come{'s' if len(lands) == 1 else ''} to it.")
    return Explanation(
        heading, tuple(told), tuple(rows), (("track:prestige", "Ends of the game"),), (), "T11"
    )


def _named(names: list[str]) -> str:
    return f": {', '.join(names)}" if names else ""


def _supply(teller: Teller, name: str) -> Explanation:
    del name
    told = (
        "Pieces that are ready: to place, to displace and to pay for that.",
        "Income brings more of them from the stock.",
    )
    rows = teller.rows(amount(*desk.supply) for desk in teller.view.desks)
    return Explanation("Supply", told, rows, (("stock", "Stock"), ("desk:bank", "Bank")), (), "T3")


def _stock(teller: Teller, name: str) -> Explanation:
    del name
    told = (
        "Pieces that are not ready yet. Income brings them into the supply, as many as Bank says.",
        "Pieces of claimed routes and those paid for displacing come here.",
    )
    rows = teller.rows(amount(*desk.stock) for desk in teller.view.desks)
    tries = (("income", ""),)
    links = (("supply", "Supply"), ("desk:bank", "Bank"))
    return Explanation("Stock", told, rows, links, tries, "T3")


def _tile(teller: Teller, name: str) -> Explanation:
    owner = teller.view.tiles[name]
    told = [TILE_SENTENCES[name]]
    told.append(
        "It is still open. It costs two bonus markers face up and the actions of a turn."
        if owner is None
        else f"{teller.does(owner, 'has', 'have')} it."
    )
    tries = (("favour", ""),) if owner is None else ()
    return Explanation(TILE_NAMES[TILES.index(name)], tuple(told), tries=tries, rule="T13")


def _missions(teller: Teller, name: str) -> Explanation:
    del name
    board = teller.board
    told = (
        (
            f"Each player has a card with three cities. At the end each of them with an office of "
            f"theirs is worth {CITY_POINTS} point, and control of all three {ALL_CONTROLLED} more."
        ),
        "Only its owner sees a card before the end.",
    )
    known = [
        (seat, board.cities[city])
        for seat, card in enumerate(teller.view.missions)
        for city in card
    ]
    rows = tuple((city.name, _mission(teller, seat, city)) for seat, city in known)
    links = tuple(teller.link(city) for _, city in known)
    return Explanation("Missions", told, rows, links, rule="T12")


def _mission(teller: Teller, seat: int, city: City) -> str:
    whose = teller.whose(seat)
    if questions.controller(teller.view, city.index) == seat:
        return f"on {whose} card, controlled"
    has_office = seat in questions.owners(teller.view.city_offices(city.index))
    return f"on {whose} card, {'with an office' if has_office else 'without an office'}"


def _permissions(teller: Teller, name: str) -> Explanation:
    del name
    cities = [city for city in teller.board.cities if city.grants]
    lands = [land.capitalize() for land in abroad(teller.board)]
    given = listed([city.name for city in cities])
    told = [
        f"To place or displace in {listed(lands, 'or')} takes a permission.",
        f"The rightmost office of {given} gives one each turn, for one order.",
    ]
    left = [listed([land.capitalize() for land in each], "or") for each in teller.view.permissions]
    if teller.view.turn in teller.seats:
        what = f"left for {', and for '.join(left)}" if left else "none left"
        told.append(f"{teller.does(teller.view.turn, 'has', 'have')} {what} this turn.")
    rows = []
    for city in cities:
        offices = teller.view.city_offices(city.index).rstrip(b"\0")
        where = listed([land.capitalize() for land in city.grants], "or")
        rows.append((city.name, f"{where}: {teller.piece(offices[-1]) if offices else 'nobody'}"))
    links = tuple(map(teller.link, cities))
    return Explanation("Permissions", tuple(told), tuple(rows), links, rule="T15.1")


TELL: Mapping[str, Callable[[Teller, str], Explanation]] = {
    "desk": _ability,
    "marker": _marker,
    "player": _player,
    "supply": _supply,
    "stock": _stock,
    "tile": _tile,
    "missions": _missions,
    "permissions": _permissions,
}
