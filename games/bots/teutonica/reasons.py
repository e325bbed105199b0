"""What one turn of Hansa Teutonica does that another does not, and what others make of that."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import ceil
from typing import Final, NamedTuple

from games.bots.stories import Fact, Point, Round, Story
from games.bots.teutonica import told_reasons
from games.bots.teutonica.told_reasons import NOTHING
from games.rules.common.message import Message, term
from games.rules.playthrough import Step
from games.rules.teutonica import Teutonica
from games.rules.teutonica.board import Board
from games.rules.teutonica.lifting import LIFTED
from games.rules.teutonica.markers import MORE_ACTIONS
from games.rules.teutonica.orders import (
    Claim,
    ClaimDevelop,
    ClaimExtra,
    ClaimOffice,
    ClaimPrestige,
    Displace,
    Move,
    Place,
    UseDevelop,
)
from games.rules.teutonica.pieces import (
    ABILITIES,
    ACTIONS,
    BANK,
    BOOK,
    DEVELOP,
    EMPTY,
    MARKERS,
    MOVE3,
    REMOVE3,
    SPECIAL_PRESTIGE,
    owner,
)
from games.rules.teutonica.plate import begin_turn
from games.rules.teutonica.questions import controlled, toll
from games.rules.teutonica.state import State
from games.rules.title import CHANCE

END: Final = "end"
BLOCK: Final = "block"
READY: Final = "ready"
RACE: Final = "race"
OFFICES: Final = "offices"
ABILITY: Final = "ability"
MARKER: Final = "marker"
PRESTIGE: Final = "prestige"
SUPPLY: Final = "supply"
THEMES: Final[Mapping[str, Message]] = {
    END: term("theme", "Ending the game"),
    BLOCK: term("theme", "Getting in the way"),
    READY: term("theme", "Preparing a claim"),
    RACE: term("theme", "Getting there first"),
    OFFICES: term("theme", "Opening an office"),
    ABILITY: term("theme", "Developing an ability"),
    MARKER: term("theme", "Taking a bonus marker"),
    PRESTIGE: term("theme", "Prestige"),
    SUPPLY: term("theme", "Keeping pieces in supply"),
}
"""What a puzzle can be about."""

FEW: Final = 3
"""The least lead in pieces in supply that is worth a sentence."""


class Claimed(NamedTuple):
    """A claim of a seat, with the marker that it took and the prestige that it gained."""

    board: Board
    seat: int
    order: Claim
    marker: str
    prestige: int


def points(better: Story, other: Story) -> Iterator[Point]:
    """Return what the better turn does that the other does not."""
    blocks = {int(point.key[1]): point for point in _in_the_way(better, other)}
    ready = {int(point.key[1]): point for point in _ready(better, other)}
    ways = [
        point if route not in blocks else point._replace(fact=_own_claim(better, route))
        for route, point in ready.items()
    ]
    ways += blocks.values()
    met = blocks.keys() | ready.keys()
    yield from _ended(better, other)
    yield from _gained(better, other)
    yield from _developed_to(better, other)
    yield from _prestige_gained(better, other)
    yield from ways
    yield from (point for point in _first(better, other) if point.key[1] not in met)
    yield from _supplied(better, other)
    yield from _kept(better, other)


# What the turn itself brings.


def _ended(better: Story, other: Story) -> Iterator[Point]:
    if better.end.over and _has_won(better.end, better.seat) and not other.end.over:
        yield Point(("end",), 20.0, END, ("ends",))


def _gained(better: Story, other: Story) -> Iterator[Point]:
    """Yield what the seat has gained by the end of the better turn alone."""
    seat, board = better.seat, better.start.board
    mine, others = _own(better, seat), _own(other, seat)
    for city in sorted(mine["office"].keys() - others["office"].keys()):
        number = board.city_numbers[city]
        before, then, now = (
            number in controlled(state, seat) for state in (better.start, other.end, better.end)
        )
        fact = ("office", city, int(now and not before and not then))
        yield Point(("office", city), 3.0 + 0.5 * (now and not before), OFFICES, fact)
    for city in sorted(mine["extra"].keys() - others["extra"].keys()):
        yield Point(("extra", city), 2.5, OFFICES, ("extra", city))
    for marker in sorted(mine["took"].keys() - others["took"].keys()):
        yield Point(("took", marker), 3.0, MARKER, ("takes", marker))
    for field in sorted(mine["special"].keys() - others["special"].keys()):
        yield Point(("special",), 0.9 * int(field), PRESTIGE, ("special", int(field)))


def _developed_to(better: Story, other: Story) -> Iterator[Point]:
    """Yield the abilities that only the better turn develops."""
    seat = better.seat
    for ability, name in enumerate(ABILITIES):
        before, then, now = (
            state.levels[len(ABILITIES) * seat + ability]
            for state in (better.start, other.end, better.end)
        )
        if now > max(before, then):
            fact = ("develops", name, better.end.value(seat, ability))
            yield Point(("develop", ability), _ability_weight(ability), ABILITY, fact)


def _prestige_gained(better: Story, other: Story) -> Iterator[Point]:
    """Yield prestige that the seat gains, or others do not."""
    seat = better.seat
    for one in range(better.start.players):
        before, then, now = (state.prestige[one] for state in (better.start, other.end, better.end))
        if one == seat and now > then:
            fact = ("gains", now - before, then - before)
            yield Point(("prestige",), 1.2 * (now - then), PRESTIGE, fact)
        elif one != seat and then > now == before:
            yield Point(("gives", one), 0.7 * (then - now), PRESTIGE, ("gives", _number(one)))


def _kept(better: Story, other: Story) -> Iterator[Point]:
    """Yield the bonus markers that only the other turn uses up."""
    seat = better.seat
    if better.end.used[seat] == better.start.used[seat]:
        for marker in sorted(set(better.start.held[seat])):
            if better.end.held[seat].count(marker) > other.end.held[seat].count(marker):
                yield Point(("kept", marker), 0.8, SUPPLY, ("keeps", MARKERS[marker]))


def _own(story: Story, seat: int) -> dict[str, Counter[str]]:
    """Return the offices, markers and special prestige that a seat got in the story's turn."""
    found: dict[str, Counter[str]] = {
        name: Counter() for name in ("office", "extra", "took", "special")
    }
    for step in story.turn:
        for name, *rest in step.after.events:
            kind = "office" if name == "founded" else name
            if kind in found and rest[0] == seat:
                found[kind][rest[1]] += 1
        if isinstance(step.order, ClaimPrestige) and step.seat == seat:
            found["special"][str(SPECIAL_PRESTIGE[step.order.field])] += 1
    return found


