"""What one turn of Hansa Teutonica does that another does not, and what others make of that."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from games.bots.stories import Point, Round, Story
from games.rules.common.telling import listed
from games.rules.playthrough import Step
from games.rules.teutonica import Teutonica
from games.rules.teutonica.board import Board
from games.rules.teutonica.orders import (
    Claim,
    ClaimDevelop,
    ClaimExtra,
    ClaimNothing,
    ClaimOffice,
    ClaimPrestige,
    Displace,
    Move,
    Place,
    UseDevelop,
)
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    ACTIONS,
    ALL,
    BANK,
    BOOK,
    DEVELOP,
    EMPTY,
    MARKER_NAMES,
    MARKERS,
    MOVE3,
    NEUTRAL,
    PLUS3,
    PLUS4,
    PRIVILEGES,
    REMOVE3,
    SPECIAL_PRESTIGE,
    owner,
)
from games.rules.teutonica.plate import begin_turn
from games.rules.teutonica.questions import controlled, toll
from games.rules.teutonica.state import State

END: Final = "Ending the game"
BLOCK: Final = "Getting in the way"
READY: Final = "Preparing a claim"
RACE: Final = "Getting there first"
OFFICES: Final = "Opening an office"
ABILITY: Final = "Developing an ability"
MARKER: Final = "Taking a bonus marker"
PRESTIGE: Final = "Prestige"
SUPPLY: Final = "Keeping pieces in supply"
THEMES: Final = (END, BLOCK, READY, RACE, OFFICES, ABILITY, MARKER, PRESTIGE, SUPPLY)
"""What a puzzle can be about."""

FEW: Final = 3
"""The least lead in pieces in supply that is worth a sentence."""
CLAIMS: Final = (ClaimOffice, ClaimDevelop, ClaimPrestige, ClaimExtra, ClaimNothing)


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
        point if route not in blocks else point._replace(words=_own_claim(better, route))
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
        yield Point(("end",), 20.0, END, "ends the game, and you win it")


def _gained(better: Story, other: Story) -> Iterator[Point]:
    """Yield what the seat has gained by the end of the better turn alone."""
    seat, board = better.seat, better.start.board
    mine, others = _own(better, seat), _own(other, seat)
    for city in sorted(mine["office"].keys() - others["office"].keys()):
        words, number = f"opens an office in {board.city(city).name}", board.city_numbers[city]
        before, then, now = (
            number in controlled(state, seat) for state in (better.start, other.end, better.end)
        )
        if now and not before and not then:
            words += " and so controls the city"
        yield Point(("office", city), 3.0 + 0.5 * (now and not before), OFFICES, words)
    for city in sorted(mine["extra"].keys() - others["extra"].keys()):
        words = f"opens an extra office in {board.city(city).name}"
        yield Point(("extra", city), 2.5, OFFICES, words)
    for marker in sorted(mine["took"].keys() - others["took"].keys()):
        yield Point(("took", marker), 3.0, MARKER, f"takes the bonus marker {_marker(marker)}")
    for field in sorted(mine["special"].keys() - others["special"].keys()):
        words = f"scores {field} special prestige points"
        yield Point(("special",), 0.9 * int(field), PRESTIGE, words)


def _developed_to(better: Story, other: Story) -> Iterator[Point]:
    """Yield the abilities that only the better turn develops."""
    seat = better.seat
    for ability, name in enumerate(ABILITY_NAMES):
        before, then, now = (
            state.levels[len(ABILITIES) * seat + ability]
            for state in (better.start, other.end, better.end)
        )
        if now > max(before, then):
            words = f"develops {name} to {_value(ability, better.end.value(seat, ability))}"
            yield Point(("develop", ability), _ability_weight(ability), ABILITY, words)


def _prestige_gained(better: Story, other: Story) -> Iterator[Point]:
    """Yield prestige that the seat gains, or others do not."""
    seat = better.seat
    for one in range(better.start.players):
        before, then, now = (state.prestige[one] for state in (better.start, other.end, better.end))
        if one == seat and now > then:
            instead = f" instead of {then - before}" if then > before else ""
            words = f"gains {_prestige(now - before)}{instead}"
            yield Point(("prestige",), 1.2 * (now - then), PRESTIGE, words)
        elif one != seat and then > now == before:
            words = f"gives {_name(one)} no prestige"
            yield Point(("gives", one), 0.7 * (then - now), PRESTIGE, words)


def _kept(better: Story, other: Story) -> Iterator[Point]:
    """Yield the bonus markers that only the other turn uses up."""
    seat = better.seat
    if better.end.used[seat] == better.start.used[seat]:
        for marker in sorted(set(better.start.held[seat])):
            if better.end.held[seat].count(marker) > other.end.held[seat].count(marker):
                words = f"keeps the bonus marker {MARKER_NAMES[marker]} for later"
                yield Point(("kept", marker), 0.8, SUPPLY, words)


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
        words = f"leaves {now} pieces in your supply instead of {then or 'none'}"
        yield Point(("supply",), min(1.0, 0.5 + 0.1 * (now - then)), SUPPLY, words)


# What it means for routes.


def _in_the_way(better: Story, other: Story) -> Iterator[Point]:
    """Yield the claims of others that the better turn stops or makes dearer."""
    seat, board = better.seat, better.start.board
    done = {(each.seat, each.order.route) for each in _claims(better.rounds[0].replies)}
    for claim in _claims(other.rounds[0].replies):
        rival, route = claim.seat, claim.order.route
        if rival == seat or (rival, route) in done:
            continue
        needed, before = (_least(each.end, rival, route) for each in (better, other))
        own = any(_is_of(seat, code) for code in _pieces(better.end, route))
        if needed <= before or not own:
            continue
        name, why = board.routes[route].name, _purpose(claim)
        words = f"gets in the way of {_name(rival)}, who would claim {name}{why}"
        if needed > _actions(better.end, rival):
            words = f"stops {_name(rival)} from claiming {name}{why}"
        yield Point(("block", route), 1.0 + _weight(claim), BLOCK, words)
    for route in board.routes:
        for rival in range(better.start.players):
            if rival != seat and _breaks(better, other, rival, route.index):
                words = f"breaks up {_name(rival)}'s full route {route.name}"
                yield Point(("break", route.index), 2.0, BLOCK, words)


def _breaks(better: Story, other: Story, rival: int, route: int) -> bool:
    """Return whether a rival's route that stays full after the other turn loses a piece."""
    claims = {each.order.route for each in _claims(other.rounds[0].replies) if each.seat == rival}
    return (
        route not in claims
        and _is_full(other.end, rival, route)
        and not _is_full(better.end, rival, route)
        and any(_is_of(better.seat, code) for code in _pieces(better.end, route))
    )


