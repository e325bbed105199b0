"""Bad habits of bots, counted in games that they have played.

`python -m tests.bench.habits` plays games and counts them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.bots.teutonica.analysis_view import Position
from games.rules.hansa.questions import booths_for, score
from games.rules.playthrough import Step
from games.rules.teutonica.lookup import OWN
from games.rules.teutonica.pieces import owner
from games.rules.title import CHANCE

MANY: Final = 2
"""Booths at once that are a lot."""
EARLY: Final = 2
"""In so many of its turns a player is only beginning."""
SOLD: Final = ("buy", "build", "sell", "replenish")
"""The verbs of Hansa that do something in a turn besides sailing."""


def own(steps: Sequence[Step]) -> Iterator[tuple[Step, int]]:
    """Yield each step of the player whose turn it is, and which of that player's turns it is."""
    turns: Counter[int] = Counter()
    turn = CHANCE
    for step in steps:
        if step.before.turn != turn:
            turn = step.before.turn
            turns[turn] += 1
        if step.seat == turn:
            yield step, turns[turn]


def filled(state: Any, seat: int) -> set[int]:
    """Return the routes of Hansa Teutonica that hold only pieces of a seat."""
    here = state.spaces.translate(OWN[seat])
    return {
        number
        for number, route in enumerate(state.printed.routes)
        if all(here[route.spaces.start : route.spaces.stop])
    }


def filled_for_nothing(steps: Sequence[Step]) -> int:
    """Count routes that nobody claimed or left until their player's next turn had ended."""
    since: dict[tuple[int, int], int] = {}
    found, turns, turn = 0, Counter[int](), CHANCE
    for step in steps:
        before, after = step.before, step.after
        if before.turn != turn:
            turn = before.turn
            turns[turn] += 1
        if after.spaces != before.spaces:
            now = {(seat, route) for seat in range(after.players) for route in filled(after, seat)}
            since = {key: since.get(key, turns[key[0]]) for key in now}
        if after.turn != turn:
            late = [key for key, number in since.items() if key[0] == turn and number < turns[turn]]
            found += len(late)
            since |= dict.fromkeys(late, len(steps))
    return found


def moved_twice(steps: Sequence[Step]) -> int:
    """Count pieces that were moved again in the turn in which they had been moved."""
    found, last, ends = 0, (CHANCE, 0), set[int]()
    for step, number in own(steps):
        if (step.seat, number) != last:
            last, ends = (step.seat, number), set()
        if step.order.verb == "move" and owner(step.before.spaces[step.order.start]) == step.seat:
            found += step.order.start in ends
            ends.add(step.order.end)
    return found


def many_booths_early(steps: Sequence[Step]) -> int:
    """Count markers given up for many booths in a player's first turns."""
    return sum(
        step.order.verb == "build"
        and number <= EARLY
        and booths_for(step.before, step.seat, step.order.good) >= MANY
        for step, number in own([step for step in steps if step.before.stage != "booths"])
    )


def passed_ahead(steps: Sequence[Step]) -> int:
    """Count turns in which a player with more points than all others did nothing."""
    found, last, verbs = 0, (CHANCE, 0), set[str]()
    for step, number in own(steps):
        if (step.seat, number) != last:
            last, verbs = (step.seat, number), set()
        verbs.add(step.order.verb)
        if step.order.verb == "end":
            totals = TOTALS[step.title.id](step)
            ahead = totals.pop(step.seat) > max(totals)
            found += ahead and IDLE[step.title.id](step, verbs)
    return found


TOTALS: Final[Mapping[str, Callable[[Step], list[int]]]] = {
    "teutonica": lambda step: [
        Position(step.title.view(step.before, step.seat)).total(seat)
        for seat in range(step.before.players)
    ],
    "hansa": lambda step: [
        score(step.before, seat)["total"] for seat in range(step.before.players)
    ],
}
"""What each seat would score now, by title."""
IDLE: Final[Mapping[str, Callable[[Step, set[str]], bool]]] = {
    "teutonica": lambda step, verbs: step.before.actions > 0,
    "hansa": lambda step, verbs: verbs.isdisjoint(SOLD),
}
"""Whether a turn that ends has left something undone, by title."""
HABITS: Final[Mapping[str, Sequence[Callable[[Sequence[Step]], int]]]] = {
    "teutonica": (filled_for_nothing, moved_twice, passed_ahead),
    "hansa": (many_booths_early, passed_ahead),
}
"""The habits that are counted, by title."""