def _supplied(better: Story, other: Story) -> Iterator[Point]:
    seat = better.seat
    now, then = (sum(each.end.supply[2 * seat : 2 * seat + 2]) for each in (better, other))
    if now - then >= FEW:
        weight = min(1.0, 0.5 + 0.1 * (now - then))
        yield Point(("supply",), weight, SUPPLY, ("supply", now, then))


# What it means for routes.


def _in_the_way(better: Story, other: Story) -> Iterator[Point]:
    """Yield the claims of others that the better turn stops or makes dearer."""
    seat, board = better.seat, better.start.board
    done = _claimed(better.rounds[0].replies)
    for claim in _claims(other.rounds[0].replies, other):
        rival, route = claim.seat, claim.order.route
        if rival == seat or (rival, route) in done:
            continue
        needed, before = (_least(each.end, rival, route) for each in (better, other))
        kind = _hindrance(better, rival, route)
        # Pieces that are gone may have cost more actions than the fewest in which it can be done.
        if not kind or (needed <= before and kind != "lifts"):
            continue
        if kind == "hinders" and needed > _actions(better.end, rival):
            kind = "stops"
        fact = (kind, _number(rival), *_claim_fact(claim))
        yield Point(("block", route), 1.0 + _weight(claim), BLOCK, fact)
    for each in board.routes:
        for rival in range(better.start.players):
            if rival != seat and _breaks(better, other, rival, each.index):
                fact = ("breaks", _number(rival), each.id)
                yield Point(("break", each.index), 2.0, BLOCK, fact)


