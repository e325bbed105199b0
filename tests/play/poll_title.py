"""The smallest title in which several seats are asked at once: whoever is on turn takes a vote.

The others answer in any order, the seat after the one on turn twice; chance tosses a coin after
the last answer of each. Whoever has taken a vote may thank the others once and end the turn; the
third turn is the last.
"""

import json
import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, NamedTuple

from games.drawing.live import Live
from games.drawing.plain import PlainDrawing
from games.rules.common.base import BaseTitle
from games.rules.common.message import term
from games.rules.common.play import Situation, Verb, chance, drawing
from games.rules.common.scoring import result
from games.rules.common.syntax import Line, Syntax, named, number
from games.rules.title import AnyOrders, Figures, Order, Result, Touched
from games.wording import Language, Wording
from games.wording.explanations import Explanation
from games.wording.score import FigureWords, SheetWords
from tests.play.titles import with_title

LAST = 3
WORDS = ("yes", "no")


@dataclass
class State:
    players: int
    turn: int = 0
    number: int = 1
    owed: tuple[int, ...] = ()
    said: tuple[tuple[int, int], ...] = ()
    tossing: bool = False
    voted: bool = False
    thanked: bool = False
    events: list[list[Any]] = field(default_factory=list)
    board = None

    def copy(self) -> "State":
        return replace(self, events=[])


@dataclass(frozen=True)
class View:
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    prompt: str
    turn: int
    said: tuple[tuple[int, int], ...]
    public: State
    title: str = "poll"
    board: str = "room"
    options: dict[str, str] = field(default_factory=dict)


class Vote(NamedTuple):
    verb: Literal["vote"] = "vote"


class Say(NamedTuple):
    word: int
    verb: Literal["say"] = "say"


class Thank(NamedTuple):
    verb: Literal["thank"] = "thank"


class End(NamedTuple):
    verb: Literal["end"] = "end"


class Toss(NamedTuple):
    side: int
    verb: Literal["toss"] = "toss"


SYNTAX: Syntax[None, Order] = Syntax(
    [Line(Vote), Line(Say, "{word}"), Line(Thank), Line(End), Line(Toss, "{side}")],
    {"word": named(WORDS, "word"), "side": number("side")},
    words_of=lambda board, text: text.split(),
    example="vote",
    hidden=("toss",),
)


def votes(state: State, seat: int) -> Sequence[Vote]:
    return () if state.voted else (Vote(),)


def vote(state: State, seat: int, order: Vote) -> None:
    others = {(seat + 1) % state.players: 2, seat: 0}
    state.owed = tuple(others.get(each, 1) for each in range(state.players))
    state.voted = True


def answers(state: State, seat: int) -> Sequence[Say]:
    return [Say(word) for word in range(len(WORDS))]


def say(state: State, seat: int, order: Say) -> None:
    state.said = (*state.said, (seat, order.word))
    state.owed = tuple(n - (each == seat) for each, n in enumerate(state.owed))
    state.tossing = not state.owed[seat]


def thanks(state: State, seat: int) -> Sequence[Thank]:
    return (Thank(),) if state.voted and not state.thanked else ()


def thank(state: State, seat: int, order: Thank) -> None:
    state.thanked = True


def ends(state: State, seat: int) -> Sequence[End]:
    return (End(),) if state.voted else ()


def end(state: State, seat: int, order: End) -> None:
    state.turn, state.voted, state.thanked = (state.turn + 1) % state.players, False, False
    state.number += 1


def tosses(state: State) -> Sequence[tuple[Toss, int]]:
    return [(Toss(side), 1) for side in range(2)]


def toss(state: State, seat: int, order: Toss) -> None:
    state.tossing = False


def refused(state: State, seat: int, order: Order) -> str:
    return "That cannot be said now."


TOSSING = Situation("chance", chance, {"toss": drawing(tosses, toss)}, weights=tosses)
ANSWERING = Situation(
    "answer",
    lambda state: tuple(seat for seat, owed in enumerate(state.owed) if owed),
    {"say": Verb(answers, say, refused)},
)
TURN = Situation(
    "turn",
    lambda state: (state.turn,),
    {
        "vote": Verb(votes, vote, refused),
        "thank": Verb(thanks, thank, refused),
        "end": Verb(ends, end, refused),
    },
)


class Poll(BaseTitle[State, Any, View]):
    id = "poll"
    name = term("game", "Poll")
    players: tuple[int, ...] = (2, 3)
    boards: tuple[str, ...] = ("room",)
    syntax: Syntax[Any, Any] = SYNTAX

    def start(self, chosen: Mapping[str, str], players: int) -> State:
        return State(players, owed=(0,) * players)

    def situation(self, state: State) -> Situation[State] | None:
        if state.number > LAST:
            return None
        if state.tossing:
            return TOSSING
        return ANSWERING if any(state.owed) else TURN

    def asks(self, before: State, after: State, seat: int) -> bool:
        return after.voted != before.voted and any(after.owed)

    def view(self, state: State, seat: int | None) -> View:
        now = self.situation(state)
        prompt = now.prompt if now else "over"
        return View(
            state.players, seat, self.to_move(state), prompt, state.turn, state.said, state.copy()
        )

    def resample(self, view: View, rng: random.Random) -> State:
        return view.public.copy()

    def figures(self, state: State) -> tuple[Figures, ...]:
        said = [sum(who == seat for who, _ in state.said) for seat in range(state.players)]
        return tuple(Figures({"said": number, "total": number}, {}) for number in said)

    def result(self, state: State) -> Result | None:
        if self.situation(state):
            return None
        scores = [figures.points for figures in self.figures(state)]
        return result("votes", scores, [(points["total"],) for points in scores])

    def touched(self, state: State, text: str, events: Any) -> Touched:
        return Touched(text)

    def dump(self, state: State) -> dict[str, Any]:
        plain: dict[str, Any] = json.loads(json.dumps(asdict(state)))
        del plain["events"]
        return plain

    def load(self, data: Mapping[str, Any]) -> State:
        said = tuple((seat, word) for seat, word in data["said"])
        return State(**{**data, "owed": tuple(data["owed"]), "said": said})


class PollDrawing(PlainDrawing[View]):
    title = "poll"

    def lines(self, view: View, names: Sequence[str]) -> list[str]:
        return [f"{len(view.said)} votes."]

    def live(
        self, view: View, language: Language, *, since: Sequence[Touched] = (), **what: Any
    ) -> Live:
        return super().live(view, language, **what) | {"body": str([each.place for each in since])}


class PollWording(Wording):
    title = "poll"

    def uncovers(self, language: Language) -> str:
        return "A coin is tossed."

    def sheet_words(self, language: Language) -> SheetWords:
        return SheetWords({"said": "Answers", "total": "Total"}, {})

    def figure_words(self, language: Language) -> FigureWords:
        return FigureWords({"said": "Answers"}, {"votes": "The votes"}, "Levels", {}, {})

    def prompt_of_me(self, view: View, orders: AnyOrders, language: Language) -> str:
        return "Say yes or no." if view.prompt == "answer" else "Take a vote."

    def things(self, view: View, language: Language) -> Mapping[str, str]:
        return {"votes": "The votes"}

    def explain(
        self, view: View, thing: str, names: Sequence[str], language: Language
    ) -> Explanation | None:
        return Explanation("The votes") if thing == "votes" else None


def registered() -> AbstractContextManager[None]:
    """The title is there until the end."""
    return with_title(Poll(), PollDrawing(), PollWording())
