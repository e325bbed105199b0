"""What each thing on a desk is: abilities, markers, pieces, tiles, cards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.message import Message, Notation, Part, Place, message, series, term
from games.rules.teutonica import questions
from games.rules.teutonica.board import City
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.modules.favour import BETTER_ABILITY_POINTS
from games.rules.teutonica.modules.missions import ALL_CONTROLLED, CITY_POINTS
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ABILITY_WORDS,
    CITY_KEYS,
    COUNTRY_WORDS,
    DEVELOP,
    EXTRA,
    LAST_LEVEL,
    MARKER_WORDS,
    MARKERS,
    SWAP,
    TILE_WORDS,
    TILES,
    TRACKS,
    TRADER,
)
from games.rules.teutonica.questions import ABILITY_POINTS
from games.wording.explanations import Explanation
from games.wording.score import POINT
from games.wording.teutonica.amounts import OFFICE, held, value_of
from games.wording.teutonica.score import LINES
from games.wording.teutonica.teller import Teller
from games.wording.teutonica.words import TILE_SENTENCES, marker_sentence

_ABILITIES: Final = (
    message("At the end, each office of your network is worth this many points."),
    message("How many actions a turn has. A step to a higher number counts in the same turn."),
    message(
        "The colours of offices and of special prestige that are open: this one and those before"
        " it."
    ),
    message("How many pieces one Move moves."),
    message("How many pieces one Income brings from the stock into the supply."),
)
_MARKER_RULES: Final = ("T9.4", "T9.3", "T9.1", "T9.1", "T9.2", "T9.6", "T9.6")
_HIDDEN: Final = term("thing", "Face-down markers")
_SUPPLY: Final = term("thing", "Supply")
_STOCK: Final = term("thing", "Stock")
_MISSIONS: Final = term("thing", "Missions")
_PERMISSIONS: Final = term("thing", "Permissions")


def things(teller: Teller) -> Iterator[tuple[str, str]]:
    """Yield the name of everything on desks, with its words."""
    view, say = teller.view, teller.say
    for ability, name in zip(ABILITIES, ABILITY_WORDS, strict=True):
        yield f"desk:{ability}", say(name)
    for marker, name in zip(MARKERS, MARKER_WORDS, strict=True):
        yield f"marker:{marker}", say(name)
    yield "marker:hidden", say(_HIDDEN)
    for seat in teller.seats:
        yield f"player:{seat}", teller.names[seat]
    yield "supply", say(_SUPPLY)
    yield "stock", say(_STOCK)
    for tile in view.tiles:
        yield f"tile:{tile}", say(TILE_WORDS[TILES.index(tile)])
    if view.options["missions"] == "on":
        yield "missions", say(_MISSIONS)
    if any(city.grants for city in teller.board.cities):
        yield "permissions", say(_PERMISSIONS)


def _ability(teller: Teller, name: str) -> Explanation:
    ability = ABILITIES.index(name)
    cities = [city for city in teller.board.cities if ability in city.develops]
    told = [_ABILITIES[ability]]
    if cities:
        where = series(teller.cities(cities), "or")
        if ABILITY_KIND[ability] == TRADER:
            told.append(
                message(
                    "A claim of a route to {cities} uncovers the next value, and the trader on it"
                    " comes into the supply.",
                    cities=where,
                )
            )
        else:
            told.append(
                message(
                    "A claim of a route to {cities} uncovers the next value, and the merchant on it"
                    " comes into the supply.",
                    cities=where,
                )
            )
    if ability != CITY_KEYS:
        told.append(_developed(teller))
    rows = teller.rows(_level(teller, ability, desk.levels[ability]) for desk in teller.view.desks)
    links = tuple(map(teller.link, cities))
    return Explanation(
        teller.say(ABILITY_WORDS[ability]), teller.all(*told), rows, links, rule="T1.2"
    )


def _developed(teller: Teller) -> Message:
    """What a fully developed ability is worth."""
    owner, points = teller.view.tiles.get("abilities"), POINT.object(ABILITY_POINTS)
    if owner is None:
        return message("Fully developed it is worth {points} at the end.", points=points)
    if teller.is_me(owner):
        return message(
            "Fully developed it is worth {points} at the end, {more} for you.",
            points=points,
            more=BETTER_ABILITY_POINTS,
        )
    return message(
        "Fully developed it is worth {points} at the end, {more} for {player}.",
        points=points,
        more=BETTER_ABILITY_POINTS,
        player=teller.player(owner),
    )


def _level(teller: Teller, ability: int, level: int) -> str:
    """What an ability gives now and next."""
    now = value_of(ability, level)
    if level == LAST_LEVEL[ability]:
        return teller.say(term("explanation", "{value}, fully developed", value=now))
    steps = [value_of(ability, step) for step in range(level + 1, len(TRACKS[ability]))]
    return teller.say(term("explanation", "{value}, then {next}", value=now, next=series(steps)))


def _marker(teller: Teller, name: str) -> Explanation:
    view, say = teller.view, teller.say
    if name == "hidden":
        return _hidden(teller)
    kind = MARKERS.index(name)
    routes = [
        teller.board.routes[route] for route, lies in enumerate(view.route_markers) if lies == kind
    ]
    on_board = say(term("explanation", "On the board"))
    rows = tuple((on_board, route.name) for route in routes)
    rows += teller.rows(
        say(term("explanation", "{number} face up", number=desk.markers.count(kind)))
        if kind in desk.markers
        else ""
        for desk in view.desks
    )
    told = (
        marker_sentence(kind, view.options["edition"]),
        message(
            "Whoever claims the route beside it gets it. Using it costs no action, and used or not"
            " it counts at the end."
        ),
    )
    plain = kind not in (EXTRA, SWAP, DEVELOP)
    tries = (("use", Notation(f"use {name}") if plain else ""),)
    links = tuple(map(teller.link, routes))
    return Explanation(
        say(MARKER_WORDS[kind]), teller.all(*told), rows, links, tries, _MARKER_RULES[kind]
    )


def _hidden(teller: Teller) -> Explanation:
    told = teller.all(
        message("Markers that have been used are face down and count at the end like the others."),
        message(
            "Those on a plate replace markers that were taken. They are placed at the end of the"
            " turn."
        ),
    )
    rows = teller.rows(
        teller.say(
            term(
                "explanation",
                "{used} used, {plate} on the plate",
                used=desk.used,
                plate=desk.plate,
            )
        )
        for desk in teller.view.desks
    )
    return Explanation(teller.say(_HIDDEN), told, rows, rule="T8.2")


def _player(teller: Teller, name: str) -> Explanation:
    """A player's points as far as everyone sees them."""
    view, say, seat = teller.view, teller.say, int(name)
    lines = questions.score(view, seat)
    complete: list[Part] = [ABILITY_WORDS[each] for each in questions.developed(view, seat)]
    cities: list[Part] = [
        Place(teller.board.cities[city].name) for city in questions.controlled(view, seat)
    ]
    city, ability = (questions.worth(view, seat, line) for line in ("cities", "abilities"))
    offices = sum(questions.network(view, seat).values())
    network = term(
        "explanation",
        "{offices} times City Keys {value}",
        offices=OFFICE.subject(offices),
        value=view.value(seat, CITY_KEYS),
    )
    markers = term(
        "explanation",
        "{number}, worth {points}",
        number=view.markers_taken(seat),
        points=lines["markers"],
    )
    rows = [
        (say(LINES["prestige"]), str(lines["prestige"])),
        (say(LINES["cities"]), say(_times(cities, city))),
        (say(LINES["network"]), say(network)),
        (say(LINES["abilities"]), say(_times(complete, ability))),
        (say(LINES["markers"]), say(markers)),
    ]
    if lines["special"]:
        rows.append((say(LINES["special"]), str(lines["special"])))
    if teller.is_me(seat):
        heading = term("thing", "Your points so far")
    else:
        heading = term("thing", "Points of {player} so far", player=teller.player(seat))
    told = [message("What the end of the game would count if it came now.")]
    if view.options["missions"] == "on":
        told.append(message("Mission cards come to it."))
    lands = [COUNTRY_WORDS[land] for land in abroad(teller.board)]
    if lands:
        told.append(message("Also to be counted: {countries}.", countries=series(lands)))
    links = (("track:prestige", say(term("thing", "Ends of the game"))),)
    return Explanation(say(heading), teller.all(*told), tuple(rows), links, (), "T11")


