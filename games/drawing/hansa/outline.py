"""The board in words, part by part, and the state of the game in a few sentences."""

from collections.abc import Iterator, Sequence

from games.drawing.hansa.sheet import Sheet, sheet
from games.drawing.hansa.words import city_name, goods_words
from games.drawing.outline import Fact, Part, Place, parts, who
from games.drawing.score import listed
from games.rules.hansa.board import City
from games.rules.hansa.pieces import COLOURS, counted
from games.rules.hansa.questions import leader, score
from games.rules.hansa.view import View


def outline(view: View, names: Sequence[str]) -> list[Part]:
    """Return the board from what a view knows; players are called by colour and name."""
    reader = _Reader(view, names)
    return parts(map(reader.city, reader.board.cities), reader.routes(), reader.others())


class _Reader:
    """Puts one view in words."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        self.view = view
        self.names = names
        self.drawn: Sheet = sheet(view.board)
        self.board = self.drawn.board

    def city(self, city: City) -> Place:
        row = self.view.booths[city.index]
        most = leader(row)
        box = self.drawn.layout.towns[city.index].whole
        booths = ", ".join(
            f"{who(seat, self.names)} {count}" for seat, count in enumerate(row) if count
        )
        facts: list[Fact] = [
            ("Most booths", "nobody" if most is None else who(most, self.names)),
            ("Booths", booths or "none"),
        ]
        if city.index == self.view.ship:
            facts.insert(0, ("Ship", "here"))
        exits = [self.board.cities[number] for number in self.board.exits[city.index]]
        facts.append(("The ship sails on to", ", ".join(each.name for each in exits)))
        return Place(
            f"city:{city.id}",
            city.name,
            ((box.left + box.right) / 2, (box.top + box.bottom) / 2),
            tuple(facts),
            called="Warehouses",
            inside=tuple(self.warehouses(city)),
            along=tuple(f"city:{each.id}" for each in exits),
        )

    def warehouses(self, city: City) -> Iterator[Place]:
        for number, slot in enumerate(city.warehouses, 1):
            code = self.view.warehouses[slot]
            name = self.drawn.warehouse_ids[slot]
            words = goods_words(code) if code else "empty"
            yield Place(
                name,
                f"Warehouse {number} in {city.name}",
                self.drawn.warehouses[slot],
                (("", words),),
            )

    def routes(self) -> Iterator[Place]:
        """The ways of the ship, each in its only direction."""
        for leg in self.drawn.layout.legs:
            start, end = self.board.cities[leg.start], self.board.cities[leg.end]
            facts = (
                ("From", start.name),
                ("To", end.name),
                ("Over", "land" if leg.overland else "sea"),
            )
            yield Place("", f"{start.name} to {end.name}", None, facts)

    def others(self) -> Iterator[Place]:
        """What is beside cities and routes."""
        view = self.view
        piles = ", ".join(map(str, view.piles))
        words = f"{counted(sum(view.piles), 'marker')} in piles of {piles}"
        yield Place("piles", "The piles", self.drawn.places["piles"], (("", words),))
        if view.left_out:
            colours = ", ".join(COLOURS[colour] for colour in view.left_out)
            yield Place("", "Left out", None, (("", colours),))
        if view.last_round and not view.ended_by:
            yield Place("", "The last round", None, (("", "the last pile has been started"),))


def position(view: View, names: Sequence[str]) -> str:
    """Return points so far, talers, where the ship is, and how many markers are left."""
    totals = [score(view, seat)["total"] for seat in range(view.players)]
    scores = listed([f"{total} for {name}" for total, name in zip(totals, names, strict=True)])
    talers = listed(
        [f"{desk.talers} for {name}" for name, desk in zip(names, view.desks, strict=True)]
    )
    return (
        f"Points so far: {scores}. Talers: {talers}. The ship is in {city_name(view, view.ship)}. "
        f"The piles have {counted(sum(view.piles), 'marker')} left."
    )


def supply(view: View, seat: int) -> str:
    """Return a seat's talers, its booths in stock and its markers."""
    desk = view.desks[seat]
    markers = (("unsold marker", len(desk.unsold)), ("sold marker", len(desk.sold)))
    held = [(name, number) for name, number in markers if number] or [("marker", 0)]
    owned = (("taler", desk.talers), ("booth", desk.booths), *held)
    return listed([counted(number, name) if number else f"no {name}s" for name, number in owned])
