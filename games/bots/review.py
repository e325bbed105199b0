"""Review: what whole turns are worth, each played on for a while."""

import random
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from games.bots.bot import Bot
from games.bots.mind import Mind
from games.bots.search import Effort, Search
from games.rules import TITLES
from games.rules.playing import draw
from games.rules.title import CHANCE, AnyOrders, Order


class Worth(NamedTuple):
    """What a turn brings its seat: the `chance` to win, and its `value`, a lead counting a little.

    Both are means over trials. `error` is the standard error of how much more the value is than
    that of the first turn in the comparison, trial by trial; 0 for the first itself.
    """

    chance: float
    value: float
    error: float


class Script:
    """A bot that gives orders one after the other, and what another would once one is not legal."""

    def __init__(self, orders: Sequence[Order], then: Bot) -> None:
        self.left = list(reversed(orders))
        self.then = then

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return the next order."""
        if self.left and self.left[-1] in orders:
            return self.left.pop()
        self.left = []
        return self.then(view, orders, rng)


def whole_turn(view: Any, bot: Bot, quick: Bot, rng: random.Random) -> list[Order]:
    """Return what a bot orders in the rest of a turn of its seat, whose view this is.

    What the view hides, and what chance does in the turn, is drawn; other seats that are asked
    answer as the quick bot does.
    """
    title, seat = TITLES[view.title], view.seat
    # Chance does the same, however often bots draw.
    luck = random.Random(rng.random())
    state = title.resample(view, luck)
    found: list[Order] = []
    while seats := title.to_move(state):
        if seats[0] == CHANCE:
            state = title.apply(state, CHANCE, draw(title, state, luck))
            continue
        asked = seat if seat in seats else seats[0]
        now, orders = title.view(state, asked), title.orders(state, asked)
        if now.turn != view.turn:
            break
        order = (bot if asked == seat else quick)(now, orders, rng)
        if asked == seat:
            found.append(order)
        state = title.apply(state, asked, order)
    return found


def compare(
    view: Any, turns: Sequence[Sequence[Order]], mind: Mind, trials: int, seed: object, rounds: int
) -> list[Worth]:
    """Return what some turns are worth to the seat whose view this is.

    In each of the trials what the view hides is drawn once, so that all turns meet the same; each
    is played on for so many rounds. An order that is not legal then ends a turn's script.
    """
    search = Search(mind, Effort(ideas=1, rounds=rounds))
    title, seat = TITLES[view.title], view.seat
    chances: list[list[float]] = [[] for _ in turns]
    values: list[list[float]] = [[] for _ in turns]
    for trial in range(trials):
        for number, orders in enumerate(turns):
            rng = random.Random(f"{seed} {trial}")
            script = Script(orders, mind.rollout)
            state = title.resample(view, rng)
            found = search.played_on(title, state, view, script, rounds * view.players, rng)
            chances[number].append(found.chances[seat])
            values[number].append(found.of(seat))
    return [
        Worth(fmean(chance), fmean(value), _error(value, values[0]))
        for chance, value in zip(chances, values, strict=True)
    ]


def _error(values: Sequence[float], others: Sequence[float]) -> float:
    """Return the standard error of the mean difference of paired values."""
    differences = [one - other for one, other in zip(values, others, strict=True)]
    return stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
