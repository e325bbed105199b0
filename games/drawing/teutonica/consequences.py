"""What a draft brings, beside what its orders say: totals, control, abilities, and the end."""

from collections.abc import Iterable, Sequence

from games.drawing.teutonica.tracks import level_in_words
from games.drawing.teutonica.words import amount
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import NEUTRAL
from games.rules.teutonica.questions import controller, ends
from games.rules.teutonica.view import View


def consequences(before: View, after: View, names: Sequence[str]) -> list[str]:
    """Return how two positions of the viewer's turn differ, in sentences.

    The viewer's own seat is 'you'.
    """
    return [
        *_prestige(before, after, names),
        *_control(before, after, names),
        *_pieces(before, after, names),
        *_abilities(before, after),
        *_end(before, after),
    ]


def _prestige(before: View, after: View, names: Sequence[str]) -> Iterable[str]:
    for seat, (was, now) in enumerate(zip(before.desks, after.desks, strict=True)):
        if gained := now.prestige - was.prestige:
            whose = "" if seat == after.seat else f" for {names[seat]}"
            unit = "point" if now.prestige == 1 else "points"
            makes = f"That makes {now.prestige} prestige {unit}{whose}"
            yield f"{makes}, {gained} more than before."


def _control(before: View, after: View, names: Sequence[str]) -> Iterable[str]:
    cities = load_board(after.board).cities
    for city in cities:
        was, now = controller(before, city.index), controller(after, city.index)
        if was == now:
            continue
        if now is None:
            yield f"Nobody controls {city.name} any more."
        elif now == after.seat:
            yield f"You control {city.name}."
        else:
            who = "The neutral player" if now == NEUTRAL else names[now]
            yield f"{who} controls {city.name}."


def _pieces(before: View, after: View, names: Sequence[str]) -> Iterable[str]:
    for seat, (was, now) in enumerate(zip(before.desks, after.desks, strict=True)):
        if was.supply == now.supply:
            continue
        if seat == after.seat:
            yield f"Your supply: {amount(*now.supply)}."
        else:
            more = [max(0, new - old) for old, new in zip(was.supply, now.supply, strict=True)]
            if any(more):
                yield f"{names[seat]} gets {amount(*more)} back."


def _abilities(before: View, after: View) -> Iterable[str]:
    if after.seat is None:
        return
    levels = zip(before.desks[after.seat].levels, after.desks[after.seat].levels, strict=True)
    for ability, (was, now) in enumerate(levels):
        if was != now:
            yield f"You uncover {level_in_words(ability, now)}."


def _end(before: View, after: View) -> Iterable[str]:
    """Say how near the ends of the game are that came nearer (T10)."""
    was, now = ends(before), ends(after)
    if now.cities.left < was.cities.left:
        cities = f"{now.cities.done} of the {now.cities.whole}"
        yield f"Completed cities: {cities} that end the game."
    if now.prestige.left < was.prestige.left:
        points = f"{now.prestige.done} of the {now.prestige.whole} prestige points"
        yield f"The first has {points} that end the game."