def _ready(better: Story, other: Story) -> Iterator[Point]:
    """Yield the routes that the seat can claim in its next turn."""
    seat, board = better.seat, better.start.board
    done = {
        each.order.route
        for each in (*_claims(other.turn), *_claims(other.rounds[0].turn))
        if each.seat == seat
    }
    claims = [each for each in _claims(better.rounds[0].turn) if each.seat == seat]
    for claim in claims:
        route = claim.order.route
        name = board.routes[route].name
        if route in done:
            continue
        weight, why = _weight(claim), _purpose(claim)
        if _is_full(better.end, seat, route):
            full = _is_full(better.start, seat, route)
            verb = f"keeps {name} full" if full else f"fills {name}"
            words = f"{verb}, so that you can claim it next turn{why}"
            yield Point(("ready", route), 0.8 * weight + 0.5, READY, words)
        elif _own_on(better.end, seat, route) > _own_on(other.end, seat, route):
            words = f"prepares a claim of {name} next turn{why}"
            yield Point(("ready", route), 0.5 * weight, READY, words)
    claimed = {each.order.route for each in claims}
    for route in range(len(board.routes)):
        held = [_is_full(each.rounds[0].at, seat, route) for each in (better, other)]
        full = held == [True, False] and _is_full(better.end, seat, route)
        if full and route not in claimed | done:
            words = f"holds {board.routes[route].name} full until your next turn"
            yield Point(("ready", route), 1.0, READY, words)


def _own_claim(better: Story, route: int) -> str:
    """Return that a route from which the turn keeps another can soon be claimed."""
    name = better.start.board.routes[route].name
    if _is_full(better.end, better.seat, route):
        return f"fills {name}, so that you can claim it next turn yourself"
    return f"prepares your own claim of {name} next turn"


