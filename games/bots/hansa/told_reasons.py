"""What a turn of Hansa does, or others reply, in sentences."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.bots.stories import Fact
from games.rules.common.message import (
    Message,
    Part,
    Place,
    Player,
    Series,
    message,
    plural,
    series,
)
from games.rules.hansa.board import Board
from games.rules.hansa.pieces import (
    BOOTH,
    COLOURS,
    GOODS,
    TALER,
    good_id,
    goods,
    several_goods,
)

NOTHING: Final = "-"
"""What stands in the place of markers where there are none."""
CODES: Final = {good_id(code): code for code in GOODS}
PREPARED: Final = dict(
    zip(
        COLOURS,
        (
            message("It prepares a sale of red markers next turn."),
            message("It prepares a sale of yellow markers next turn."),
            message("It prepares a sale of green markers next turn."),
            message("It prepares a sale of blue markers next turn."),
            message("It prepares a sale of purple markers next turn."),
            message("It prepares a sale of brown markers next turn."),
        ),
        strict=True,
    )
)


def told(board: Board, fact: Fact, names: Sequence[str]) -> list[Message]:
    """Return a fact of `games.bots.hansa.reasons` in sentences."""
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

    def city(self, city: str) -> Place:
        return Place(self.board.cities[self.board.city_numbers[city]].name)

    def built(self, city: str, booths: int) -> dict[str, Part]:
        return {"booths": BOOTH.object(booths), "city": self.city(city)}

    # What the turn itself brings.

    def _ends(self) -> Iterator[Message]:
        yield message("It ends the game, and you win it.")

    def _sells(self, sold: str, points: int, instead: int) -> Iterator[Message]:
        parts: dict[str, Part] = {"goods": several_goods(_codes(sold), "object"), "points": points}
        if instead:
            yield message(
                "It sells {goods} for {points} points instead of {before}.",
                before=instead,
                **parts,
            )
        else:
            yield message("It sells {goods} for {points} points.", **parts)

    def _loses(self, rival: int, lost: str) -> Iterator[Message]:
        yield message(
            "It makes {player} lose {goods}.", player=self.player(rival), goods=_each(lost)
        )

    def _booths_alone(self, city: str, booths: int) -> Iterator[Message]:
        yield message(
            "It puts {booths} in {city}, where nobody else has any.", **self.built(city, booths)
        )

    def _booths_most(self, city: str, booths: int) -> Iterator[Message]:
        yield message(
            "It puts {booths} in {city}, so that you have the most there.",
            **self.built(city, booths),
        )

    def _booths_beside(self, city: str, booths: int, rival: int) -> Iterator[Message]:
        yield message(
            "It puts {booths} in {city}, where {player} would otherwise be alone.",
            player=self.player(rival),
            **self.built(city, booths),
        )

    def _booths_catch(self, city: str, booths: int, rival: int) -> Iterator[Message]:
        yield message(
            "It puts {booths} in {city}, where {player} then no longer has the most.",
            player=self.player(rival),
            **self.built(city, booths),
        )

    def _booths(self, city: str, booths: int) -> Iterator[Message]:
        yield message("It puts {booths} in {city}.", **self.built(city, booths))

    def _prepares(self, colours: str) -> Iterator[Message]:
        yield from (PREPARED[colour] for colour in colours.split(","))

    def _spoils(self, rival: int) -> Iterator[Message]:
        yield message("It leaves {player} without a sale in reply.", player=self.player(rival))

    def _spoils_from(self, rival: int, city: str) -> Iterator[Message]:
        yield message(
            "It leaves the ship in {city}, and {player} without a sale in reply.",
            city=self.city(city),
            player=self.player(rival),
        )

    def _saves(self, markers: int) -> Iterator[Message]:
        yield plural(
            markers,
            "It saves you 1 marker from the sales of the others.",
            "It saves you {number} markers from the sales of the others.",
        )

    def _buys(self, good: str, city: str, rival: int) -> Iterator[Message]:
        yield message(
            "It buys {goods} in {city}, which {player} would buy next.",
            goods=goods(CODES[good], "object"),
            city=self.city(city),
            player=self.player(rival),
        )

    def _fills_nothing(self) -> Iterator[Message]:
        yield message("It doesn't pay to fill the warehouses for the others.")

    def _fills(self) -> Iterator[Message]:
        yield message("It fills the warehouses, so that there is more to buy.")

    def _pays(self, rival: int, talers: int, instead: int) -> Iterator[Message]:
        player = self.player(rival)
        if talers:
            yield message(
                "It pays {player} {talers} instead of {before}.",
                player=player,
                talers=TALER.object(talers),
                before=instead,
            )
        else:
            yield message("It pays {player} nothing.", player=player)

    def _keeps(self, talers: int, instead: int) -> Iterator[Message]:
        kept = TALER.object(talers)
        if instead:
            yield message(
                "It keeps {talers} for your next turn instead of {before}.",
                talers=kept,
                before=instead,
            )
        else:
            yield message("It keeps {talers} for your next turn instead of none.", talers=kept)

    # What others reply.

    def _they_sell(self, rival: int, sold: str, points: int, lost: str) -> Iterator[Message]:
        parts: dict[str, Part] = {
            "player": self.player(rival),
            "goods": several_goods(_codes(sold), "object"),
            "points": points,
        }
        if lost == NOTHING:
            yield message("{player} sells {goods} for {points} points.", **parts)
        else:
            yield message(
                "{player} sells {goods} for {points} points, and you lose {lost}.",
                lost=_each(lost),
                **parts,
            )

    def _build_beside(self, rival: int, city: str, booths: int) -> Iterator[Message]:
        yield message(
            "{player} puts {booths} in {city}, where you are no longer alone.",
            player=self.player(rival),
            **self.built(city, booths),
        )

    def _build_past(self, rival: int, city: str, booths: int) -> Iterator[Message]:
        yield message(
            "{player} puts {booths} in {city}, and you no longer have the most there.",
            player=self.player(rival),
            **self.built(city, booths),
        )

    def _build_alone(self, rival: int, city: str, booths: int) -> Iterator[Message]:
        yield message(
            "{player} puts {booths} in {city}, where nobody else has any.",
            player=self.player(rival),
            **self.built(city, booths),
        )

    def _build_most(self, rival: int, city: str, booths: int) -> Iterator[Message]:
        yield message(
            "{player} puts {booths} in {city} and then has the most there.",
            player=self.player(rival),
            **self.built(city, booths),
        )

    def _they_buy(self, rival: int, good: str, city: str) -> Iterator[Message]:
        yield message(
            "{player} buys {goods} in {city}, which you could have bought.",
            player=self.player(rival),
            goods=goods(CODES[good], "object"),
            city=self.city(city),
        )

    def _over(self) -> Iterator[Message]:
        yield message("The game ends, and you have not won it.")

    def _begins_last(self, rival: int) -> Iterator[Message]:
        yield message(
            "{player} fills the warehouses, and the last round begins.", player=self.player(rival)
        )


def _codes(markers: str) -> list[int]:
    return [CODES[each] for each in markers.split(",")]


def _each(markers: str) -> Series:
    return series(goods(code, "object") for code in _codes(markers))
