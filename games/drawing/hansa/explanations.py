"""What each thing on the table is: cities, the ship, goods, and what players have."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.drawing.explanations import Voices
from games.drawing.hansa.marks import SIGN_NAMES
from games.drawing.hansa.words import goods_name, goods_words
from games.drawing.score import listed
from games.rules.common.telling import capital
from games.rules.hansa.board import City, load_board
from games.rules.hansa.pieces import (
    BOOTHS_EACH,
    COLOURS,
    GOODS,
    barrels_of,
    colour_of,
    counted,
    good_id,
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
from games.rules.hansa.turn import INCOME, REPLENISHING, SAILING
from games.rules.hansa.view import View
from games.wording.explanations import Explanation, Pairs

_CODES = {good_id(code): code for code in GOODS}


class _Teller(Voices):
    """A view with what explanations ask of it again and again."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        super().__init__(view, names)
        self.view = view
        self.board = load_board(view.board)

    def goods(self, city: City) -> list[int]:
        """Return the markers for sale in a city."""
        return [self.view.warehouses[n] for n in city.warehouses if self.view.warehouses[n]]


def explain(view: View, thing: str, names: Sequence[str]) -> Explanation | None:
    """Return what a thing is, None if the table has no such thing."""
    kind, _, name = thing.partition(":")
    if thing not in things(view):
        return None
    return _TELL[kind](_Teller(view, names), name)


def things(view: View) -> dict[str, str]:
    """Return the name of everything on the table, with its words."""
    return dict(_things(_Teller(view, ())))


def _things(teller: _Teller) -> Iterator[tuple[str, str]]:
    for city in teller.board.cities:
        yield f"city:{city.id}", city.name
    for city in teller.board.cities:
        for place in range(1, len(city.warehouses) + 1):
            yield f"warehouse:{city.id}.{place}", f"Warehouse of {city.name}"
    yield "ship", "The ship"
    yield "piles", "Goods to come"
    for name, code in _CODES.items():
        if colour_of(code) not in teller.view.left_out:
            yield f"good:{name}", goods_words(code)
    for colour, name in enumerate(COLOURS):
        if colour not in teller.view.left_out:
            yield f"sell:{name}", f"A sale of {name}"
    yield from _OWNED.items()
    for seat in teller.seats:
        yield f"player:{seat}", teller.names[seat]


_OWNED = {"talers": "Talers", "booths": "Booths", "unsold": "Unsold goods", "sold": "Sold goods"}


def _city(teller: _Teller, name: str) -> Explanation:
    view, board = teller.view, teller.board
    city = board.cities[board.city_numbers[name]]
    goods = teller.goods(city)
    sold = capital(listed([goods_name(code) for code in goods])) if goods else "Nothing"
    rows = [("For sale", sold), ("Price", _price(teller, city))]
    rows += teller.rows(
        counted(number, "booth") if number else "" for number in view.booths[city.index]
    )
    ways = listed([board.cities[end].name for end in board.exits[city.index]], "or")
    told = [
        *_ship_here(teller, city),
        f"From here the ship sails to {ways}.",
        *_worth(teller, city),
    ]
    links = [_link(board.cities[end]) for end in board.exits[city.index]]
    links += [(f"good:{good_id(code)}", goods_name(code)) for code in dict.fromkeys(goods)]
    return Explanation(
        city.name, tuple(told), tuple(rows), tuple(links), _orders_in(view, city), "H3"
    )


def _orders_in(view: View, city: City) -> Pairs:
    if view.prompt == "booths":
        return (("booths", f"booths {city.id}"),)
    if city.index != view.ship:
        return (("sail", f"sail {city.id}"),)
    return (("buy", ""), ("build", ""), ("sell", ""))


def _ship_here(teller: _Teller, city: City) -> Iterator[str]:
    view = teller.view
    if city.index != view.ship:
        return
    yield "The ship is here."
    if view.prompt == "turn" and view.turn in teller.seats:
        done = "one action was made here already" if view.acted else "one action is possible here"
        yield f"In this turn {done}."


