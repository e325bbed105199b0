"""What one turn of Hansa does that another does not, and what others make of that."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from games.bots.hansa import told_reasons
from games.bots.hansa.told_reasons import NOTHING
from games.bots.stories import Fact, Point, Round, Story
from games.rules.common.message import Message, term
from games.rules.hansa import Hansa
from games.rules.hansa.board import Board
from games.rules.hansa.orders import Build, Buy, Lose, Replenish, Sell
from games.rules.hansa.pieces import COLOURS, barrels_of, colour_of, good_id
from games.rules.hansa.questions import ALONE_POINTS, city_points, leader, sold_points
from games.rules.hansa.state import State
from games.rules.playthrough import Step

END: Final = "last_round"
SALE: Final = "sale"
LATER: Final = "sale_prepared"
SPOIL: Final = "sale_spoiled"
BOOTHS: Final = "booths"
RIVALS: Final = "monopoly"
GOODS: Final = "buying"
TALERS: Final = "talers"
SUPPLY: Final = "warehouses"
THEMES: Final[Mapping[str, Message]] = {
    END: term("theme", "The last round"),
    SALE: term("theme", "Selling"),
    LATER: term("theme", "Preparing a sale"),
    SPOIL: term("theme", "Spoiling a sale"),
    BOOTHS: term("theme", "Putting up booths"),
    RIVALS: term("theme", "Breaking a monopoly"),
    GOODS: term("theme", "Buying first"),
    TALERS: term("theme", "Saving talers"),
    SUPPLY: term("theme", "Filling the warehouses"),
}
"""What a puzzle can be about."""

MUCH: Final = 2
"""The least lead in points, or talers, that is worth a sentence."""


def points(better: Story, other: Story) -> Iterator[Point]:
    """Return what the better turn does that the other does not."""
    yield from _ended(better, other)
    yield from _sold(better, other)
    yield from _booths(better, other)
    yield from _later(better, other)
    yield from _spoiled(better, other)
    yield from _bought(better, other)
    yield from _spent(better, other)


# What the turn itself brings.


def _ended(better: Story, other: Story) -> Iterator[Point]:
    if _is_over(better.end) and _has_won(better.end, better.seat) and not _is_over(other.end):
        yield Point(("end",), 20.0, END, ("ends",))


def _sold(better: Story, other: Story) -> Iterator[Point]:
    seat = better.seat
    goods, others = (_sales(each.turn).get(seat, []) for each in (better, other))
    now, then = sold_points(goods), sold_points(others)
    if now - then >= MUCH:
        yield Point(("sell",), float(now - then), SALE, ("sells", _goods(goods), now, then))
    for rival in range(better.start.players):
        lost = [_losses(each.turn, rival) for each in (better, other)]
        more = [*(Counter(lost[0]) - Counter(lost[1])).elements()]
        if rival != seat and len(lost[0]) > len(lost[1]):
            fact = ("loses", _number(rival), _goods(more))
            yield Point(("lose", rival), 1.3 * len(more), SPOIL, fact)


def _booths(better: Story, other: Story) -> Iterator[Point]:
    """Yield the cities where the seat has put up booths, and what that brings."""
    seat = better.seat
    for city, number in sorted(_built(better.turn, seat).items()):
        now, then = (each.end.booths_in(city) for each in (better, other))
        more = city_points(now, seat) - city_points(then, seat)
        first, before = leader(now), leader(then)
        place: Fact = (_city(better.end, city), number)
        if more > 0 and city_points(now, seat) == ALONE_POINTS:
            yield Point(("booths", city), 4.0, BOOTHS, ("booths_alone", *place))
        elif first == seat != before:
            yield Point(("booths", city), 1.5 + 0.5 * more, BOOTHS, ("booths_most", *place))
        elif (alone := _only_other(then, seat)) is not None:
            fact = ("booths_beside", *place, _number(alone))
            yield Point(("booths", city), 2.0 + more, RIVALS, fact)
        elif before is not None and before != seat and first != before:
            fact = ("booths_catch", *place, _number(before))
            yield Point(("booths", city), 1.2 + more, RIVALS, fact)
        elif more > 0:
            yield Point(("booths", city), float(more), BOOTHS, ("booths", *place))


def _later(better: Story, other: Story) -> Iterator[Point]:
    """Yield a sale of the seat's next turn that is worth more than what the other turn brings."""
    seat = better.seat
    goods = _sales(better.rounds[0].turn).get(seat, [])
    others = [
        *_sales(other.turn).get(seat, []),
        *_sales(other.rounds[0].turn).get(seat, []),
    ]
    if sold_points(goods) - sold_points(others) >= MUCH:
        weight = 0.6 * (sold_points(goods) - sold_points(others))
        yield Point(("later", _colours(goods)), weight, LATER, ("prepares", _colours(goods)))


