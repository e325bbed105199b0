"""The board in words, part by part, and the state of the game in a few sentences."""

from collections.abc import Iterator, Sequence

from games.rules.common import message as m
from games.rules.common.message import Message, Part, Player, message, series, term
from games.rules.teutonica.board import City, Route, load_board
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.pieces import (
    ABILITY_WORDS,
    COUNTRY_WORDS,
    MARKER_WORDS,
    PRIVILEGE_WORDS,
    SPECIAL_PRESTIGE,
    TRADER,
)
from games.rules.teutonica.questions import controlled, controller, ends
from games.rules.teutonica.view import View
from games.wording import outline as common
from games.wording.language import Language
from games.wording.outline import Fact, Place, parts
from games.wording.seats import who
from games.wording.teutonica.amounts import held
from games.wording.teutonica.words import PERMANENT_WORDS, piece_name, space_names


def outline(view: View, names: Sequence[str], language: Language) -> list[common.Part]:
    """Return the board from what a view knows; players are called by colour and name."""
    reader = _Reader(view, names, language)
    return parts(
        map(reader.city, reader.board.cities),
        map(reader.route, reader.board.routes),
        reader.others(),
        language,
    )


class _Reader:
    """Puts one view in words."""

    def __init__(self, view: View, names: Sequence[str], language: Language) -> None:
        self.view = view
        self.names = names
        self.language = language
        self.say = language.say
        self.board = load_board(view.board)
        self.spaces = space_names(view.board)

    def who(self, seat: int) -> str:
        return who(seat, self.names, self.language)

    def place(self, name: str, title: Message, words: Message) -> Place:
        """Return a place of which one thing is told."""
        return Place(name, self.say(title), (("", self.say(words)),))

    def city(self, city: City) -> Place:
        seat = controller(self.view, city.index)
        nobody = self.say(term("outline", "nobody"))
        facts: list[Fact] = [
            (
                self.say(term("outline", "Controlled by")),
                nobody if seat is None else self.who(seat),
            )
        ]
        if about := ", ".join(map(self.say, self.about(city))):
            facts.append((self.say(term("outline", "About")), about))
        return Place(
            f"city:{city.id}",
            city.name,
            tuple(facts),
            called=self.say(term("outline", "Offices")),
            inside=tuple(self.offices(city)),
        )

    def about(self, city: City) -> Iterator[Message]:
        """What is special in a city."""
        if city.index in self.view.completed:
            yield term("outline", "completed")
        if city.index in self.board.connection:
            yield term("outline", "an end of the connection")
        if city.green:
            yield term("outline", "green")
        for ability in city.develops:
            yield term("outline", "develops {ability}", ability=ABILITY_WORDS[ability])
        if city.special_prestige:
            yield term("outline", "special prestige")
        if abroad(self.board):
            yield from (COUNTRY_WORDS[country] for country in city.countries)
        if city.grants:
            countries = series(COUNTRY_WORDS[country] for country in city.grants)
            yield term("outline", "its last office lets into {countries}", countries=countries)

    def offices(self, city: City) -> Iterator[Place]:
        """The offices from left to right: extra ones, printed ones, founded ones."""
        name = m.Place(city.name)
        for code in self.view.extras[city.index]:
            title = term("outline", "Extra office in {city}", city=name)
            yield self.place("", title, term("outline", "{piece}, extra", piece=piece_name(code)))
        for number, office in enumerate(city.offices, 1):
            code = self.view.offices[office]
            title = term("outline", "Office {number} in {city}", number=number, city=name)
            words = piece_name(code) if code else self.free_office(office)
            yield self.place(f"office:{city.id}.{number}", title, words)
        for code in self.view.founded[city.index]:
            title = term("outline", "Further office in {city}", city=name)
            yield self.place("", title, piece_name(code))

    def free_office(self, office: int) -> Message:
        """What a free office needs and gives."""
        printed = self.board.offices[office]
        gives: dict[str, Part] = {"colour": PRIVILEGE_WORDS[printed.privilege]}
        if printed.coin:
            gives["points"] = printed.coin
            if printed.kind == TRADER:
                return term("outline", "free, {colour}, for a trader, {points} prestige", **gives)
            return term("outline", "free, {colour}, for a merchant, {points} prestige", **gives)
        if printed.kind == TRADER:
            return term("outline", "free, {colour}, for a trader", **gives)
        return term("outline", "free, {colour}, for a merchant", **gives)

    def route(self, route: Route) -> Place:
        facts: list[Fact] = []
        marker, permanent = self.view.route_markers[route.index], route.permanent_marker
        heading = self.say(term("outline", "Marker"))
        if marker is not None:
            facts.append((heading, self.say(MARKER_WORDS[marker])))
        elif permanent:
            words = term("outline", "{marker}, permanent", marker=PERMANENT_WORDS[permanent])
            facts.append((heading, self.say(words)))
        if abroad(self.board):
            country = self.say(COUNTRY_WORDS[route.country])
            facts.append((self.say(term("outline", "Country")), country))
        return Place(
            f"route:{route.id}",
            route.name,
            tuple(facts),
            called=self.say(term("outline", "Spaces")),
            inside=tuple(map(self.space, route.spaces)),
        )

    def space(self, space: int) -> Place:
        code = self.view.spaces[space]
        if code:
            words = piece_name(code)
        elif self.board.boats[space]:
            words = term("outline", "free, for merchants only")
        else:
            words = term("outline", "free")
        name = f"space:{self.board.space_ids[space]}"
        return Place(name, self.spaces[space], (("", self.say(words)),))

    def others(self) -> Iterator[Place]:
        """What is beside cities and routes."""
        view, say = self.view, self.say
        prestige = ", ".join(
            f"{self.who(seat)} {desk.prestige}" for seat, desk in enumerate(view.desks)
        )
        yield Place("", say(term("outline", "Prestige")), (("", prestige),))
        yield self.place("", term("outline", "Completed cities"), self.completed())
        left = str(view.marker_supply)
        yield Place("", say(term("outline", "Bonus markers left")), (("", left),))
        if any(city.special_prestige for city in self.board.cities):
            yield Place(
                "",
                say(term("outline", "Special prestige")),
                (),
                called=say(term("outline", "Fields")),
                inside=tuple(self.specials()),
            )
        if view.hand:
            words = ", ".join(say(piece_name(code)) for code in view.hand)
            yield Place("", say(term("outline", "To be placed")), (("", words),))
        if self.board.facts.get("provinces") and view.options.get("two_player") == "pawn":
            if view.pawn is None:
                where = term("outline", "not placed yet")
            else:
                where = term("outline", "in province {number}", number=view.pawn)
            yield Place(
                "",
                say(term("outline", "The pawn")),
                (("", say(where)),),
                called=say(term("outline", "Provinces")),
                inside=tuple(self.provinces()),
            )

    def completed(self) -> Message:
        """The completed cities, and how many end the game."""
        end = ends(self.view).cities.whole
        cities = [m.Place(self.board.cities[city].name) for city in self.view.completed]
        if not cities:
            return term("outline", "none; the game ends at {number}", number=end)
        return term(
            "outline", "{cities}; the game ends at {number}", cities=series(cities), number=end
        )

    def provinces(self) -> Iterator[Place]:
        """The provinces, and in which the pawn is."""
        for facts in self.board.facts["provinces"]:
            number = int(facts["id"])
            if number == self.view.pawn:
                words = term("outline", "the pawn")
            else:
                words = term("outline", "no pawn")
            title = term("outline", "Province {number}", number=number)
            yield self.place(f"province:{number}", title, words)

    def specials(self) -> Iterator[Place]:
        """The fields of the special prestige table."""
        fields = zip(SPECIAL_PRESTIGE, PRIVILEGE_WORDS, self.view.special, strict=True)
        for points, colour, seat in fields:
            title = term("outline", "{points} special prestige", points=points)
            if seat:
                # Only merchants go there.
                piece = piece_name(2 * seat)
                words = term("outline", "{piece}, {colour}", piece=piece, colour=colour)
            else:
                words = term("outline", "free, {colour}", colour=colour)
            yield self.place(f"special:{points}", title, words)


