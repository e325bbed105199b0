"""What each thing on the table is: places of the board here, what is on desks in its own module."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.drawing.score import listed
from games.drawing.teutonica import desk_explanations as desk
from games.drawing.teutonica.attempts import displacing, placing
from games.drawing.teutonica.prompts import DISPLACED, permanent_rule
from games.drawing.teutonica.teller import Teller
from games.drawing.teutonica.words import (
    PERMANENT_NAMES,
    marker_sentence,
    permanent_sentence,
)
from games.rules.common.telling import capital
from games.rules.teutonica.board import City
from games.rules.teutonica.modules.britannia import COUNTRY_POINTS
from games.rules.teutonica.modules.pawn import FREE_DISTANCE, borders, provinces
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    KIND_NAMES,
    MARKER_NAMES,
    MARKERS,
    PRIVILEGE,
    PRIVILEGES,
    SPECIAL_PRESTIGE,
    kind_of,
    owner,
)
from games.rules.teutonica.questions import (
    CONNECTION_PRESTIGE,
    CONTROL_PRESTIGE,
    controller,
    ends,
    extra_pieces,
    goes_anywhere,
    owners,
    toll,
    worth,
)
from games.rules.teutonica.view import View
from games.wording.explanations import Explanation, Pairs

Teaching = Callable[[Teller, str], Explanation]


def explain(view: View, thing: str, names: Sequence[str]) -> Explanation | None:
    """Return what a thing is, None if the table has no such thing."""
    kind, _, name = thing.partition(":")
    if thing not in things(view):
        return None
    return _TELL[kind](Teller(view, names), name)


def things(view: View) -> dict[str, str]:
    """Return the name of everything on the table, with its words."""
    return dict(_things(Teller(view, ())))


def _things(teller: Teller) -> Iterator[tuple[str, str]]:
    board = teller.board
    for city in board.cities:
        yield f"city:{city.id}", city.name
    for route in board.routes:
        yield f"route:{route.id}", route.name
    for space, name in zip(board.space_ids, teller.spaces, strict=True):
        yield f"space:{space}", name
    if any(city.special_prestige for city in board.cities):
        for points in SPECIAL_PRESTIGE:
            yield f"special:{points}", f"Special prestige {points}"
    for track, words in _TRACKS.items():
        yield f"track:{track}", words
    if teller.has_pawn:
        for number in provinces(board).numbers:
            yield f"province:{number}", f"Province {number}"
    yield from desk.things(teller)


_TRACKS = {
    "prestige": "Prestige track",
    "cities": "Completed cities",
    "markers": "Supply of bonus markers",
}


def _space(teller: Teller, name: str) -> Explanation:
    space = teller.board.space_numbers[name]
    route = teller.board.routes[teller.board.space_route[space]]
    code = teller.view.spaces[space]
    told = _standing(teller, code) if code else ["It is free."]
    if teller.board.boats[space]:
        told.append("It is a boat, which takes only merchants.")
    if route.country != "england":
        told.append(f"It is in {route.country.capitalize()}: {_ENTRY}")
    return Explanation(
        teller.spaces[space],
        tuple(told),
        rows=(("On this route", teller.on_route(route)),),
        links=(teller.link(route), *(teller.link(teller.board.cities[c]) for c in route.cities)),
        tries=_orders_at(teller, name, code),
        rule="T5.1" if code else "T4",
    )


_ENTRY = "to place or displace here takes a permission."


def _standing(teller: Teller, code: int) -> list[str]:
    """Who stands on a space, and what displacing costs and gives (T5.1, T5.2, T18.3)."""
    seat, kind = owner(code), kind_of(code)
    name = KIND_NAMES[kind]
    told = [f"{teller.piece(code)} is here."]
    where = "anywhere" if goes_anywhere(teller.view, seat) else "nearby"
    price = toll(code)
    paid = "one more goes" if price == 1 else "two more go"
    extras = extra_pieces(teller.view, code)
    if seat == teller.seat:
        told.append(
            f"A player who displaces it uses {1 + price} pieces of their supply. You then place"
            f" the {name} {where}, with up to {_more(extras)}."
        )
        return told
    told.append(
        f"To displace it takes {1 + price} pieces from the supply: one takes the space, {paid} to"
        " the stock."
    )
    if seat in teller.seats:
        again = teller.does(seat, "places", "place")
        told.append(f"{again} it {where} then, with up to {_more(extras)}.")
    else:
        told.append("The other player places it nearby then, with one more neutral trader.")
    return told


def _more(pieces: int) -> str:
    return f"{pieces} more piece{'s' if pieces > 1 else ''}"


def _orders_at(teller: Teller, name: str, code: int) -> Pairs:
    """What one may want to do on a space: the order that comes nearest to being possible."""
    view = teller.view
    if view.seat is None:
        return ()
    traders, merchants = view.desks[view.seat].supply
    if not code or view.prompt in DISPLACED:
        text = placing(view, name, "m" if merchants and not traders else "t")
        return ((text.split()[0], text),)
    if owner(code) == view.seat:
        return (("move", ""),)
    return (("displace", displacing(view, name, code)),)


def _route(teller: Teller, name: str) -> Explanation:
    board, view = teller.board, teller.view
    route = board.routes[board.route_numbers[name]]
    told = [f"It has {len(route.spaces)} spaces. A player with a piece on each can claim it."]
    kind = view.route_markers[route.index]
    if kind is not None:
        told.append(
            f"A claim also brings the bonus marker {MARKER_NAMES[kind]}: "
            f"{marker_sentence(kind, view.options['edition'])}"
        )
    if route.permanent_marker:
        marker = route.permanent_marker
        told.append(
            f"It has the permanent marker {PERMANENT_NAMES[marker]}. "
            f"{permanent_sentence(marker, board)}"
        )
    elif route.country != "england":
        land = route.country.capitalize()
        told.append(f"It is in {land}: {_ENTRY} No bonus marker is ever placed here.")
    elif route.tavern and kind is None:
        told.append("One of the first bonus markers was beside its tavern.")
    if teller.has_pawn and view.pawn:
        near = borders(view, route.index)
        told.append(
            f"It {'borders' if near else 'does not border'} province {view.pawn}, where the pawn "
            f"is{'.' if near else ', so nobody can place, displace or claim here now.'}"
        )
    links = [teller.link(board.cities[city]) for city in route.cities]
    links += [(f"space:{board.space_ids[n]}", teller.spaces[n]) for n in route.spaces]
    if kind is not None:
        links.append((f"marker:{MARKERS[kind]}", MARKER_NAMES[kind]))
    rows = [("Now", teller.on_route(route))]
    rows += [
        (f"In {board.cities[c].name}", _claimed(teller, board.cities[c])) for c in route.cities
    ]
    return Explanation(
        route.name,
        tuple(told),
        tuple(rows),
        tuple(links),
        tries=(("claim", f"claim {name} nothing"),),
        rule=permanent_rule(route.permanent_marker, board) if route.permanent_marker else "T7",
    )


def _claimed(teller: Teller, city: City) -> str:
    """What a claim of a route to a city brings there (T7.1, T7.4, T7.6)."""
    seat = controller(teller.view, city.index)
    gives = []
    if seat is not None and seat in teller.seats:
        gives.append(f"{CONTROL_PRESTIGE} point for {teller.name(seat)}")
    vacant = teller.view.vacant_office(city.index)
    if vacant is not None:
        gives.append(f"an office ({teller.needs(vacant)})")
    gives += [f"a step of {ABILITY_NAMES[ability]}" for ability in city.develops]
    if city.special_prestige:
        gives.append("special prestige for a merchant")
    return capital("; ".join(gives)) or "Nothing"


def _city(teller: Teller, name: str) -> Explanation:
    board, view = teller.board, teller.view
    city = board.cities[board.city_numbers[name]]
    told = [_control(teller, city), *_worth(teller, city)]
    vacant = view.vacant_office(city.index)
    if view.seat is not None and vacant is not None and not view.ended_by:
        needed, own = board.offices[vacant].privilege, view.value(view.seat, PRIVILEGE)
        if needed > own:
            told.append(f"Your Privilege is {PRIVILEGES[own]}, so its next office must wait.")
    links = [teller.link(board.routes[route]) for route in city.routes]
    links += [(f"desk:{ABILITIES[a]}", ABILITY_NAMES[a]) for a in city.develops]
    return Explanation(
        city.name, tuple(told), tuple(_offices(teller, city)), tuple(links), rule="T7.1"
    )


def _offices(teller: Teller, city: City) -> Iterator[tuple[str, str]]:
    """All offices from left to right: extra ones, printed ones and founded ones."""
    view = teller.view
    for code in view.extras[city.index]:
        yield "Extra office", teller.piece(code)
    vacant = view.vacant_office(city.index)
    for place, number in enumerate(city.offices, 1):
        code = view.offices[number]
        free = "next" if number == vacant else "free"
        yield f"Office {place}", teller.piece(code) if code else f"{free}: {teller.needs(number)}"
    for code in view.founded[city.index]:
        yield "Office", teller.piece(code)


def _control(teller: Teller, city: City) -> str:
    """Who controls a city, and why (T7.1)."""
    seat = controller(teller.view, city.index)
    if seat is None:
        return "It has no office, so nobody controls it."
    counts = owners(teller.view.city_offices(city.index))
    most = counts[seat]
    tied = [teller.name(other) for other, n in counts.items() if n == most and other != seat]
    controls = teller.does(seat, "controls")
    number = f"{most} office{'s' if most > 1 else ''}"
    if tied:
        return (
            f"{controls} it: {listed(tied)} {teller.has(tied)} {number} as well, but "
            f"{teller.whose(seat)} is farthest to the right."
        )
    return f"{controls} it with {number}{', the most' if len(counts) > 1 else ''}."


def _worth(teller: Teller, city: City) -> Iterator[str]:
    """What a city is worth, and what is special about it."""
    board, view = teller.board, teller.view
    seat = controller(view, city.index)
    if seat is not None and seat in teller.seats:
        yield (
            f"That is worth {CONTROL_PRESTIGE} point whenever any player claims a route to it, and "
            f"{worth(view, seat, 'cities')} at the end."
        )
    for ability in city.develops:
        yield f"A claim of a route to it can develop {ABILITY_NAMES[ability]}."
    if city.special_prestige:
        yield "A claim of a route to it can put a merchant on special prestige."
    if city.green:
        yield "It has no printed offices, only ones that markers bring."
    if city.index in view.completed:
        cities = ends(view).cities
        yield f"It is completed, one of {cities.done}. The game ends at {cities.whole}."
    if city.index in board.connection:
        first, last = (board.cities[end].name for end in board.connection)
        points = listed([str(points) for points in CONNECTION_PRESTIGE])
        yield f"Offices that join {first} and {last} bring {points} points, the first the most."
        if view.connected:
            done = listed([teller.name(seat) for seat in view.connected])
            yield f"So far that was done by {done}."
    lands = [land.capitalize() for land in city.countries if land != "england"]
    if lands:
        points = listed([str(points) for points in COUNTRY_POINTS])
        yield f"It counts for {listed(lands)}, which brings {points} points at the end."
    if city.grants:
        lands = [land.capitalize() for land in city.grants]
        yield (
            "Its rightmost office gives a permission each turn to place or displace in "
            f"{listed(lands, 'or')}."
        )
    for seat, card in enumerate(view.missions):
        if city.index in card:
            yield f"It is on {teller.whose(seat)} mission card."


def _special(teller: Teller, name: str) -> Explanation:
    field = SPECIAL_PRESTIGE.index(int(name))
    taken = teller.view.special[field]
    cities = [city for city in teller.board.cities if city.special_prestige]
    told = [
        teller.does(taken - 1, "has", "have") + f" a merchant here, worth {name} at the end."
        if taken
        else f"It is free, and worth {name} at the end."
    ]
    where = listed([city.name for city in cities], "or")
    told.append(
        f"Claim a route to {where} with a merchant on it to put that merchant here. It takes "
        f"the {PRIVILEGES[field]} Privilege."
    )
    links = (*map(teller.link, cities), ("desk:privilege", "Privilege"))
    return Explanation(f"Special prestige {name}", tuple(told), links=links, rule="T7.7")


def _track(teller: Teller, name: str) -> Explanation:
    view, board = teller.view, teller.board
    links = tuple((f"track:{other}", words) for other, words in _TRACKS.items() if other != name)
    if name == "prestige":
        whole = ends(view).prestige.whole
        told = [
            (
                f"The game ends when a player has {whole} points here. Most points are "
                "counted only at the end."
            )
        ]
        rows = teller.rows(
            f"{desk.prestige}, {max(0, whole - desk.prestige)} to go" for desk in view.desks
        )
    elif name == "cities":
        cities = ends(view).cities
        told = [
            (
                "A city is completed when all its printed offices are filled. The game ends with "
                f"{cities.whole} such cities: {teller.to_go(cities.left)}."
            )
        ]
        rows = tuple(("Completed", board.cities[city].name) for city in view.completed)
    else:
        told = [
            (
                "A bonus marker that is taken is replaced from here, unseen, at the end of the "
                "turn. "
                "The game ends when one has to be replaced and none is left."
            ),
            f"It has {view.marker_supply} left.",
        ]
        rows = ()
    return Explanation(_TRACKS[name], tuple(told), rows, links, rule="T10")


def _province(teller: Teller, name: str) -> Explanation:
    board, pawn, number = teller.board, teller.view.pawn, int(name)
    known = provinces(board)
    told = ["Where the pawn is, players can place, displace and claim, and only there."]
    if pawn == number:
        told.append("The pawn is here now.")
    elif pawn is not None:
        reached = "is within" if number in known.near[pawn] else "is farther than"
        told.append(
            f"It {reached} the {FREE_DISTANCE} provinces of the pawn's free move, once a turn. "
            "Any other move takes an action."
        )
    links = tuple(teller.link(board.routes[route]) for route in sorted(known.routes[number]))
    tries = (("pawn", f"pawn {name}"),) if pawn != number else ()
    return Explanation(f"Province {name}", tuple(told), links=links, tries=tries, rule="T17.2")


_TELL: Mapping[str, Teaching] = {
    "space": _space,
    "route": _route,
    "city": _city,
    "special": _special,
    "track": _track,
    "province": _province,
    **desk.TELL,
}
