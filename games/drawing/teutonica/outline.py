"""The board in words, part by part, and the state of the game in a few sentences."""

from collections.abc import Iterator, Sequence

from games.drawing.score import listed
from games.drawing.teutonica.provinces import provinces
from games.drawing.teutonica.sheet import Sheet, sheet
from games.drawing.teutonica.words import PERMANENT_NAMES, piece_name
from games.rules.teutonica.board import City, Route
from games.rules.teutonica.pieces import (
    ABILITY_NAMES,
    KIND_NAMES,
    MARKER_NAMES,
    PRIVILEGES,
    SPECIAL_PRESTIGE,
    in_words,
)
from games.rules.teutonica.questions import controlled, controller, ends
from games.rules.teutonica.view import View
from games.wording import ENGLISH
from games.wording.outline import Fact, Part, Place, parts
from games.wording.seats import who as _who


def outline(view: View, names: Sequence[str]) -> list[Part]:
    """Return the board from what a view knows; players are called by colour and name."""
    reader = _Reader(view, names)
    return parts(
        map(reader.city, reader.board.cities),
        map(reader.route, reader.board.routes),
        reader.others(),
        ENGLISH,
    )


def who(seat: int, names: Sequence[str]) -> str:
    return _who(seat, names, ENGLISH)


class _Reader:
    """Puts one view in words."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.names = names
        self.drawn: Sheet = sheet(view.board)
        self.board = self.drawn.board

    def city(self, city: City) -> Place:
        seat = controller(self.view, city.index)
        facts: list[Fact] = [("Controlled by", "nobody" if seat is None else who(seat, self.names))]
        if about := ", ".join(self.about(city)):
            facts.append(("About", about))
        return Place(
            f"city:{city.id}",
            city.name,
            tuple(facts),
            called="Offices",
            inside=tuple(self.offices(city)),
        )

    def about(self, city: City) -> Iterator[str]:
        """What is special in a city."""
        if city.index in self.view.completed:
            yield "completed"
        if city.index in self.board.connection:
            yield "an end of the connection"
        if city.green:
            yield "green"
        yield from (f"develops {ABILITY_NAMES[ability]}" for ability in city.develops)
        if city.special_prestige:
            yield "special prestige"
        if self.board.id == "britannia":
            yield from map(str.capitalize, city.countries)
        if city.grants:
            yield f"its last office lets into {' and '.join(map(str.capitalize, city.grants))}"

    def offices(self, city: City) -> Iterator[Place]:
        """The offices from left to right: extra ones, printed ones, founded ones."""
        for code in self.view.extras[city.index]:
            words = f"{piece_name(code)}, extra"
            yield Place("", f"Extra office in {city.name}", (("", words),))
        for number, office in enumerate(city.offices, 1):
            code, printed = self.view.offices[office], self.board.offices[office]
            if code:
                words = piece_name(code)
            else:
                coin = f", {printed.coin} prestige" if printed.coin else ""
                kind, colour = KIND_NAMES[printed.kind], PRIVILEGES[printed.privilege]
                words = f"free, {colour}, for a {kind}{coin}"
            name = f"office:{city.id}.{number}"
            yield Place(name, f"Office {number} in {city.name}", (("", words),))
        for code in self.view.founded[city.index]:
            yield Place("", f"Further office in {city.name}", (("", piece_name(code)),))

    def route(self, route: Route) -> Place:
        facts: list[Fact] = []
        marker = self.view.route_markers[route.index]
        if marker is not None:
            facts.append(("Marker", MARKER_NAMES[marker]))
        elif route.permanent_marker:
            words = f"{PERMANENT_NAMES[route.permanent_marker]}, permanent"
            facts.append(("Marker", words))
        if self.board.id == "britannia":
            facts.append(("Country", route.country.capitalize()))
        return Place(
            f"route:{route.id}",
            route.name,
            tuple(facts),
            called="Spaces",
            inside=tuple(map(self.space, route.spaces)),
        )

    def space(self, space: int) -> Place:
        code = self.view.spaces[space]
        free = "free, for merchants only" if self.board.boats[space] else "free"
        return Place(
            f"space:{self.board.space_ids[space]}",
            self.drawn.names[space],
            (("", piece_name(code) if code else free),),
        )

    def others(self) -> Iterator[Place]:
        """What is beside cities and routes."""
        view, board = self.view, self.board
        prestige = ", ".join(
            f"{who(seat, self.names)} {desk.prestige}" for seat, desk in enumerate(view.desks)
        )
        completed = ", ".join(board.cities[city].name for city in view.completed) or "none"
        yield Place("", "Prestige", (("", prestige),))
        yield Place(
            "",
            "Completed cities",
            (("", f"{completed}; the game ends at {ends(view).cities.whole}"),),
        )
        yield Place("", "Bonus markers left", (("", str(view.marker_supply)),))
        if self.drawn.specials:
            yield Place(
                "",
                "Special prestige",
                (),
                called="Fields",
                inside=tuple(self.specials()),
            )
        if view.hand:
            words = ", ".join(map(piece_name, view.hand))
            yield Place("", "To be placed", (("", words),))
        if board.facts.get("provinces") and view.options.get("two_player") == "pawn":
            where = "not placed yet" if view.pawn is None else f"in province {view.pawn}"
            yield Place(
                "",
                "The pawn",
                (("", where),),
                called="Provinces",
                inside=tuple(
                    Place(
                        f"province:{each.number}",
                        f"Province {each.number}",
                        (("", "the pawn" if each.number == view.pawn else "no pawn"),),
                    )
                    for each in provinces(board.id)
                ),
            )

    def specials(self) -> Iterator[Place]:
        """The fields of the special prestige table."""
        for field in range(len(self.drawn.specials)):
            points, colour = SPECIAL_PRESTIGE[field], PRIVILEGES[field]
            seat = self.view.special[field]
            # Only merchants go there.
            words = piece_name(2 * seat) if seat else "free"
            yield Place(
                f"special:{points}",
                f"{points} special prestige",
                (("", f"{words}, {colour}"),),
            )


def position(view: View, names: Sequence[str]) -> str:
    """Return prestige, who controls how many cities, and how many cities are completed."""
    prestige = listed(
        [f"{desk.prestige} for {name}" for name, desk in zip(names, view.desks, strict=True)]
    )
    cities = [len(controlled(view, seat)) for seat in range(view.players)]
    held = listed(
        [f"{count} by {name}" for name, count in zip(names, cities, strict=True) if count]
        or ["none"]
    )
    completed = ends(view).cities
    return (
        f"Prestige: {prestige}. Cities controlled: {held}. "
        f"Cities completed: {completed.done}; the game ends at {completed.whole}."
    )


def supply(view: View, seat: int) -> str:
    """Return a seat's supply and stock, and the markers that it can use."""
    desk = view.desks[seat]
    markers = [MARKER_NAMES[kind] for kind in desk.markers]
    told = f"{in_words(*desk.supply)}; in stock {in_words(*desk.stock)}"
    return f"{told}; {listed(markers)}" if markers else told