def _first(better: Story, other: Story) -> Iterator[Point]:
    """Yield the routes to which others would come if the seat did not."""
    seat, board = better.seat, better.start.board
    placed = {route for _, route in _placed(better.rounds[0].replies)}
    for (rival, route), number in _placed(other.rounds[0].replies).items():
        own = _own_on(better.end, seat, route)
        if rival == seat or route in placed or own <= _own_on(other.end, seat, route):
            continue
        words = f"gets to {board.routes[route].name} before {_name(rival)}"
        yield Point(("first", route), 0.8 + 0.3 * number, RACE, words)


# What others reply.


def replies(better: Story, other: Story, number: int) -> Iterator[Point]:
    """Return what others do in a round after the other turn, and in none after the better one."""
    seat, rounds = better.seat, other.rounds[number]
    before = [step for each in better.rounds[: number + 1] for step in each.replies]
    yield from _ends(better.rounds[number], rounds, seat)
    yield from _claim(rounds.replies, before, seat)
    yield from _fill(better.rounds[number], rounds, seat)
    yield from _displace(rounds.replies, before, seat)
    yield from _come_first(better, other, rounds.replies, before)


def _ends(better: Round, other: Round, seat: int) -> Iterator[Point]:
    if other.at.over and not better.at.over and not _has_won(other.at, seat):
        rival = next((step.seat for step in reversed(other.replies) if step.seat != seat), None)
        if rival is not None:
            yield Point(
                ("end",), 20.0, END, f"{_name(rival)} ends the game, and you have not won it."
            )


def _claim(replies: Sequence[Step], before: Sequence[Step], seat: int) -> Iterator[Point]:
    """Yield what others claim, and develop by bonus markers."""
    done = Counter((each.seat, each.order, each.marker) for each in _claims(before))
    for claim in _claims(replies):
        key = claim.seat, claim.order, claim.marker
        done[key] -= 1
        if claim.seat != seat and done[key] < 0:
            words = f"{_name(claim.seat)} {_steps(claim)}."
            yield Point(("claim", claim.seat, claim.order.route), 1.0 + _weight(claim), "", words)
    for rival, ability in sorted(_developed(replies) - _developed(before)):
        if rival != seat:
            words = f"{_name(rival)} develops {ABILITY_NAMES[ability]} with a bonus marker."
            yield Point(("develop", rival, ability), 2.0, "", words)


def _fill(better: Round, other: Round, seat: int) -> Iterator[Point]:
    """Yield the routes that others have filled when the seat's next turn begins."""
    if not other.replies:
        return
    begin = other.replies[0].before
    claimed = {(each.seat, each.order.route) for each in _claims(other.replies)}
    for route in begin.board.routes:
        for rival in range(begin.players):
            held = [_is_full(each.at, rival, route.index) for each in (better, other)]
            if rival != seat and held == [False, True]:
                words = f"{_name(rival)} fills {route.name}, ready to claim it."
                if (rival, route.index) in claimed:
                    words = f"{_name(rival)} claims {route.name} and fills it again."
                elif _is_full(begin, rival, route.index):
                    words = f"{_name(rival)} still has {route.name} full, ready to claim it."
                yield Point(("full", rival, route.index), 1.6, "", words)


def _displace(replies: Sequence[Step], before: Sequence[Step], seat: int) -> Iterator[Point]:
    done = {(rival, route) for rival, route, _ in _displaced(before, seat)}
    for rival, route, kind in _displaced(replies, seat):
        if (rival, route) not in done:
            full = _is_full(replies[0].before, seat, route)
            where = "from your full route" if full else "on"
            name = replies[0].before.board.routes[route].name
            words = f"{_name(rival)} displaces your {kind} {where} {name}."
            yield Point(("displace", rival, route), 3.0 if full else 2.0, "", words)


def _come_first(
    better: Story, other: Story, replies: Sequence[Step], before: Sequence[Step]
) -> Iterator[Point]:
    """Yield the routes on which others put pieces where the seat should have been by now."""
    seat = better.seat
    done = {route for _, route in _placed(before)}
    mine = {each.order.route for each in _claims(better.rounds[0].turn) if each.seat == seat}
    for (rival, route), pieces in _placed(replies).items():
        wanted = route in mine or _own_on(better.end, seat, route) > _own_on(other.end, seat, route)
        if rival != seat and wanted and route not in done:
            count = "a piece" if pieces == 1 else f"{pieces} pieces"
            name = better.start.board.routes[route].name
            words = f"{_name(rival)} puts {count} on {name} before you get there."
            yield Point(("place", rival, route), 1.0 + 0.3 * pieces, "", words)


