"""The board in words, part by part, and the state of the game in a few sentences."""

from collections.abc import Iterator, Sequence

from games.rules.common import message as m
from games.rules.common.message import Message, Player, message, plural_term, series, term
from games.rules.hansa.board import City, load_board
from games.rules.hansa.pieces import BOOTH, TALER
from games.rules.hansa.questions import leader, score
from games.rules.hansa.view import View
from games.wording.hansa.words import COLOURS, MARKER, city_name, goods_words
from games.wording.language import Language
from games.wording.outline import Fact, Part, Place, parts
from games.wording.seats import who


def outline(view: View, names: Sequence[str], language: Language) -> list[Part]:
    """Return the board from what a view knows; players are called by colour and name."""
    reader = _Reader(view, names, language)
    cities = map(reader.city, reader.board.cities)
    return parts(cities, reader.routes(), reader.others(), language)


class _Reader:
    """Puts one view in words."""

    def __init__(self, view: View, names: Sequence[str], language: Language) -> None:
        self.view = view
        self.names = names
        self.language = language
        self.say = language.say
        self.board = load_board(view.board)

    def who(self, seat: int) -> str:
        return who(seat, self.names, self.language)

    def city(self, city: City) -> Place:
        row = self.view.booths[city.index]
        most = leader(row)
        booths = [Player(f"{self.who(seat)} {count}") for seat, count in enumerate(row) if count]
        exits = [m.Place(self.board.cities[number].name) for number in self.board.exits[city.index]]
        facts: list[Fact] = [
            (
                self.say(term("outline", "Most booths")),
                self.say(term("outline", "nobody")) if most is None else self.who(most),
            ),
            (
                self.say(term("outline", "Booths")),
                self.language.listed(booths) if booths else self.say(term("outline", "none")),
            ),
            (self.say(term("outline", "The ship sails on to")), self.language.listed(exits, "or")),
        ]
        if city.index == self.view.ship:
            here = self.say(term("outline", "Ship")), self.say(term("outline", "here"))
            facts.insert(0, here)
        return Place(
            f"city:{city.id}",
            city.name,
            tuple(facts),
            called=self.say(term("outline", "Warehouses")),
            inside=tuple(self.warehouses(city)),
        )

    def warehouses(self, city: City) -> Iterator[Place]:
        for number, slot in enumerate(city.warehouses, 1):
            code = self.view.warehouses[slot]
            name = term(
                "outline", "Warehouse {number} in {city}", number=number, city=m.Place(city.name)
            )
            words = self.say(goods_words(code) if code else term("outline", "empty"))
            yield Place(f"warehouse:{city.id}.{number}", self.say(name), (("", words),))

    def routes(self) -> Iterator[Place]:
        """The ways of the ship, each in its only direction."""
        land, sea = term("outline", "land"), term("outline", "sea")
        for route in self.board.facts["routes"]:
            start, end = (
                self.board.cities[self.board.city_numbers[route[side]]] for side in ("from", "to")
            )
            facts = (
                (self.say(term("outline", "From")), start.name),
                (self.say(term("outline", "To")), end.name),
                (
                    self.say(term("outline", "Over")),
                    self.say(land if route.get("overland") else sea),
                ),
            )
            name = term(
                "outline", "{start} to {end}", start=m.Place(start.name), end=m.Place(end.name)
            )
            yield Place("", self.say(name), facts)

    def others(self) -> Iterator[Place]:
        """What is beside cities and routes."""
        view = self.view
        left = plural_term(
            "outline",
            sum(view.piles),
            "1 marker in piles of {piles}",
            "{number} markers in piles of {piles}",
            piles=series(view.piles),
        )
        yield self.other("piles", term("outline", "The piles"), left)
        if view.left_out:
            name = self.say(term("outline", "Left out"))
            colours = self.language.listed(COLOURS[colour] for colour in view.left_out)
            yield Place("", name, (("", colours),))
        if view.last_round and not view.ended_by:
            started = term("outline", "the last pile has been started")
            yield self.other("", term("outline", "The last round"), started)

    def other(self, place: str, name: Message, words: Message) -> Place:
        return Place(place, self.say(name), (("", self.say(words)),))


def position(view: View, names: Sequence[str]) -> list[Message]:
    """Return points so far, talers, where the ship is, and how many markers are left."""
    return [
        message(
            "Points so far: {points}.",
            points=series(
                term(
                    "position",
                    "{number} for {player}",
                    number=score(view, seat)["total"],
                    player=Player(name),
                )
                for seat, name in enumerate(names)
            ),
        ),
        message(
            "Talers: {talers}.",
            talers=series(
                term("position", "{number} for {player}", number=desk.talers, player=Player(name))
                for name, desk in zip(names, view.desks, strict=True)
            ),
        ),
        message("The ship is in {city}.", city=city_name(view, view.ship)),
        message("The piles have {markers} left.", markers=MARKER.object(sum(view.piles))),
    ]


def supply(view: View, seat: int, language: Language) -> str:
    """Return a seat's talers, its booths in stock and its markers."""
    desk = view.desks[seat]
    unsold, sold = len(desk.unsold), len(desk.sold)
    owned = [
        TALER.subject(desk.talers) if desk.talers else term("supply", "no talers"),
        BOOTH.subject(desk.booths) if desk.booths else term("supply", "no booths"),
    ]
    if unsold:
        owned.append(plural_term("supply", unsold, "1 unsold marker", "{number} unsold markers"))
    if sold:
        owned.append(plural_term("supply", sold, "1 sold marker", "{number} sold markers"))
    if not unsold and not sold:
        owned.append(term("supply", "no markers"))
    return language.listed(owned)
