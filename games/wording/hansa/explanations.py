"""What each thing on the table is: cities, the ship, goods, and what players have."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from games.rules.common.message import (
    Message,
    Place,
    message,
    plural,
    series,
    term,
)
from games.rules.hansa.board import City, load_board
from games.rules.hansa.orders import Booths, Sail
from games.rules.hansa.pieces import (
    BOOTH,
    BOOTHS_EACH,
    GOODS,
    TALER,
    barrels_of,
    colour_of,
    good_id,
)
from games.rules.hansa.pieces import (
    COLOURS as COLOUR_IDS,
)
from games.rules.hansa.questions import (
    ALONE_POINTS,
    CITY_POINTS,
    KEPT,
    PRICE,
    before_last_round,
    city_points,
    leader,
    score,
    sold_points,
)
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.turn import INCOME, REPLENISHING, SAILING
from games.rules.hansa.view import View
from games.wording.explanations import Explanation, Pairs, Seats
from games.wording.hansa.score import LINES
from games.wording.hansa.words import COLOURS, MARKER, SIGNS, goods_name, goods_words
from games.wording.language import Language
from games.wording.score import POINT

_CODES: Final = {good_id(code): code for code in GOODS}
SHIP: Final = term("thing", "The ship")
PILES: Final = term("thing", "Goods to come")
OWNED: Final = {
    "talers": term("thing", "Talers"),
    "booths": term("thing", "Booths"),
    "unsold": term("thing", "Unsold goods"),
    "sold": term("thing", "Sold goods"),
}
_SALES: Final = (
    term("thing", "A sale of red"),
    term("thing", "A sale of yellow"),
    term("thing", "A sale of green"),
    term("thing", "A sale of blue"),
    term("thing", "A sale of purple"),
    term("thing", "A sale of brown"),
)
_NOTHING: Final = term("explanation", "Nothing")
_FOR_SALE: Final = term("explanation", "For sale")
_PRICE: Final = term("explanation", "Price")


class _Teller(Seats):
    """A view with what explanations ask of it again and again."""

    def __init__(self, view: View, names: Sequence[str], language: Language) -> None:
        super().__init__(view, names, language)
        self.view = view
        self.board = load_board(view.board)

    def goods(self, city: City) -> list[int]:
        """Return the markers for sale in a city."""
        return [self.view.warehouses[n] for n in city.warehouses if self.view.warehouses[n]]


def explain(view: View, thing: str, names: Sequence[str], language: Language) -> Explanation | None:
    """Return what a thing is, None if the table has no such thing."""
    kind, _, name = thing.partition(":")
    if thing not in things(view, language):
        return None
    return _TELL[kind](_Teller(view, names, language), name)


def things(view: View, language: Language) -> dict[str, str]:
    """Return the name of everything on the table, with its words."""
    return dict(_things(_Teller(view, (), language)))


def _things(teller: _Teller) -> Iterator[tuple[str, str]]:
    say = teller.say
    for city in teller.board.cities:
        yield f"city:{city.id}", city.name
    for city in teller.board.cities:
        for place in range(1, len(city.warehouses) + 1):
            yield f"warehouse:{city.id}.{place}", say(_warehouse_of(city))
    yield "ship", say(SHIP)
    yield "piles", say(PILES)
    for name, code in _CODES.items():
        if colour_of(code) not in teller.view.left_out:
            yield f"good:{name}", say(goods_words(code))
    for colour, name in enumerate(COLOUR_IDS):
        if colour not in teller.view.left_out:
            yield f"sell:{name}", say(_SALES[colour])
    for name, words in OWNED.items():
        yield name, say(words)
    for seat in teller.seats:
        yield f"player:{seat}", teller.names[seat]


def _warehouse_of(city: City) -> Message:
    return term("thing", "Warehouse of {city}", city=Place(city.name))


def _city(teller: _Teller, name: str) -> Explanation:
    view, board, say = teller.view, teller.board, teller.say
    city = board.cities[board.city_numbers[name]]
    goods = teller.goods(city)
    sold = teller.language.listed(map(goods_name, goods)) if goods else say(_NOTHING)
    rows = [(say(_FOR_SALE), sold), (say(_PRICE), say(_price(teller, city)))]
    rows += teller.rows(
        say(BOOTH.subject(number)) if number else "" for number in view.booths[city.index]
    )
    ways = [Place(board.cities[end].name) for end in board.exits[city.index]]
    told = teller.all(
        *_ship_here(teller, city),
        message("From here the ship sails to {cities}.", cities=series(ways, "or")),
        *_worth(teller, city),
    )
    links = [_link(board.cities[end]) for end in board.exits[city.index]]
    links += [(f"good:{good_id(code)}", say(goods_name(code))) for code in dict.fromkeys(goods)]
    return Explanation(city.name, told, tuple(rows), tuple(links), _orders_in(view, city), "H3")


def _orders_in(view: View, city: City) -> Pairs:
    if view.prompt == "booths":
        return (("booths", SYNTAX.write(view.printed, Booths(city.index))),)
    if city.index != view.ship:
        return (("sail", SYNTAX.write(view.printed, Sail(city.index))),)
    return (("buy", ""), ("build", ""), ("sell", ""))


def _ship_here(teller: _Teller, city: City) -> Iterator[Message]:
    view = teller.view
    if city.index != view.ship:
        return
    yield message("The ship is here.")
    if view.prompt == "turn" and view.turn in teller.seats:
        if view.acted:
            yield message("In this turn one action was made here already.")
        else:
            yield message("In this turn one action is possible here.")


def _price(teller: _Teller, city: City) -> Message:
    """What a marker costs in a city, and who gets it (H3.1)."""
    first, talers = leader(teller.view.booths[city.index]), TALER.subject(PRICE)
    if first is None:
        return term("price", "{talers} to the bank", talers=talers)
    if teller.is_me(first):
        return term(
            "price",
            "Nothing for you, with the most booths here; {talers} to you for others",
            talers=talers,
        )
    return term(
        "price",
        "{talers} to {player}, who has the most booths here and pays nothing",
        talers=talers,
        player=teller.player(first),
    )


def _worth(teller: _Teller, city: City) -> Iterator[Message]:
    """What the booths of a city are worth (H4.2)."""
    booths = teller.view.booths[city.index]
    owners = [seat for seat, number in enumerate(booths) if number]
    if len(owners) == 1:
        points = POINT.object(city_points(booths, owners[0]))
        if teller.is_me(owners[0]):
            yield message("It is worth {points} to you, alone here.", points=points)
        else:
            yield message(
                "It is worth {points} to {player}, alone here.",
                points=points,
                player=teller.player(owners[0]),
            )
    elif owners:
        points = POINT.object(CITY_POINTS)
        others = series(teller.player(seat) for seat in owners if not teller.is_me(seat))
        if teller.seat in owners:
            yield message(
                "It is worth {points} each to you and to {players}.", points=points, players=others
            )
        else:
            yield message("It is worth {points} each to {players}.", points=points, players=others)
    else:
        yield message(
            "Nobody has booths here. A city is worth {points} to each player with booths, {more} to"
            " one alone.",
            points=POINT.object(CITY_POINTS),
            more=ALONE_POINTS,
        )
    if teller.view.prompt == "booths" and city.index in teller.board.closed:
        yield message("No booths are put up here before the first turn.")


def _link(city: City) -> tuple[str, str]:
    return f"city:{city.id}", city.name


def _warehouse(teller: _Teller, name: str) -> Explanation:
    board, view, say = teller.board, teller.view, teller.say
    where, _, place = name.partition(".")
    city = board.cities[board.city_numbers[where]]
    code = view.warehouses[city.warehouses[int(place) - 1]]
    links = [_link(city)]
    rows: Pairs = ()
    if code:
        told = teller.all(message("In it: {marker}.", marker=goods_words(code)), *_good_worth(code))
        links.append((f"good:{good_id(code)}", say(goods_name(code))))
        rows = ((say(_PRICE), say(_price(teller, city))),)
    else:
        told = teller.all(
            message("It has room for one marker."),
            message(
                "It is empty until a player pays to fill the warehouses, at the start of a turn."
            ),
        )
    tries: Pairs = ()
    if city.index == view.ship:
        tries = (("buy" if code else "replenish", ""),)
    return Explanation(say(_warehouse_of(city)), told, rows, tuple(links), tries, "H3.1")


def _good_worth(code: int) -> tuple[Message, Message]:
    return (
        message(
            "Sold it is worth {points} at the end, unsold 1.",
            points=POINT.object(sold_points([code])),
        ),
        message("Given up it brings {booths}.", booths=BOOTH.object(barrels_of(code))),
    )


def _good(teller: _Teller, name: str) -> Explanation:
    view, code, say = teller.view, _CODES[name], teller.say
    cities = [city for city in teller.board.cities if code in teller.goods(city)]
    rows = [(say(_FOR_SALE), city.name) for city in cities]
    rows += teller.rows(
        _owned(teller, desk.unsold.count(code), desk.sold.count(code)) for desk in view.desks
    )
    sign = SIGNS[colour_of(code)]
    told = teller.all(message("A marker with the sign {sign}.", sign=sign), *_good_worth(code))
    selling = say(term("thing", "Selling"))
    links = (*map(_link, cities), (f"sell:{COLOUR_IDS[colour_of(code)]}", selling))
    tries: Pairs = ()
    if view.seat is not None and code in view.desks[view.seat].unsold:
        tries = (("build", ""), ("discard", ""))
    return Explanation(say(goods_words(code)), told, tuple(rows), links, tries, "H3")


def _owned(teller: _Teller, unsold: int, sold: int) -> str:
    told = []
    if unsold:
        told.append(term("explanation", "{number} unsold", number=unsold))
    if sold:
        told.append(term("explanation", "{number} sold", number=sold))
    return teller.language.listed(told) if told else ""


def _sale(teller: _Teller, name: str) -> Explanation:
    colour = COLOUR_IDS.index(name)
    told = teller.all(
        message(
            "A player with a booth where the ship is may sell two or more markers of this colour"
            " there. It takes one booth back, and the markers are safe."
        ),
        message("Each other player then loses one unsold marker of this colour."),
    )
    rows = teller.rows(
        teller.say(
            term(
                "explanation",
                "{number} unsold",
                number=sum(colour_of(code) == colour for code in desk.unsold),
            )
        )
        for desk in teller.view.desks
    )
    tries = (("sell", ""),)
    return Explanation(teller.say(_SALES[colour]), told, rows, tries=tries, rule="H3.3")


def _ship(teller: _Teller, name: str) -> Explanation:
    del name
    city = teller.board.cities[teller.view.ship]
    ways = [teller.board.cities[end] for end in teller.board.exits[city.index]]
    told = teller.all(
        message(
            "All players share it. It is in {city}, and can sail to {cities}.",
            city=Place(city.name),
            cities=series((Place(way.name) for way in ways), "or"),
        ),
        plural(
            SAILING,
            "Sailing to the next city costs 1 taler.",
            "Sailing to the next city costs {number} talers.",
        ),
        message("In each city where it comes one action is possible: buy, sell, or put up booths."),
    )
    tries = (("sail", ""),)
    links = (_link(city), *map(_link, ways))
    return Explanation(teller.say(SHIP), told, (), links, tries, "H2.4")


def _piles(teller: _Teller, name: str) -> Explanation:
    del name
    view = teller.view
    told = [
        message(
            "At the start of a turn a player may pay {talers} to fill all empty warehouses from"
            " here.",
            talers=TALER.object(REPLENISHING),
        )
    ]
    if view.last_round:
        told.append(message("The last pile has been begun: this is the last round."))
    else:
        told.append(
            message(
                "When the first marker of the last pile is taken, the round is completed and the"
                " game ends."
            )
        )
        told.append(
            plural(
                before_last_round(view),
                "Until then 1 marker can be taken.",
                "Until then {number} markers can be taken.",
            )
        )
    if view.left_out:
        left = series(COLOURS[colour] for colour in view.left_out)
        told.append(message("Left out of this game: {colours}.", colours=left))
    rows = tuple(
        (
            teller.say(term("explanation", "Pile {number}", number=number)),
            teller.say(MARKER.subject(count)),
        )
        for number, count in enumerate(view.piles, 1)
    )
    tries = (("replenish", ""),)
    return Explanation(teller.say(PILES), teller.all(*told), rows, tries=tries, rule="H4.1")


def _talers(teller: _Teller, name: str) -> Explanation:
    del name
    told = teller.all(
        message("They pay for sailing, for markers and for filling the warehouses, 1 taler each."),
        message(
            "A turn begins with {income} more. At its end {kept} can be kept. They are no points.",
            income=INCOME,
            kept=KEPT,
        ),
    )
    rows = teller.rows(teller.say(TALER.subject(desk.talers)) for desk in teller.view.desks)
    return Explanation(teller.say(OWNED["talers"]), told, rows, rule="H2.5")


def _booths(teller: _Teller, name: str) -> Explanation:
    del name
    told = teller.all(
        message(
            "Each player has {number}. A marker that is given up puts one in the ship's city for"
            " each of its barrels, and a sale takes one back.",
            number=BOOTHS_EACH,
        ),
        message("With the most booths in a city its markers cost nothing."),
    )
    rows = teller.rows(
        teller.say(
            term(
                "explanation",
                "{stock} in stock, {number} in cities",
                stock=desk.booths,
                number=BOOTHS_EACH - desk.booths,
            )
        )
        for desk in teller.view.desks
    )
    tries = (("build", ""),)
    return Explanation(teller.say(OWNED["booths"]), told, rows, tries=tries, rule="H3.2")


def _unsold(teller: _Teller, name: str) -> Explanation:
    del name
    told = teller.all(
        message(
            "Each is worth 1 point at the end. After a turn {number} can be kept.", number=KEPT
        ),
        message("When another player sells a colour, one marker of that colour is lost."),
    )
    rows = teller.rows(_lot(teller, desk.unsold) for desk in teller.view.desks)
    tries = (("sell", ""), ("build", ""))
    return Explanation(teller.say(OWNED["unsold"]), told, rows, tries=tries, rule="H3.3")


def _sold(teller: _Teller, name: str) -> Explanation:
    del name
    told = teller.all(
        message("Each is worth 1 point and 1 more for each barrel. Nothing can take them away.")
    )
    rows = teller.rows(_worth_sold(teller, desk.sold) for desk in teller.view.desks)
    return Explanation(teller.say(OWNED["sold"]), told, rows, rule="H4.2")


def _worth_sold(teller: _Teller, codes: Sequence[int]) -> str:
    if not codes:
        return teller.say(_NOTHING)
    return teller.say(
        term(
            "explanation",
            "{markers}: {points}",
            markers=series(map(goods_name, codes)),
            points=POINT.subject(sold_points(codes)),
        )
    )


def _lot(teller: _Teller, codes: Sequence[int]) -> str:
    return teller.language.listed(map(goods_name, codes)) if codes else teller.say(_NOTHING)


def _player(teller: _Teller, name: str) -> Explanation:
    view, seat, say = teller.view, int(name), teller.say
    lines = score(view, seat)
    rows = tuple((say(LINES[line]), say(POINT.subject(points))) for line, points in lines.items())
    told = teller.all(message("What the end of the game would count if it came now."))
    if teller.is_me(seat):
        heading = term("thing", "Your points so far")
    else:
        heading = term("thing", "Points of {player} so far", player=teller.player(seat))
    links = (("piles", say(term("thing", "End of the game"))),)
    return Explanation(say(heading), told, rows, links, rule="H4.2")


_TELL: Mapping[str, Callable[[_Teller, str], Explanation]] = {
    "city": _city,
    "warehouse": _warehouse,
    "ship": _ship,
    "piles": _piles,
    "good": _good,
    "sell": _sale,
    "talers": _talers,
    "booths": _booths,
    "unsold": _unsold,
    "sold": _sold,
    "player": _player,
}