# Claims in words.


def _claims(steps: Iterable[Step]) -> list[Claimed]:
    """Return the claims among some steps."""
    found = []
    for step in steps:
        if isinstance(step.order, CLAIMS):
            events = step.after.events
            marker = next((each[2] for each in events if each[0] == "took"), "")
            gains = [e[2] for e in events if e[0] == "prestige" and e[1] == step.seat]
            found.append(Claimed(step.after.board, step.seat, step.order, marker, sum(gains)))
    return found


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


def _purpose(claim: Claimed) -> str:
    """Return what a claim is for: ' for an office in Hamburg', ' to develop Actions'."""
    order, marker = claim.order, f"the bonus marker {_marker(claim.marker)}"
    if isinstance(order, ClaimDevelop):
        takes = f" and take {marker}" if claim.marker else ""
        return f" to develop {ABILITY_NAMES[order.ability]}{takes}"
    things = [_thing(claim)] if _thing(claim) else []
    things += [marker] if claim.marker else []
    if not things and claim.prestige:
        things = [_prestige(claim.prestige)]
    return f" for {listed(things)}" if things else ""


def _thing(claim: Claimed) -> str:
    board, order = claim.board, claim.order
    if isinstance(order, ClaimOffice):
        return f"an office in {board.cities[order.city].name}"
    if isinstance(order, ClaimExtra):
        return f"an extra office in {board.cities[order.city].name}"
    if isinstance(order, ClaimPrestige):
        return f"{SPECIAL_PRESTIGE[order.field]} special prestige points"
    return ""


def _steps(claim: Claimed) -> str:
    """Return a claim as a seat's steps: 'claims Hamburg–Lübeck and opens an office in Hamburg'."""
    order = claim.order
    found = [f"claims {claim.board.routes[order.route].name}"]
    if isinstance(order, ClaimDevelop):
        found.append(f"develops {ABILITY_NAMES[order.ability]}")
    elif isinstance(order, ClaimPrestige):
        found.append(f"scores {_thing(claim)}")
    elif _thing(claim):
        found.append(f"opens {_thing(claim)}")
    if claim.marker:
        found.append(f"takes the bonus marker {_marker(claim.marker)}")
    if claim.prestige:
        found.append(f"gains {_prestige(claim.prestige)}")
    return listed(found)


def _developed(steps: Iterable[Step]) -> set[tuple[int, int]]:
    """Return which seats develop which abilities with a bonus marker (T9.2)."""
    return {(step.seat, step.order.ability) for step in steps if isinstance(step.order, UseDevelop)}


def _prestige(number: int) -> str:
    return f"{number} prestige point{'' if number == 1 else 's'}"


def _marker(marker: str) -> str:
    return MARKER_NAMES[MARKERS.index(marker)] if marker else ""


def _value(ability: int, value: int) -> str:
    """Return the value of an ability as the log tells it."""
    if ABILITIES[ability] == "privilege":
        return PRIVILEGES[value]
    return "all" if value == ALL else str(value)


def _name(seat: int) -> str:
    return "the neutral player" if seat == NEUTRAL else f"{{{seat + 1}}}"


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
    lifted = min(len(others), 3 * (held.count(MOVE3) + held.count(REMOVE3)))
    left = sorted(map(toll, others))[: len(others) - lifted]
    moves = ceil((pieces.count(EMPTY) + lifted) / state.value(seat, BOOK))
    spent = len(left) + sum(left)
    lacking = max(0, spent - sum(state.supply[2 * seat : 2 * seat + 2]))
    return 1 + len(left) + moves + ceil(lacking / state.value(seat, BANK))


def _actions(state: State, seat: int) -> int:
    """Return the most actions that a seat can have in its next turn (T2.1, T2.2, T9.1, T13)."""
    held, next_turn = state.held[seat], state.copy()
    begin_turn(next_turn, seat)
    more = 3 * held.count(PLUS3) + 4 * held.count(PLUS4) + held.count(DEVELOP)
    return next_turn.actions + more


def _has_won(state: State, seat: int) -> bool:
    result = Teutonica().result(state)
    return result is not None and result.places[seat] == 1