def _hindrance(story: Story, rival: int, route: int) -> str:
    """Return what in a story's turn hinders a rival on a route as a kind of fact, '' if nothing."""
    seat, start, end = story.seat, story.start, story.end
    if _own_on(end, seat, route):
        return "stays" if _pieces(end, route) == _pieces(start, route) else "hinders"
    return "lifts" if _own_on(end, rival, route) < _own_on(start, rival, route) else ""


def _breaks(better: Story, other: Story, rival: int, route: int) -> bool:
    """Return whether a rival's route that stays full after the other turn loses a piece."""
    return (
        (rival, route) not in _claimed(other.rounds[0].replies)
        and _is_full(other.end, rival, route)
        and not _is_full(better.end, rival, route)
        and any(_is_of(better.seat, code) for code in _pieces(better.end, route))
    )


def _ready(better: Story, other: Story) -> Iterator[Point]:
    """Yield the routes that the seat can claim in its next turn."""
    seat, board = better.seat, better.start.board
    done = {route for who, route in _claimed([*other.turn, *other.rounds[0].turn]) if who == seat}
    claims = [each for each in _claims(better.rounds[0].turn, better) if each.seat == seat]
    for claim in claims:
        route = claim.order.route
        if route in done:
            continue
        weight, why = _weight(claim), _claim_fact(claim)
        if _is_full(better.end, seat, route):
            kind = "keeps_full" if _is_full(better.start, seat, route) else "fills"
            yield Point(("ready", route), 0.8 * weight + 0.5, READY, (kind, *why))
        elif _own_on(better.end, seat, route) > _own_on(other.end, seat, route):
            yield Point(("ready", route), 0.5 * weight, READY, ("prepares", *why))
    claimed = {each.order.route for each in claims}
    for route in range(len(board.routes)):
        held = [_is_full(each.rounds[0].at, seat, route) for each in (better, other)]
        full = held == [True, False] and _is_full(better.end, seat, route)
        if full and route not in claimed | done:
            yield Point(("ready", route), 1.0, READY, ("holds", board.routes[route].id))


def _own_claim(better: Story, route: int) -> Fact:
    """Return that a route from which the turn keeps another can soon be claimed."""
    kind = "fills_own" if _is_full(better.end, better.seat, route) else "prepares_own"
    return kind, better.start.board.routes[route].id


def _first(better: Story, other: Story) -> Iterator[Point]:
    """Yield the routes to which others would come if the seat did not."""
    seat, board = better.seat, better.start.board
    placed = {route for _, route in _placed(better.rounds[0].replies)}
    for (rival, route), number in _placed(other.rounds[0].replies).items():
        own = _own_on(better.end, seat, route)
        if rival == seat or route in placed or own <= _own_on(other.end, seat, route):
            continue
        fact = ("first", board.routes[route].id, _number(rival))
        yield Point(("first", route), 0.8 + 0.3 * number, RACE, fact)


# What others reply.


def replies(better: Story, other: Story, number: int) -> Iterator[Point]:
    """Return what others do in a round after the other turn, and in none after the better one."""
    seat, rounds = better.seat, other.rounds[number]
    before = _replies(better, number)
    yield from _ends(better.rounds[number], rounds, seat)
    yield from _claim(better, other, number)
    yield from _fill(better.rounds[number], rounds, seat)
    yield from _displace(rounds.replies, before, seat)
    yield from _come_first(better, other, rounds.replies, before)


def _ends(better: Round, other: Round, seat: int) -> Iterator[Point]:
    if other.at.over and not better.at.over and not _has_won(other.at, seat):
        others = (step.seat for step in reversed(other.replies) if step.seat not in (seat, CHANCE))
        rival = next(others, None)
        if rival is not None:
            yield Point(("end",), 20.0, END, ("they_end", _number(rival)))


def _claim(better: Story, other: Story, number: int) -> Iterator[Point]:
    """Yield what others claim, and develop by bonus markers."""
    seat, replies = better.seat, other.rounds[number].replies
    before = _replies(better, number)
    done = Counter((each.seat, each.order, each.marker) for each in _claims(before, better))
    for claim in _claims(replies, other):
        key = claim.seat, claim.order, claim.marker
        done[key] -= 1
        if claim.seat != seat and done[key] < 0:
            fact = ("claims", _number(claim.seat), *_claim_fact(claim))
            yield Point(("claim", claim.seat, claim.order.route), 1.0 + _weight(claim), "", fact)
    for rival, ability in sorted(_developed(replies) - _developed(before)):
        if rival != seat:
            fact = ("they_develop", _number(rival), ABILITIES[ability])
            yield Point(("develop", rival, ability), 2.0, "", fact)


