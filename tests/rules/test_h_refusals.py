"""Whatever is refused is refused with a sentence that is true of the table (H1 to H3).

Orders of all kinds are tried for all seats in recorded games; what a sentence says is looked up in
the view, not in the rules.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.rules import record, replay
from games.rules.errors import IllegalOrder
from games.rules.hansa.orders import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Order,
    Replenish,
    Sail,
    Sell,
)
from games.rules.hansa.pieces import COLOURS, colour_of
from games.rules.title import CHANCE
from tests.rules.hansa_positions import BOARD, CODES, HANSA
from tests.rules.titles import KNOWN

RECORDS = sorted((Path(__file__).parents[1] / "records" / "hansa").glob("*.txt"))
ANY_ORDER = KNOWN["hansa"].any_order
IDS = {city.name: city.index for city in BOARD.cities}


@dataclass(frozen=True)
class Refused:
    """An order that was refused: by whom it was given, on what view, and the words that matter."""

    view: Any
    seat: int
    order: Order
    words: tuple[str, ...]

    @property
    def desk(self) -> Any:
        return self.view.desks[self.seat]

    @property
    def here(self) -> tuple[int, ...]:
        """Return the booths in the city of the ship."""
        row: tuple[int, ...] = self.view.booths[self.view.ship]
        return row

    def has(self, code: int) -> bool:
        return code in self.desk.unsold

    def in_warehouses(self, code: int) -> bool:
        return any(self.view.warehouses[w] == code for w in BOARD.cities[self.view.ship].warehouses)

    def pays(self) -> bool:
        others = self.here[: self.seat] + self.here[self.seat + 1 :]
        return self.here[self.seat] <= max(others)


def _code(marker: str) -> int:
    """Return a marker from a sentence: 'red marker with 2 barrels', or 'red markers with ...'."""
    colour, barrels = re.fullmatch(r"(\w+) markers? with (\d) barrels?", marker).groups()
    return CODES[colour + barrels]


def _acting(refused: Refused) -> bool:
    return refused.order.verb in ("buy", "build", "sell")


def _goods(order: Any) -> tuple[int, ...]:
    return order.goods if order.verb == "sell" else (order.good,)


def _lacks(refused: Refused) -> bool:
    code = _code(refused.words[0])
    return code in _goods(refused.order) and not refused.has(code)


def _lacks_so_many(refused: Refused) -> bool:
    code = _code(refused.words[0])
    return _goods(refused.order).count(code) > refused.desk.unsold.count(code) > 0


def _too_few(refused: Refused) -> bool:
    numbers = Counter(map(colour_of, refused.order.goods))
    return bool(refused.here[refused.seat]) and 1 in numbers.values()


def _no_arrow(refused: Refused) -> bool:
    here, there, ways = refused.words
    exits = {BOARD.cities[city].name for city in BOARD.exits[refused.view.ship]}
    return (
        (IDS[here], IDS[there]) == (refused.view.ship, refused.order.city)
        and set(ways.replace(" or ", ", ").split(", ")) == exits
        and there not in exits
    )


def _too_many(refused: Refused) -> bool:
    return len(refused.desk.unsold) - 3 == int(refused.words[0]) > 0


def _losing(refused: Refused) -> bool:
    colours = [COLOURS[colour] for colour in refused.view.losing[refused.seat]]
    wanted = colour_of(refused.order.good)
    said = [f"a {colour} marker" for colour in colours]
    return refused.words[0].split(" or ") == said and COLOURS[wanted] not in colours


def _possible(refused: Refused) -> bool:
    said = refused.words[1].replace(" or ", ", ").replace("'", "").split(", ")
    return refused.words[0] == refused.order.verb not in said


TRUTHS: dict[str, Callable[[Refused], bool]] = {
    r"The game is over\.": lambda r: r.view.prompt == "over",
    r"There is nothing to draw now\.": lambda r: r.seat == CHANCE and r.view.prompt != "chance",
    r"Something is being drawn\. Wait for it\.": lambda r: r.view.prompt == "chance",
    r"Chance cannot do this now\.": lambda r: r.seat == CHANCE and r.view.prompt == "chance",
    r"(?:Another player|Other players) must answer first\. Then your turn goes on\.": lambda r: (
        r.seat == r.view.turn not in r.view.to_move and r.view.prompt == "lose"
    ),
    r"It's not your turn\.": lambda r: r.seat not in (*r.view.to_move, r.view.turn),
    r"Every warehouse is empty\. Start with 'replenish'\.": lambda r: not any(r.view.warehouses),
    r"You've started to pay tolls, so '(\w+)' isn't possible any more this turn\.": lambda r: (
        r.view.prompt == "tolls" and r.words[0] == r.order.verb
    ),
    r"'(\w+)' isn't possible now\. Try (.+)\.": _possible,
    r"You can't put booths in Copenhagen before the first turn\.": lambda r: (
        r.order.city == IDS["Copenhagen"] and r.view.placing_round is not None
    ),
    r"You already have booths in (\w+)\. Put these 2 in another city\.": lambda r: (
        r.view.booths[IDS[r.words[0]]][r.seat] > 0 and r.order.city == IDS[r.words[0]]
    ),
    r"You've already replenished this turn\.": lambda r: r.view.replenished,
    r"You can replenish only before anything else in your turn\.": lambda r: not r.view.replenished,
    r"Every warehouse is full, so there is nothing to replenish\.": lambda r: all(
        r.view.warehouses
    ),
    r"The piles are empty, so there is nothing to replenish with\.": lambda r: (
        not any(r.view.piles) and not all(r.view.warehouses)
    ),
    r"No arrow leads from (\w+) to (\w+)\. You can sail to (.+)\.": _no_arrow,
    r"Sailing costs 1 taler, and you have none\.": lambda r: (
        r.desk.talers == 0 and r.order.city in BOARD.exits[r.view.ship]
    ),
    r"You've acted in this city\. Sail on before you act again\.": lambda r: (
        r.view.acted and _acting(r)
    ),
    r"(\w+) doesn't have a (\w+ marker with \d barrels?)\.": lambda r: (
        IDS[r.words[0]] == r.view.ship and not r.in_warehouses(_code(r.words[1]))
    ),
    r"A marker in (\w+) costs you 1 taler, and you have none\.": lambda r: (
        IDS[r.words[0]] == r.view.ship and r.desk.talers == 0 and r.pays()
    ),
    r"All your booths are on the board\.": lambda r: r.desk.booths == 0,
    r"You don't have a (\w+ marker with \d barrels?)(?: to give up)?\.": _lacks,
    r"You need a booth in (\w+) to sell there\.": lambda r: (
        IDS[r.words[0]] == r.view.ship and r.here[r.seat] == 0
    ),
    r"You don't have that many (\w+ markers with \d barrels?)\.": _lacks_so_many,
    r"Sell at least 2 markers of each colour\.": _too_few,
    r"You have no more than 3 unsold markers, so you keep them\.": lambda r: (
        len(r.desk.unsold) <= 3
    ),
    r"You can keep at most 3 unsold markers\. Discard (\d) first\.": _too_many,
    r"You must lose (.+)\.": _losing,
}
"""What each sentence claims of the position in which it is said, as an expression of its words."""


def refusals(state: Any, seat: int, orders: set[Order]) -> Iterator[tuple[str, Order]]:
    """Yield each order that is refused, with its sentence."""
    for order in orders:
        try:
            HANSA.apply(state, seat, order)
        except IllegalOrder as refused:
            yield str(refused), order


@cache
def all_refused() -> tuple[tuple[str, Any, int, Order], ...]:
    """Return whatever is refused in recorded games: sentence, view, seat and order."""
    found = []
    for file in RECORDS:
        known = record.read(file.read_bytes())
        rng = random.Random(file.stem)
        for step in replay.record_steps(known):
            view = HANSA.view(step.after, None)
            for seat in (CHANCE, *range(view.players)):
                tried = {ANY_ORDER(step.after, rng) for _ in range(8)} | _near(view, seat, rng)
                found += [(said, view, seat, o) for said, o in refusals(step.after, seat, tried)]
    return tuple(found)


def _near(view: Any, seat: int, rng: random.Random) -> set[Order]:
    """Return orders that are nearly right: with what a player has, and what is on the board."""
    found: set[Order] = {End(), Replenish()}
    found |= {Sail(city) for city in BOARD.exits[view.ship]}
    found |= {Buy(view.warehouses[w]) for w in BOARD.cities[view.ship].warehouses}
    if seat != CHANCE and (own := view.desks[seat].unsold):
        found |= {
            Build(rng.choice(own)),
            Discard(rng.choice(own)),
            Lose(rng.choice(own)),
        }
        found.add(Sell(tuple(sorted(rng.sample(own, rng.randint(1, len(own)))))))
    return {order for order in found if order != Buy(0)}


def test_every_sentence_is_true() -> None:
    for sentence, view, seat, order in all_refused():
        fits = [
            (found, holds) for p, holds in TRUTHS.items() if (found := re.fullmatch(p, sentence))
        ]
        assert len(fits) == 1, sentence
        found, holds = fits[0]
        assert holds(Refused(view, seat, order, found.groups())), (sentence, seat, order, view)


@pytest.mark.parametrize("pattern", TRUTHS)
def test_every_sentence_is_said_in_some_game(pattern: str) -> None:
    assert any(re.fullmatch(pattern, sentence) for sentence, *_ in all_refused())