def _price(teller: _Teller, city: City) -> str:
    """What a marker costs in a city, and who gets it (H3.1)."""
    first = leader(teller.view.booths[city.index])
    if first is None:
        return f"{counted(PRICE, 'taler')} to the bank"
    if first == teller.seat:
        return f"Nothing for you, with the most booths here; {PRICE} taler to you for others"
    name = teller.name(first)
    return f"{counted(PRICE, 'taler')} to {name}, who has the most booths here and pays nothing"


def _worth(teller: _Teller, city: City) -> Iterator[str]:
    """What the booths of a city are worth (H4.2)."""
    owners = [seat for seat, number in enumerate(teller.view.booths[city.index]) if number]
    if len(owners) == 1:
        points = city_points(teller.view.booths[city.index], owners[0])
        yield f"It is worth {points} points to {teller.name(owners[0])}, alone here."
    elif owners:
        names = listed([teller.name(seat) for seat in owners])
        yield f"It is worth {CITY_POINTS} points each to {names}."
    else:
        yield (
            f"Nobody has booths here. A city is worth {CITY_POINTS} points to each player with "
            f"booths, {ALONE_POINTS} to one alone."
        )
    if teller.view.prompt == "booths" and city.index in teller.board.closed:
        yield "No booths are put up here before the first turn."


def _link(city: City) -> tuple[str, str]:
    return f"city:{city.id}", city.name


def _warehouse(teller: _Teller, name: str) -> Explanation:
    board, view = teller.board, teller.view
    where, _, place = name.partition(".")
    city = board.cities[board.city_numbers[where]]
    code = view.warehouses[city.warehouses[int(place) - 1]]
    links = [_link(city)]
    told = ["It has room for one marker."]
    rows: Pairs = ()
    if code:
        told = [f"{goods_words(code)}.", *_good_worth(code)]
        links.append((f"good:{good_id(code)}", goods_name(code)))
        rows = (("Price", _price(teller, city)),)
    else:
        told.append(
            "It is empty until a player pays to fill the warehouses, at the start of a turn."
        )
    tries: Pairs = ()
    if city.index == view.ship:
        tries = (("buy" if code else "replenish", ""),)
    return Explanation(f"Warehouse of {city.name}", tuple(told), rows, tuple(links), tries, "H3.1")


def _good_worth(code: int) -> Iterator[str]:
    points = counted(sold_points([code]), "point")
    booths = counted(barrels_of(code), "booth")
    yield f"Sold it is worth {points} at the end, unsold 1. Given up it brings {booths}."


def _good(teller: _Teller, name: str) -> Explanation:
    view, code = teller.view, _CODES[name]
    cities = [city for city in teller.board.cities if code in teller.goods(city)]
    rows = [("For sale", city.name) for city in cities]
    rows += teller.rows(
        _owned(desk.unsold.count(code), desk.sold.count(code)) for desk in view.desks
    )
    sign = SIGN_NAMES[colour_of(code)]
    told = (f"A marker with the sign {sign}.", *_good_worth(code))
    links = (*map(_link, cities), (f"sell:{COLOURS[colour_of(code)]}", "Selling"))
    tries: Pairs = ()
    if view.seat is not None and code in view.desks[view.seat].unsold:
        tries = (("build", ""), ("discard", ""))
    return Explanation(goods_words(code), told, tuple(rows), links, tries, "H3")


def _owned(unsold: int, sold: int) -> str:
    told = [f"{number} {name}" for number, name in ((unsold, "unsold"), (sold, "sold")) if number]
    return ", ".join(told)


def _sale(teller: _Teller, name: str) -> Explanation:
    colour = COLOURS.index(name)
    told = (
        (
            f"A player with a booth where the ship is may sell two or more {name} markers "
            f"there. It "
            "takes one booth back, and the markers are safe."
        ),
        f"Each other player then loses one unsold {name} marker.",
    )
    rows = teller.rows(
        f"{sum(colour_of(code) == colour for code in desk.unsold)} unsold"
        for desk in teller.view.desks
    )
    tries = (("sell", ""),)
    return Explanation(f"A sale of {name}", told, rows, tries=tries, rule="H3.3")