def _fill(better: Round, other: Round, seat: int) -> Iterator[Point]:
    """Yield the routes that others have filled when the seat's next turn begins."""
    if not other.replies:
        return
    begin = other.replies[0].before
    claimed = _claimed(other.replies)
    for route in begin.board.routes:
        for rival in range(begin.players):
            held = [_is_full(each.at, rival, route.index) for each in (better, other)]
            if rival != seat and held == [False, True]:
                kind = "they_fill"
                if (rival, route.index) in claimed:
                    kind = "they_refill"
                elif _is_full(begin, rival, route.index):
                    kind = "still_full"
                fact = (kind, _number(rival), route.id)
                yield Point(("full", rival, route.index), 1.6, "", fact)


def _displace(replies: Sequence[Step], before: Sequence[Step], seat: int) -> Iterator[Point]:
    done = {(rival, route) for rival, route, _ in _displaced(before, seat)}
    for rival, route, kind in _displaced(replies, seat):
        if (rival, route) not in done:
            full = _is_full(replies[0].before, seat, route)
            name = replies[0].before.board.routes[route].id
            fact = ("displaces", _number(rival), kind, name, int(full))
            yield Point(("displace", rival, route), 3.0 if full else 2.0, "", fact)


def _come_first(
    better: Story, other: Story, replies: Sequence[Step], before: Sequence[Step]
) -> Iterator[Point]:
    """Yield the routes on which others put pieces where the seat should have been by now."""
    seat = better.seat
    done = {route for _, route in _placed(before)}
    mine = {route for who, route in _claimed(better.rounds[0].turn) if who == seat}
    for (rival, route), pieces in _placed(replies).items():
        wanted = route in mine or _own_on(better.end, seat, route) > _own_on(other.end, seat, route)
        if rival != seat and wanted and route not in done:
            fact = ("comes", _number(rival), pieces, better.start.board.routes[route].id)
            yield Point(("place", rival, route), 1.0 + 0.3 * pieces, "", fact)


def told(board: Board, fact: Fact, names: Sequence[str]) -> Sequence[Message]:
    """Return what a turn does, or others reply, in sentences."""
    return told_reasons.told(board, fact, names)


# Claims.


def _claimed(steps: Iterable[Step]) -> set[tuple[int, int]]:
    """Return which seats claim which routes in some steps."""
    return {(step.seat, step.order.route) for step in steps if isinstance(step.order, Claim)}


def _claims(steps: Iterable[Step], story: Story) -> list[Claimed]:
    """Return the claims among some steps of a story, with markers that lay there at its start.

    Which markers are drawn later is luck, and no reason for anything.
    """
    firsts: dict[int, Step] = {}
    for step in chain(story.turn, *chain.from_iterable((e.replies, e.turn) for e in story.rounds)):
        if isinstance(step.order, Claim):
            firsts.setdefault(step.order.route, step)
    found = []
    for step in steps:
        if isinstance(step.order, Claim):
            events = step.after.events
            took = next((each[2] for each in events if each[0] == "took"), "")
            first = firsts[step.order.route] is step
            marker = took if first and story.start.markers[step.order.route] else ""
            gains = [e[2] for e in events if e[0] == "prestige" and e[1] == step.seat]
            found.append(Claimed(step.after.board, step.seat, step.order, marker, sum(gains)))
    return found


def _replies(story: Story, number: int) -> list[Step]:
    """Return what others do up to a round of a story."""
    return [step for each in story.rounds[: number + 1] for step in each.replies]


def _weight(claim: Claimed) -> float:
    """Return about how many points a claim brings its seat."""
    order, weight = claim.order, claim.prestige + 3.0 * bool(claim.marker)
    if isinstance(order, ClaimDevelop):
        return weight + _ability_weight(order.ability)
    if isinstance(order, ClaimPrestige):
        return weight + SPECIAL_PRESTIGE[order.field]
    return weight + 2.0 * isinstance(order, ClaimOffice | ClaimExtra)