def _times(names: Sequence[Part], points: int) -> Message:
    """Several things, each worth as much."""
    if not names:
        return term("explanation", "{number} times {points}", number=0, points=points)
    return term(
        "explanation",
        "{number} times {points}: {names}",
        number=len(names),
        points=points,
        names=series(names),
    )


def _supply(teller: Teller, name: str) -> Explanation:
    del name
    told = teller.all(
        message("Pieces that are ready: to place, to displace and to pay for that."),
        message("Income brings more of them from the stock."),
    )
    rows = teller.rows(teller.say(held(*desk.supply)) for desk in teller.view.desks)
    links = (("stock", teller.say(_STOCK)), ("desk:bank", teller.say(ABILITY_WORDS[-1])))
    return Explanation(teller.say(_SUPPLY), told, rows, links, (), "T3")


def _stock(teller: Teller, name: str) -> Explanation:
    del name
    told = teller.all(
        message(
            "Pieces that are not ready yet. Income brings them into the supply, as many as Bank"
            " says."
        ),
        message("Pieces of claimed routes and those paid for displacing come here."),
    )
    rows = teller.rows(teller.say(held(*desk.stock)) for desk in teller.view.desks)
    links = (("supply", teller.say(_SUPPLY)), ("desk:bank", teller.say(ABILITY_WORDS[-1])))
    return Explanation(teller.say(_STOCK), told, rows, links, (("income", ""),), "T3")


