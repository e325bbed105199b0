"""What a draft brings, beside what its orders say: totals, control, abilities, and the end."""

from collections.abc import Iterator, Sequence

from games.rules.common.message import Message, Place, Player, message
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import ABILITY_WORDS, NEUTRAL, amount
from games.rules.teutonica.questions import controller, ends
from games.rules.teutonica.view import View
from games.wording.teutonica.amounts import PRESTIGE, held, value_of


def consequences(before: View, after: View, names: Sequence[str]) -> Iterator[Message]:
    """Yield how two positions of the viewer's turn differ, in sentences.

    The viewer's own seat is 'you'.
    """
    yield from _prestige(before, after, names)
    yield from _control(before, after, names)
    yield from _pieces(before, after, names)
    yield from _abilities(before, after)
    yield from _end(before, after)


def _prestige(before: View, after: View, names: Sequence[str]) -> Iterator[Message]:
    for seat, (was, now) in enumerate(zip(before.desks, after.desks, strict=True)):
        gained = now.prestige - was.prestige
        if not gained:
            continue
        points = PRESTIGE.object(now.prestige)
        if seat == after.seat:
            yield message(
                "That makes {points}, {number} more than before.", points=points, number=gained
            )
        else:
            yield message(
                "That makes {points} for {player}, {number} more than before.",
                points=points,
                player=Player(names[seat]),
                number=gained,
            )


def _control(before: View, after: View, names: Sequence[str]) -> Iterator[Message]:
    for city in load_board(after.board).cities:
        was, now = controller(before, city.index), controller(after, city.index)
        if was == now:
            continue
        place = Place(city.name)
        if now is None:
            yield message("Nobody controls {city} any more.", city=place)
        elif now == after.seat:
            yield message("You control {city}.", city=place)
        elif now == NEUTRAL:
            yield message("The neutral player controls {city}.", city=place)
        else:
            yield message("{player} controls {city}.", player=Player(names[now]), city=place)


def _pieces(before: View, after: View, names: Sequence[str]) -> Iterator[Message]:
    for seat, (was, now) in enumerate(zip(before.desks, after.desks, strict=True)):
        if was.supply == now.supply:
            continue
        if seat == after.seat:
            yield message("Your supply: {pieces}.", pieces=held(*now.supply))
        else:
            more = [max(0, new - old) for old, new in zip(was.supply, now.supply, strict=True)]
            if any(more):
                yield message(
                    "{player} gets {pieces} back.",
                    player=Player(names[seat]),
                    pieces=amount(*more),
                )


def _abilities(before: View, after: View) -> Iterator[Message]:
    if after.seat is None:
        return
    levels = zip(before.desks[after.seat].levels, after.desks[after.seat].levels, strict=True)
    for ability, (was, now) in enumerate(levels):
        if was != now:
            yield message(
                "You uncover {ability} {value}.",
                ability=ABILITY_WORDS[ability],
                value=value_of(ability, now),
            )


def _end(before: View, after: View) -> Iterator[Message]:
    """Say how near the ends of the game are that came nearer (T10)."""
    was, now = ends(before), ends(after)
    if now.cities.left < was.cities.left:
        yield message(
            "Completed cities: {done} of the {whole} that end the game.",
            done=now.cities.done,
            whole=now.cities.whole,
        )
    if now.prestige.left < was.prestige.left:
        yield message(
            "The first has {done} of the {whole} prestige points that end the game.",
            done=now.prestige.done,
            whole=now.prestige.whole,
        )