def _spoiled(better: Story, other: Story) -> Iterator[Point]:
    """Yield the sales of others that follow only after the other turn."""
    seat = better.seat
    now, then = (_sales(each.rounds[0].replies) for each in (better, other))
    for rival, goods in sorted(then.items()):
        if rival != seat and rival not in now:
            weight = 0.5 * sold_points(goods)
            fact: Fact = ("spoils", _number(rival))
            if better.end.ship != other.end.ship:
                fact = ("spoils_from", _number(rival), _city(better.end, better.end.ship))
            yield Point(("spoil", rival), weight, SPOIL, fact)
    lost = [len(_losses(each.rounds[0].replies, seat)) for each in (better, other)]
    saved = lost[1] - lost[0]
    if saved > 0:
        yield Point(("saved", saved), 1.3 * saved, SPOIL, ("saves", saved))


def _bought(better: Story, other: Story) -> Iterator[Point]:
    """Yield the markers that the seat takes before another does."""
    seat = better.seat
    mine, others = _bought_by(better.turn), _bought_by(other.turn)
    then = _bought_by(other.rounds[0].replies)
    for (who, city, code), _ in sorted((mine - others).items()):
        if who != seat or code not in other.end.holds(city):
            continue
        rival = next((by for by, where, what in then if (where, what) == (city, code)), seat)
        if rival != seat:
            fact = ("buys", good_id(code), _city(better.end, city), _number(rival))
            yield Point(("buy", city, code), 0.5 + 0.6 * barrels_of(code), GOODS, fact)


def _spent(better: Story, other: Story) -> Iterator[Point]:
    seat = better.seat
    fills = [
        any(isinstance(step.order, Replenish) for step in each.turn) for each in (better, other)
    ]
    if fills == [False, True]:
        yield Point(("fill",), 0.9, SUPPLY, ("fills_nothing",))
    if fills == [True, False]:
        yield Point(("fill",), 0.8, SUPPLY, ("fills",))
    for rival in range(better.start.players):
        paid = [_paid(each.turn, rival) for each in (better, other)]
        if rival != seat and paid[0] < paid[1]:
            weight = min(0.9, 0.4 * (paid[1] - paid[0]))
            yield Point(("pays", rival), weight, TALERS, ("pays", _number(rival), *paid))
    now, then = (each.end.talers[seat] for each in (better, other))
    if now - then >= MUCH:
        yield Point(("talers",), 0.3 * (now - then), TALERS, ("keeps", now, then))


# What others reply.


def replies(better: Story, other: Story, number: int) -> Iterator[Point]:
    """Return what others do in a round after the other turn, and in none after the better one."""
    seat, rounds = better.seat, other.rounds[number]
    before = [step for each in better.rounds[: number + 1] for step in each.replies]
    yield from _ends(better.rounds[number], rounds, seat)
    yield from _sell(rounds.replies, before, seat)
    if rounds.replies:
        yield from _build(rounds, before, seat)
    if number == 0:
        yield from _take(better, other, before)


def _sell(replies: Sequence[Step], before: Sequence[Step], seat: int) -> Iterator[Point]:
    done = {(rival, _colours(goods)) for rival, goods in _sales(before).items()}
    sold = _sales(replies)
    for rival, goods in sorted(sold.items()):
        if rival == seat or (rival, _colours(goods)) in done:
            continue
        worth = sold_points(goods)
        lost = _losses(replies, seat) if len(sold) == 1 else []
        fact = ("they_sell", _number(rival), _goods(goods), worth, _goods(lost))
        yield Point(("sell", rival, _colours(goods)), worth / 2 + len(lost), "", fact)


