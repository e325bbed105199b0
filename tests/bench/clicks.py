"""What turns of two orders or more cost in clicks on the table page, in recorded games.

A click is a press on the map, on the desk or on a button; each is one request. A choice from a
list counts as three: open it, choose, send. Each turn has one more to confirm it, but not where the
last click does that for people who have chosen so. All turns of the first ten games of the demo
club are counted, and the first ten turns of each alone.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import django

from games.drawing import DRAWINGS
from games.drawing.choices import Choices
from games.rules import TITLES, record, replay
from games.rules.common.syntax import SEPARATOR
from games.rules.playthrough import Playthrough, Step
from games.rules.title import CHANCE
from games.wording import ENGLISH

RECORDS = Path("games/club/records")
GAMES, TURNS, LEAST = 10, 10, 2
CONFIRM, LIST = 1, 3


class Turn(NamedTuple):
    """The orders of a seat until somebody else is asked, and what they cost in clicks.

    `at_once` says whether the last of these clicks could be spared.
    """

    seat: int
    orders: Sequence[str]
    clicks: int
    at_once: bool


def turns_of(file: Path) -> Iterator[Turn]:
    """Return the turns of a recorded game in which enough was ordered before their end."""
    from games.play.pages.confirming import left_to_play  # noqa: PLC0415 - needs Django

    game = record.read(file.read_bytes())
    steps = (step for step in replay.record_steps(game) if step.seat != CHANCE)
    for seat, found in groupby(steps, key=lambda step: step.seat):
        orders = [step for step in found if step.text != "end"]
        if len(orders) >= LEAST:
            clicks = fewest(game.title, tuple(orders)) + CONFIRM
            played = Playthrough(orders[0].title, orders[-1].after)
            played.steps = orders
            at_once = left_to_play(played, seat) is not None
            yield Turn(seat, [step.text for step in orders], clicks, at_once)


def fewest(title: str, steps: Sequence[Step]) -> int:
    """Return the fewest clicks for orders in a row."""

    @cache
    def rest(start: int) -> int:
        if start == len(steps):
            return 0
        choices = offered(title, steps[start])
        ways = [one_order(choices, steps[start].text) + rest(start + 1)]
        for clicks, orders in several_orders(choices, steps[start].text):
            texts = orders.split(SEPARATOR)
            following = [step.text for step in steps[start : start + len(texts)]]
            if sorted(texts) == sorted(following):
                ways.append(clicks + rest(start + len(texts)))
        return min(ways)

    return rest(0)


def offered(title: str, step: Step) -> Choices:
    """Return what the page offers before a step."""
    rules, drawing = TITLES[title], DRAWINGS[title]
    orders, view = rules.orders(step.before, step.seat), rules.view(step.before, step.seat)
    names = [str(seat) for seat in range(view.players)]
    choices: Any = drawing.choices(rules, orders, view, ENGLISH, names)
    return choices.with_shortcuts()


def several_orders(choices: Choices, order: str) -> Iterator[tuple[int, str]]:
    """Return the clicks of orders that are given at once, those with an order's second step too."""
    for target in choices.first.values():
        if target.short:
            yield 1, target.order or ""
            yield from ((2, choice.order) for choice in choices.after(target.id))
    if (choice := choices.of(order)) is not None:
        after = choices.after(choice.path[0])
        yield from ((2, choice.order) for choice in after if SEPARATOR in choice.order)


def one_order(choices: Choices, order: str) -> int:
    """Return the clicks of an order: on the map and the desk, or in the list."""
    if any(choice.order == order for group in choices.groups for choice in group.choices):
        return 1
    if any(target.order == order for target in choices.first.values()):
        return 1
    choice = choices.of(order)
    if choice is None or choice.path[0].startswith("action:"):
        return LIST
    return len(choice.path)


def main() -> int:
    """Print the mean of the first turns and of all turns, by title."""
    for title in DRAWINGS:
        games = [list(turns_of(file)) for file in sorted(RECORDS.glob(f"*-{title}.txt"))[:GAMES]]
        if not games:
            continue
        for name, found in {
            f"the first {TURNS} turns": [turn for turns in games for turn in turns[:TURNS]],
            "all turns": [turn for turns in games for turn in turns],
        }.items():
            clicks = sum(turn.clicks for turn in found) / len(found)
            spared = CONFIRM * sum(turn.at_once for turn in found) / len(found)
            print(
                f"{title}: {name} of {len(games)} games: {clicks:.2f} clicks a turn,"
                f" {clicks - spared:.2f} where the last one confirms"
            )
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.exit(main())
