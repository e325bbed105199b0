"""The rules a second time, slow and plain, from the board's data file and words alone.

Nothing here is shared with `games.rules.teutonica` but the state it looks at, so that a mistake
would have to be made twice. A `Table` is a position as a person would lay it out; `orders` are the
texts of everything allowed.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

ABILITIES = ["city_keys", "actions", "privilege", "book", "bank"]
VALUES = {
    "city_keys": [1, 2, 2, 3, 4],
    "actions": [2, 3, 3, 4, 4, 5],
    "privilege": [["white"], ["white", "orange"], ["white", "orange", "pink"]],
    "book": [2, 3, 4, 5],
    "bank": [3, 5, 7, 1000],
}
VALUES["privilege"].append(["white", "orange", "pink", "black"])
MARKERS = ["extra", "swap", "plus3", "plus4", "develop", "move3", "remove3"]
FIELDS = {7: "white", 8: "orange", 9: "pink", 11: "black"}
COSTS = {"t": ["1t", "1m"], "m": ["2t", "1t1m", "2m"]}
TILES = ["anywhere", "action", "income", "trader", "cities", "abilities"]
NEUTRAL = 5

Piece = tuple[int, str]


def count(text: str, kind: str) -> int:
    """Return how many pieces of a kind an amount like '1t1m' names."""
    return next((int(text[i - 1]) for i, letter in enumerate(text) if letter == kind), 0)


def _laid_out(frame: Any) -> list[Any]:
    """Return a frame as its name and its numbers."""
    numbers: list[Any] = [frame.name]
    for field in frame[:-1]:
        numbers += field if isinstance(field, tuple) else (field,)
    return numbers


class Table:
    """A position laid out: who stands where, what lies in front of whom."""

    def __init__(self, state: Any) -> None:
        facts = state.board.facts
        self.players: int = state.players
        self.turn: int = state.turn
        self.actions: int = state.actions
        self.frame = _laid_out(state.frames[-1]) if state.frames else ["turn"]
        self.cities = {city["id"]: city for city in facts["cities"]}
        self.routes = {route["id"]: route for route in facts["routes"]}
        self.connection = facts["connection"]
        self.space: dict[str, Piece | None] = {}
        self.route_of: dict[str, str] = {}
        codes = iter(state.spaces)
        for route_id, route in self.routes.items():
            for number in range(len(route["spaces"])):
                name = f"{route_id}.{number + 1}"
                self.space[name] = self._piece(next(codes))
                self.route_of[name] = route_id
        codes = iter(state.offices)
        self.offices = {
            city: [self._piece(next(codes)) for _ in facts["offices"]]
            for city, facts in self.cities.items()
        }
        self.extras = {
            city: [self._piece(code) for code in row]
            for city, row in zip(self.cities, state.extras, strict=True)
        }
        self.founded = {
            city: [self._piece(code) for code in row]
            for city, row in zip(self.cities, state.founded, strict=True)
        }
        self.options = state.options
        self.added = state.added
        self.provinces = {entry["id"]: entry for entry in facts.get("provinces", [])}
        self.tiles = {
            tile: None if place == 1 else place - 2
            for tile, place in zip(TILES, state.added.tiles, strict=False)
            if place
        }
        numbers = iter(state.supply)
        self.supply = [{"t": next(numbers), "m": next(numbers)} for _ in range(self.players)]
        numbers = iter(state.stock)
        self.stock = [{"t": next(numbers), "m": next(numbers)} for _ in range(self.players)]
        numbers = iter(state.levels)
        self.steps = [{name: next(numbers) for name in ABILITIES} for _ in range(self.players)]
        self.taken = {
            field: code - 1 for field, code in zip(FIELDS, state.special, strict=True) if code
        }
        self.marker = {
            route: MARKERS[code - 1]
            for route, code in zip(self.routes, state.markers, strict=True)
            if code
        }
        self.held = [[MARKERS[kind] for kind in row] for row in state.held]
        self.plate = [[MARKERS[kind] for kind in row] for row in state.plate]

    @staticmethod
    def _piece(code: int) -> Piece | None:
        return None if code == 0 else ((code - 1) // 2, "tm"[(code - 1) % 2])

    def value(self, seat: int, ability: str) -> Any:
        return VALUES[ability][self.steps[seat][ability]]

    # Cities

    def owners(self, city: str) -> list[int]:
        """Return who stands in the city's offices, from the left, vacant ones left out."""
        row = self.extras[city] + self.offices[city] + self.founded[city]
        return [piece[0] for piece in row if piece]

    def is_completed(self, city: str) -> bool:
        """T7.4, and T14.1 for cities without offices to fill."""
        if self.cities[city].get("green"):
            return bool(self.owners(city))
        return None not in self.offices[city]

    def controller(self, city: str) -> int | None:
        """T7.1: who has most; of those, whose last office in the row comes latest."""
        owners = self.owners(city)
        if not owners:
            return None
        counts = Counter(owners)
        most = max(counts.values())
        tied = [seat for seat in counts if counts[seat] == most]
        return max(tied, key=lambda seat: max(i for i, o in enumerate(owners) if o == seat))

    def component(self, seat: int, start: str) -> set[str]:
        """Return the cities with offices of a seat that are reached from one of them."""
        reached, waiting = set(), [start]
        while waiting:
            city = waiting.pop()
            if city in reached or seat not in self.owners(city):
                continue
            reached.add(city)
            for route in self.routes.values():
                if city in route["between"]:
                    waiting += route["between"]
        return reached

    def network(self, seat: int) -> int:
        """T11.6: the group worth most, times City Keys."""
        best = 0
        for city in self.cities:
            group = self.component(seat, city)
            best = max(best, sum(self.owners(name).count(seat) for name in group))
        return best * int(self.value(seat, "city_keys"))

    def is_connected(self, seat: int) -> bool:
        """T7.5: an unbroken chain between the two red cities."""
        first, last = self.connection
        return last in self.component(seat, first)

    def next_office(self, city: str) -> int | None:
        """Return the place of the leftmost vacant office."""
        return next((i for i, piece in enumerate(self.offices[city]) if piece is None), None)

    # Where things are: countries and provinces

    def country(self, space: str) -> str:
        return str(self.routes[self.route_of[space]].get("country", "england"))

    def roams(self, start: str, end: str) -> bool:
        """T15.2, T15.3: within a country, or to England."""
        return self.country(end) in (self.country(start), "england")

    def permits(self, seat: int) -> set[str]:
        """T15.1: the countries that the seat may place in once more this turn."""
        found: set[str] = set()
        used = [list(self.cities)[number] for number in self.added.permits]
        for city, facts in self.cities.items():
            if city not in used and self.owners(city)[-1:] == [seat]:
                found.update(facts.get("grants_permission", []))
        return found

    def bordered(self, route_id: str) -> bool:
        """T17.3: whether the pawn, if there is one, stands at a route."""
        return not self.added.pawn or route_id in self.provinces[self.added.pawn]["routes"]

    def open(self, seat: int, space: str) -> bool:
        """Whether Place and Displace may go to a space (T15.1, T17.3)."""
        abroad = self.country(space) != "england"
        if abroad and self.country(space) not in self.permits(seat):
            return False
        return self.bordered(self.route_of[space])

    def country_points(self, country: str) -> list[int]:
        """T15.6: places are handed out one by one; the tied put theirs together."""
        cities = [c for c in self.cities if country in self.cities[c].get("countries", [])]
        offices = [sum(self.owners(c).count(s) for c in cities) for s in range(self.players)]
        control = [sum(self.controller(c) == s for c in cities) for s in range(self.players)]
        prizes, points = [7, 4, 2] + [0] * self.players, [0] * self.players
        for controlled in (True, False):
            left = {s for s in range(self.players) if offices[s] and bool(control[s]) == controlled}
            while left:
                best = max((control[s], offices[s]) for s in left)
                tied = [s for s in left if (control[s], offices[s]) == best]
                shared = sum(prizes.pop(0) for _ in tied)
                for seat in tied:
                    points[seat] = shared // len(tied)
                left -= set(tied)
        return points

    # Spaces

    def boat(self, space: str) -> bool:
        route, number = space.split(".")
        return bool(self.routes[route]["spaces"][int(number) - 1].get("merchant_only"))

    def takes(self, space: str, kind: str) -> bool:
        """Return whether a space is free for a kind of piece."""
        return self.space[space] is None and (kind == "m" or not self.boat(space))

    def reach(self, route_id: str, kind: str, anywhere: bool = False, lifted: str = "") -> set[str]:
        """T5.3: the nearest free spaces, by counting cities from the route; it itself last.

        T5.4a: a lifted piece leaves its space free. T15.2: the way, too, keeps to open countries.
        """
        open_to = self.room(route_id, kind, lifted)
        if anywhere:
            return open_to
        first = f"{route_id}.1"
        ways = [r["between"] for name, r in self.routes.items() if self.roams(first, f"{name}.1")]
        distance = dict.fromkeys(self.routes[route_id]["between"], 1)
        for step in range(1, len(self.cities) + 1):
            for one, other in ways:
                for near, far in ((one, other), (other, one)):
                    if distance.get(near) == step and far not in distance:
                        distance[far] = step + 1
        by_distance: dict[int, set[str]] = {}
        for space, route in self.route_of.items():
            if space in open_to:
                ends = self.routes[route]["between"]
                far = min(distance[end] for end in ends) if route != route_id else 1000
                by_distance.setdefault(far, set()).add(space)
        return by_distance[min(by_distance)] if by_distance else set()

    def room(self, route_id: str, kind: str, lifted: str = "") -> set[str]:
        """Every free space, near or far; a lifted piece leaves its country for England alone."""
        first = f"{route_id}.1"
        return {
            space
            for space in self.space
            if (space == lifted or self.takes(space, kind))
            and self.roams(first, space)
            and self.roams(lifted or first, space)
        }

    # Orders

    def orders(self, seat: int) -> set[str]:
        """Return everything that the seat to move may order, as text."""
        name = self.frame[0]
        if name == "turn":
            return set(self._turn(seat))
        if name == "moving":
            return set(self._moves(seat, self.frame[1])) | {"done"}
        if name == "displaced":
            return set(self._puts(seat))
        if name == "plate":
            return set(self._markings(seat))
        if name in ("move3", "move any"):
            return set(self._lifts(seat))
        return set(self._of_modules(seat, name))

    def _of_modules(self, seat: int, name: str) -> Iterator[str]:
        if name == "neutral displaced":
            route_id = list(self.routes)[self.frame[2]]
            yield from (f"put t {space}" for space in self.reach(route_id, "t"))
            if not self.frame[3]:
                yield "done"
        elif name == "neutral office":
            for city in self.routes[list(self.routes)[self.frame[1]]]["between"]:
                if self.next_office(city) is not None:
                    yield f"neutral {city}"
        elif name == "income tile":
            yield from (f"take {kind}" for kind in "tm" if self.stock[seat][kind])
            yield "decline"
        elif name == "pawn":
            yield from (f"pawn {number}" for number in self.provinces)
        elif name == "remove3":
            yield from (f"remove {space}" for space, piece in self.space.items() if piece)
            if self.frame[1] < 3:
                yield "done"
        else:
            yield "done"
            yield from self._permanent(seat, name)

    def _permanent(self, seat: int, name: str) -> Iterator[str]:
        """T14.3, T15.5."""
        if name == "develop privilege":
            yield "develop privilege"
        elif name == "found":
            green = [city for city, facts in self.cities.items() if facts.get("green")]
            for city, kind in product(green, "tm"):
                if self.supply[seat][kind]:
                    yield f"found {city} {kind}"
        elif name == "place claimed":
            left = dict(zip("tm", self.frame[1:3], strict=True))
            for kind, space in product("tm", self.space):
                if left[kind] and self.takes(space, kind):
                    yield f"put {kind} {space}"
        else:
            assert name == "place abroad"
            for (kind, origin), space in product(self._extras(seat), self.space):
                if self.country(space) != "england" and self.takes(space, kind):
                    yield f"put {kind} {space}{origin}"

    def _turn(self, seat: int) -> Iterator[str]:
        yield "end"
        yield from self._uses(seat)
        yield from self._walks()
        if not self.added.touched:
            held = sorted(self.held[seat], key=MARKERS.index)
            for tile, pair in product(self.tiles, set(combinations(held, 2))):
                if self.tiles[tile] is None:
                    yield f"favour {tile} spending {' '.join(pair)}"
        if self.actions < 1:
            return
        stock, supply = self.stock[seat], self.supply[seat]
        for traders, merchants in product(range(stock["t"] + 1), range(stock["m"] + 1)):
            if 0 < traders + merchants <= self.value(seat, "bank"):
                words = [f"{traders}t"] * bool(traders) + [f"{merchants}m"] * bool(merchants)
                yield "income " + "".join(words)
        for kind, space in product("tm", self.space):
            if supply[kind] and self.takes(space, kind) and self.open(seat, space):
                yield f"place {kind} {space}"
            yield from self._displacements(seat, kind, space)
        yield from self._moves(seat, self.value(seat, "book"))
        for route in self.routes:
            yield from self._claims(seat, route)

    def _walks(self) -> Iterator[str]:
        """T17.2: what two steps reach is free once a turn; anything costs an action."""
        here = self.added.pawn
        if not here:
            return
        one = set(self.provinces[here]["neighbours"])
        two = one | {far for near in one for far in self.provinces[near]["neighbours"]}
        free = set() if self.added.walked else two - {here}
        yield from (f"pawn {number}" for number in free)
        if self.actions > 0:
            for number in set(self.provinces) - {here}:
                yield f"pawn {number} action" if number in free else f"pawn {number}"

    def _displacements(self, seat: int, kind: str, space: str) -> Iterator[str]:
        piece = self.space[space]
        if piece is None or piece[0] == seat or not self.open(seat, space):
            return
        if kind == "t" and self.boat(space):
            return
        for cost in COSTS[piece[1]]:
            need = Counter({"t": count(cost, "t"), "m": count(cost, "m")}) + Counter([kind])
            if all(self.supply[seat][which] >= number for which, number in need.items()):
                yield f"displace {kind} {space} paying {cost}"

    def _moves(self, seat: int, left: int) -> Iterator[str]:
        for start, end in product(self.space, self.space):
            piece, other = self.space[start], self.space[end]
            if piece is None or piece[0] != seat:
                continue
            if not self.roams(start, end):
                continue
            trades = other is not None and other[0] == seat and other[1] != piece[1]
            trades = trades and self.roams(end, start) and not self.boat(start)
            if self.takes(end, piece[1]) or (trades and left >= 2 and not self.boat(end)):
                yield f"move {start} > {end}"

    def _claims(self, seat: int, route_id: str) -> Iterator[str]:
        stands = [piece for space, piece in self.space.items() if self.route_of[space] == route_id]
        full = all(piece is not None and piece[0] == seat for piece in stands)
        if not full or not self.bordered(route_id):
            return
        kinds = {piece[1] for piece in stands if piece}
        colours = self.value(seat, "privilege")
        head = f"claim {route_id}"
        yield f"{head} nothing"
        for city in self.routes[route_id]["between"]:
            number = self.next_office(city)
            if number is not None:
                office = self.cities[city]["offices"][number]
                needed = {"square": "t", "circle": "m"}[office["shape"]]
                if needed in kinds and office["privilege"] in colours:
                    yield f"{head} office {city}"
            for ability in self.cities[city].get("develops", []):
                if self.steps[seat][ability] + 1 < len(VALUES[ability]):
                    yield f"{head} develop {ability}"
            if self.cities[city].get("special_prestige") and "m" in kinds:
                for field, colour in FIELDS.items():
                    if field not in self.taken and colour in colours:
                        yield f"{head} prestige {field}"
            settled = self.owners(city) or self.cities[city].get("green")
            if "extra" in self.held[seat] and settled:
                for kind in kinds:
                    yield f"{head} extra {city} {kind}"

    def _uses(self, seat: int) -> Iterator[str]:
        held = self.held[seat]
        for name in ("plus3", "plus4"):
            if name in held and not self.added.closed:
                yield f"use {name}"
        if "develop" in held:
            for ability in ABILITIES:
                if self.steps[seat][ability] + 1 < len(VALUES[ability]):
                    yield f"use develop {ability}"
        if "swap" in held:
            for city, printed in self.offices.items():
                row = printed + self.founded[city]
                for left in range(len(row) - 1):
                    pair = row[left], row[left + 1]
                    seats = [piece[0] for piece in pair if piece]
                    mine = seat in seats or self.options["edition"] == "classic"
                    if len(seats) == 2 and seats[0] != seats[1] and mine:
                        yield f"use swap {city} {left + 1} {left + 2}"
        if "move3" in held and any(p and p[0] != seat for p in self.space.values()):
            yield "use move3"
        if "remove3" in held and any(self.space.values()):
            yield "use remove3"

    def _puts(self, seat: int) -> Iterator[str]:
        """T5.4: the displaced piece and extra ones in any order.

        Pieces of a kind are twins: which of two goes first is asked only where it may matter.
        """
        _, _, route, hand, extras, *placed = self.frame
        route_id = list(self.routes)[route]
        anywhere = self.tiles.get("anywhere") == seat
        in_hand = self._piece(hand)
        mine = self.reach(route_id, in_hand[1], anywhere) if in_hand else set()
        yield from (f"put {in_hand[1]} {space}" for space in mine if in_hand)
        if not mine:
            yield "done"
        for kind, origin in self._extras(seat) if extras else ():
            twin = in_hand is not None and kind == in_hand[1]
            lifted = origin.removeprefix(" from ") if "." in origin else ""
            if lifted and list(self.space).index(lifted) in placed:
                continue
            spaces = len(self.room(route_id, kind))
            if twin and not self._opens(seat, lifted, extras, spaces):
                continue
            named = " from stock" if twin and not origin else origin
            for space in self.reach(route_id, kind, anywhere, lifted):
                if space != lifted:
                    yield f"put {kind} {space}{named}"

    def _opens(self, seat: int, lifted: str, extras: int, spaces: int) -> bool:
        """Whether a twin of the displaced piece, by going first, can lead to other ends."""
        if lifted:
            return extras == 2 or any("country" in route for route in self.routes.values())
        stock, supply = sum(self.stock[seat].values()), sum(self.supply[seat].values())
        if not stock and spaces <= extras:
            return True
        return extras == 2 and (stock or supply) == 1

    def _extras(self, seat: int) -> list[tuple[str, str]]:
        """T5.2: kinds and sources of extra pieces."""
        if sum(self.stock[seat].values()):
            return [(kind, "") for kind in "tm" if self.stock[seat][kind]]
        if sum(self.supply[seat].values()):
            return [(kind, " from supply") for kind in "tm" if self.supply[seat][kind]]
        return [
            (piece[1], f" from {space}")
            for space, piece in self.space.items()
            if piece and piece[0] == seat
        ]

    def qualifies(self, route_id: str) -> bool:
        """T8.4: no marker, no pieces, a vacant office at an end."""
        empty = all(
            piece is None for space, piece in self.space.items() if self.route_of[space] == route_id
        )
        vacant = any(
            self.next_office(city) is not None for city in self.routes[route_id]["between"]
        )
        route = self.routes[route_id]
        if route.get("permanent_marker") or route.get("country", "england") != "england":
            return False
        return route_id not in self.marker and empty and vacant

    def _markings(self, seat: int) -> Iterator[str]:
        for marker, route in product(self.plate[seat], self.routes):
            if self.qualifies(route):
                yield f"marker {marker} {route}"

    def _lifts(self, seat: int) -> Iterator[str]:
        """T9.6, T14.3, T15.4: pieces that may land, each followed by the one it lifts."""
        name, left, hand, origin = self.frame
        movable = {
            space: piece
            for space, piece in self.space.items()
            if piece and (name == "move any" or piece[0] != seat)
        }
        in_air = self._piece(hand)
        names = list(self.space)
        if in_air:
            starts = {names[origin]: in_air}
        else:
            starts = movable
            if name == "move any" or left < 3:
                yield "done"
        for start, piece in starts.items():
            standing = {space: p for space, p in self.space.items() if p}
            if not in_air:
                del standing[start]
            for end in self._landings(start, piece, standing, movable, left):
                if end != start:
                    yield f"move {start} > {end}"

    def _landings(
        self,
        start: str,
        piece: Piece,
        standing: dict[str, Piece],
        movable: dict[str, Piece],
        left: int,
    ) -> Iterator[str]:
        """Yield where a piece may go if all that it lifts can go somewhere, too."""
        for end in self.space:
            if self.country(end) != self.country(start) or (piece[1] == "t" and self.boat(end)):
                continue
            if end not in standing:
                yield end
            elif left >= 2 and end in movable and standing[end] != piece and end != start:
                after = {**standing, end: piece}
                if any(self._landings(end, standing[end], after, movable, left - 1)):
                    yield end