def _ability_weight(ability: int) -> float:
    return {ACTIONS: 4.0, BOOK: 1.5, BANK: 1.5}.get(ability, 2.5)


def _claim_fact(claim: Claimed) -> Fact:
    """Return a claim as the end of a fact: its route, its use and with what, marker, prestige."""
    board, order = claim.board, claim.order
    use: Fact = ("nothing", NOTHING)
    if isinstance(order, ClaimOffice):
        use = ("office", board.cities[order.city].id)
    elif isinstance(order, ClaimExtra):
        use = ("extra", board.cities[order.city].id)
    elif isinstance(order, ClaimDevelop):
        use = ("develop", ABILITIES[order.ability])
    elif isinstance(order, ClaimPrestige):
        use = ("prestige", SPECIAL_PRESTIGE[order.field])
    return board.routes[order.route].id, *use, claim.marker or NOTHING, claim.prestige


def _developed(steps: Iterable[Step]) -> set[tuple[int, int]]:
    """Return which seats develop which abilities with a bonus marker (T9.2)."""
    return {(step.seat, step.order.ability) for step in steps if isinstance(step.order, UseDevelop)}


def _number(seat: int) -> int:
    """Return a seat as facts count it."""
    return seat + 1


# Pieces on routes.


def _displaced(steps: Iterable[Step], seat: int) -> list[tuple[int, int, str]]:
    """Return who displaced a piece of a seat, on which route, and of which kind."""
    return [
        (step.seat, step.after.board.space_route[step.order.space], event[2])
        for step in steps
        if isinstance(step.order, Displace)
        for event in step.after.events
        if event[0] == "displaced" and event[1] == seat
    ]


def _placed(steps: Iterable[Step]) -> Counter[tuple[int, int]]:
    """Return how many pieces each seat put on each route by actions of its own."""
    found: Counter[tuple[int, int]] = Counter()
    for step in steps:
        order, board = step.order, step.after.board
        if isinstance(order, Place | Displace):
            found[step.seat, board.space_route[order.space]] += 1
        elif isinstance(order, Move) and _is_of(step.seat, step.after.spaces[order.end]):
            found[step.seat, board.space_route[order.end]] += 1
    return found


def _pieces(state: State, route: int) -> bytes:
    spaces = state.board.routes[route].spaces
    return state.spaces[spaces.start : spaces.stop]


def _is_of(seat: int, code: int) -> bool:
    return code != EMPTY and owner(code) == seat


def _own_on(state: State, seat: int, route: int) -> int:
    return sum(_is_of(seat, code) for code in _pieces(state, route))


def _is_full(state: State, seat: int, route: int) -> bool:
    return all(_is_of(seat, code) for code in _pieces(state, route))


def _least(state: State, seat: int, route: int) -> int:
    """Return the fewest actions in which a seat can fill and claim a route, others doing nothing.

    Its markers may lift what is in the way, a Move fills free spaces, and who is displaced must be
    paid for (T5.1, T6.1, T9.6).
    """
    pieces, held = _pieces(state, route), state.held[seat]
    others = sorted(code for code in pieces if code != EMPTY and owner(code) != seat)
    lifted = min(len(others), LIFTED * (held.count(MOVE3) + held.count(REMOVE3)))
    left = sorted(map(toll, others))[: len(others) - lifted]
    moves = ceil((pieces.count(EMPTY) + lifted) / state.value(seat, BOOK))
    spent = len(left) + sum(left)
    lacking = max(0, spent - sum(state.supply[2 * seat : 2 * seat + 2]))
    return 1 + len(left) + moves + ceil(lacking / state.value(seat, BANK))


def _actions(state: State, seat: int) -> int:
    """Return the most actions that a seat can have in its next turn (T2.1, T2.2, T9.1, T13)."""
    held, next_turn = state.held[seat], state.copy()
    begin_turn(next_turn, seat)
    more = sum(number * held.count(kind) for kind, number in MORE_ACTIONS.items())
    return next_turn.actions + more + held.count(DEVELOP)


def _has_won(state: State, seat: int) -> bool:
    result = Teutonica().result(state)
    return result is not None and result.places[seat] == 1