def _tile(teller: Teller, name: str) -> Explanation:
    owner = teller.view.tiles[name]
    if owner is None:
        whose = message(
            "It is still open. It costs two bonus markers face up and the actions of a turn."
        )
    elif teller.is_me(owner):
        whose = message("You have it.")
    else:
        whose = message("{player} has it.", player=teller.player(owner))
    told = teller.all(TILE_SENTENCES[name], whose)
    tries = (("favour", ""),) if owner is None else ()
    heading = teller.say(TILE_WORDS[TILES.index(name)])
    return Explanation(heading, told, tries=tries, rule="T13")


def _missions(teller: Teller, name: str) -> Explanation:
    del name
    board = teller.board
    told = teller.all(
        message(
            "Each player has a card with three cities. At the end each of them with an office of"
            " theirs is worth {points}, and control of all three {more} more.",
            points=POINT.object(CITY_POINTS),
            more=ALL_CONTROLLED,
        ),
        message("Only its owner sees a card before the end."),
    )
    known = [
        (seat, board.cities[city])
        for seat, card in enumerate(teller.view.missions)
        for city in card
    ]
    rows = tuple((city.name, teller.say(_mission(teller, seat, city))) for seat, city in known)
    links = tuple(teller.link(city) for _, city in known)
    return Explanation(teller.say(_MISSIONS), told, rows, links, rule="T12")


def _mission(teller: Teller, seat: int, city: City) -> Message:
    player = teller.player(seat)
    if questions.controller(teller.view, city.index) == seat:
        if teller.is_me(seat):
            return term("explanation", "on your card, controlled")
        return term("explanation", "on {player}'s card, controlled", player=player)
    if seat in questions.owners(teller.view.city_offices(city.index)):
        if teller.is_me(seat):
            return term("explanation", "on your card, with an office")
        return term("explanation", "on {player}'s card, with an office", player=player)
    if teller.is_me(seat):
        return term("explanation", "on your card, without an office")
    return term("explanation", "on {player}'s card, without an office", player=player)


def _permissions(teller: Teller, name: str) -> Explanation:
    del name
    view, say = teller.view, teller.say
    cities = [city for city in teller.board.cities if city.grants]
    told = [
        message(
            "To place or displace in {countries} takes a permission.",
            countries=series((COUNTRY_WORDS[land] for land in abroad(teller.board)), "or"),
        ),
        message(
            "The rightmost office of {cities} gives one each turn, for one order.",
            cities=series(teller.cities(cities)),
        ),
    ]
    if view.turn in teller.seats:
        told.append(_left(teller))
    rows = []
    for city in cities:
        offices = view.city_offices(city.index).rstrip(b"\0")
        where = series((COUNTRY_WORDS[land] for land in city.grants), "or")
        who = teller.piece(offices[-1]) if offices else term("explanation", "nobody")
        words = term("explanation", "{countries}: {piece}", countries=where, piece=who)
        rows.append((city.name, say(words)))
    links = tuple(map(teller.link, cities))
    return Explanation(say(_PERMISSIONS), teller.all(*told), tuple(rows), links, rule="T15.1")


def _left(teller: Teller) -> Message:
    """The permissions that are left in this turn."""
    view = teller.view
    left = series(series((COUNTRY_WORDS[land] for land in each), "or") for each in view.permissions)
    if teller.is_me(view.turn):
        if not view.permissions:
            return message("You have none left this turn.")
        return message("You have these left this turn: {countries}.", countries=left)
    player = teller.player(view.turn)
    if not view.permissions:
        return message("{player} has none left this turn.", player=player)
    return message("{player} has these left this turn: {countries}.", player=player, countries=left)


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