def position(view: View, names: Sequence[str]) -> list[Message]:
    """Return prestige, who controls how many cities, and how many cities are completed."""
    cities = [len(controlled(view, seat)) for seat in range(view.players)]
    held_by = [
        term("position", "{number} by {player}", number=count, player=Player(name))
        for name, count in zip(names, cities, strict=True)
        if count
    ]
    completed = ends(view).cities
    return [
        message(
            "Prestige: {points}.",
            points=series(
                term(
                    "position",
                    "{number} for {player}",
                    number=desk.prestige,
                    player=Player(name),
                )
                for name, desk in zip(names, view.desks, strict=True)
            ),
        ),
        message("Cities controlled: {cities}.", cities=series(held_by))
        if held_by
        else message("Cities controlled: none."),
        message(
            "Cities completed: {done}; the game ends at {whole}.",
            done=completed.done,
            whole=completed.whole,
        ),
    ]


def supply(view: View, seat: int) -> Message:
    """Return a seat's supply and stock, and the markers that it can use."""
    desk = view.desks[seat]
    owned: dict[str, Part] = {"supply": held(*desk.supply), "stock": held(*desk.stock)}
    if desk.markers:
        owned["markers"] = series(MARKER_WORDS[kind] for kind in desk.markers)
        return term("supply", "{supply}; in stock {stock}; {markers}", **owned)
    return term("supply", "{supply}; in stock {stock}", **owned)
