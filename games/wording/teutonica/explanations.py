"""What each thing on the table is: places of the board here, what is on desks in its own module."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.message import (
    Message,
    Notation,
    Noun,
    Part,
    Place,
    message,
    plural,
    series,
    term,
)
from games.rules.teutonica.board import City
from games.rules.teutonica.modules.britannia import COUNTRY_POINTS
from games.rules.teutonica.modules.pawn import FREE_DISTANCE, borders, provinces
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_WORDS,
    COUNTRY_WORDS,
    HOME,
    MARKER_WORDS,
    MARKERS,
    PRIVILEGE,
    PRIVILEGE_WORDS,
    SPECIAL_PRESTIGE,
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
from games.rules.teutonica.view import DISPLACED, View
from games.wording.explanations import Explanation, Pairs
from games.wording.language import Language
from games.wording.score import POINT
from games.wording.teutonica import desk_explanations as desk
from games.wording.teutonica.amounts import OFFICE
from games.wording.teutonica.prompts import permanent_rule
from games.wording.teutonica.teller import Teller
from games.wording.teutonica.tries import displacing, placing
from games.wording.teutonica.words import PERMANENT_WORDS, marker_sentence, permanent_sentence

_MORE: Final = Noun("more piece", "1 more piece", "{number} more pieces")
_TRACKS: Final = {
    "prestige": term("thing", "Prestige track"),
    "cities": term("thing", "Completed cities"),
    "markers": term("thing", "Supply of bonus markers"),
}


def explain(view: View, thing: str, names: Sequence[str], language: Language) -> Explanation | None:
    """Return what a thing is, None if the table has no such thing."""
    kind, _, name = thing.partition(":")
    if thing not in things(view, language):
        return None
    return _TELL[kind](Teller(view, names, language), name)


def things(view: View, language: Language) -> dict[str, str]:
    """Return the name of everything on the table, with its words."""
    return dict(_things(Teller(view, (), language)))


def _things(teller: Teller) -> Iterator[tuple[str, str]]:
    board, say = teller.board, teller.say
    for city in board.cities:
        yield f"city:{city.id}", city.name
    for route in board.routes:
        yield f"route:{route.id}", route.name
    for space, name in zip(board.space_ids, teller.spaces, strict=True):
        yield f"space:{space}", name
    if any(city.special_prestige for city in board.cities):
        for points in SPECIAL_PRESTIGE:
            yield f"special:{points}", say(_special_words(points))
    for track, words in _TRACKS.items():
        yield f"track:{track}", say(words)
    if teller.has_pawn:
        for number in provinces(board).numbers:
            yield f"province:{number}", say(_province_words(int(number)))
    yield from desk.things(teller)


def _special_words(points: int) -> Message:
    return term("thing", "Special prestige {points}", points=points)


def _province_words(number: int) -> Message:
    return term("thing", "Province {number}", number=number)


def _space(teller: Teller, name: str) -> Explanation:
    space = teller.board.space_numbers[name]
    route = teller.board.routes[teller.board.space_route[space]]
    code = teller.view.spaces[space]
    told = [*_standing(teller, code)] if code else [message("It is free.")]
    if teller.board.boats[space]:
        told.append(message("It is a boat, which takes only merchants."))
    if route.country != HOME:
        told.append(
            message(
                "It is in {country}: to place or displace here takes a permission.",
                country=COUNTRY_WORDS[route.country],
            )
        )
    return Explanation(
        teller.spaces[space],
        teller.all(*told),
        rows=((teller.say(term("explanation", "On this route")), teller.on_route(route)),),
        links=(teller.link(route), *(teller.link(teller.board.cities[c]) for c in route.cities)),
        tries=_orders_at(teller, name, code),
        rule="T5.1" if code else "T4",
    )


def _standing(teller: Teller, code: int) -> Iterator[Message]:
    """Who stands on a space, and what displacing costs and gives (T5.1, T5.2, T18.3)."""
    seat, anywhere = owner(code), goes_anywhere(teller.view, owner(code))
    more: dict[str, Part] = {"pieces": _MORE.dative(extra_pieces(teller.view, code))}
    yield message("{piece} is here.", piece=teller.piece(code))
    if teller.is_me(seat):
        yield message(
            "A player who displaces it uses {number} pieces of their supply.",
            number=1 + toll(code),
        )
        if anywhere:
            yield message("You then place it anywhere, with up to {pieces}.", **more)
        else:
            yield message("You then place it nearby, with up to {pieces}.", **more)
        return
    if toll(code) == 1:
        yield message(
            "To displace it takes 2 pieces from the supply: one takes the space, one more goes to"
            " the stock."
        )
    else:
        yield message(
            "To displace it takes 3 pieces from the supply: one takes the space, two more go to"
            " the stock."
        )
    if seat not in teller.seats:
        yield message("The other player places it nearby then, with one more neutral trader.")
    elif anywhere:
        yield message(
            "{player} places it anywhere then, with up to {pieces}.",
            player=teller.player(seat),
            **more,
        )
    else:
        yield message(
            "{player} places it nearby then, with up to {pieces}.",
            player=teller.player(seat),
            **more,
        )


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
    board, view, say = teller.board, teller.view, teller.say
    route = board.routes[board.route_numbers[name]]
    told = [
        plural(
            len(route.spaces),
            "It has 1 space. A player with a piece there can claim it.",
            "It has {number} spaces. A player with a piece on each can claim it.",
        )
    ]
    kind, permanent = view.route_markers[route.index], route.permanent_marker
    if kind is not None:
        marker = MARKER_WORDS[kind]
        told.append(message("A claim also brings the bonus marker {marker}.", marker=marker))
        told.append(marker_sentence(kind, view.options["edition"]))
    if permanent:
        marker = PERMANENT_WORDS[permanent]
        told.append(message("It has the permanent marker {marker}.", marker=marker))
        told.append(permanent_sentence(permanent, board))
    elif route.country != HOME:
        told.append(
            message(
                "It is in {country}: to place or displace here takes a permission. No bonus marker"
                " is ever placed here.",
                country=COUNTRY_WORDS[route.country],
            )
        )
    elif route.tavern and kind is None:
        told.append(message("One of the first bonus markers was beside its tavern."))
    if teller.has_pawn and view.pawn:
        if borders(view, route.index):
            told.append(
                message("It borders province {number}, where the pawn is.", number=view.pawn)
            )
        else:
            told.append(
                message(
                    "It does not border province {number}, where the pawn is, so nobody can place,"
                    " displace or claim here now.",
                    number=view.pawn,
                )
            )
    links = [teller.link(board.cities[city]) for city in route.cities]
    links += [(f"space:{board.space_ids[n]}", teller.spaces[n]) for n in route.spaces]
    if kind is not None:
        links.append((f"marker:{MARKERS[kind]}", say(MARKER_WORDS[kind])))
    rows = [(say(term("explanation", "Now")), teller.on_route(route))]
    for number in route.cities:
        city = board.cities[number]
        heading = term("explanation", "In {city}", city=Place(city.name))
        rows.append((say(heading), "; ".join(map(say, _claimed(teller, city)))))
    return Explanation(
        route.name,
        teller.all(*told),
        tuple(rows),
        tuple(links),
        tries=(("claim", Notation(f"claim {name} nothing")),),
        rule=permanent_rule(permanent, board) if permanent else "T7",
    )


def _claimed(teller: Teller, city: City) -> list[Message]:
    """What a claim of a route to a city brings there (T7.1, T7.4, T7.6)."""
    seat = controller(teller.view, city.index)
    gives: list[Message] = []
    if seat is not None and seat in teller.seats:
        points = POINT.subject(CONTROL_PRESTIGE)
        if teller.is_me(seat):
            gives.append(term("explanation", "{points} for you", points=points))
        else:
            player = teller.player(seat)
            gives.append(term("explanation", "{points} for {player}", points=points, player=player))
    vacant = teller.view.vacant_office(city.index)
    if vacant is not None:
        gives.append(term("explanation", "Office ({needs})", needs=teller.needs(vacant)))
    gives += [
        term("explanation", "A step of {ability}", ability=ABILITY_WORDS[ability])
        for ability in city.develops
    ]
    if city.special_prestige:
        gives.append(term("explanation", "Special prestige for a merchant"))
    return gives or [term("explanation", "Nothing")]


def _city(teller: Teller, name: str) -> Explanation:
    board, view = teller.board, teller.view
    city = board.cities[board.city_numbers[name]]
    told = [_control(teller, city), *_worth(teller, city)]
    vacant = view.vacant_office(city.index)
    if view.seat is not None and vacant is not None and not view.ended_by:
        needed, own = board.offices[vacant].privilege, view.value(view.seat, PRIVILEGE)
        if needed > own:
            colour = PRIVILEGE_WORDS[own]
            told.append(
                message("Your Privilege is {colour}, so its next office must wait.", colour=colour)
            )
    links = [teller.link(board.routes[route]) for route in city.routes]
    links += [(f"desk:{ABILITIES[a]}", teller.say(ABILITY_WORDS[a])) for a in city.develops]
    rows = tuple((teller.say(what), teller.say(how)) for what, how in _offices(teller, city))
    return Explanation(city.name, teller.all(*told), rows, tuple(links), rule="T7.1")


def _offices(teller: Teller, city: City) -> Iterator[tuple[Message, Message]]:
    """All offices from left to right: extra ones, printed ones and founded ones."""
    view = teller.view
    for code in view.extras[city.index]:
        yield term("explanation", "Extra office"), teller.piece(code)
    vacant = view.vacant_office(city.index)
    for place, number in enumerate(city.offices, 1):
        office = term("explanation", "Office {number}", number=place)
        code, needs = view.offices[number], teller.needs(number)
        if code:
            yield office, teller.piece(code)
        elif number == vacant:
            yield office, term("explanation", "next: {needs}", needs=needs)
        else:
            yield office, term("explanation", "free: {needs}", needs=needs)
    for code in view.founded[city.index]:
        yield term("explanation", "Office"), teller.piece(code)


def _control(teller: Teller, city: City) -> Message:
    """Who controls a city, and why (T7.1)."""
    seat = controller(teller.view, city.index)
    if seat is None:
        return message("It has no office, so nobody controls it.")
    counts = owners(teller.view.city_offices(city.index))
    most = counts[seat]
    parts: dict[str, Part] = {"offices": OFFICE.dative(most)}
    tied = len([n for n in counts.values() if n == most]) > 1
    if seat not in teller.seats:
        if tied:
            return message(
                "The neutral player controls it with {offices}: others have as many, but not as far"
                " to the right.",
                **parts,
            )
        if len(counts) > 1:
            return message("The neutral player controls it with {offices}, the most.", **parts)
        return message("The neutral player controls it with {offices}.", **parts)
    if teller.is_me(seat):
        if tied:
            return message(
                "You control it with {offices}: others have as many, but not as far to the right.",
                **parts,
            )
        if len(counts) > 1:
            return message("You control it with {offices}, the most.", **parts)
        return message("You control it with {offices}.", **parts)
    parts["player"] = teller.player(seat)
    if tied:
        return message(
            "{player} controls it with {offices}: others have as many, but not as far to the"
            " right.",
            **parts,
        )
    if len(counts) > 1:
        return message("{player} controls it with {offices}, the most.", **parts)
    return message("{player} controls it with {offices}.", **parts)


def _worth(teller: Teller, city: City) -> Iterator[Message]:
    """What a city is worth, and what is special about it."""
    board, view = teller.board, teller.view
    seat = controller(view, city.index)
    if seat is not None and seat in teller.seats:
        yield message(
            "That is worth {points} whenever any player claims a route to it, and {more} at the"
            " end.",
            points=POINT.object(CONTROL_PRESTIGE),
            more=worth(view, seat, "cities"),
        )
    for ability in city.develops:
        yield message(
            "A claim of a route to it can develop {ability}.", ability=ABILITY_WORDS[ability]
        )
    if city.special_prestige:
        yield message("A claim of a route to it can put a merchant on special prestige.")
    if city.green:
        yield message("It has no printed offices, only ones that markers bring.")
    if city.index in view.completed:
        cities = ends(view).cities
        yield message(
            "It is completed, one of {done}. The game ends at {whole}.",
            done=cities.done,
            whole=cities.whole,
        )
    if city.index in board.connection:
        first, last = (Place(board.cities[end].name) for end in board.connection)
        yield message(
            "Offices that join {first} and {last} bring {points} points, the first the most.",
            first=first,
            last=last,
            points=series(CONNECTION_PRESTIGE),
        )
        if view.connected:
            done = series(_named(teller, each) for each in view.connected)
            yield message("So far that was done by: {players}.", players=done)
    yield from _beyond(teller, city)


def _beyond(teller: Teller, city: City) -> Iterator[Message]:
    """What modules make of a city: countries, permissions, missions."""
    lands = [COUNTRY_WORDS[land] for land in city.countries if land != HOME]
    if lands:
        yield message(
            "It counts for {countries}, which brings {points} points at the end.",
            countries=series(lands),
            points=series(COUNTRY_POINTS),
        )
    if city.grants:
        yield message(
            "Its rightmost office gives a permission each turn to place or displace in"
            " {countries}.",
            countries=series((COUNTRY_WORDS[land] for land in city.grants), "or"),
        )
    for each, card in enumerate(teller.view.missions):
        if city.index in card:
            if teller.is_me(each):
                yield message("It is on your mission card.")
            else:
                yield message("It is on {player}'s mission card.", player=teller.player(each))


def _named(teller: Teller, seat: int) -> Part:
    if seat not in teller.seats:
        return term("explanation", "the neutral player")
    return term("explanation", "you") if teller.is_me(seat) else teller.player(seat)


def _special(teller: Teller, name: str) -> Explanation:
    field, points = SPECIAL_PRESTIGE.index(int(name)), int(name)
    taken = teller.view.special[field]
    cities = [city for city in teller.board.cities if city.special_prestige]
    if not taken:
        told = message("It is free, and worth {points} at the end.", points=points)
    elif teller.is_me(taken - 1):
        told = message("You have a merchant here, worth {points} at the end.", points=points)
    else:
        told = message(
            "{player} has a merchant here, worth {points} at the end.",
            player=teller.player(taken - 1),
            points=points,
        )
    how = message(
        "Claim a route to {cities} with a merchant on it to put that merchant here. It takes the"
        " {colour} Privilege.",
        cities=series(teller.cities(cities), "or"),
        colour=PRIVILEGE_WORDS[field],
    )
    links = (*map(teller.link, cities), ("desk:privilege", teller.say(ABILITY_WORDS[PRIVILEGE])))
    heading = teller.say(_special_words(points))
    return Explanation(heading, teller.all(told, how), links=links, rule="T7.7")


def _track(teller: Teller, name: str) -> Explanation:
    view, board, say = teller.view, teller.board, teller.say
    links = tuple(
        (f"track:{other}", say(words)) for other, words in _TRACKS.items() if other != name
    )
    rows: Pairs = ()
    if name == "prestige":
        whole = ends(view).prestige.whole
        told = [
            message(
                "The game ends when a player has {points} points here. Most points are counted only"
                " at the end.",
                points=whole,
            )
        ]
        rows = teller.rows(
            say(
                term(
                    "explanation",
                    "{points}, {left} to go",
                    points=each.prestige,
                    left=max(0, whole - each.prestige),
                )
            )
            for each in view.desks
        )
    elif name == "cities":
        cities = ends(view).cities
        told = [
            message("A city is completed when all its printed offices are filled."),
            message("The game ends with {whole} such cities: that is now.", whole=cities.whole)
            if cities.left <= 0
            else message(
                "The game ends with {whole} such cities: {left} to go.",
                whole=cities.whole,
                left=cities.left,
            ),
        ]
        completed = say(term("explanation", "Completed"))
        rows = tuple((completed, board.cities[city].name) for city in view.completed)
    else:
        told = [
            message(
                "A bonus marker that is taken is replaced from here, unseen, at the end of the"
                " turn. The game ends when one has to be replaced and none is left."
            ),
            message("It has {number} left.", number=view.marker_supply),
        ]
    return Explanation(say(_TRACKS[name]), teller.all(*told), rows, links, rule="T10")


def _province(teller: Teller, name: str) -> Explanation:
    board, pawn, number = teller.board, teller.view.pawn, int(name)
    known = provinces(board)
    told = [message("Where the pawn is, players can place, displace and claim, and only there.")]
    if pawn == number:
        told.append(message("The pawn is here now."))
    elif pawn is not None:
        if number in known.near[pawn]:
            told.append(
                message(
                    "It is within the {number} provinces of the pawn's free move, once a turn. Any"
                    " other move takes an action.",
                    number=FREE_DISTANCE,
                )
            )
        else:
            told.append(
                message(
                    "It is farther than the {number} provinces of the pawn's free move, once a"
                    " turn. Any other move takes an action.",
                    number=FREE_DISTANCE,
                )
            )
    links = tuple(teller.link(board.routes[route]) for route in sorted(known.routes[number]))
    tries = (("pawn", Notation(f"pawn {name}")),) if pawn != number else ()
    heading = teller.say(_province_words(number))
    return Explanation(heading, teller.all(*told), links=links, tries=tries, rule="T17.2")


_TELL: Mapping[str, Callable[[Teller, str], Explanation]] = {
    "space": _space,
    "route": _route,
    "city": _city,
    "special": _special,
    "track": _track,
    "province": _province,
    **desk.TELL,
}
