"""What a turn of Hansa Teutonica does, or others reply, in sentences."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from games.bots.stories import Fact
from games.rules.common.message import Message, Part, Place, Player, message, plural, term
from games.rules.teutonica.board import Board
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_WORDS,
    ALL,
    KIND_NAMES,
    MARKER_WORDS,
    MARKERS,
    PIECE,
    PRIVILEGE_WORDS,
    TRADER,
)

NOTHING: Final = "-"
"""What a claim that takes no marker, or is for nothing, has in their place."""


def told(board: Board, fact: Fact, names: Sequence[str]) -> list[Message]:
    """Return a fact of `games.bots.teutonica.reasons` in sentences."""
    kind, *rest = fact
    tell: Callable[..., Iterator[Message]] = getattr(_Teller(board, names), f"_{kind}")
    return [*tell(*rest)]


class _Teller:
    """Has a method for each kind of fact."""

    def __init__(self, board: Board, names: Sequence[str]) -> None:
        self.board = board
        self.names = names

    def player(self, number: int) -> Player:
        return Player(self.names[number - 1])

    def route(self, route: str) -> Place:
        return Place(self.board.route(route).name)

    def city(self, city: Any) -> Place:
        return Place(self.board.city(city).name)

    # What the turn itself brings.

    def _ends(self) -> Iterator[Message]:
        yield message("It ends the game, and you win it.")

    def _office(self, city: str, controls: int) -> Iterator[Message]:
        place = self.city(city)
        if controls:
            yield message("It opens an office in {city}, so that you control the city.", city=place)
        else:
            yield message("It opens an office in {city}.", city=place)

    def _extra(self, city: str) -> Iterator[Message]:
        yield message("It opens an extra office in {city}.", city=self.city(city))

    def _takes(self, marker: str) -> Iterator[Message]:
        yield message("It takes the bonus marker {marker}.", marker=_marker(marker))

    def _special(self, points: int) -> Iterator[Message]:
        yield message("It scores {points} special prestige points.", points=points)

    def _develops(self, ability: str, value: int) -> Iterator[Message]:
        told: Part = value
        if ability == "privilege":
            told = PRIVILEGE_WORDS[value]
        elif value == ALL:
            told = term("bank", "all")
        yield message("It develops {ability} to {value}.", ability=_ability(ability), value=told)

    def _gains(self, prestige: int, instead: int) -> Iterator[Message]:
        if instead:
            yield message(
                "It gains {prestige} prestige points instead of {before}.",
                prestige=prestige,
                before=instead,
            )
        else:
            yield plural(
                prestige, "It gains 1 prestige point.", "It gains {number} prestige points."
            )

    def _gives(self, rival: int) -> Iterator[Message]:
        yield message("It gives {player} no prestige points.", player=self.player(rival))

    def _keeps(self, marker: str) -> Iterator[Message]:
        yield message("It keeps the bonus marker {marker} for later.", marker=_marker(marker))

    def _supply(self, now: int, then: int) -> Iterator[Message]:
        pieces = PIECE.object(now)
        if then:
            yield message(
                "It leaves {pieces} in your supply instead of {before}.",
                pieces=pieces,
                before=then,
            )
        else:
            yield message("It leaves {pieces} in your supply instead of none.", pieces=pieces)

    # What it means for routes.

    def _stops(self, rival: int, route: str, *claim: Any) -> Iterator[Message]:
        yield message(
            "It stops {player} from claiming {route}.",
            player=self.player(rival),
            route=self.route(route),
        )
        yield from self.purpose(*claim)

    def _hinders(self, rival: int, route: str, *claim: Any) -> Iterator[Message]:
        yield message(
            "It gets in the way of {player}, who would claim {route}.",
            player=self.player(rival),
            route=self.route(route),
        )
        yield from self.purpose(*claim)

    def _stays(self, rival: int, route: str, *claim: Any) -> Iterator[Message]:
        yield message(
            "It leaves your pieces on {route}, in the way of {player}, who would claim it.",
            player=self.player(rival),
            route=self.route(route),
        )
        yield from self.purpose(*claim)

    def _lifts(self, rival: int, route: str, *claim: Any) -> Iterator[Message]:
        yield message(
            "It takes pieces off {route}, which {player} would claim.",
            route=self.route(route),
            player=self.player(rival),
        )
        yield from self.purpose(*claim)

    def _breaks(self, rival: int, route: str) -> Iterator[Message]:
        yield message(
            "It breaks up {player}'s full route {route}.",
            player=self.player(rival),
            route=self.route(route),
        )

    def _keeps_full(self, route: str, *claim: Any) -> Iterator[Message]:
        yield message(
            "It keeps {route} full, so that you can claim it next turn.", route=self.route(route)
        )
        yield from self.purpose(*claim)

    def _fills(self, route: str, *claim: Any) -> Iterator[Message]:
        yield message(
            "It fills {route}, so that you can claim it next turn.", route=self.route(route)
        )
        yield from self.purpose(*claim)

    def _prepares(self, route: str, *claim: Any) -> Iterator[Message]:
        yield message("It prepares a claim of {route} next turn.", route=self.route(route))
        yield from self.purpose(*claim)

    def _holds(self, route: str) -> Iterator[Message]:
        yield message("It holds {route} full until your next turn.", route=self.route(route))

    def _fills_own(self, route: str) -> Iterator[Message]:
        yield message(
            "It fills {route}, so that you can claim it next turn yourself.",
            route=self.route(route),
        )

    def _prepares_own(self, route: str) -> Iterator[Message]:
        yield message("It prepares your own claim of {route} next turn.", route=self.route(route))

    def _first(self, route: str, rival: int) -> Iterator[Message]:
        yield message(
            "It gets to {route} before {player}.",
            route=self.route(route),
            player=self.player(rival),
        )

    # What others reply.

    def _they_end(self, rival: int) -> Iterator[Message]:
        yield message("{player} ends the game, and you have not won it.", player=self.player(rival))

    def _claims(
        self, rival: int, route: str, use: str, what: Any, marker: str, prestige: int
    ) -> Iterator[Message]:
        player = self.player(rival)
        parts: dict[str, Part] = {"player": player, "route": self.route(route)}
        if use == "office":
            yield message(
                "{player} claims {route} and opens an office in {city}.",
                city=self.city(what),
                **parts,
            )
        elif use == "extra":
            yield message(
                "{player} claims {route} and opens an extra office in {city}.",
                city=self.city(what),
                **parts,
            )
        elif use == "develop":
            yield message(
                "{player} claims {route} and develops {ability}.", ability=_ability(what), **parts
            )
        elif use == "prestige":
            yield message(
                "{player} claims {route} for {points} special prestige points.",
                points=what,
                **parts,
            )
        else:
            yield message("{player} claims {route}.", **parts)
        if marker != NOTHING:
            yield message(
                "{player} takes the bonus marker {marker}.", player=player, marker=_marker(marker)
            )
        if prestige:
            yield plural(
                prestige,
                "{player} gains 1 prestige point.",
                "{player} gains {number} prestige points.",
                player=player,
            )

    def _they_develop(self, rival: int, ability: str) -> Iterator[Message]:
        yield message(
            "{player} develops {ability} with a bonus marker.",
            player=self.player(rival),
            ability=_ability(ability),
        )

    def _they_fill(self, rival: int, route: str) -> Iterator[Message]:
        yield message(
            "{player} fills {route}, ready to claim it.",
            player=self.player(rival),
            route=self.route(route),
        )

    def _they_refill(self, rival: int, route: str) -> Iterator[Message]:
        yield message(
            "{player} claims {route} and fills it again.",
            player=self.player(rival),
            route=self.route(route),
        )

    def _still_full(self, rival: int, route: str) -> Iterator[Message]:
        yield message(
            "{player} still has {route} full, ready to claim it.",
            player=self.player(rival),
            route=self.route(route),
        )

    def _displaces(self, rival: int, kind: str, route: str, full: int) -> Iterator[Message]:
        player, place = self.player(rival), self.route(route)
        trader = kind == KIND_NAMES[TRADER]
        if trader and full:
            yield message(
                "{player} displaces your trader from your full route {route}.",
                player=player,
                route=place,
            )
        elif trader:
            yield message("{player} displaces your trader on {route}.", player=player, route=place)
        elif full:
            yield message(
                "{player} displaces your merchant from your full route {route}.",
                player=player,
                route=place,
            )
        else:
            yield message(
                "{player} displaces your merchant on {route}.", player=player, route=place
            )

    def _comes(self, rival: int, pieces: int, route: str) -> Iterator[Message]:
        yield plural(
            pieces,
            "{player} puts a piece on {route} before you get there.",
            "{player} puts {number} pieces on {route} before you get there.",
            player=self.player(rival),
            route=self.route(route),
        )

    # What a claim is for.

    def purpose(self, use: str, what: Any, marker: str, prestige: int) -> Iterator[Message]:
        """Yield what a claim that is not made yet would bring, if anything."""
        if marker != NOTHING:
            yield self.with_marker(use, what, _marker(marker))
        elif use == "office":
            yield message("The claim would open an office in {city}.", city=self.city(what))
        elif use == "extra":
            yield message("The claim would open an extra office in {city}.", city=self.city(what))
        elif use == "develop":
            yield message("The claim would develop {ability}.", ability=_ability(what))
        elif use == "prestige":
            yield message("The claim would score {points} special prestige points.", points=what)
        elif prestige:
            yield plural(
                prestige,
                "The claim would gain 1 prestige point.",
                "The claim would gain {number} prestige points.",
            )

    def with_marker(self, use: str, what: Any, marker: Message) -> Message:
        """Return what a claim would bring beside a marker."""
        if use == "office":
            return message(
                "The claim would open an office in {city} and take the bonus marker {marker}.",
                city=self.city(what),
                marker=marker,
            )
        if use == "extra":
            return message(
                "The claim would open an extra office in {city} and take the bonus marker"
                " {marker}.",
                city=self.city(what),
                marker=marker,
            )
        if use == "develop":
            return message(
                "The claim would develop {ability} and take the bonus marker {marker}.",
                ability=_ability(what),
                marker=marker,
            )
        if use == "prestige":
            return message(
                "The claim would score {points} special prestige points and take the bonus marker"
                " {marker}.",
                points=what,
                marker=marker,
            )
        return message("The claim would take the bonus marker {marker}.", marker=marker)


def _marker(marker: str) -> Message:
    return MARKER_WORDS[MARKERS.index(marker)]


def _ability(ability: str) -> Message:
    return ABILITY_WORDS[ABILITIES.index(ability)]
