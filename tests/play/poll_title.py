"""The smallest title in which several seats are asked at once: whoever is on turn takes a vote.

The others answer in any order, the seat after the one on turn twice; chance tosses a coin after
the last answer of each. Whoever has taken a vote may end the turn; the third turn is the last.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from games.drawing import DRAWINGS, Choice, Choices, Group, Target
from games.drawing.figure_words import FigureWords
from games.drawing.score import SheetWords, sheet
from games.rules import TITLES
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, Caution, Figures, Order, Orders, Result, Stop, Table

LAST = 3
WORDS = ("yes", "no")


@dataclass(frozen=True)
class State:
    players: int
    turn: int = 0
    number: int = 1
    owed: tuple[int, ...] = ()
    said: tuple[tuple[int, int], ...] = ()
    tossing: bool = False
    voted: bool = False
    events: tuple[Any, ...] = ()


@dataclass(frozen=True)
class View:
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    asked: str
    turn: int
    said: tuple[tuple[int, int], ...]
    title: str = "poll"
    board: str = "room"
    options: dict[str, str] = field(default_factory=dict)


class Poll:
    id = "poll"
    name = "Poll"
    rules_version = 1
    players = (2, 3)
    boards = ("room",)
    abilities = ()

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return {"id": board_id, "name": "Room", "players": [2, 3], "cities": []}

    def tables(self) -> tuple[Table, ...]:
        return (Table("A room", 3),)

    def options(self) -> tuple[Any, ...]:
        return ()

    def offered(self, chosen: Mapping[str, str], players: int) -> tuple[Any, ...]:
        return ()

    def complete(self, chosen: Mapping[str, str], players: int) -> dict[str, str]:
        return {}

    def start(self, chosen: Mapping[str, str], players: int, rules_version: int = 1) -> State:
        return State(players, owed=(0,) * players)

    def to_move(self, state: State) -> tuple[int, ...]:
        if state.number > LAST:
            return ()
        if state.tossing:
            return (CHANCE,)
        return tuple(seat for seat, owed in enumerate(state.owed) if owed) or (state.turn,)

    def orders(self, state: State, seat: int) -> Orders:
        if seat not in self.to_move(state):
            return Orders({})
        if any(state.owed):
            return Orders({"say": [("say", word) for word in range(len(WORDS))]})
        return Orders({"end": [("end",)]} if state.voted else {"vote": [("vote",)]})

    def apply(self, state: State, seat: int, order: Order) -> State:
        if seat == CHANCE:
            return replace(state, tossing=False)
        if order not in self.orders(state, seat):
            raise IllegalOrder("That cannot be said now.")
        if order[0] == "vote":
            others = {(seat + 1) % state.players: 2, seat: 0}
            owed = tuple(others.get(each, 1) for each in range(state.players))
            return replace(state, owed=owed, voted=True)
        if order[0] == "say":
            said = (*state.said, (seat, order[1]))
            owed = tuple(n - (each == seat) for each, n in enumerate(state.owed))
            return replace(state, owed=owed, said=said, tossing=not owed[seat])
        turn, number = (state.turn + 1) % state.players, state.number + 1
        return replace(state, turn=turn, number=number, voted=False)

    def draws(self, state: State) -> list[tuple[Order, int]]:
        return [(("toss", side), 1) for side in range(2)]

    def view(self, state: State, seat: int | None) -> View:
        asked = "vote" if any(state.owed) else "turn"
        return View(state.players, seat, self.to_move(state), asked, state.turn, state.said)

    def figures(self, state: State) -> tuple[Figures, ...]:
        said = [sum(who == seat for who, _ in state.said) for seat in range(state.players)]
        return tuple(Figures({"said": number, "total": number}, {}) for number in said)

    def result(self, state: State) -> Result | None:
        if self.to_move(state):
            return None
        totals = [figures.points["total"] for figures in self.figures(state)]
        places = tuple(1 + sum(other > total for other in totals) for total in totals)
        return Result("votes", tuple({"total": total} for total in totals), places)

    def read(self, state: State, text: str) -> Order:
        verb, *rest = text.split()
        numbers = [WORDS.index(word) if word in WORDS else int(word) for word in rest]
        return (verb, *numbers)

    def write(self, state: State, order: Order) -> str:
        return f"say {WORDS[order[1]]}" if order[0] == "say" else " ".join(map(str, order))

    def warning(self, state: State, seat: int, order: Order) -> Caution | None:
        after = self.to_move(self.apply(state, seat, order))
        return Caution("asks", after) if order[0] == "vote" else None

    def stop(self, state: State, seat: int) -> Stop | None:
        ends = ("end",) in self.orders(state, seat)
        return Stop(("end",), ends_turn=True) if ends else None

    def describe(
        self, state: State, seat: int, text: str, events: Any, names: Any, viewer: Any
    ) -> str:
        return f"{names[seat]}: {text}." if seat != CHANCE else ""

    def redact(self, seat: int, text: str, events: Any, viewer: int | None) -> str:
        return text

    def dump(self, state: State) -> dict[str, Any]:
        plain: dict[str, Any] = json.loads(json.dumps(asdict(state)))
        return plain

    def load(self, data: Mapping[str, Any]) -> State:
        said = tuple((seat, word) for seat, word in data["said"])
        return State(**{**data, "owed": tuple(data["owed"]), "said": said, "events": ()})

    def digest(self, state: State) -> str:
        return str(hash(replace(state, events=())))


class PollDrawing:
    title = "poll"
    uncovers = "a coin is tossed"
    figure_words = FigureWords({"said": "Answers"}, {"votes": "The votes"}, "Levels", {}, {})

    def static(self, board_id: str) -> str:
        return "<svg></svg>"

    def live(self, view: View, **what: Any) -> dict[str, Any]:
        return {"view_box": "0 0 1 1", "ratio": 1.0, "tall": False, "body": str(what.get("since"))}

    def desks(self, view: View, names: Sequence[str], **what: Any) -> list[Any]:
        return []

    def score(self, result: Result, names: Sequence[str]) -> dict[str, Any]:
        return sheet(result, names, SheetWords({"total": "Total"}, {}, {}))

    def asked_of_me(self, view: View, *, only_end: bool = False) -> str:
        return "Say yes or no." if view.asked == "vote" else "Take a vote."

    def asked_of_others(self, view: View, names: Sequence[str]) -> str:
        return f"Play waits for {', '.join(names[seat] for seat in view.to_move)}."

    def consequences(self, before: View, after: View, names: Sequence[str]) -> list[str]:
        return []

    def position(self, view: View, names: Sequence[str]) -> str:
        return f"{len(view.said)} votes."

    def will(self, asked: str) -> str:
        return "will answer"

    def declining(self, asked: str) -> str:
        return "nothing more"

    def rule(self, view: View) -> str:
        return ""

    def rule_figures(self) -> dict[str, str]:
        return {}

    def figure_lands(self) -> str:
        return ""

    def symbols(self) -> str:
        return ""

    def choices(self, title: Any, orders: Orders, view: View, names: Sequence[str] = ()) -> Choices:
        texts = [title.write(None, order) for order in orders]
        listed = tuple(Choice(text, text, (f"action:{text}",)) for text in texts)
        first = {c.path[0]: Target(c.path[0], c.label, c.order) for c in listed}
        return Choices(first, (Group("all", "All", listed),), lambda _: [])

    def layers(self, view: View, **what: Any) -> tuple[str, str]:
        return "<svg></svg>", "<svg></svg>"


@contextmanager
def registered() -> Iterator[None]:
    """The title is there until the end."""
    TITLES["poll"], DRAWINGS["poll"] = Poll(), PollDrawing()
    try:
        yield
    finally:
        del TITLES["poll"], DRAWINGS["poll"]
