"""A game played on: who is asked, what they answer, and what chance draws."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules.title import CHANCE, AnyOrders, AnyTitle, Order

Policy = Callable[[Any, AnyOrders, random.Random], Order]
"""Chooses one of a seat's legal orders from what the seat's view shows."""


class Step(NamedTuple):
    """An order of a seat, or of CHANCE, with the positions before and after it."""

    title: AnyTitle
    seat: int
    order: Order
    before: Any
    after: Any

    @property
    def text(self) -> str:
        """The order in its canonical spelling."""
        return self.title.write(self.before, self.order)


class Playthrough:
    """A position that is played on, and the `steps` that have led from it to `state`.

    Policies choose with `rng`, a new source unless given; chance draws from `luck`, which is `rng`
    unless given.

    >>> hansa = TITLES["hansa"]
    >>> game = Playthrough(hansa, hansa.start({}, 2), random.Random(1))
    >>> next(game.asked())
    (0,)
    >>> game.apply(0, hansa.read(game.state, "booths stockholm")).text
    'booths stockholm'
    >>> game.to_move()
    (1,)
    """

    def __init__(
        self,
        title: AnyTitle,
        state: Any,
        rng: random.Random | None = None,
        luck: random.Random | None = None,
    ) -> None:
        self.title = title
        self.state = state
        self.rng = rng or random.Random()
        self.luck = luck or self.rng
        self.steps: list[Step] = []

    def to_move(self) -> tuple[int, ...]:
        """Return the seats that the game waits for, `(CHANCE,)`, or `()` when it is over."""
        return self.title.to_move(self.state)

    def asked(self) -> Iterator[tuple[int, ...]]:
        """Yield the seats that must choose, until the game is over; chance draws in between.

        The caller plays an order for one of them before going on.
        """
        while seats := self.title.to_move(self.state):
            if seats == (CHANCE,):
                self.apply(CHANCE, self.draw())
            else:
                yield seats

    def draw(self) -> Order:
        """Return what chance does now."""
        return draw(self.title, self.state, self.luck)

    def answer(self, seat: int, policy: Policy, view: Any = None) -> Step:
        """Play what a policy chooses for a seat; `view` is the seat's, if it has been made."""
        if view is None:
            view = self.title.view(self.state, seat)
        return self.apply(seat, policy(view, self.title.orders(self.state, seat), self.rng))

    def apply(self, seat: int, order: Order) -> Step:
        """Play an order; raises IllegalOrder."""
        after = self.title.apply(self.state, seat, order)
        step = Step(self.title, seat, order, self.state, after)
        self.add(step)
        return step

    def add(self, step: Step) -> None:
        """Go on to the position after a step."""
        self.state = step.after
        self.steps.append(step)


def draw(title: AnyTitle, state: Any, rng: random.Random, start_player: int | None = None) -> Order:
    """Return what chance does now; a `start_player` that is given is not drawn.

    >>> hansa = TITLES["hansa"]
    >>> state = hansa.start({}, 2)
    >>> hansa.write(state, draw(hansa, state, random.Random(1)))
    'remove red'
    """
    orders, probabilities = zip(*title.chance_outcomes(state), strict=True)
    fixed: list[Order] = []
    if start_player is not None:
        fixed = [order for order in orders if title.start_player(order) == start_player]
    order: Order = fixed[0] if fixed else rng.choices(orders, probabilities)[0]
    return order


def play_out(
    title: AnyTitle, options: Mapping[str, str], policies: Sequence[Policy], rng: random.Random
) -> Playthrough:
    """Play a game to its end, one policy a seat; raises IllegalOptions.

    >>> anything = lambda view, orders, rng: rng.choice(orders)
    >>> game = play_out(TITLES["hansa"], {}, [anything] * 2, random.Random(1))
    >>> game.to_move()
    ()
    """
    players = len(policies)
    play = Playthrough(title, title.start(title.complete(options, players), players), rng)
    for seats in play.asked():
        # Several may answer in any order; a single one uses nothing of the random source.
        seat = seats[0] if len(seats) == 1 else rng.choice(seats)
        play.answer(seat, policies[seat])
    return play