def _ship(teller: _Teller, name: str) -> Explanation:
    del name
    city = teller.board.cities[teller.view.ship]
    ways = [teller.board.cities[end] for end in teller.board.exits[city.index]]
    told = (
        (
            f"All players share it. It is in {city.name}, and can sail to "
            f"{listed([way.name for way in ways], 'or')}."
        ),
        (
            f"Sailing to the next city costs {counted(SAILING, 'taler')}. In each city where it "
            f"comes "
            "one action is possible: buy, sell, or put up booths."
        ),
    )
    tries = (("sail", ""),)
    return Explanation("The ship", told, (), (_link(city), *map(_link, ways)), tries, "H2.4")


def _piles(teller: _Teller, name: str) -> Explanation:
    del name
    view = teller.view
    told = [
        (
            f"At the start of a turn a player may pay {counted(REPLENISHING, 'taler')} to fill all"
            " empty warehouses from here."
        )
    ]
    if view.last_round:
        told.append("The last pile has been begun: this is the last round.")
    else:
        left = before_last_round(view)
        told.append(
            "When the first marker of the last pile is taken, the round is completed and the game "
            f"ends. Until then {counted(left, 'marker')} can be taken."
        )
    if view.left_out:
        told.append(f"Left out of this game: {listed([COLOURS[c] for c in view.left_out])}.")
    rows = tuple(
        (f"Pile {number}", counted(count, "marker")) for number, count in enumerate(view.piles, 1)
    )
    tries = (("replenish", ""),)
    return Explanation("Goods to come", tuple(told), rows, tries=tries, rule="H4.1")


def _talers(teller: _Teller, name: str) -> Explanation:
    del name
    told = (
        "They pay for sailing, for markers and for filling the warehouses, 1 taler each.",
        f"A turn begins with {INCOME} more. At its end {KEPT} can be kept. They are no points.",
    )
    rows = teller.rows(counted(desk.talers, "taler") for desk in teller.view.desks)
    return Explanation("Talers", told, rows, rule="H2.5")


def _booths(teller: _Teller, name: str) -> Explanation:
    del name
    told = (
        (
            f"Each player has {BOOTHS_EACH}. A marker that is given up puts one in the ship's city "
            "for each of its barrels, and a sale takes one back."
        ),
        "With the most booths in a city its markers cost nothing.",
    )
    rows = teller.rows(
        f"{desk.booths} in stock, {BOOTHS_EACH - desk.booths} in cities"
        for desk in teller.view.desks
    )
    tries = (("build", ""),)
    return Explanation("Booths", told, rows, tries=tries, rule="H3.2")


def _unsold(teller: _Teller, name: str) -> Explanation:
    del name
    told = (
        f"Each is worth 1 point at the end. After a turn {KEPT} can be kept.",
        "When another player sells a colour, one marker of that colour is lost.",
    )
    rows = teller.rows(_lot(desk.unsold) for desk in teller.view.desks)
    tries = (("sell", ""), ("build", ""))
    return Explanation("Unsold goods", told, rows, tries=tries, rule="H3.3")


def _sold(teller: _Teller, name: str) -> Explanation:
    del name
    told = ("Each is worth 1 point and 1 more for each barrel. Nothing can take them away.",)
    rows = teller.rows(
        f"{_lot(desk.sold)}: {counted(sold_points(desk.sold), 'point')}"
        for desk in teller.view.desks
    )
    return Explanation("Sold goods", told, rows, rule="H4.2")


def _lot(codes: Sequence[int]) -> str:
    return capital(listed([goods_name(code) for code in codes])) if codes else "Nothing"


def _player(teller: _Teller, name: str) -> Explanation:
    view, seat = teller.view, int(name)
    lines = score(view, seat)
    rows = tuple((capital(line), counted(points, "point")) for line, points in lines.items())
    told = ("What the end of the game would count if it came now.",)
    heading = capital(f"{teller.whose(seat)} points so far")
    return Explanation(heading, told, rows, (("piles", "End of the game"),), rule="H4.2")


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
