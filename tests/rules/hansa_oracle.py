"""Hansa a second time, as plainly as can be, to hold the rules against.

It shares nothing with `games.rules.hansa` but the board's data file: markers are words, a pile is
a list of all that may lie there, orders are their texts. It is slow and trusts its caller.
"""

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "games" / "rules" / "hansa" / "boards" / "baltic.json"
FACTS = json.loads(FILE.read_text("utf-8"))
COLOURS = ["red", "yellow", "green", "blue", "purple", "brown"]
CITIES = [city["id"] for city in FACTS["cities"]]
SLOTS = [city["id"] for city in FACTS["cities"] for _ in range(city["warehouses"])]
ARROWS = [(route["from"], route["to"]) for route in FACTS["routes"]]


def order_of(marker: str) -> tuple[int, str]:
    return COLOURS.index(marker[:-1]), marker[-1]


class Oracle:
    def __init__(self, players: int) -> None:
        self.players = players
        self.markers = [
            f"{colour}{barrels}"
            for colour in COLOURS
            for barrels, number in (("1", 4), ("2", 5), ("3", 4))
            for _ in range(number)
        ]
        self.to_leave_out = 4 - players
        self.out: list[str] = []
        self.slots: list[str | None] = [None] * 14
        self.piles: list[int] = []
        self.ship = "copenhagen"
        self.money = [3] * players
        self.booths = [Counter[str]() for _ in range(players)]
        self.unsold: list[list[str]] = [[] for _ in range(players)]
        self.sold: list[list[str]] = [[] for _ in range(players)]
        self.phase = "setup"
        self.turn = self.start = 0
        self.did: list[str] = []
        self.filling = True
        self.owed: dict[int, list[str]] = {}
        self.last_round = False

    # What may be ordered.

    def movers(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase == "setup" or self.filling:
            return [-1]
        return sorted(self.owed) or [self.turn]

    def legal(self, seat: int) -> set[str]:
        if seat == -1:
            return self._chance()
        if self.owed:
            return {f"lose {m}" for m in self.unsold[seat] if m[:-1] in self.owed[seat]}
        if self.phase == "booths":
            return {f"booths {c}" for c in CITIES if c != "copenhagen" and not self.booths[seat][c]}
        full = {"replenish"} if not self.did and None in self.slots and self.markers else set()
        if full and not any(self.slots):
            return full
        many = len(self.unsold[seat]) > 3
        tolls = {f"discard {m}" for m in self.unsold[seat]} if many else {"end"}
        if "discard" in self.did:
            return tolls
        return full | tolls | self._voyages(seat) | self._actions(seat)

    def _chance(self) -> set[str]:
        if len(self.out) < self.to_leave_out:
            return {f"remove {c}" for c in COLOURS if c not in self.out}
        if None in self.slots:
            return {f"draw {m} {SLOTS[self.slots.index(None)]}" for m in self.markers}
        return {f"start {seat + 1}" for seat in range(self.players)}

    def _voyages(self, seat: int) -> set[str]:
        return {f"sail {b}" for a, b in ARROWS if a == self.ship and self.money[seat]}

    def _actions(self, seat: int) -> set[str]:
        since = (
            self.did[len(self.did) - self.did[::-1].index("sail") :]
            if "sail" in self.did
            else self.did
        )
        if {"buy", "build", "sell"} & set(since):
            return set()
        found = set()
        if self.money[seat] or self.first_in(self.ship) == seat:
            here = [m for m, city in zip(self.slots, SLOTS, strict=True) if city == self.ship]
            found |= {f"buy {m}" for m in here if m}
        if sum(self.booths[seat].values()) < 15:
            found |= {f"build {m}" for m in self.unsold[seat]}
        if self.booths[seat][self.ship]:
            found |= self._sales(seat)
        return found

    def _sales(self, seat: int) -> set[str]:
        rows = []
        for colour in COLOURS:
            row = sorted(m for m in self.unsold[seat] if m[:-1] == colour)
            rows.append([()] + [c for n in range(2, len(row) + 1) for c in combinations(row, n)])
        together = (sum(parts, ()) for parts in product(*rows))
        return {" ".join(("sell", *markers)) for markers in together if markers}

    def first_in(self, city: str) -> int | None:
        ranked = sorted(range(self.players), key=lambda seat: -self.booths[seat][city])
        best, second = (self.booths[seat][city] for seat in ranked[:2])
        return ranked[0] if best > second else None

    # What orders do.

    def do(self, seat: int, text: str) -> None:
        verb, *words = text.split()
        getattr(self, f"_{verb}")(seat, *words)

    def _remove(self, seat: int, colour: str) -> None:
        self.out.append(colour)
        self.markers = [m for m in self.markers if m[:-1] != colour]

    def _draw(self, seat: int, marker: str, city: str) -> None:
        self.markers.remove(marker)
        self.slots[self.slots.index(None)] = marker
        if self.phase == "setup":
            if None not in self.slots:
                left = len(self.markers)
                self.piles = [left // 5 + (left % 5 > pile) for pile in range(5)]
            return
        pile = next(pile for pile in range(5) if self.piles[pile])
        self.piles[pile] -= 1
        self.last_round = self.last_round or pile == 4
        self.filling = None in self.slots and bool(self.markers)

    def _start(self, seat: int, number: str) -> None:
        self.start = self.turn = int(number) - 1
        self.phase, self.filling = "booths", False

    def _booths(self, seat: int, city: str) -> None:
        self.booths[seat][city] += 2
        self.turn = (seat + 1) % self.players
        if all(len(row) == 3 for row in self.booths):
            self.phase = "play"
            self._begin(self.start)

    def _begin(self, seat: int) -> None:
        self.turn, self.did = seat, []
        self.money[seat] += 3

    def _replenish(self, seat: int) -> None:
        self.did.append("replenish")
        self.money[seat] -= 1
        self.filling = True

    def _sail(self, seat: int, city: str) -> None:
        self.did.append("sail")
        self.money[seat] -= 1
        self.ship = city

    def _buy(self, seat: int, marker: str) -> None:
        self.did.append("buy")
        slot = next(
            slot for slot in range(14) if SLOTS[slot] == self.ship and self.slots[slot] == marker
        )
        self.slots[slot] = None
        self.unsold[seat].append(marker)
        first = self.first_in(self.ship)
        if first != seat:
            self.money[seat] -= 1
            if first is not None:
                self.money[first] += 1

    def _build(self, seat: int, marker: str) -> None:
        self.did.append("build")
        self.unsold[seat].remove(marker)
        left = 15 - sum(self.booths[seat].values())
        self.booths[seat][self.ship] += min(left, int(marker[-1]))

    def _sell(self, seat: int, *markers: str) -> None:
        self.did.append("sell")
        self.booths[seat][self.ship] -= 1
        for marker in markers:
            self.unsold[seat].remove(marker)
            self.sold[seat].append(marker)
        for other in range(self.players):
            for colour in {m[:-1] for m in markers} if other != seat else ():
                kinds = {m for m in self.unsold[other] if m[:-1] == colour}
                if len(kinds) == 1:
                    self.unsold[other].remove(kinds.pop())
                elif kinds:
                    self.owed.setdefault(other, []).append(colour)

    def _lose(self, seat: int, marker: str) -> None:
        self.unsold[seat].remove(marker)
        self.owed[seat].remove(marker[:-1])
        if not self.owed[seat]:
            del self.owed[seat]

    def _discard(self, seat: int, marker: str) -> None:
        self.did.append("discard")
        self.unsold[seat].remove(marker)

    def _end(self, seat: int) -> None:
        self.money[seat] = min(3, self.money[seat])
        if self.last_round and (seat + 1) % self.players == self.start:
            self.phase = "over"
        else:
            self._begin((seat + 1) % self.players)

    # What comes of it.

    def facts(self) -> dict[str, Any]:
        """Return what a view must show too."""
        return {
            "ship": CITIES.index(self.ship),
            "money": self.money,
            "slots": self.slots,
            "piles": self.piles or None,
            "booths": [[row[city] for row in self.booths] for city in CITIES],
            "unsold": [sorted(row, key=order_of) for row in self.unsold],
            "sold": [sorted(row, key=order_of) for row in self.sold],
            "last_round": self.last_round,
        }

    def points(self) -> list[dict[str, int]]:
        found = []
        for seat in range(self.players):
            held = [city for city in CITIES if self.booths[seat][city]]
            alone = [c for c in held if sum(bool(row[c]) for row in self.booths) == 1]
            lines = {
                "unsold": len(self.unsold[seat]),
                "sold": len(self.sold[seat]) + sum(int(m[-1]) for m in self.sold[seat]),
                "cities": 2 * len(held) + 2 * len(alone),
            }
            found.append({**lines, "total": sum(lines.values())})
        return found

    def winners(self) -> list[int]:
        points = self.points()
        ranks = [(p["total"], sum(b.values())) for p, b in zip(points, self.booths, strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