def _build(rounds: Round, before: Sequence[Step], seat: int) -> Iterator[Point]:
    begin = rounds.replies[0].before
    for rival in range(begin.players):
        done = _built(before, rival)
        for city, booths in sorted(_built(rounds.replies, rival).items()):
            if rival == seat or done[city]:
                continue
            put = (_number(rival), _city(begin, city), booths)
            was, now = begin.booths_in(city), rounds.at.booths_in(city)
            key = ("booths", rival, city)
            if _only_other(was, rival) == seat:
                yield Point(key, 2.5, "", ("build_beside", *put))
            elif leader(was) == seat != leader(now):
                yield Point(key, 2.4, "", ("build_past", *put))
            elif city_points(now, rival) == ALONE_POINTS and not was[rival]:
                yield Point(key, 2.0, "", ("build_alone", *put))
            elif leader(now) == rival != leader(was):
                yield Point(key, 1.5, "", ("build_most", *put))


def _take(better: Story, other: Story, before: Sequence[Step]) -> Iterator[Point]:
    """Yield the markers that others buy where the better turn would have bought them."""
    seat = better.seat
    mine, done = _bought_by(better.turn), _bought_by(before)
    for rival, city, code in sorted(_bought_by(other.rounds[0].replies)):
        there = code in other.end.holds(city)
        if rival != seat and there and mine[seat, city, code] and not done[rival, city, code]:
            fact = ("they_buy", _number(rival), good_id(code), _city(other.end, city))
            yield Point(("buy", city, code), 0.4 + 0.5 * barrels_of(code), "", fact)


def _ends(better: Round, other: Round, seat: int) -> Iterator[Point]:
    if _is_over(other.at) and not _is_over(better.at) and not _has_won(other.at, seat):
        yield Point(("over",), 20.0, END, ("over",))
    elif other.at.last_round and not better.at.last_round:
        steps = [step for step in other.replies if isinstance(step.order, Replenish)]
        if steps:
            yield Point(("last",), 3.0, END, ("begins_last", _number(steps[-1].seat)))


def told(board: Board, fact: Fact, names: Sequence[str]) -> Sequence[Message]:
    """Return what a turn does, or others reply, in sentences."""
    return told_reasons.told(board, fact, names)


# Steps.


def _sales(steps: Iterable[Step]) -> dict[int, list[int]]:
    """Return the markers that each seat sells in some steps."""
    found: dict[int, list[int]] = {}
    for step in steps:
        if isinstance(step.order, Sell):
            found.setdefault(step.seat, []).extend(step.order.goods)
    return found


def _losses(steps: Iterable[Step], seat: int) -> list[int]:
    """Return the markers that a seat loses to the sales of others (H3.3)."""
    found = []
    for step in steps:
        if isinstance(step.order, Lose) and step.seat == seat:
            found.append(step.order.good)
        found += [each[2] for each in step.after.events if each[0] == "lost" and each[1] == seat]
    return sorted(found)


def _built(steps: Iterable[Step], seat: int) -> Counter[int]:
    """Return how many booths a seat puts up in each city."""
    found: Counter[int] = Counter()
    for step in steps:
        if isinstance(step.order, Build) and step.seat == seat:
            found[step.after.ship] += next(e[2] for e in step.after.events if e[0] == "built")
    return found


def _bought_by(steps: Iterable[Step]) -> Counter[tuple[int, int, int]]:
    """Return how many markers of a kind each seat buys in each city."""
    return Counter(
        (step.seat, step.after.ship, step.order.good)
        for step in steps
        if isinstance(step.order, Buy)
    )


def _paid(steps: Iterable[Step], rival: int) -> int:
    """Return how many talers are paid to another seat (H3.1)."""
    return sum(
        event[2] == rival != step.seat
        for step in steps
        for event in step.after.events
        if event[0] == "bought"
    )


def _only_other(booths: Sequence[int], seat: int) -> int | None:
    """Return the only other seat with booths in a city where a seat has none, if there is one."""
    owners = [each for each, number in enumerate(booths) if number]
    return owners[0] if len(owners) == 1 and owners != [seat] else None


def _colours(goods: Iterable[int]) -> str:
    return ",".join(COLOURS[colour] for colour in sorted({*map(colour_of, goods)}))


def _goods(goods: Iterable[int]) -> str:
    return ",".join(map(good_id, sorted(goods))) or NOTHING


def _city(state: State, city: int) -> str:
    return state.board.cities[city].id


def _number(seat: int) -> int:
    """Return a seat as facts count it."""
    return seat + 1


def _is_over(state: State) -> bool:
    return state.stage == "over"


def _has_won(state: State, seat: int) -> bool:
    result = Hansa().result(state)
    return result is not None and result.places[seat] == 1
